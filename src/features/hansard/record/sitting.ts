import type { RawSource } from '../../../core/model/source.ts'
import type { Chamber } from '../speech.ts'
import { parseDayLine, parseSittingDate, possibleDates } from './dates.ts'
import type { RecordDraft, SittingHeader } from './draft.ts'
import { type HansardProblem, invalidHansard } from './problems.ts'

export type Sitting = {
  chamber: Chamber
  date: string
  parliament: number | null
  session: number | null
  period: number | null
}

/** Finds the day and chamber of a file. Throws `INVALID_HANSARD` when the file does not state its day. */
export function findSitting(
  header: SittingHeader,
  drafts: readonly RecordDraft[],
  file: RawSource,
): { sitting: Sitting; problems: HansardProblem[] } {
  const { date, problems } = findDate(header, drafts, file)
  const chamber = parseChamber(header.chamber ?? '') ?? parseChamber(file.name) ?? chamberOfTalkers(drafts)
  if (parseChamber(header.chamber ?? '') === null)
    problems.push({
      line: null,
      message: `The head of the file names no chamber; it was read as the ${chamber}.`,
    })
  const sitting = {
    chamber,
    date,
    parliament: parliamentAt(date, firstNumber(header.parliament)),
    session: firstNumber(header.session),
    period: firstNumber(header.period),
  }
  return { sitting, problems }
}

/**
 * Takes the date of the head; when that is missing or unreadable, the line of the day at the top of the text, then the
 * file name. Ignores dates inside the text: they are usually those of earlier debates.
 */
function findDate(
  header: SittingHeader,
  drafts: readonly RecordDraft[],
  file: RawSource,
): { date: string; problems: HansardProblem[] } {
  const dayLine = parseDayLine(drafts[0]?.text.split('\n\n', 1)[0] ?? '')
  const elsewhere = [dayLine, parseSittingDate(file.name)].flatMap(date => date ?? [])
  const others = [...header.dates.flatMap(text => parseSittingDate(text) ?? []), ...elsewhere]
  const parliament = firstNumber(header.parliament)
  const stated = header.dates.flatMap(text => settleDate(text, { parliament, others }) ?? [])
  const ambiguous = header.dates.find(text => possibleDates(text).length > 1)
  const [date] = stated.length > 0 || ambiguous !== undefined ? stated : elsewhere
  if (date === undefined) throw ambiguous === undefined ? noDate(file) : noCentury(file, ambiguous)
  if (stated.length === 0)
    return {
      date,
      problems: [
        {
          line: null,
          message: `The head of the file has no date that can be read; ${date} is stated elsewhere.`,
        },
      ],
    }
  const contrary = stated.find(other => other !== date)
  const message = `The head of the file states two days, ${date} and ${contrary}; the first was used.`
  return { date, problems: contrary === undefined ? [] : [{ line: null, message }] }
}

/**
 * The day that a text states. `parliament` and `others` (days stated elsewhere) are used only to find the century of a
 * two-digit year. Null when the text states no day, or the century stays open.
 */
function settleDate(
  text: string,
  { parliament, others }: { parliament: number | null; others: readonly string[] },
): string | null {
  const possible = possibleDates(text)
  const fits = [
    possible,
    possible.filter(date => parliament !== null && parliamentAt(date, null) === parliament),
    possible.filter(date => others.includes(date)),
  ].find(dates => dates.length === 1)
  return fits?.[0] ?? null
}

function noDate(file: RawSource): Error {
  return invalidHansard({
    name: file.name,
    problem: 'does not state the day of its sitting',
    hint: 'Put the date into the file name: 2024-06-25.xml.',
  })
}

function noCentury(file: RawSource, text: string): Error {
  return invalidHansard({
    name: file.name,
    problem: `states its day as ${JSON.stringify(text.slice(0, 40))}, and nothing in it decides the century`,
    hint: 'Write the year with four digits, or put the whole date into the file name: 1997-02-24.xml.',
  })
}

/** "REPS", "House of Reps", "Senate", "SENATE". */
export function parseChamber(text: string): Chamber | null {
  if (/senate/i.test(text)) return 'Senate'
  return /\breps?\b|representatives|\bhor\b|^house$/i.test(text) ? 'House of Representatives' : null
}

function chamberOfTalkers(drafts: readonly RecordDraft[]): Chamber {
  const talkers = drafts.map(({ talker }) => `${talker.printedName ?? ''} ${talker.sortName ?? ''}`)
  const senators = talkers.filter(name => /\bSen(ator)?\b/i.test(name)).length
  return senators * 2 > talkers.filter(name => name.trim() !== '').length
    ? 'Senate'
    : 'House of Representatives'
}

/** The opening day of each parliament, from the first on. */
const openings = [
  '1901-05-09 1904-03-02 1907-02-20 1910-07-01 1913-07-09 1914-10-08 1917-06-14 1920-02-26 1923-02-28 1926-01-13',
  '1929-02-06 1929-11-20 1932-02-17 1934-10-23 1937-11-30 1940-11-20 1943-09-23 1946-11-06 1950-02-22 1951-06-12',
  '1954-08-04 1956-02-15 1959-02-17 1962-02-20 1964-02-25 1967-02-21 1969-11-25 1973-02-27 1974-07-09 1976-02-17',
  '1978-02-21 1980-11-25 1983-04-21 1985-02-21 1987-09-14 1990-05-08 1993-05-04 1996-04-30 1998-11-10 2002-02-12',
  '2004-11-16 2008-02-12 2010-09-28 2013-11-12 2016-08-30 2019-07-02 2022-07-26 2025-07-22',
].flatMap(line => line.split(' '))

/**
 * The number of the parliament at a date. Files since 2022 state wrong numbers, so `stated` is used only after the last
 * opening in the table.
 */
export function parliamentAt(date: string, stated: number | null): number | null {
  const number = openings.filter(opening => opening <= date).length
  if (number === 0) return stated
  return number === openings.length && stated !== null && stated > number ? stated : number
}

/** The date of a row or speech; the date in the file name when `text` is null. */
export function dateOfRow(text: string | null, file: RawSource, parliament: number | null): string | null {
  const named = parseSittingDate(file.name)
  if (text === null) return named
  return settleDate(text, { parliament, others: named === null ? [] : [named] })
}

export function firstNumber(text: string | null): number | null {
  const found = /\d+/.exec(text ?? '')?.[0]
  return found === undefined ? null : Number(found)
}
