import type { Chunk } from './chunk.ts'
import type { DocumentSummary } from './document.ts'

/** A chunk's place in one ranking. Higher scores are better; ties are broken by id. */
export type Ranked = { chunkId: string; score: number }

/** A chunk found for a question, with its provenance. */
export type Hit = {
  /** 0…1, never rising down a list of hits. */
  score: number
  chunk: Chunk
  /** The chunk's own words. */
  text: string
  document: DocumentSummary
}
