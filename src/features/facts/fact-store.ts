import type { Entity, Fact, Observation } from './fact.ts'

/** What a reader found in one document. */
export type Reading = {
  documentId: string
  observations: readonly Observation[]
  /** Whether the document's title and metadata were read too: then it must be read again when they change. */
  readsMetadata: boolean
}

/** An observation with its place in the store, for whoever settles what it amounts to. */
export type KnownObservation = {
  key: number
  subject: string
  relation: string
  object: string
  fact: string
  isExclusive: boolean
  validAt: string | null
  invalidAt: string | null
}

/** A stretch of time over which a subject and an object were related, and the observations that say so. */
export type SettledFact = {
  /** Counts the stretches of the same two from 0, in order of time. */
  ordinal: number
  subject: string
  relation: string
  object: string
  fact: string
  /** Analysed, for ranking by words. */
  terms: readonly string[]
  validAt: string | null
  invalidAt: string | null
  /** Whether it ended because something else took its place. */
  isSuperseded: boolean
  observations: readonly number[]
}

/**
 * How observations become facts. The store keeps observations and asks these again whenever they change; what it
 * stores of facts is always what they make of the observations that are there.
 */
export type FactRules = {
  /** Observations of one group are settled together; those of two groups never touch each other. */
  groupOf(observation: Pick<Observation, 'relation' | 'subject' | 'object'>): string
  settle(observations: readonly KnownObservation[]): SettledFact[]
  entityId(collection: string, key: string): string
  factId(collection: string, fact: Pick<SettledFact, 'subject' | 'relation' | 'object' | 'ordinal'>): string
  /** Which of two names of the same entity to show. */
  betterName(one: string, other: string): string
  /** What an entity can be asked for by, folded. */
  namesOf(entity: Pick<Entity, 'name' | 'label'>): readonly string[]
}

export type FactScope = {
  collections: readonly string[]
  /** Only what is known to have held on this day (ISO); null: whatever is known. */
  at: string | null
}

export type RankedFact = { id: string; score: number }

/** A fact as an edge of the graph. */
export type FactEdge = { id: string; subject: string; object: string }

export type FactCount = {
  entities: number
  facts: number
  observations: number
  /** Documents that were read by any reader. */
  documents: number
}

/**
 * Keeps what documents say as observations, and as facts what they say together.
 *
 * A caller may rely on this:
 * - Every write is one transaction, and several processes may write at once.
 * - When a document is deleted or replaced, in whatever way, its observations go in the same transaction, and with them
 *   every fact and every entity that nothing else supports. What they closed is opened again by `settle`.
 * - When a document's title or metadata change, readings that used them go, so that it is pending again.
 * - Rankings hold only facts of the named collections, best first, then by id.
 */
export interface FactStore {
  /** Documents that this reader has not read as they are now, oldest first; and how many there are in all. */
  listPending(
    collections: readonly string[],
    reader: string,
    limit: number,
  ): Promise<{ ids: string[]; total: number }>
  /**
   * Stores the readings in place of the reader's earlier ones of the same documents, and settles every group that is
   * touched. Documents that are gone meanwhile are left out. Tells how many facts there are that were not before.
   */
  put(reader: string, readings: readonly Reading[], rules: FactRules, signal: AbortSignal): Promise<number>
  /** Settles what deletions left unsettled; how many groups that was. */
  settle(rules: FactRules, signal: AbortSignal): Promise<number>

  /** Facts that have no vector of this model yet. */
  listBare(
    collections: readonly string[],
    model: string,
    limit: number,
  ): Promise<{ facts: { id: string; fact: string }[]; total: number }>
  /** Facts that are gone meanwhile, or say something else, are left out. */
  putVectors(
    model: string,
    vectors: readonly { id: string; fact: string; vector: Float32Array }[],
    signal: AbortSignal,
  ): Promise<void>

  rankByWords(scope: FactScope, terms: readonly string[], limit: number): Promise<RankedFact[]>
  rankByVectors(
    scope: FactScope,
    query: { model: string; vector: Float32Array },
    limit: number,
  ): Promise<RankedFact[]>
  /** Entities that can be called by one of these folded names, with that name. */
  findEntities(
    collections: readonly string[],
    names: readonly string[],
  ): Promise<{ entity: Entity; name: string }[]>
  /** Facts that one of these entities takes part in, newest validity first. */
  listEdges(scope: FactScope, entities: readonly string[], limit: number): Promise<FactEdge[]>
  /** In the order asked for, each with at most this many of its supports; ids that no longer exist are left out. */
  load(ids: readonly string[], mostSupports: number): Promise<Fact[]>
  count(collections: readonly string[]): Promise<FactCount>
  close(): Promise<void>
}
