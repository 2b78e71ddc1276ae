import type { Mention } from '../fact.ts'
import type { Chunk, Noun } from './chunk.ts'
import type { Predicate } from './find-subject.ts'
import type { Names } from './names.ts'
import { rolesFrom, type Term } from './read-roles.ts'
import { factsOfRole } from './role-facts.ts'

/** How the dates of a clause are meant. */
export type TimeMode = 'event' | 'state' | 'begin' | 'end' | 'none'

/** What a clause states. `isDated`: the fact is stated only if the clause has a date, which is its object. */
export type Said = {
  relation: string
  subject: Mention
  object: Mention
  time: TimeMode
  isFormer?: boolean
  isExclusive?: boolean
  /** The date of this fact alone, as the number of a phrase: "wrote A (1935) and B (1950)". */
  year?: number
  /** The term that brackets state for this fact alone. */
  term?: Term
}

/** A predicate with what its nouns mean; `day` is the words of its date. */
export type Clause = { predicate: Predicate; chunks: readonly Chunk[]; names: Names; day: string | null }

export type Frame = (clause: Clause) => Said[]

/** One fact for each subject and object. */
export const pairs = (
  { relation, time }: { relation: string; time: TimeMode },
  subjects: readonly Mention[],
  objects: readonly Mention[],
): Said[] =>
  subjects.flatMap(subject =>
    objects.flatMap(object => (subject.key === object.key ? [] : [{ relation, subject, object, time }])),
  )

export const nounsAfter = ({ predicate }: Clause, preposition: RegExp): number[] =>
  predicate.adjuncts.find(adjunct => preposition.test(adjunct.preposition))?.nouns ?? []

export const nounAt = ({ chunks }: Clause, at: number | undefined): Noun | null => {
  const chunk = at === undefined ? undefined : chunks[at]
  return chunk?.type === 'noun' ? chunk : null
}

const town = /^(?:city|town|village|hamlet|suburb|island|borough|county|municipality)$/

/** The first place of a list; not "his home" or "a family". */
export function places(nouns: readonly number[], { names, chunks }: Clause): Mention[] {
  const [first] = nouns
  const chunk = first === undefined ? undefined : chunks[first]
  const isTown =
    chunk?.type === 'noun' &&
    chunk.determiner === 'the' &&
    chunk.words.length === 0 &&
    town.test(chunk.head ?? '')
  if (isTown) return names.topicPlace()
  // "in the west of Shropshire", "on the edge of Speyer"
  const [of, inner] = first === undefined ? [] : chunks.slice(first + 1, first + 3)
  const isPart =
    chunk?.type === 'noun' &&
    chunk.name === null &&
    chunk.determiner === 'the' &&
    /^(?:north|south|east|west|north-?east|north-?west|south-?east|south-?west|centre|center|heart|middle|suburbs?|outskirts|edge|district|quarter|neighbourhood|neighborhood|area|region|part|foot|summit|top|slopes|corner|site|banks?|shores?|hills|mountains|countryside|parish|hamlet|grounds)$/.test(
      chunk.head ?? '',
    ) &&
    of?.type === 'mark' &&
    of.text === 'of' &&
    inner?.type === 'noun' &&
    first !== undefined
  if (isPart) return names.all([first + 2], 'place')
  // "in the Ahr valley"
  const [only, ...others] = chunk?.type === 'noun' ? chunk.modifiers : []
  if (
    chunk?.type === 'noun' &&
    chunk.name === null &&
    only !== undefined &&
    others.length === 0 &&
    chunk.owner === null &&
    /^(?:valley|region|district|county|province|peninsula|islands?|basin|coast|hills|mountains|delta|plain|highlands|lowlands|area|quarter)$/.test(
      chunk.head ?? '',
    )
  )
    return names.placeAt(only, chunk.head ?? '')
  if (chunk?.type !== 'noun' || chunk.name === null || chunk.owner !== null) return []
  return names.all(nouns.slice(0, 1), 'place')
}

/** The year in brackets behind a noun: "the Royal Medal (1984)". */
export function bracketedYear(chunks: readonly Chunk[], at: number): number | null {
  const [open, day] = [chunks[at + 1], chunks[at + 2]]
  return open?.type === 'mark' && open.text === '(' && day?.type === 'date' ? day.at : null
}

export const isBody = ({ label }: Mention) => label === 'Organisation'

/** What the role after a preposition states of the subject: "served as president of A". */
export function rolesAfter(clause: Clause, preposition: RegExp, time: TimeMode): Said[] {
  return rolesAt(clause, undefined, { preposition, time })
}

/** The same; roles that name no body are of `body`: "joined [A] as director". */
export function rolesAt(
  clause: Clause,
  body: Mention | undefined,
  { preposition, time }: { preposition: RegExp; time: TimeMode },
): Said[] {
  const { predicate, names } = clause
  const at = predicate.adjuncts.find(adjunct => preposition.test(adjunct.preposition))?.nouns[0]
  return at === undefined
    ? []
    : rolesOf(clause, { at, holders: names.all(predicate.subjects, 'person'), time, body })
}

/** What the roles from a place on state; the dates of the clause belong to all of them. */
export function rolesOf(
  { chunks, names }: Clause,
  {
    at,
    holders,
    time,
    body,
    isWhere = false,
  }: {
    at: number
    holders: readonly Mention[]
    time: TimeMode
    body?: Mention | undefined
    isWhere?: boolean
  },
): Said[] {
  if (holders.length === 0) return []
  return rolesFrom(chunks, at).flatMap(role =>
    factsOfRole(body === undefined ? role : { ...role, body, isWhere }, holders, names).map(
      ({ time: own, ...fact }) => ({
        ...fact,
        time: own === 'state' ? time : own,
      }),
    ),
  )
}
