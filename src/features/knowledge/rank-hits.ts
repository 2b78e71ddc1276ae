import type { ToolContext } from '../../core/contract/define-tool.ts'
import { isAvoidable } from '../../core/model/deadline.ts'
import type { Hit } from '../../core/model/hit.ts'
import { isListing } from '../../core/model/listing.ts'
import type { Services } from './services.ts'

export type Reread = {
  hits: readonly Hit[]
  isReranked: boolean
  warnings: string[]
  /** Both scores, once a hit has its last one. */
  metadataOf(hit: Hit): Record<string, number>
}

/** A machine that is busy with other things must not lose its answers to better ones. */
const patienceMs = 6_000

/** The hits ranked again by reading them beside the question; where that cannot be done, as they were, saying so. */
export async function rereadHits(
  { rerank, clock, signal }: Pick<ToolContext<Services>, 'rerank' | 'clock' | 'signal'>,
  query: string,
  hits: readonly Hit[],
): Promise<Reread> {
  const asFound = (warnings: string[]): Reread => ({
    hits,
    isReranked: false,
    warnings,
    metadataOf: () => ({}),
  })
  if (hits.length === 0) return asFound([])
  const limit = clock.timeout(patienceMs)
  try {
    const reranked = await rerank(query, hits, AbortSignal.any([signal, limit.signal]))
    if (reranked === null)
      return asFound([
        'Reranking is on, but this embedding model only tells of whole texts: passages stand as they were found.',
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
      return asFound([
        `Reading the passages again took longer than ${patienceMs / 1000} s: they stand as they were found.`,
      ])
    if (!isAvoidable(error, signal)) throw error
    return asFound([`Reading the passages again failed: ${error.message}`])
  } finally {
    limit.dispose()
  }
}

/** How many times more are looked at than are returned, so that there is something to put in place of repetitions. */
export const spreadReach = 10

/**
 * The best hits in their order, but each document once while others wait: a second passage of a page tells less than
 * the first of another. Where there are not enough documents, the passages that were passed over fill up.
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

/** How much a page's second, third and fourth passage count beside its best one. Chosen in docs/decisions/003. */
const supports = [0.7, 0.35, 0.175]
/** What a page could reach at most. */
const mostScore = supports.reduce((sum, weight) => sum + weight, 1)
/** An index names what a question asks for, but never answers it. */
const listingWeight = 0.5

/**
 * Ranks the best passage of each page by the others that bear it out: a page that keeps to the subject comes before one
 * that mentions it once. Listings come behind what they list. Scores stay within 0…1.
 */
export function weighPages(hits: readonly Hit[]): Hit[] {
  const pages = Map.groupBy(hits, ({ document }) => document.id)
  return [...pages.values()].flatMap(weighPage).sort((one, other) => other.score - one.score)
}

/** A page's hits come best first. */
function weighPage([best, ...others]: readonly Hit[]): Hit[] {
  if (best === undefined) return []
  const weight = (isListing(best.document) ? listingWeight : 1) / mostScore
  const support = supports.reduce((sum, share, index) => sum + share * (others[index]?.score ?? 0), 0)
  const weighed = (hit: Hit, score: number) => ({ ...hit, score: Math.round(score * weight * 1e6) / 1e6 })
  return [weighed(best, best.score + support), ...others.map(hit => weighed(hit, hit.score))]
}
