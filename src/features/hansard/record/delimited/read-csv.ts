import { setImmediate } from 'node:timers/promises'
import { throwIfAborted } from '../../../../core/model/failure.ts'
import type { RawSource } from '../../../../core/model/source.ts'
import { readDelimited, sniffDelimiter } from '../../../../core/text/read-delimited.ts'
import type { HansardProblem } from '../../hansard-reader.ts'
import { type Fields, fieldKey, fieldsOf } from './fields.ts'
import { flatRecord } from './flat-record.ts'
import type { SpeechFileContent } from './read-speech-file.ts'
import { turnCollector } from './turn-collector.ts'

/**
 * Two kinds of table: one speech per row, or one turn per row with the number of the speech it belongs to, as the
 * digitised Hansard has them. The header tells which.
 */
export async function readCsv(
  text: string,
  file: RawSource,
  signal: AbortSignal,
): Promise<SpeechFileContent> {
  const problems: HansardProblem[] = []
  const turns = turnCollector(file, problems)
  const flat: SpeechFileContent['flat'] = []
  let header: string[] | null = null
  let line = 1
  let rows = 0
  for (const cells of readDelimited(text, sniffDelimiter(text))) {
    const at = line
    line += 1 + cells.reduce((sum, cell) => sum + lineEnds(cell), 0)
    if (header === null) {
      header = cells
      continue
    }
    if (cells.every(cell => cell.trim() === '')) continue
    if (cells.length !== header.length)
      problems.push({
        line: at,
        message: `This row has ${cells.length} cells where the header has ${header.length}.`,
      })
    const fields = fieldsOf(Object.fromEntries(header.map((name, column) => [name, cells[column] ?? ''])))
    if (isTurnTable(header)) turns.add(fields, at)
    else takeFlat(fields, at)
    rows += 1
    if (rows % 1000 > 0) continue
    throwIfAborted(signal)
    await setImmediate()
  }
  return { flat, sittings: turns.finish(), problems }

  function takeFlat(fields: Fields, at: number): void {
    const record = flatRecord(fields, { line: at, file, problems })
    if (record !== null) flat.push(record)
  }
}

function isTurnTable(header: readonly string[]): boolean {
  const columns = new Set(header.map(fieldKey))
  return columns.has('body') && columns.has('name') && (columns.has('speechno') || columns.has('interject'))
}

function lineEnds(cell: string): number {
  let count = 0
  for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count += 1
  return count
}
