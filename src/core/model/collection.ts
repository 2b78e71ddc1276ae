import { Failure } from './failure.ts'
import type { JsonObject } from './json.ts'

/** How a collection cuts documents into chunks. */
export type ChunkPolicy = {
  /** The unit of the lengths; tokens of the embedding model when absent. */
  unit?: 'characters'
  /** Largest chunk. */
  maxTokens: number
  /** How much of the end of a chunk is repeated at the start of the next chunk of the same section. */
  overlapTokens: number
  /** Smaller pieces are joined to a neighbour; a document below this length is one chunk. */
  minTokens: number
  /** How many ancestor headings are embedded before the text; they are not part of the text that is returned. */
  headingContext: number
}

export const documentsPolicy: ChunkPolicy = {
  maxTokens: 512,
  overlapTokens: 64,
  minTokens: 50,
  headingContext: 3,
}

/** CiteLoom's contracts promise 450 tokens, 60 of them repeated, and two ancestor headings. */
export const citationsPolicy: ChunkPolicy = {
  maxTokens: 450,
  overlapTokens: 60,
  minTokens: 50,
  headingContext: 2,
}

/** A shared collection is included when all collections are searched; an isolated one is searched only by name. */
export type CollectionScope = 'shared' | 'isolated'

/** What makes a collection a project: its id and its search settings. */
export type ProjectSettings = {
  /** `namespace/name`, or a plain name. */
  id: string
  /** Whether hybrid search is allowed. */
  hybrid: boolean
  /** Default and largest number of hits per answer. */
  topK: number
  maxTopK: number
  /** Longest text of a hit, in characters. */
  maxChars: number
  /** A file of bibliographic records for its documents. */
  references: string | null
  /** The embedding model as written in the settings (`openai:text-embedding-3-small`); null uses the server's model. */
  embedder: string | null
  /** The untrusted project file that declared the project: only files in that file's folder are read for it. */
  declaredIn?: string | null
}

export type Collection = {
  name: string
  scope: CollectionScope
  /** Id of the embedding model that all vectors of the collection were made with. */
  model: string
  dimensions: number
  policy: ChunkPolicy
  /** Null for libraries. */
  project: ProjectSettings | null
  createdAt: string
  /** How to open its model, as the setting `embedder.model` names it; absent when it uses the server's model. */
  embedder?: string
  /** Models that it was bound to before: its documents keep the fingerprints that name them. */
  formerModels?: readonly string[]
}

/** A collection with the facts that a search needs. */
export type CollectionSummary = Collection & {
  /** Changes with every write and never repeats, so answers can be cached by it. */
  version: string
  /** Languages of its documents (ISO 639-1), most frequent first. */
  languages: readonly string[]
  /** How many documents have each language. */
  documentsByLanguage: Readonly<Record<string, number>>
  /** Chunks that wait for their vector, and are found by words only until then. */
  pending: number
  /** What the search has measured of the collection; only the search reads it. */
  calibration: JsonObject | null
}

/** A collection with the number of documents and chunks in the store. */
export type CollectionCount = CollectionSummary & {
  documents: number
  chunks: number
  /** Words of all documents. */
  words: number
  /** Chunks that an index of vectors beside the database does not have yet; absent when it has all, or there is none. */
  unfed?: number
}

/** The name of a version that is being rebuilt. Users cannot choose such a name, because it contains `~`. */
export function unfinishedName(collection: string): string {
  return `${collection}~next`
}

export function isUnfinished(name: string): boolean {
  return name.endsWith('~next')
}

/** The id of a document's copy in such a version, until that version takes the place of the current one. */
export function unfinishedId(documentId: string): string {
  return `${unfinishedIdPrefix}${documentId}`
}

export const unfinishedIdPrefix = 'next:'

/**
 * COLLECTION_NOT_FOUND, with the names that exist. Isolated collections are not listed. When the name is the id of a
 * project, the hint says so.
 */
export function collectionNotFound(
  name: string,
  all: readonly Pick<Collection, 'name' | 'scope' | 'project'>[],
): Failure {
  const shared = all.filter(({ scope }) => scope === 'shared').map(collection => collection.name)
  const project = all.find(collection => collection.project?.id === name)
  const listed =
    shared.length === 0 ? 'Nothing has been ingested yet.' : `Available libraries: ${shared.join(', ')}.`
  return new Failure('not_found', 'COLLECTION_NOT_FOUND', `There is no library "${name}".`, {
    hint:
      project === undefined
        ? listed
        : `Did you mean project ${name}? Its collection can be named as library: ${project.name}.`,
    details: { available: shared, ...(project === undefined ? {} : { project: name }) },
  })
}

/** EMBEDDING_MISMATCH, because vectors of two models cannot be compared. The hint names both solutions. */
export function embeddingMismatch(collection: Pick<Collection, 'name' | 'model'>, model: string): Failure {
  return new Failure(
    'conflict',
    'EMBEDDING_MISMATCH',
    `The collection "${collection.name}" is bound to the embedding model "${collection.model}", but this server uses "${model}".`,
    {
      hint: `Either start the server with the bound model (--embedder), or delete the collection and ingest it again with "${model}".`,
      details: { collection: collection.name, bound_model: collection.model, requested_model: model },
    },
  )
}

/** The share of the chunks that have their vector; absent when all have. Never rounded up to 1. */
export function meaningOf({ pending, chunks }: { pending: number; chunks: number }): { meaning?: number } {
  if (pending === 0) return {}
  return { meaning: Math.floor((1 - pending / Math.max(1, chunks)) * 100) / 100 }
}

/** The chunks that the index of vectors beside the database lacks, as listings show it; absent when it has all. */
export function waitingOf({ unfed = 0 }: { unfed?: number }): { index_waiting?: number } {
  return unfed === 0 ? {} : { index_waiting: unfed }
}

export function sayWaiting(unfed: number): string {
  return `The index of vectors beside the store lacks ${unfed} passages; until it has them, the store answers by itself.`
}
