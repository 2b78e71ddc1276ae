import { setImmediate } from 'node:timers/promises'
import { throwIfAborted } from '../../../../core/model/failure.ts'
import type { RawSource } from '../../../../core/model/source.ts'
import { readDelimited, sniffDelimiter } from '../../../../core/text/read-delimited.ts'
import type { Chamber } from '../../speech.ts'
import { type DraftKind, nobody, personalId, type RecordDraft, type Talker } from '../draft.ts'
import { type OpenDraft, openDraft } from '../markup/open-draft.ts'
import type { HansardProblem } from '../problems.ts'
import { dateOfRow, parliamentAt, parseChamber, type Sitting } from '../sitting.ts'
import { type Fields, fieldKey, fieldsOf, flatRecord } from './flat-record.ts'
import type { SpeechFileContent } from './read-speech-file.ts'

type TurnCollector = {
  add(row: Fields, line: number): void
  finish(): { sitting: Sitting; drafts: RecordDraft[] }[]
}

type Day = { sitting: Sitting; drafts: OpenDraft[]; speechNumber: string | null }

/**
 * Reads two kinds of table, told apart by the header: one speech per row, or one turn per row with the number of its
 * speech, as in the digitised Hansard.
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

/** Joins rows of one turn each into speeches: rows with the same speech number are one speech. */
function turnCollector(file: RawSource, problems: HansardProblem[]): TurnCollector {
  const days = new Map<string, Day>()
  const dayOf = (row: Fields, line: number): Day | null => {
    const date = dateOfRow(row.text('date'), file, null)
    const chamber = chamberOf(row, file)
    if (date === null) {
      problems.push({
        line,
        message: 'This row was left out: it has no date that can be read.',
      })
      return null
    }
    const key = `${chamber} ${date}`
    const sitting = { chamber, date, parliament: parliamentAt(date, null), session: null, period: null }
    const day = days.get(key) ?? { sitting, drafts: [], speechNumber: null }
    days.set(key, day)
    return day
  }
  return {
    add: (row, line) => {
      const day = dayOf(row, line)
      const body = row.text('body') ?? ''
      if (day === null || body === '') return
      const name = row.text('name') ?? ''
      const isStage = name === '' || /^(stage direction|business start|division)$/i.test(name)
      const number = row.text('speechno')
      const isSame = !isStage && number !== null && number === day.speechNumber
      const draft = isSame
        ? day.drafts.at(-1)
        : openDraft({ kind: kindOf(row, isStage), line, venue: venueOf(row), sections: [] })
      if (draft === undefined) return
      if (!isSame) day.drafts.push(draft)
      day.speechNumber = isStage ? null : number
      if (!isStage) draft.setTalker(talkerOf(row), !isSame)
      if (isSame && isSet(row, 'interject')) draft.expectTurn('interjection')
      if (isSame && isSet(row, 'interject')) draft.setTalker(talkerOf(row), false)
      for (const paragraph of body.split(/\n(?=\S)|\n\s*\n/)) {
        draft.write(paragraph)
        draft.text.endParagraph()
      }
    },
    finish: () =>
      [...days.values()].map(({ sitting, drafts }) => ({
        sitting,
        drafts: drafts.flatMap(draft => draft.finish() ?? []),
      })),
  }
}

/**
 * Tables of the Senate have a state column where those of the House have electorates; `senate_flag` is not always set.
 */
function chamberOf(row: Fields, file: RawSource): Chamber {
  const stated = parseChamber(row.text('chamber', 'house') ?? '')
  if (stated !== null) return stated
  if (isSet(row, 'senateflag') || (row.has('state') && !row.has('electorate'))) return 'Senate'
  if (row.has('senateflag') || row.has('electorate')) return 'House of Representatives'
  const named = parseChamber(file.name)
  return named ?? (/\bSen(ator)?\b/.test(row.text('name') ?? '') ? 'Senate' : 'House of Representatives')
}

function kindOf(row: Fields, isStage: boolean): DraftKind {
  if (isStage) return isSet(row, 'divflag') ? 'division' : 'procedural'
  if (isSet(row, 'question')) return 'question'
  if (isSet(row, 'answer')) return 'answer'
  return isSet(row, 'interject') ? 'interjection' : 'speech'
}

function venueOf(row: Fields): RecordDraft['venue'] {
  if (isSet(row, 'qinwriting')) return 'Written answers'
  return isSet(row, 'fedchambflag') ? 'Federation Chamber' : 'Chamber'
}

function talkerOf(row: Fields): Talker {
  const name = row.text('name')
  return {
    ...nobody,
    id: personalId(row.text('nameid')),
    printedName: name,
    sortName: name,
    party: row.text('party'),
    electorate: row.text('electorate', 'state'),
    time: row.text('timestamp'),
    page: row.text('pageno', 'page')?.replace(/\.0$/, '') ?? null,
    isGovernment: isSet(row, 'ingov'),
    isFirstSpeech: isSet(row, 'firstspeech'),
  }
}

function isSet(row: Fields, name: string): boolean {
  return /^(1(\.0)?|true|yes)$/i.test(row.text(name) ?? '')
}
