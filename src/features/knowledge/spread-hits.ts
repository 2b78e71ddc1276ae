import type { Hit } from '../../core/model/hit.ts'

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
