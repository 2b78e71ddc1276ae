import type { Deadline } from '../model/deadline.ts'
import type { Filter } from '../model/filter.ts'
import type { Hit } from '../model/hit.ts'
import type { Analyzer } from '../ports/analyzer.ts'
import type { Clock } from '../ports/clock.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { Reranker } from '../ports/reranker.ts'
import type { Store } from '../ports/store.ts'

export type SearchMode = 'hybrid' | 'lexical' | 'dense'
export type SearchSort = 'relevance' | 'newest'

/** `weighted` adds scaled scores and finds better hits; `reciprocal` adds places, as some contracts require. */
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
  /** Whether a word that no document contains is replaced by similar words that some document contains. */
  isForgiving?: boolean
  /**
   * Whether the question's vector is moved towards the best candidates (default true). This finds more similar
   * passages, but can move the one page that answers the question down.
   */
  usesFeedback?: boolean
  /** Leaves out hits whose relevance is lower, 0 to 1. */
  minScore?: number | null
  /** Whether the best candidates are compared with the question token by token (default true). */
  usesTokens?: boolean
  /** Whether the best hits are scored again by the reranker, when there is one (default true). */
  usesReranker?: boolean
  /** Called when the question has been embedded. */
  onEmbedded?: () => void
  /** How long to wait for the question's vector before searching by words only. No limit when absent. */
  meaningBy?: Deadline
}

/** What each step of a search decided. */
export type Explanation = {
  mode: SearchMode
  collections: string[]
  lexical: { terms: string[]; dropped: string[]; candidates: number; best: number | null; ms: number } | null
  dense: { model: string; candidates: number; best: number | null; ms: number; embed_ms: number } | null
  fusion: { method: string; weights: { lexical: number; dense: number } | null; candidates: number } | null
  total_ms: number
  /** In the order of the hits: the place of each in both rankings (1-based; null where it was not found). */
  hits: {
    chunk_id: string
    lexical_rank: number | null
    lexical_score: number | null
    dense_rank: number | null
    dense_score: number | null
    /** How similar its tokens are to those of the question, as a cosine; null when they were not compared. */
    token_score: number | null
    fused_score: number
  }[]
}

export type SearchAnswer = {
  hits: Hit[]
  warnings: string[]
  /** Whether no passage seems to fit the question; the nearest ones are returned all the same. */
  nothingFits: boolean
  explanation: Explanation
  /** Set when the question could not be embedded, so that the hits were found by words only. */
  lacksMeaning?: true
  /** Set when the reranker ordered the hits. */
  isReranked?: true
  /** Set when the reranker did not score all hits in time. */
  isCut?: true
}

/** What the read walk needs from the world. */
export type SearchParts = {
  store: Store
  embedder: Embedder
  analyzer: Analyzer
  clock: Clock
  /** Without it, no hit is scored again. */
  reranker?: Reranker | null
}
