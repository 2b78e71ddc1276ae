import type { Database } from '../../../adapters/stores/sqlite/door.ts'
import { cosine, fromBlob } from '../../../adapters/stores/sqlite/door.ts'
import type { FactScope, RankedFact } from '../fact-store.ts'
import { collectionKeys, heldAt } from './fact-lists.ts'
import { best } from './rank-facts.ts'

type FactCopy = { version: number; model: string; vectors: { id: string; vector: Float32Array }[] }

const readVersion = 'SELECT version FROM fact_collections WHERE collection_key = ?'
const listVectors = `SELECT facts.id, vector FROM fact_vectors JOIN facts ON facts.key = fact_key
  WHERE collection_key = ? AND model = ? ORDER BY facts.key`
const listHeld = `SELECT id FROM facts WHERE collection_key = ? AND ${heldAt}`

/** Vectors of facts by collection, kept in memory until the collection's facts change. */
export function factCopies(): {
  rank(
    database: Database,
    scope: FactScope,
    query: { model: string; vector: Float32Array },
    limit: number,
  ): RankedFact[]
} {
  // By connection: a file that was put in place of another may have the same keys and versions.
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
    rank(database, { collections, at }, { model, vector }, limit) {
      const scores = new Map<string, number>()
      for (const key of collectionKeys(database, collections)) {
        const held =
          at === null
            ? null
            : new Set(database.all<{ id: string }>(listHeld, key, at, at).map(({ id }) => id))
        for (const fact of copyOf(database, key, model).vectors)
          if (held === null || held.has(fact.id)) scores.set(fact.id, cosine(vector, fact.vector))
      }
      return best(scores, limit)
    },
  }
}
