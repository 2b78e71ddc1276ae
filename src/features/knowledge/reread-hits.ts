import type { ToolContext } from '../../core/contract/define-tool.ts'
import type { Hit } from '../../core/model/hit.ts'
import { isAvoidable } from '../../core/search/ask-model.ts'
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
