import type { Chamber } from '../../speech.ts'

/** Dates are ISO; an empty one is open. */
export type Period = { from: string; to: string }
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
