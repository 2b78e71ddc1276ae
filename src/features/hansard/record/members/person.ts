import type { Chamber } from '../../speech.ts'

/** Dates are ISO; an empty date is open. */
type Period = { from: string; to: string }
export type Seat = Period & { chamber: Chamber; place: string }
export type Affiliation = Period & { party: string }
export type Chair = Period & { office: string }

/** Everything in the tables about one member of parliament. */
export type Person = {
  id: string
  /** Other ids of the person, in other tables and parts of the record. */
  otherIds: string[]
  name: string
  surname: string
  /** Other full names: birth names, married names, names in full. */
  aliases: string[]
  seats: Seat[]
  parties: Affiliation[]
  chairs: Chair[]
}

/** Whether a date is within a period. Both ends are inclusive, so on a day of change two periods cover it. */
export function covers({ from, to }: Period, date: string): boolean {
  return (from === '' || from <= date) && (to === '' || to >= date)
}

/** The period that covers a date; of several, the one that began last. */
export function currentOf<P extends Period>(periods: readonly P[], date: string): P | null {
  const held = periods.filter(period => covers(period, date))
  return (
    held.toSorted((one, other) => (one.from < other.from ? 1 : one.from > other.from ? -1 : 0))[0] ?? null
  )
}

/** Shorter remainders of a period are dropped: tables differ by some weeks on when a term begins. */
const shortestDays = 60

/**
 * The parts of a period that are outside of another. Returns nothing after the other's end when the period's own end is
 * open: an open end means that the table was not kept up to date.
 */
export function without<P extends Period>(period: P, other: Period): P[] {
  const before = { ...period, to: earlier(period.to, other.from) }
  const after = { ...period, from: later(period.from, other.to) }
  const rest: P[] = []
  if (other.from !== '' && daysOf(before) > shortestDays) rest.push(before)
  if (other.to !== '' && period.to !== '' && daysOf(after) > shortestDays) rest.push(after)
  return rest
}

/** The later of two dates; an empty date is the earliest. */
export function later(one: string, other: string): string {
  return one > other ? one : other
}

/** The earlier of two dates; an empty date is the latest. */
function earlier(one: string, other: string): string {
  return one === '' || (other !== '' && other < one) ? other : one
}

function daysOf({ from, to }: Period): number {
  return (Date.parse(to || '9999-12-31') - Date.parse(from || '1900-01-01')) / 86_400_000
}
