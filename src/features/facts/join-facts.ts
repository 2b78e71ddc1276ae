import type { Fact, FactSupport } from './fact.ts'
import type { FactScope, FactStore } from './fact-store.ts'
import { fold } from './people.ts'
import { moment } from './periods.ts'

/** The same fact of several libraries, or of several spellings of a name, is one fact with several places. */
export function joinFacts(facts: readonly Fact[]): Fact[] {
  const groups = Map.groupBy(facts, ({ relation, subject, object, validAt, invalidAt }) =>
    [relation, subject.label, fold(subject.name), object.label, fold(object.name), validAt, invalidAt].join(
      '\0',
    ),
  )
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [others.reduce(joinTwo, first)],
  )
}

function joinTwo(one: Fact, other: Fact): Fact {
  const placeOf = ({ source, quote, start }: FactSupport) => `${source}\0${start}\0${quote}`
  const known = new Set(one.supports.map(placeOf))
  const more = other.supports.filter(support => !known.has(placeOf(support)))
  // The other supports that are not loaded are counted as they are: they may repeat.
  const count = one.supportCount + other.supportCount - (other.supports.length - more.length)
  return { ...one, supports: [...one.supports, ...more], supportCount: count }
}

/** What ends with the death of a person. */
const livingOnly = new Set([
  'HOLDS_OFFICE',
  'EMPLOYED_BY',
  'MEMBER_OF',
  'MARRIED_TO',
  'MEMBER_OF_PARTY',
  'REPRESENTS',
  'SITS_IN',
])

/** Ends the open facts of persons on the day of their death, as far as a fact names it. */
export async function closeByDeath(
  facts: readonly Fact[],
  scope: FactScope,
  store: FactStore,
): Promise<Fact[]> {
  const open = facts.filter(
    ({ relation, subject, invalidAt }) =>
      livingOnly.has(relation) && subject.label === 'Person' && invalidAt === null,
  )
  const persons = [...new Set(open.map(({ subject }) => subject.id))]
  if (persons.length === 0) return [...facts]
  const edges = await store.listEdges({ ...scope, at: null }, persons, 2000)
  const own = await store.load(
    edges.filter(({ relation }) => relation === 'DIED_IN').map(({ id }) => id),
    1,
  )
  const deaths = new Map(
    own.flatMap(fact => (fact.validAt === null ? [] : [[fact.subject.id, fact.validAt] as const])),
  )
  return facts.flatMap(fact => {
    const death = open.includes(fact) ? deaths.get(fact.subject.id) : undefined
    if (death === undefined || (fact.validAt !== null && fact.validAt > death)) return [fact]
    return scope.at !== null && scope.at >= death ? [] : [{ ...fact, invalidAt: death }]
  })
}

/** Relations with one date for each subject. */
const once = new Set(['BORN_IN', 'DIED_IN', 'FOUNDED_IN'])

/** Sentences about sources that name different dates of one event. A year does not contradict a day in it. */
export function contradictions(facts: readonly Fact[]): string[] {
  const dated = facts.filter(({ relation, object }) => once.has(relation) && object.label === 'Date')
  const groups = Map.groupBy(
    dated,
    ({ relation, subject }) => `${relation}\0${subject.label}\0${fold(subject.name)}`,
  )
  return [...groups.values()].flatMap(([first, ...others]) => {
    const other = others.find(({ object }) => first !== undefined && !agree(first.object.name, object.name))
    if (first === undefined || other === undefined) return []
    return [`The sources contradict each other: ${saidIn(first)}; ${saidIn(other)}.`]
  })
}

function agree(one: string, other: string): boolean {
  const [a, b] = [moment(one), moment(other)]
  return a === null || b === null || (a.start <= b.end && b.start <= a.end)
}

function saidIn({ fact, supports }: Fact): string {
  return `“${fact}” (${supports[0]?.title ?? 'unknown source'})`
}
