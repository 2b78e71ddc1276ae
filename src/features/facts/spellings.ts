import type { Spelling } from './corrections.ts'
import type { Entity, Fact } from './fact.ts'
import type { FactScope, FactStore } from './fact-store.ts'
import { fold, parsePerson } from './people.ts'

/**
 * Other spellings of the persons that a question names. Two names are one person when the surname is the same, the given names
 * fit ("P.F." and "Peter"), a fact of both has the same relation and object, and nothing contradicts it.
 */
export async function findSpellings(
  names: readonly string[],
  scope: FactScope,
  store: FactStore,
): Promise<Spelling[]> {
  const surnames = [...new Set(names.map(name => name.split(' ').at(-1) ?? ''))].filter(
    name => name.length > 2,
  )
  if (surnames.length === 0) return []
  const found = await store.findEntities(scope.collections, surnames)
  const persons = [...new Map(found.map(({ entity }) => [entity.id, entity])).values()].filter(
    ({ label }) => label === 'Person',
  )
  if (persons.length < 2 || persons.length > 50) return []
  const edges = await store.listEdges(
    { ...scope, at: null },
    persons.map(({ id }) => id),
    1000,
  )
  const facts = await store.load(
    edges.map(({ id }) => id),
    1,
  )
  return persons.flatMap(person => {
    const fuller = persons.filter(other => isShorter(person, other))
    const [same, ...others] = fuller.filter(other => sharedBy(person, other, facts) !== null)
    if (same === undefined || others.some(other => fold(other.name) !== fold(same.name))) return []
    const shared = sharedBy(person, same, facts)
    return [
      { name: person.name, into: same.name, reason: `same surname, given names fit, and both: ${shared}` },
    ]
  })
}

/** Whether the first name is a shorter spelling of the second: initials, or fewer given names. */
export function isShorter(
  { name: one }: Pick<Entity, 'name'>,
  { name: other }: Pick<Entity, 'name'>,
): boolean {
  if (fold(one) === fold(other)) return false
  const [a, b] = [partsOf(one), partsOf(other)]
  if (a === null || b === null || a.surname !== b.surname) return false
  if (a.given.length === 0 || b.given.length === 0) return false
  const fits = a.given.every((part, at) => {
    const full = b.given[at]
    return (
      full === undefined ||
      part === full ||
      (part.length === 1 && full.startsWith(part)) ||
      (full.length === 1 && part.startsWith(full))
    )
  })
  const length = (given: readonly string[]) => given[0]?.length ?? 0
  return (
    fits &&
    (length(a.given) < length(b.given) ||
      (length(a.given) === length(b.given) && a.given.length < b.given.length))
  )
}

function partsOf(name: string): { given: string[]; surname: string } | null {
  const initials = /^((?:\p{Lu}\.[ -]?)+)(.+)$/u.exec(name)
  if (initials?.[1] !== undefined && initials[2] !== undefined)
    return {
      given: initials[1].match(/\p{Lu}/gu)?.map(letter => letter.toLowerCase()) ?? [],
      surname: fold(initials[2]),
    }
  const parsed = parsePerson(name)
  if (parsed === null) return null
  return {
    given: fold(parsed.given)
      .split(' ')
      .filter(part => part !== ''),
    surname: fold(parsed.surname),
  }
}

/** A fact that both persons have, unless their dates of birth or death differ. */
function sharedBy(one: Entity, other: Entity, facts: readonly Fact[]): string | null {
  if (one.collection !== other.collection) return null
  const [a, b] = [one, other].map(({ id }) => facts.filter(({ subject }) => subject.id === id))
  if (a === undefined || b === undefined) return null
  const differs = (relation: string) => {
    const days = (own: readonly Fact[]) =>
      own.find(fact => fact.relation === relation && fact.object.label === 'Date')?.validAt
    return days(a) !== undefined && days(b) !== undefined && days(a) !== days(b)
  }
  if (differs('BORN_IN') || differs('DIED_IN')) return null
  const tells = ({ relation, object }: Fact) =>
    object.label !== 'Date' && !/^(?:MEMBER_OF_PARTY|SITS_IN|IS_A)$/.test(relation)
  return (
    a.find(
      fact =>
        tells(fact) && b.some(same => same.relation === fact.relation && same.object.id === fact.object.id),
    )?.fact ?? null
  )
}
