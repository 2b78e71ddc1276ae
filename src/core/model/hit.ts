import type { Chunk } from './chunk.ts'
import type { DocumentSummary } from './document.ts'

/** A chunk's place in one ranking. Higher scores are better; ties are broken by id. */
export type Ranked = { chunkId: string; score: number }

/** A chunk found for a question, with its provenance. */
export type Hit = {
  /** 0…1. A list of hits by relevance is in descending order of score. */
  score: number
  chunk: Chunk
  /** The text of the chunk. */
  text: string
  document: DocumentSummary
}
