import { setImmediate } from 'node:timers/promises'
import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { decodeText } from '../../../core/text/decode-text.ts'
import { readDelimited, sniffDelimiter } from '../../../core/text/read-delimited.ts'
import { makeConverted } from './make-converted.ts'
import { separatorRow, tableRow } from './markdown-parts.ts'

/** A longer table is not one readable document. */
const maxCharacters = 200_000_000

/** Comma-, semicolon- or tab-separated values as one Markdown table with the header of the file. */
export const csvConverter: Converter = {
  name: 'csv',
  version: 1,
  formats: ['csv'],
  isolated: false,
  async convert(raw, _options, { signal }) {
    throwIfAborted(signal)
    const { text, warnings } = decodeText(raw)
    const lines: string[] = []
    let width = 0
    let ragged = 0
    let characters = 0
    for (const cells of readDelimited(text, sniffDelimiter(text))) {
      if (cells.every(cell => cell.trim() === '')) continue
      if (lines.length === 0) {
        width = cells.length
        lines.push(tableRow(cells, width), separatorRow(width))
        continue
      }
      if (cells.length !== width) ragged++
      // Cells beyond the header are kept, so that no text is lost.
      const line = tableRow(cells, Math.max(width, cells.length))
      characters += line.length
      if (characters > maxCharacters) throw tooLarge(raw.name)
      if (lines.push(line) % 10_000 > 0) continue
      // A large file must not block the event loop.
      await setImmediate()
      throwIfAborted(signal)
    }
    if (ragged > 0)
      warnings.push(`${ragged} rows of ${raw.name} do not have the ${width} columns of its header.`)
    const markdown = lines.length === 0 ? '' : `${lines.join('\n')}\n`
    return makeConverted(raw, { fileType: 'csv', markdown, warnings })
  },
}

function tooLarge(name: string): Failure {
  return new Failure(
    'too_large',
    'SOURCE_TOO_LARGE',
    `${name} has more than ${maxCharacters / 1_000_000} million characters.`,
    {
      hint: 'Split it into several files.',
    },
  )
}
