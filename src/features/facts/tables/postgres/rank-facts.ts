import { findCollections, type Sql, termKey, vectorBytes } from '../../../../adapters/stores/postgres/door.ts'
import type { FactScope, RankedFact } from '../../fact-store.ts'
import { addTermScores, bestFacts, type TermUse } from '../score-facts.ts'
import { heldOn } from './fact-reads.ts'

const measure =
  'SELECT count(*) AS count, coalesce(avg(length), 0)::float8 AS length FROM quire.facts WHERE collection = ?'

/** Inside a read transaction. Ranks facts by BM25, separately in each collection, as in SQLite. */
export async function rankFactsByWords(
  sql: Sql,
  { collections, at }: FactScope,
  { terms, limit }: { terms: readonly string[]; limit: number },
): Promise<RankedFact[]> {
  const scores = new Map<string, number>()
  const asked = [...new Set(terms.map(termKey))]
  for (const { key } of await findCollections(sql, collections)) {
    const size = await sql.get<{ count: number; length: number }>(measure, key)
    if (size === undefined || size.count === 0) continue
    const counts = await sql.all<{ term: string; count: number }>(
      'SELECT term, count(*) AS count FROM quire.fact_terms WHERE collection = ? AND term = ANY(?::text[]) GROUP BY term',
      key,
      asked,
    )
    const held = heldOn(at)
    const uses = await sql.all<TermUse & { term: string }>(
      `SELECT term, facts.id, count, length FROM quire.fact_terms
        JOIN quire.facts ON facts.collection = fact_terms.collection AND facts.key = fact_terms.fact
        WHERE fact_terms.collection = ? AND term = ANY(?::text[]) ${held.sql}`,
      ...[key, asked, ...held.values],
    )
    const byTerm = Map.groupBy(uses, ({ term }) => term)
    const found = new Map(counts.map(({ term, count }) => [term, count]))
    // In the order of the question, so that equal facts get equal sums.
    for (const term of asked)
      addTermScores(scores, byTerm.get(term) ?? [], {
        facts: size.count,
        found: found.get(term) ?? 0,
        average: size.length,
      })
  }
  return bestFacts(scores, limit)
}

/** Inside a read transaction. Compares all facts of the scope that have a vector of the model. */
export async function rankFactsByVector(
  sql: Sql,
  { collections, at }: FactScope,
  { model, vector, limit }: { model: string; vector: Float32Array; limit: number },
): Promise<RankedFact[]> {
  const keys = (await findCollections(sql, collections)).map(({ key }) => key)
  const held = heldOn(at)
  // The model is compared first: vectors of another one may have other dimensions.
  return sql.all<RankedFact>(
    `WITH chosen AS MATERIALIZED (SELECT facts.id, vector FROM quire.fact_vectors
        JOIN quire.facts ON facts.collection = fact_vectors.collection AND facts.key = fact_vectors.fact
        WHERE fact_vectors.collection = ANY(?::bigint[]) AND model = ? ${held.sql})
      SELECT id, 1 - (vector <=> ?::vector) AS score FROM chosen ORDER BY score DESC, id LIMIT ?`,
    ...[keys, model, ...held.values, vectorBytes(vector), limit],
  )
}
