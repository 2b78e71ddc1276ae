import type { Observation } from '../fact.ts'

/**
 * The observations of a text with the dates that others of them state for the same event: "born 1931 … was born in Szeged" is one birth. A
 * date that is only the year of a day which another sentence states is left out.
 */
export function completeFacts(observations: readonly Observation[]): Observation[] {
  const births = finest(observations, 'BORN_IN')
  const deaths = finest(observations, 'DIED_IN')
  const foundings = finest(observations, 'FOUNDED_IN')
  const topic = mostFrequent(observations)
  return observations.flatMap(one => {
    if (one.relation === 'MARRIED_TO') return [endedMarriage(one, topic, deaths)]
    const { relation, object, validAt } = one
    const known =
      relation === 'BORN_IN'
        ? births.get(one.subject.key)
        : relation === 'DIED_IN'
          ? deaths.get(one.subject.key)
          : relation === 'FOUNDED_IN'
            ? foundings.get(one.subject.key)
            : relation === 'FOUNDED'
              ? foundings.get(object.key)
              : undefined
    if (known === undefined || known === null) return [one]
    if (object.label !== 'Date') return validAt === null ? [{ ...one, validAt: known.validAt }] : [one]
    return isWithin(known, one) ? [] : [one]
  })
}

/** Whom most facts are about: the death of the other person ends a marriage. */
function mostFrequent(observations: readonly Observation[]): string | null {
  const counts = new Map<string, number>()
  for (const { subject } of observations) counts.set(subject.key, (counts.get(subject.key) ?? 0) + 1)
  const [first, second] = [...counts].toSorted((one, other) => other[1] - one[1])
  return first === undefined || first[1] < 3 || first[1] === second?.[1] ? null : first[0]
}

function endedMarriage(
  one: Observation,
  topic: string | null,
  deaths: ReadonlyMap<string, Observation | null>,
): Observation {
  const keys = [one.subject.key, one.object.key]
  if (one.validAt === null || one.invalidAt !== null || topic === null || !keys.includes(topic)) return one
  const death = deaths.get(keys.find(key => key !== topic) ?? '')
  const day = death?.validAt ?? null
  if (death === undefined || death === null || day === null || day < one.validAt) return one
  const end = precision(death) === 4 ? `${day.slice(0, 4)}-12-31` : day
  return { ...one, invalidAt: end }
}

/** The most exact date of an event by its subject; null where two dates differ. */
function finest(observations: readonly Observation[], relation: string): Map<string, Observation | null> {
  const found = new Map<string, Observation | null>()
  for (const one of observations) {
    if (one.relation !== relation || one.object.label !== 'Date' || one.validAt === null) continue
    const known = found.get(one.subject.key)
    if (known === undefined) found.set(one.subject.key, one)
    else if (known !== null && !isSame(known, one) && !isWithin(known, one))
      found.set(one.subject.key, isWithin(one, known) ? one : null)
  }
  return found
}

function isSame(one: Observation, other: Observation): boolean {
  return one.validAt === other.validAt && precision(one) === precision(other)
}

/** Whether a date is a day or month of the year or month that another one is. */
function isWithin(fine: Observation, coarse: Observation): boolean {
  const [exact, rough] = [precision(fine), precision(coarse)]
  return exact > rough && fine.validAt?.slice(0, rough) === coarse.validAt?.slice(0, rough)
}

/** How many characters of an ISO day a date states: a year 4, a month 7, a day 10. */
function precision({ object }: Observation): number {
  const said = object.name.replace(/(?:1[4-9]|20)\d\d|\d{4}/, '')
  return !/\p{L}{3}|\d/u.test(said) ? 4 : /\d/.test(said) ? 10 : 7
}
