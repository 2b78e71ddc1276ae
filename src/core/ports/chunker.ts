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
  /** The measure that the policy counts in: usually the embedding model's own. */
  countTokens: (text: string) => number
}

/**
 * Cuts a document into citable chunks.
 *
 * A caller may rely on this: drafts are in order; every letter and digit of the Markdown lies in at least one
 * of them; none is longer than `policy.maxTokens`, unless a single character is; a document with any letter
 * or digit gives at least one; the cut of the same request is always the same.
 */
export interface Chunker {
  readonly name: string
  readonly version: number
  chunk(request: ChunkRequest): ChunkDraft[]
}
