import { isListing } from '../../core/model/document.ts'
import type { Hit } from '../../core/model/hit.ts'

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
