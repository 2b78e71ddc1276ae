import type { LexicalRanking } from '../ports/store.ts'
import type { SearchParts } from './parts.ts'
import type { SearchPlan } from './plan-search.ts'

export type LexicalLeg = LexicalRanking & { ms: number }

export async function rankLexically(
  plan: SearchPlan,
  { store, clock }: SearchParts,
  signal: AbortSignal,
): Promise<LexicalLeg | null> {
  if (plan.mode === 'dense') return null
  const startedAt = clock.elapsed()
  const ranking = await store.rankLexically(
    { collections: plan.collections, filter: plan.filter, terms: plan.terms, limit: plan.depth },
    signal,
  )
  return { ...ranking, ms: clock.elapsed() - startedAt }
}
