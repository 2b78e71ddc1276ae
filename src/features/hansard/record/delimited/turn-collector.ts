import type { RawSource } from '../../../../core/model/source.ts'
import type { HansardProblem } from '../../hansard-reader.ts'
import type { Chamber } from '../../speech.ts'
import { type Draft, type DraftKind, nobody, personalId, type Talker } from '../draft.ts'
import { type OpenDraft, openDraft } from '../markup/open-draft.ts'
import { parliamentAt } from '../parliaments.ts'
import { dateOfRow, parseChamber, type Sitting } from '../sitting.ts'
import type { Fields } from './fields.ts'

export type TurnCollector = {
  add(row: Fields, line: number): void
  finish(): { sitting: Sitting; drafts: Draft[] }[]
}

type Day = { sitting: Sitting; drafts: OpenDraft[]; speechNumber: string | null }

/** Puts rows of one turn each together again: rows with the same number of speech are one speech. */
export function turnCollector(file: RawSource, problems: HansardProblem[]): TurnCollector {
  const days = new Map<string, Day>()
  const dayOf = (row: Fields, line: number): Day | null => {
    const date = dateOfRow(row.text('date'), file, null)
    const chamber = chamberOf(row, file)
    if (date === null) {
      problems.push({
        line,
        message: 'This row was left out: it states no date that can be read.',
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

/** Tables of the Senate have states where those of the House have electorates; their flags are not to be trusted. */
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

function venueOf(row: Fields): Draft['venue'] {
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
