import type { RawSource } from '../../model/source.ts'
import type { Chamber } from '../../model/speech.ts'
import type { HansardProblem } from '../../ports/hansard-reader.ts'
import { parseDate } from './dates.ts'
import type { Draft, SittingHeader } from './draft.ts'
import { invalidHansard } from './invalid-hansard.ts'
import { parliamentAt } from './parliaments.ts'

export type Sitting = {
  chamber: Chamber
  date: string
  parliament: number | null
  session: number | null
  period: number | null
}

/** What day and chamber a file is the record of: its head decides, then its text, then its name. */
export function findSitting(
  header: SittingHeader,
  drafts: readonly Draft[],
  file: RawSource,
): { sitting: Sitting; problems: HansardProblem[] } {
  const problems: HansardProblem[] = []
  const stated = header.dates.map(parseDate).find(date => date !== null)
  const date = stated ?? dateInText(drafts) ?? parseDate(file.name)
  if (date === null)
    throw invalidHansard(
      file.name,
      'says of no day that it is its record',
      'Put the date into its name: 2024-06-25.xml.',
    )
  if (stated === undefined)
    problems.push({
      line: null,
      message: `The head of the file has no date that can be read; ${date} was found elsewhere.`,
    })
  const chamber = parseChamber(header.chamber ?? '') ?? parseChamber(file.name) ?? chamberOfTalkers(drafts)
  if (parseChamber(header.chamber ?? '') === null)
    problems.push({
      line: null,
      message: `The head of the file names no chamber; it reads like the ${chamber}.`,
    })
  const sitting = {
    chamber,
    date,
    parliament: parliamentAt(date, numberOf(header.parliament)),
    session: numberOf(header.session),
    period: numberOf(header.period),
  }
  return { sitting, problems }
}

/** "REPS", "House of Reps", "Senate", "SENATE". */
export function parseChamber(text: string): Chamber | null {
  if (/senate/i.test(text)) return 'Senate'
  return /\breps?\b|representatives|\bhor\b|^house$/i.test(text) ? 'House of Representatives' : null
}

export function numberOf(text: string | null): number | null {
  const found = /\d+/.exec(text ?? '')?.[0]
  return found === undefined ? null : Number(found)
}

function dateInText(drafts: readonly Draft[]): string | null {
  for (const { text } of drafts.slice(0, 3)) {
    const date = parseDate(text.slice(0, 500))
    if (date !== null) return date
  }
  return null
}

function chamberOfTalkers(drafts: readonly Draft[]): Chamber {
  const talkers = drafts.map(({ talker }) => `${talker.printedName ?? ''} ${talker.sortName ?? ''}`)
  const senators = talkers.filter(name => /\bSen(ator)?\b/i.test(name)).length
  return senators * 2 > talkers.filter(name => name.trim() !== '').length
    ? 'Senate'
    : 'House of Representatives'
}
