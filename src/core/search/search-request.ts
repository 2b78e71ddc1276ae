import type { Deadline } from '../model/deadline.ts'
import type { Filter } from '../model/filter.ts'
import type { Hit } from '../model/hit.ts'
import type { Analyzer } from '../ports/analyzer.ts'
import type { Clock } from '../ports/clock.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { Store } from '../ports/store.ts'

export type SearchMode = 'hybrid' | 'lexical' | 'dense'
export type SearchSort = 'relevance' | 'newest'

/** `weighted` sums scaled scores and is the better of the two; `reciprocal` is what some contracts name. */
export type SearchFusion = 'weighted' | 'reciprocal'

export type SearchRequest = {
  /** Names of collections, or null for all shared ones. */
  collections: readonly string[] | null
  text: string
  limit: number
  mode: SearchMode
  fusion?: SearchFusion
  filter: Filter
  sort: SearchSort
  /** Whether words that no document has may be taken for ones that are spelt nearly alike. */
  isForgiving?: boolean
  /**
   * Whether the best candidates may speak for the question, as they do unless told otherwise: more of what is alike is
   * found, but the one page that answers may lose its place.
   */
  usesFeedback?: boolean
  /** Told when the question has its vector. */
  onEmbedded?: () => void
  /** Until when to wait for the question's vector; words alone answer after that. For ever unless given. */
  meaningBy?: Deadline
}

/** What each step of a search decided, for people who ask why. */
export type Explanation = {
  mode: SearchMode
  collections: string[]
  lexical: { terms: string[]; dropped: string[]; candidates: number; best: number | null; ms: number } | null
  dense: { model: string; candidates: number; best: number | null; ms: number; embed_ms: number } | null
  fusion: { method: string; weights: { lexical: number; dense: number } | null; candidates: number } | null
  total_ms: number
  /** In the order of the hits: where each stood in either ranking (1-based; null: not in it). */
  hits: {
    chunk_id: string
    lexical_rank: number | null
    lexical_score: number | null
    dense_rank: number | null
    dense_score: number | null
    fused_score: number
  }[]
}

export type SearchAnswer = {
  hits: Hit[]
  warnings: string[]
  explanation: Explanation
  /** Set when the question could not be embedded, so that words alone found the hits. */
  lacksMeaning?: true
}

/** What the read walk needs from the world. */
export type SearchParts = { store: Store; embedder: Embedder; analyzer: Analyzer; clock: Clock }
