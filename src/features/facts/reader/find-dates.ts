import type { Word } from './windows.ts'

/** A day, month or year that a text names: words [first, last] of it. `isVague`: "around 1990". */
export type FoundDate = { first: number; last: number; day: string; isVague: boolean }

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const monthName =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i
const yearNumber = /^(?:1[0-9]|20)\d\d$/
const dayNumber = /^(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/

/** The dates among the words of a window, in order. `day` is YYYY, YYYY-MM or YYYY-MM-DD. */
export function findDates(words: readonly Pick<Word, 'text'>[]): FoundDate[] {
  const found: FoundDate[] = []
  const text = (at: number) => words[at]?.text ?? ''
  for (let at = 0; at < words.length; at++) {
    const read = readDate(text, at)
    if (read === null) continue
    found.push({ first: at, ...read, isVague: isVague(text, at, read) })
    at = read.last
  }
  return found
}

type Read = { last: number; day: string }

function readDate(text: (at: number) => string, at: number): Read | null {
  const isBound = (number: number) => /^[.,]$/.test(text(number)) && /^\d{3}$/.test(text(number + 1))
  const yearAt = (number: number): Read | null => {
    const skips = /^[.,]$|^of$/.test(text(number)) ? number + 1 : number
    const isYear = yearNumber.test(text(skips)) && !isBound(skips + 1)
    return isYear ? { last: skips, day: text(skips) } : null
  }
  // 1921-05-03
  if (
    yearNumber.test(text(at)) &&
    text(at + 1) === '-' &&
    /^\d\d$/.test(text(at + 2)) &&
    text(at + 3) === '-' &&
    /^\d\d$/.test(text(at + 4))
  )
    return valid([text(at), Number(text(at + 2)), Number(text(at + 4))], at + 4)
  // 3 May 1921, 3rd of May, 1921
  const named = text(at + 1) === 'of' ? at + 2 : at + 1
  if (dayNumber.test(text(at)) && monthName.test(text(named))) {
    const year = yearAt(skipDot(text, named + 1))
    return year === null
      ? null
      : valid([year.day, monthOf(text(named)), Number.parseInt(text(at), 10)], year.last)
  }
  if (monthName.test(text(at)) && /^\p{Lu}/u.test(text(at))) {
    const after = skipDot(text, at + 1)
    // May 3, 1921
    if (dayNumber.test(text(after))) {
      const year = yearAt(after + 1)
      if (year !== null)
        return valid([year.day, monthOf(text(at)), Number.parseInt(text(after), 10)], year.last)
    }
    const year = yearAt(after)
    return year === null ? null : { last: year.last, day: `${year.day}-${pad(monthOf(text(at)))}` }
  }
  if (yearNumber.test(text(at)) && !isBound(at + 1) && !/^[$£€]$/.test(text(at - 1)))
    return { last: at, day: text(at) }
  // 1921–25
  if (/^\d\d$/.test(text(at)) && /^[-–—/]$/.test(text(at - 1)) && yearNumber.test(text(at - 2))) {
    const year = `${text(at - 2).slice(0, 2)}${text(at)}`
    return Number(year) > Number(text(at - 2)) ? { last: at, day: year } : null
  }
  return null
}

function skipDot(text: (at: number) => string, at: number): number {
  return text(at) === '.' ? at + 1 : at
}

function valid([year, month, day]: readonly [string, number, number], last: number): Read | null {
  const days = new Date(Date.UTC(Number(year), month, 0)).getUTCDate()
  return month < 1 || month > 12 || day < 1 || day > days
    ? null
    : { last, day: `${year}-${pad(month)}-${pad(day)}` }
}

function monthOf(name: string): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}

/** Whether words beside a date make it approximate: "c. 1921", "before 1921"; "early 1921" is in 1921. */
function isVague(text: (at: number) => string, at: number, { last }: Read): boolean {
  const before = [text(at - 3), text(at - 2), text(at - 1)].join(' ').toLowerCase()
  return (
    (/(?:^| )(?:around|about|circa|c|ca|approximately|roughly|before|after|by|perhaps|probably|possibly)(?: (?:early|late|mid|spring|summer|autumn|winter|fall))?(?: (?:the|of|in|\.|-|year))*$/.test(
      before,
    ) &&
      !/(?:^| )(?:up|day|month|week) (?:after|before)$/.test(before)) ||
    text(last + 1) === '?'
  )
}
