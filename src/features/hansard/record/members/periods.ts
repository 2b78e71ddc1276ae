import type { Period } from './person.ts'

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
