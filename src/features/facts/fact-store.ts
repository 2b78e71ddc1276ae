import type { Correction } from './corrections.ts'
import type { Entity, Fact, Observation } from './fact.ts'
import type { MovedPlace, MovedRows } from './tables/moved-rows.ts'

/** The observations of one document by one reader. */
export type Reading = {
  documentId: string
  observations: readonly Observation[]
  /** Whether the reader also used the title and metadata: then the document is read again when they change. */
  readsMetadata: boolean
}

/** A stored observation, as `FactRules.settle` receives it. */
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

/** A period in which a subject and an object were related, and the observations that state it. */
export type SettledFact = {
  /** Numbers the periods of the same subject and object from 0, in order of time. */
  ordinal: number
  subject: string
  relation: string
  object: string
  fact: string
  /** Index terms, for ranking by words. */
  terms: readonly string[]
  validAt: string | null
  invalidAt: string | null
  /** Whether it ended because another fact replaced it. */
  isSuperseded: boolean
  observations: readonly number[]
}

/**
 * How observations become facts. The store calls these whenever observations change; its facts are always the result of
 * these rules for the current observations.
 */
export type FactRules = {
  /** Observations of one group are settled together; groups do not affect each other. */
  groupOf(observation: Pick<Observation, 'relation' | 'subject' | 'object'>): string
  settle(observations: readonly KnownObservation[]): SettledFact[]
  entityId(collection: string, key: string): string
  factId(collection: string, fact: Pick<SettledFact, 'subject' | 'relation' | 'object' | 'ordinal'>): string
  /** Which of two names of the same entity to show. */
  betterName(one: string, other: string): string
  /** The folded names by which an entity can be found. */
  namesOf(entity: Pick<Entity, 'name' | 'label'>): readonly string[]
}

export type FactScope = {
  collections: readonly string[]
  /** Only facts that are known to have held on this day (ISO); null for all facts. */
  at: string | null
}

export type RankedFact = { id: string; score: number }

/** A fact as an edge of the graph. */
export type FactEdge = { id: string; relation: string; subject: string; object: string }

export type FactCount = {
  entities: number
  facts: number
  observations: number
  /** Documents that at least one reader has read. */
  documents: number
}

/**
 * Stores what single passages state as observations, and what they state together as facts.
 *
 * A caller may rely on this:
 * - Every write is one transaction, and several processes may write at once.
 * - When a document is deleted or replaced by anyone, its observations are deleted in the same transaction, and with
 *   them all facts and entities that nothing else supports. `settle` reopens the periods that they had closed.
 * - When the title or metadata of a document change, readings that used them are deleted, so that it is pending again.
 * - Rankings contain only facts of the named collections, best first, then by id.
 */
export interface FactStore {
  /** Documents that this reader has not read in their current version, oldest first, and their total number. */
  listPending(
    collections: readonly string[],
    reader: string,
    limit: number,
  ): Promise<{ ids: string[]; total: number }>
  /**
   * Replaces the reader's earlier readings of the same documents, and settles every affected group. Documents that were
   * deleted meanwhile are skipped. Returns the number of new facts.
   */
  put(
    work: { reader: string; readings: readonly Reading[]; rules: FactRules },
    signal: AbortSignal,
  ): Promise<number>
  /** Settles the groups that deletions have changed; returns their number. */
  settle(rules: FactRules, signal: AbortSignal): Promise<number>

  /** Facts without a vector of this model, and their total number. */
  listBare(
    collections: readonly string[],
    model: string,
    limit: number,
  ): Promise<{ facts: { id: string; fact: string }[]; total: number }>
  /** Skips facts that were deleted or reworded meanwhile. */
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
  /** Entities that have one of these folded names, with that name. */
  findEntities(
    collections: readonly string[],
    names: readonly string[],
  ): Promise<{ entity: Entity; name: string }[]>
  /** Facts whose subject or object is one of these entities, most recently begun first. */
  listEdges(scope: FactScope, entities: readonly string[], limit: number): Promise<FactEdge[]>
  /** In the order of `ids`, each with at most `mostSupports` passages; unknown ids are left out. */
  load(ids: readonly string[], mostSupports: number): Promise<Fact[]>
  count(collections: readonly string[]): Promise<FactCount>

  /** What the user said about facts, oldest first. Kept whatever happens to documents and collections. */
  listCorrections(): Promise<Correction[]>
  /** Skips those that are stored already. */
  putCorrections(corrections: readonly Correction[], signal: AbortSignal): Promise<void>
  deleteCorrection(correction: Correction, signal: AbortSignal): Promise<void>

  /** Returns a page of all rows of a collection, to store them elsewhere, and where the next page begins; null at the end. */
  exportRows(collection: string, place: MovedPlace): Promise<{ rows: MovedRows; next: MovedPlace | null }>
  /** Stores rows that another store has exported. Those that are there already are left as they are. */
  importRows(collection: string, rows: MovedRows, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}
