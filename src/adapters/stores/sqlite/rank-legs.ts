import type { DenseQuery, RankQuery } from '../../../core/ports/store.ts'
import type { ComparedKey, LexicalLeg } from '../common/join-legs.ts'
import type { RankedChunk } from '../common/merge-rankings.ts'
import { findCollections } from './collections.ts'
import type { Database } from './database.ts'
import { rankByTerms, type WordsQuery, type WordTools } from './rank-by-terms.ts'
import { compareVectors } from './rank-by-vector.ts'

/** Inside a read transaction. */
export function rankLexicalLeg(
  tools: WordTools,
  query: WordsQuery & Pick<RankQuery, 'dense'>,
  signal: AbortSignal,
): LexicalLeg {
  const { ranked, terms } = rankByTerms(tools, query, signal)
  return { ranked, terms, compared: query.dense === null ? [] : compare(tools, ranked, query.dense) }
}

const listOwners = `SELECT key FROM chunks WHERE key IN (SELECT value FROM json_each(?))
  AND collection_key IN (SELECT value FROM json_each(?))`

/** Only chunks of collections whose vectors can be compared with the question's. */
function compare(
  { database }: { database: Database },
  ranked: readonly RankedChunk[],
  { collections, vector }: DenseQuery,
): ComparedKey[] {
  const owners = findCollections(database, collections).map(({ key }) => key)
  const keys = JSON.stringify(ranked.map(({ key }) => key))
  const comparable = database.all<{ key: number }>(listOwners, keys, JSON.stringify(owners))
  return compareVectors(
    database,
    comparable.map(({ key }) => key),
    vector,
  )
}

const findTokens =
  'SELECT chunk_key, bits FROM chunk_tokens WHERE chunk_key IN (SELECT value FROM json_each(?))'

/** The token bits of these chunks, where they are stored. */
export function loadTokens(database: Database, keys: readonly number[]): Map<number, Uint8Array> {
  if (keys.length === 0) return new Map()
  const rows = database.all<{ chunk_key: number; bits: Uint8Array }>(findTokens, JSON.stringify(keys))
  return new Map(rows.map(({ chunk_key, bits }) => [chunk_key, bits]))
}
