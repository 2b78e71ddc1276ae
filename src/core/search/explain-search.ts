import type { Hit, Ranked } from '../model/hit.ts'
import type { TokenMatch } from './compare-tokens.ts'
import type { FusedCandidate } from './fuse-rankings.ts'
import type { SearchPlan } from './plan-search.ts'
import type { DenseLeg, LexicalLeg } from './rank-chunks.ts'
import type { Explanation } from './search-request.ts'

type Decisions = {
  plan: SearchPlan
  lexical: LexicalLeg | null
  dense: DenseLeg | null
  fused: readonly FusedCandidate[]
  isRefined?: true
  /** How similar the tokens of the best candidates are to those of the question; null when they were not compared. */
  matches?: ReadonlyMap<string, TokenMatch> | null
  /** Id of the reranker that changed the order; null when none did. */
  reranker?: string | null
  hits: readonly Hit[]
  ms: number
}

const methods = { weighted: 'weighted sum', reciprocal: 'reciprocal ranks' } as const

/** Reports what each step of a search decided. */
export function explainSearch({
  plan,
  lexical,
  dense,
  fused,
  isRefined,
  matches = null,
  reranker = null,
  hits,
  ms,
}: Decisions): Explanation {
  const ids = new Set(hits.map(({ chunk }) => chunk.id))
  const lexicalRanks = ranksOf(lexical?.ranked ?? [], ids)
  const denseRanks = ranksOf(dense?.ranked ?? [], ids)
  const candidates = new Map<string, FusedCandidate>()
  for (const candidate of fused) if (ids.has(candidate.chunkId)) candidates.set(candidate.chunkId, candidate)
  return {
    mode: plan.mode,
    collections: plan.collections,
    lexical: lexical && {
      terms: lexical.usedTerms,
      dropped: lexical.droppedTerms,
      candidates: lexical.ranked.length,
      best: lexical.ranked[0]?.score ?? null,
      ms: round(lexical.ms),
    },
    dense: dense && {
      model: dense.model,
      candidates: dense.ranked.length,
      best: dense.ranked[0]?.score ?? null,
      ms: round(dense.ms),
      embed_ms: round(dense.embedMs),
    },
    fusion:
      lexical !== null && dense !== null
        ? {
            method: [
              methods[plan.fusion],
              ...(isRefined ? ['refined by feedback'] : []),
              ...(matches ? ['rescored by tokens'] : []),
              ...(reranker === null ? [] : [`reranked by ${reranker}`]),
            ].join(', '),
            weights: plan.fusion === 'weighted' ? plan.weightsFor(plan.language) : null,
            candidates: fused.length,
          }
        : null,
    total_ms: round(ms),
    hits: hits.map(({ chunk, score }) => {
      const candidate = candidates.get(chunk.id)
      return {
        chunk_id: chunk.id,
        lexical_rank: lexicalRanks.get(chunk.id) ?? null,
        lexical_score: candidate?.lexical ?? null,
        dense_rank: denseRanks.get(chunk.id) ?? null,
        dense_score: candidate?.dense ?? null,
        token_score: matches?.get(chunk.id)?.mean ?? null,
        fused_score: score,
      }
    }),
  }
}

/** Of these chunks only: every search is explained, and most candidates are no hits. */
function ranksOf(ranked: readonly Ranked[], ids: ReadonlySet<string>): Map<string, number> {
  const ranks = new Map<string, number>()
  for (const [index, { chunkId }] of ranked.entries()) if (ids.has(chunkId)) ranks.set(chunkId, index + 1)
  return ranks
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100
}
