/**
 * An index of vectors outside the store's database. It answers with candidates only: the store decides whether it may be
 * asked, compares each candidate again, and drops what does not belong.
 */
export type OuterIndex = {
  /** Kind and addresses, without secrets. */
  readonly description: string
  /** From how many chunks on a collection is searched in it. */
  readonly from: number
  put(space: OuterSpace, points: readonly OuterPoint[], signal: AbortSignal): Promise<void>
  /** Chunks that it does not have are skipped. */
  remove(
    space: OuterSpace,
    chunks: { collection: number; chunks: readonly number[] },
    signal: AbortSignal,
  ): Promise<void>
  removeCollection(space: OuterSpace, collection: number, signal: AbortSignal): Promise<void>
  /** The nearest chunks that match, and perhaps others. `isAll` says that no more than these match. */
  search(
    space: OuterSpace,
    query: OuterQuery,
    signal: AbortSignal,
  ): Promise<{ chunks: number[]; isAll: boolean }>
  count(space: OuterSpace, collection: number, signal: AbortSignal): Promise<number>
  /** Removes everything that was put for a feed. */
  drop(feed: string, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Vectors of one length, of one store: `feed` identifies the store, and changes when the index is built anew. */
export type OuterSpace = { feed: string; dimensions: number }

export type OuterPoint = {
  collection: number
  chunk: number
  vector: Float32Array
  /** What it can be filtered by. */
  facts: readonly string[]
}

export type OuterQuery = {
  collection: number
  vector: Float32Array
  /** A chunk matches when it has one fact of each list. */
  facts: readonly (readonly string[])[]
  limit: number
}

/** How an index is reached, and how it keeps what it is given. */
export type OuterOptions = {
  /** `qdrant://host:port`, or `qdrants://…` with TLS; several nodes of a cluster are separated by commas. */
  url: string
  key: string | null
  /** PEM file of certificates to trust in addition to the system's. */
  caFile: string | null
  shards: number
  replicas: number
  from: number
}
