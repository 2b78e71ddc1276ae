import { termKey } from '../../../adapters/stores/postgres/door.ts'

/** Rows of facts as they are moved to another store: with ids in the place of keys, in the order of storing. */
export type MovedEntity = { id: string; name: string; label: string; createdAt: string; names: string[] }

export type MovedFact = {
  id: string
  groupId: string
  relation: string
  /** Ids of the entities. */
  subject: string
  object: string
  fact: string
  validAt: string | null
  invalidAt: string | null
  createdAt: string
  expiredAt: string | null
  length: number
  terms: { term: string; count: number }[]
  /** `values`: little-endian float32 in base64. */
  vector: { model: string; values: string } | null
}

export type MovedObservation = {
  groupId: string
  subjectId: string
  subjectName: string
  subjectLabel: string
  relation: string
  objectId: string
  objectName: string
  objectLabel: string
  fact: string
  origin: string
  isExclusive: boolean
  start: number
  end: number
  validAt: string | null
  invalidAt: string | null
  /** The fact that it supports. */
  factId: string | null
}

export type MovedReading = {
  documentId: string
  reader: string
  readsMetadata: boolean
  observations: MovedObservation[]
}

/** A page of rows. Entities come before facts, and facts before readings, because later rows name earlier ones. */
export type MovedRows = {
  entities: MovedEntity[]
  facts: MovedFact[]
  readings: MovedReading[]
  /** Groups that are to be settled. */
  stale: string[]
}

export const movedParts = ['entities', 'facts', 'readings'] as const

export type MovedPlace = { part: (typeof movedParts)[number]; after: number }

/** Rows of one page. */
export const pageRows = 300

export const noRows: MovedRows = { entities: [], facts: [], readings: [], stale: [] }

/** Where the page after this one begins; null at the end. `last` is the key of its last row. */
export function nextPlace({ part }: MovedPlace, last: number | undefined): MovedPlace | null {
  if (last !== undefined) return { part, after: last }
  const next = movedParts[movedParts.indexOf(part) + 1]
  return next === undefined ? null : { part: next, after: 0 }
}

/** Terms and names as PostgreSQL keeps them: some are kept there by their hash, which stays what it is. */
export function storedKey(text: string): string {
  const isHashed = text.startsWith('\u0001') && /^[0-9a-f]{64}$/.test(text.slice(1))
  return isHashed ? text : termKey(text)
}

/** JSON in PostgreSQL refuses U+0000 and lone surrogates. */
export function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value
}

/** The rows of a page as lines that are the same for both stores. */
export function comparableLines({ entities, facts, readings }: MovedRows): string[] {
  return [
    ...entities.map(entity => ({ ...entity, names: entity.names.map(storedKey).toSorted() })),
    ...facts.map(fact => ({
      ...fact,
      terms: fact.terms.map(({ term, count }) => `${storedKey(term)} ${count}`).toSorted(),
    })),
    ...readings,
  ].map(row => JSON.stringify(row, storable))
}
