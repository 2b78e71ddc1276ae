import type { Hit } from '../../model/hit.ts'
import { isListing } from '../../model/listing.ts'

/** How many times more are looked at than are returned, so that there is something to put in place of repetitions. */
export const spreadReach = 10

/** An index names what a question asks for, but never answers it. */
const listingWeight = 0.5

/**
 * The best hits in their order, those of listings behind what they list, but each document once while others wait: a second passage of a page tells less than
 * the first of another. Where there are not enough documents, the passages that were passed over fill up.
 */
export function spreadHits(hits: readonly Hit[], count: number): Hit[] {
  const weighed = hits.map(weigh).sort((one, other) => other.score - one.score)
  const documents = new Set<string>()
  const chosen = new Set<Hit>()
  for (const hit of weighed) {
    if (chosen.size >= count) break
    if (documents.has(hit.document.id)) continue
    documents.add(hit.document.id)
    chosen.add(hit)
  }
  for (const hit of weighed) if (chosen.size < count) chosen.add(hit)
  return weighed.filter(hit => chosen.has(hit))
}

function weigh(hit: Hit): Hit {
  return isListing(hit.document) ? { ...hit, score: hit.score * listingWeight } : hit
}
