import type { Hit } from '../model/hit.ts'
import type { SearchPlan } from './plan-search.ts'

export function trimHits(hits: readonly Hit[], plan: Pick<SearchPlan, 'sort' | 'limit'>): Hit[] {
  const ordered = plan.sort === 'newest' ? hits.toSorted(byNewest) : hits
  return ordered.slice(0, plan.limit)
}

function byNewest(one: Hit, other: Hit): number {
  return dateOf(other) - dateOf(one) || other.score - one.score || (one.chunk.id < other.chunk.id ? -1 : 1)
}

function dateOf({ document }: Hit): number {
  const modified = document.lastModified === null ? Number.NaN : Date.parse(document.lastModified)
  return Number.isNaN(modified) ? Date.parse(document.createdAt) : modified
}
