import type { Observation } from '../fact.ts'

/**
 * The observations of a text with the dates that others of them state for the same event: "born 1931 … was born in Szeged" is one birth. A
 * date that is only the year of a day which another sentence states is left out.
 */
export function completeFacts(observations: readonly Observation[]): Observation[] {
  const births = finest(observations, 'BORN_IN')
  const deaths = finest(observations, 'DIED_IN')
  const foundings = finest(observations, 'FOUNDED_IN')
  return observations.flatMap(one => {
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

/** The most exact date of an event by its subject; null where two dates differ. */
function finest(
  observations: readonly Observation[],
  relation: string,
): Map<string, Observation | null> {
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
