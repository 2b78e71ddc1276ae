import type { Chunk } from '../model/chunk.ts'
import type { ChunkPolicy } from '../model/collection.ts'
import type { OutlineEntry, Page } from '../model/document.ts'

/** A chunk before it has an identity. */
export type ChunkDraft = Omit<Chunk, 'id'>

export type ChunkRequest = {
  markdown: string
  pages: readonly Page[]
  outline: readonly OutlineEntry[]
  policy: ChunkPolicy
  /** Counts a text in the unit of the policy, usually tokens of the embedding model. */
  countTokens: (text: string) => number
}

/**
 * Cuts a document into citable chunks.
 *
 * A caller may rely on this: drafts are in order; every letter and digit of the Markdown is in at least one draft; no
 * draft is longer than `policy.maxTokens`, unless a single character is; a document with any letter or digit has at
 * least one draft; the same request always returns the same drafts. `version` changes whenever they would differ.
 */
export interface Chunker {
  readonly name: string
  readonly version: number
  chunk(request: ChunkRequest): ChunkDraft[]
}
