import { randomInt } from 'node:crypto'

import type { Ranking, RankQuery, Store } from '../ports/store.ts'
import { lexicalScoring } from '../search/lexical-scoring.ts'
import type { MoveContext } from './move-ends.ts'

const questions = 10
const words = 12

/**
 * Asks both stores for the passages nearest to ten random passages, by words and by vector, and counts how often the ten
 * best are the same in the same order.
 */
export async function compareSearches(
  { from, to, collections }: { from: Store; to: Store; collections: readonly string[] },
  { analyzer, signal }: Pick<MoveContext, 'analyzer' | 'signal'>,
): Promise<{ asked: number; equal: number }> {
  const result = { asked: 0, equal: 0 }
  const total = await from.countDocuments(collections)
  for (let question = 0; question < Math.min(questions, total); question++) {
    const [document] = await from.listDocuments({ collections, limit: 1, offset: randomInt(total) })
    const chunks = document === undefined ? [] : await from.exportChunks(document.id)
    const chosen = chunks[randomInt(Math.max(1, chunks.length))]
    if (document === undefined || chosen === undefined) continue
    const [loaded] = await from.loadChunks([chosen.chunk.id])
    const terms = analyzer.analyzeWords(loaded?.text ?? '', [document.language]).slice(0, words)
    const query: RankQuery = {
      collections: [document.collection],
      filter: [],
      limit: 10,
      lexical: { words: terms.map(forms => ({ forms, near: null })), scoring: lexicalScoring },
      dense: 'length' in chosen.vector ? { vector: chosen.vector, collections: [document.collection] } : null,
    }
    const [one, other] = [await from.rank(query, signal), await to.rank(query, signal)]
    result.asked += 1
    if (bestOf(one) === bestOf(other)) result.equal += 1
  }
  return result
}

/** The ten best of each leg; equal scores are in the order of their ids. */
function bestOf({ candidates }: Ranking): string {
  const legs = (['lexical', 'dense'] as const).map(leg =>
    candidates
      .flatMap(({ chunkId, [leg]: score }) => (score === null ? [] : [{ chunkId, score }]))
      .toSorted((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1))
      .slice(0, 10)
      .map(({ chunkId }) => chunkId),
  )
  return JSON.stringify(legs)
}
