/** How a collection cuts documents into chunks, in tokens of its embedding model. */
export type ChunkPolicy = {
  /** Largest chunk. */
  maxTokens: number
  /** How much of the end of a chunk is repeated at the start of the next one of the same section. */
  overlapTokens: number
  /** Smaller pieces are joined to a neighbour; a whole document below it is still one chunk. */
  minTokens: number
  /** How many ancestor headings are put before the text that is embedded (never before the text returned). */
  headingContext: number
}

export const documentsPolicy: ChunkPolicy = {
  maxTokens: 512,
  overlapTokens: 64,
  minTokens: 50,
  headingContext: 3,
}

/** A shared collection is part of "search everything"; an isolated one is reached only by its name. */
export type CollectionScope = 'shared' | 'isolated'

export type Collection = {
  name: string
  scope: CollectionScope
  /** Id of the embedding model that all vectors of the collection were made with. */
  model: string
  dimensions: number
  policy: ChunkPolicy
  createdAt: string
}

/** A collection with what a search must know of it. */
export type CollectionSummary = Collection & {
  /** Languages of its documents (ISO 639-1), most frequent first. */
  languages: readonly string[]
}

/** A collection as counted in the store, not as remembered. */
export type CollectionCount = CollectionSummary & { documents: number; chunks: number }
