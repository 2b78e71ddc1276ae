import type { ToolContext } from '../../core/contract/define-tool.ts'
import { isListing } from '../../core/model/document.ts'
import type { Hit } from '../../core/model/hit.ts'
import { isAvoidable } from '../../core/search/ask-model.ts'
import type { RerankRequest } from './answer/rerank-by-words.ts'
import type { Services } from './services.ts'

export type RerankedHits = {
  hits: readonly Hit[]
  isReranked: boolean
  warnings: string[]
  /** The original and the new score of a reranked hit. */
  metadataOf(hit: Hit): Record<string, number>
}

/** On a busy machine, answering in time is more important than reranking. */
const patienceMs = 6_000

/**
 * Ranks the hits again by comparing their words with the question. When that fails, returns them unchanged with a
 * warning.
 */
export async function rerankHits(
  { rerank, clock, signal }: Pick<ToolContext<Services>, 'rerank' | 'clock' | 'signal'>,
  request: RerankRequest,
): Promise<RerankedHits> {
  const { hits } = request
  const asFound = (warnings: string[]): RerankedHits => ({
    hits,
    isReranked: false,
    warnings,
    metadataOf: () => ({}),
  })
  if (hits.length === 0) return asFound([])
  const limit = clock.timeout(patienceMs)
  try {
    const reranked = await rerank(request, AbortSignal.any([signal, limit.signal]))
    if (reranked === null)
      return asFound([
        'Reranking is on, but this embedding model can only compare whole texts: the order was not changed.',
      ])
    const originals = new Map(reranked.map(({ hit, original }) => [hit.chunk.id, original]))
    return {
      hits: reranked.map(({ hit, score }) => ({ ...hit, score })),
      isReranked: true,
      warnings: [],
      metadataOf: ({ chunk, score }) => ({
        rerank_score: score,
        original_similarity: originals.get(chunk.id) ?? score,
      }),
    }
  } catch (error) {
    if (signal.aborted) throw error
    if (limit.signal.aborted)
      return asFound([`Reranking took longer than ${patienceMs / 1000} s: the order was not changed.`])
    if (!isAvoidable(error, signal)) throw error
    return asFound([`Reranking failed: ${error.message}`])
  } finally {
    limit.dispose()
  }
}

/** How many times more hits are fetched than returned, so that repeated documents can be replaced by others. */
export const spreadReach = 10

/**
 * Returns the best hits in their order, one per document while other documents are available. Skipped passages fill up
 * the rest.
 */
export function spreadHits(hits: readonly Hit[], count: number): Hit[] {
  const documents = new Set<string>()
  const chosen = new Set<Hit>()
  for (const hit of hits) {
    if (chosen.size >= count) break
    if (documents.has(hit.document.id)) continue
    documents.add(hit.document.id)
    chosen.add(hit)
  }
  for (const hit of hits) if (chosen.size < count) chosen.add(hit)
  return hits.filter(hit => chosen.has(hit))
}

/** The weights of a page's second, third and fourth passage. Chosen in docs/decisions/003. */
const supports = [0.7, 0.35, 0.175]
/** The highest possible score of a page. */
const mostScore = supports.reduce((sum, weight) => sum + weight, 1)
/** A listing names what a question asks for but does not answer it. */
const listingWeight = 0.5

/**
 * Ranks each page by its best passage plus the next ones, so that a page about the subject ranks above one that
 * mentions it once. Lowers listings. Scores stay between 0 and 1.
 */
export function weighPages(hits: readonly Hit[]): Hit[] {
  const pages = Map.groupBy(hits, ({ document }) => document.id)
  return [...pages.values()].flatMap(weighPage).sort((one, other) => other.score - one.score)
}

/** The hits of a page are sorted best first. */
function weighPage([best, ...others]: readonly Hit[]): Hit[] {
  if (best === undefined) return []
  const weight = (isListing(best.document) ? listingWeight : 1) / mostScore
  const support = supports.reduce((sum, share, index) => sum + share * (others[index]?.score ?? 0), 0)
  const weighed = (hit: Hit, score: number) => ({ ...hit, score: Math.round(score * weight * 1e6) / 1e6 })
  return [weighed(best, best.score + support), ...others.map(hit => weighed(hit, hit.score))]
}
