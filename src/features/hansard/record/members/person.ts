import type { Chamber } from '../../speech.ts'

/** Dates are ISO; an empty one is open. */
type Period = { from: string; to: string }
export type Seat = Period & { chamber: Chamber; place: string }
export type Affiliation = Period & { party: string }
export type Chair = Period & { office: string }

/** Everything the tables know of someone who sat in parliament. */
export type Person = {
  id: string
  /** Ids under which other tables and parts of the record know the same person. */
  otherIds: string[]
  name: string
  surname: string
  /** Other full names: birth names, married names, names in full. */
  aliases: string[]
  seats: Seat[]
  parties: Affiliation[]
  chairs: Chair[]
}

/** Whether a period holds at a date. Ends are inclusive: on a day of change both hold. */
export function covers({ from, to }: Period, date: string): boolean {
  return (from === '' || from <= date) && (to === '' || to >= date)
}

/** What holds at a date; of several, one with dates before one without, and the latest first. */
export function currentOf<P extends Period>(periods: readonly P[], date: string): P | null {
  const held = periods.filter(period => covers(period, date))
  return (
    held.toSorted((one, other) => (one.from < other.from ? 1 : one.from > other.from ? -1 : 0))[0] ?? null
  )
}

/** Between an election and the day a term is counted from lie some weeks; a shorter rest of a period is none. */
const shortestDays = 60

/**
 * What is left of a period outside of another. An open end is what a table says that nobody kept up, so nothing is left
 * after an end that is known.
 */
export function without<P extends Period>(period: P, other: Period): P[] {
  const before = { ...period, to: earlier(period.to, other.from) }
  const after = { ...period, from: later(period.from, other.to) }
  const rest: P[] = []
  if (other.from !== '' && daysOf(before) > shortestDays) rest.push(before)
  if (other.to !== '' && period.to !== '' && daysOf(after) > shortestDays) rest.push(after)
  return rest
}

/** The later of two dates; an empty one is the earliest. */
export function later(one: string, other: string): string {
  return one > other ? one : other
}

/** The earlier of two dates; an empty one is the latest. */
function earlier(one: string, other: string): string {
  return one === '' || (other !== '' && other < one) ? other : one
}

function daysOf({ from, to }: Period): number {
  return (Date.parse(to || '9999-12-31') - Date.parse(from || '1900-01-01')) / 86_400_000
}
