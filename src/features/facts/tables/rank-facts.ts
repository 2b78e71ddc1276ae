import type { Database } from '../../../adapters/stores/sqlite/door.ts'
import type { FactScope, RankedFact } from '../fact-store.ts'
import { collectionKeys, heldAt } from './fact-lists.ts'

/** BM25 as usual; facts are short, so their length counts for little. */
const saturation = 1.2
const lengthShare = 0.4

const measure =
  'SELECT count(*) AS count, coalesce(avg(length), 0) AS length FROM facts WHERE collection_key = ?'

/** Each collection is its own: how rare a word is in one says nothing in another. */
export function rankFactsLexically(
  database: Database,
  { collections, at }: FactScope,
  terms: readonly string[],
  limit: number,
): RankedFact[] {
  const scores = new Map<string, number>()
  const list = `SELECT facts.id, count, length FROM fact_terms JOIN facts ON facts.key = fact_key
    WHERE fact_terms.collection_key = ? AND term = ?`
  const listHeld = `${list} AND ${heldAt}`
  const countTerm = 'SELECT count(*) AS count FROM fact_terms WHERE collection_key = ? AND term = ?'
  for (const key of collectionKeys(database, collections)) {
    const { count: facts, length: average } = database.get<{ count: number; length: number }>(
      measure,
      key,
    ) ?? {
      count: 0,
      length: 0,
    }
    if (facts === 0) continue
    for (const term of new Set(terms)) {
      const found = database.get<{ count: number }>(countTerm, key, term)?.count ?? 0
      if (found === 0) continue
      const rarity = Math.log(1 + (facts - found + 0.5) / (found + 0.5))
      type Row = { id: string; count: number; length: number }
      const rows =
        at === null ? database.all<Row>(list, key, term) : database.all<Row>(listHeld, key, term, at, at)
      for (const { id, count, length } of rows) {
        const norm = count + saturation * (1 - lengthShare + (lengthShare * length) / Math.max(1, average))
        scores.set(id, (scores.get(id) ?? 0) + (rarity * count * (saturation + 1)) / norm)
      }
    }
  }
  return best(scores, limit)
}

export function best(scores: ReadonlyMap<string, number>, limit: number): RankedFact[] {
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
    .slice(0, limit)
}
