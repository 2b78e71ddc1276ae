import type { PartialDate } from '../model/reference.ts'

/** In characters. No real date is longer. */
const longestDate = 200

const openEnds = new Set(['', '..', 'open', 'unknown', '*'])

/**
 * Parses a date of a reference: EDTF (`2004-06~/2006`, `199u`, `y-51234`), ISO, or words in the languages of
 * `beginnings`. Returns the beginning of a range, and only the year of a season. Null when there is no year.
 */
export function parseDate(value: string): PartialDate | null {
  const text = value.trim().slice(0, longestDate)
  return parseEdtfRange(text) ?? parseNumbers(text) ?? parseWords(text)
}

/** Converts an astronomical year, which counts a year 0, to a historic one: 0 becomes −1, which is 1 BC. */
function historicYear(astronomical: number): number {
  return astronomical > 0 ? astronomical : astronomical - 1
}

/** A date from numbers. Drops a month or day that is out of range: months 13–16 and 21–41 are seasons. */
export function makeDate(year: number, month: number | null, day: number | null): PartialDate | null {
  if (!Number.isSafeInteger(year) || year === 0) return null
  if (month === null || !Number.isInteger(month) || month < 1 || month > 12)
    return { year, month: null, day: null }
  const isDay = day !== null && Number.isInteger(day) && day >= 1 && day <= 31
  return { year, month, day: isDay ? day : null }
}

function parseEdtfRange(text: string): PartialDate | null {
  const parts = text.split('/').map(part => part.trim())
  if (parts.length > 2) return null
  const [from = '', to = ''] = parts
  const isRange = parts.length === 2
  if (isRange && !openEnds.has(to) && parseEdtf(to) === null) return null
  return openEnds.has(from) ? (isRange ? parseEdtf(to) : null) : parseEdtf(from)
}

/** Replaces unknown digits of a year by 0, as reference managers do. */
function parseEdtf(text: string): PartialDate | null {
  const bare = text.replace(/[?~%]/g, '').replace(/T.*$/, '').trim()
  const long = /^[yY](-?\d{5,12})$/.exec(bare)
  if (long !== null) return makeDate(historicYear(Number(long[1])), null, null)
  const found = /^(-?)(\d{2}[\dXxu]{2})(?:-([\dXxu]{2})(?:-([\dXxu]{2}))?)?$/.exec(bare)
  if (found === null) return null
  const [, sign, digits = '', month, day] = found
  const year = Number(digits.replace(/[Xxu]/g, '0')) * (sign === '-' ? -1 : 1)
  return makeDate(historicYear(year), numberOf(month), numberOf(day))
}

function numberOf(digits: string | undefined): number | null {
  return digits === undefined || !/^\d+$/.test(digits) ? null : Number(digits)
}

/** 2019/9/25, 2019-9, 18.07.2016, 7/18/2016. Returns only the year when day and month cannot be told apart. */
function parseNumbers(text: string): PartialDate | null {
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})(?:\2(\d{1,2}))?(?=$|[T\s])/.exec(text)
  if (yearFirst !== null)
    return makeDate(Number(yearFirst[1]), numberOf(yearFirst[3]), numberOf(yearFirst[4]))
  const yearLast = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4})$/.exec(text)
  if (yearLast !== null) {
    const [first, second, year] = [Number(yearLast[1]), Number(yearLast[3]), Number(yearLast[4])]
    if (yearLast[2] === '.' || first > 12) return makeDate(year, second, first)
    return second > 12 ? makeDate(year, first, second) : makeDate(year, null, null)
  }
  const monthYear = /^(\d{1,2})[-/.](\d{4})$/.exec(text)
  if (monthYear !== null) return makeDate(Number(monthYear[2]), Number(monthYear[1]), null)
  return /^\d{1,3}$/.test(text) && Number(text) > 99 ? makeDate(Number(text), null, null) : null
}

function parseWords(text: string): PartialDate | null {
  const before = /(\d{1,4})\s*(?:B\.?\s?C\.?(?:\s?E\.?)?|v\.\s?Chr\.?|av\.?\s?J\.?-?C\.?)/i.exec(text)
  if (before !== null) return makeDate(-Number(before[1]), null, null)
  const year = yearIn(text.replace(/\[[^\]]*\]/g, '')) ?? yearIn(text)
  if (year === null) return null
  const named = monthPattern.exec(text)
  if (named === null) return makeDate(year, null, null)
  return makeDate(year, monthNumber(named[1] ?? ''), dayBeside(text, named.index, named[0].length))
}

function yearIn(text: string): number | null {
  const found = /(?<!\d)(\d{4})(?!\d)/.exec(text)
  return found === null ? null : Number(found[1])
}

function dayBeside(text: string, start: number, length: number): number | null {
  const before = /(?<!\d)(\d{1,2})(?:\.|st|nd|rd|th|º|er)?(?:\s*[-–/]\s*\d{1,2}\.?)?\s*(?:de\s+)?$/i.exec(
    text.slice(0, start),
  )
  if (before !== null) return Number(before[1])
  const after = /^\.?\s*(\d{1,2})(?!\d)/.exec(text.slice(start + length))
  return after === null ? null : Number(after[1])
}

/** Beginnings of month names, January first, in the languages that references use. */
const beginnings: readonly string[] = [
  'jan gen ene jän styc янв',
  'feb fév fev lut фев',
  'mar mär mrt мар',
  'apr avr abr kwi апр',
  'may mai mag mei maj май мая',
  'jun jui giu cze июн',
  'jul juil lug lip июл',
  'aug aoû aou ago sie авг',
  'sep set wrz сен',
  'oct okt ott out paź окт',
  'nov lis ноя',
  'dec dez déc dic gru дек',
]

const numberOfBeginning = new Map(
  beginnings.flatMap((list, index) => list.split(' ').map(beginning => [beginning, index + 1] as const)),
)

const longestFirst = [...numberOfBeginning.keys()].sort((a, b) => b.length - a.length)

/** Matches the first month name in a text; group 1 is the name. */
export const monthPattern = new RegExp(`(?<!\\p{L})((?:${longestFirst.join('|')})\\p{L}*)`, 'iu')

/** 1…12 for "Dec", "décembre", "Juli"; null when it is not a month. */
export function monthNumber(name: string): number | null {
  const lower = name.toLowerCase()
  const beginning = longestFirst.find(start => lower.startsWith(start))
  return beginning === undefined ? null : (numberOfBeginning.get(beginning) ?? null)
}
