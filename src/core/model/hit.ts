import type { Chunk } from './chunk.ts'
import type { DocumentSummary } from './document.ts'

/** A chunk's place in one ranking. Higher scores are better; ties are broken by id. */
export type Ranked = { chunkId: string; score: number }

/** A chunk found for a question, with its provenance. */
export type Hit = {
  /** What hits are ordered by, 0…1; comparable only within one answer. */
  score: number
  /**
   * The probability that the passage is relevant, 0…1; comparable between questions, collections and models. Never rises
   * down a list by relevance.
   */
  relevance: number
  chunk: Chunk
  /** The text of the chunk. */
  text: string
  document: DocumentSummary
}
