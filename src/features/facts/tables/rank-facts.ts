import { cosine, type Database, fromBlob } from '../../../adapters/stores/sqlite/door.ts'
import type { FactScope, RankedFact } from '../fact-store.ts'
import { collectionKeys, heldAt } from './fact-reads.ts'
import { addTermScores, bestFacts, type TermUse } from './score-facts.ts'

const measure =
  'SELECT count(*) AS count, coalesce(avg(length), 0) AS length FROM facts WHERE collection_key = ?'

/** Ranks facts by BM25, separately in each collection: term frequencies of one do not apply to another. */
export function rankFactsByWords(
  database: Database,
  { collections, at }: FactScope,
  { terms, limit }: { terms: readonly string[]; limit: number },
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
      const rows =
        at === null
          ? database.all<TermUse>(list, key, term)
          : database.all<TermUse>(listHeld, key, term, at, at)
      addTermScores(scores, rows, { facts, found, average })
    }
  }
  return bestFacts(scores, limit)
}

type FactCopy = { version: number; model: string; vectors: { id: string; vector: Float32Array }[] }

const readVersion = 'SELECT version FROM fact_collections WHERE collection_key = ?'
const listVectors = `SELECT facts.id, vector FROM fact_vectors JOIN facts ON facts.key = fact_key
  WHERE collection_key = ? AND model = ? ORDER BY facts.key`
const listHeld = `SELECT id FROM facts WHERE collection_key = ? AND ${heldAt}`

/** Ranks facts by vectors. The vectors of a collection are cached in memory until its facts change. */
export function factCopies(): {
  rank(
    database: Database,
    scope: FactScope,
    query: { model: string; vector: Float32Array; limit: number },
  ): RankedFact[]
} {
  // Cached by connection: a database file that replaces another may have the same keys and versions.
  const copiesOf = new WeakMap<Database, Map<number, FactCopy>>()

  function copyOf(database: Database, key: number, model: string): FactCopy {
    const copies = copiesOf.get(database) ?? new Map<number, FactCopy>()
    copiesOf.set(database, copies)
    const version = database.get<{ version: number }>(readVersion, key)?.version ?? 0
    const known = copies.get(key)
    if (known?.version === version && known.model === model) return known
    const vectors = database
      .all<{ id: string; vector: Uint8Array }>(listVectors, key, model)
      .map(row => ({ id: row.id, vector: fromBlob(row.vector) }))
    const copy = { version, model, vectors }
    copies.set(key, copy)
    return copy
  }

  return {
    rank(database, { collections, at }, { model, vector, limit }) {
      const scores = new Map<string, number>()
      for (const key of collectionKeys(database, collections)) {
        const held =
          at === null
            ? null
            : new Set(database.all<{ id: string }>(listHeld, key, at, at).map(({ id }) => id))
        for (const fact of copyOf(database, key, model).vectors)
          if (held === null || held.has(fact.id)) scores.set(fact.id, cosine(vector, fact.vector))
      }
      return bestFacts(scores, limit)
    },
  }
}
