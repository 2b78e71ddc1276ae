import type { RankQuery } from '../../../core/ports/store.ts'
import { findCollections } from './collections.ts'
import type { Database } from './database.ts'
import { type KeysByTerms, rankByTerms, type WordsQuery, type WordTools } from './rank-by-terms.ts'
import { compareVectors, type ExactKey } from './rank-by-vector.ts'
import { readBlobs } from './read-blobs.ts'

/** The ranking by words, with the vectors of its chunks when the question has a vector. */
export type LexicalKeys = KeysByTerms & { compared: ExactKey[] }

/** Inside a read transaction. */
export function rankLexicalLeg(
  tools: WordTools,
  query: WordsQuery & Pick<RankQuery, 'dense'>,
  signal: AbortSignal,
): LexicalKeys {
  const ranked = rankByTerms(tools, query, signal)
  const { dense, collections } = query
  if (dense === null) return { ...ranked, compared: [] }
  const areAllComparable = collections.every(name => dense.collections.includes(name))
  const keys = ranked.rankings.flatMap(ranking => [...ranking.keys])
  const comparable = areAllComparable ? keys : keysIn(tools.database, dense.collections, keys)
  return { ...ranked, compared: compareVectors(tools.database, comparable, dense.vector) }
}

const listOwners = `SELECT key FROM chunks WHERE key IN (SELECT value FROM json_each(?))
  AND collection_key IN (SELECT value FROM json_each(?))`

/** Those of the chunks that are in these collections: vectors of others cannot be compared with the question's. */
function keysIn(database: Database, names: readonly string[], keys: readonly number[]): number[] {
  const owners = findCollections(database, names).map(({ key }) => key)
  return database
    .all<{ key: number }>(listOwners, JSON.stringify(keys), JSON.stringify(owners))
    .map(({ key }) => key)
}

/** The token bits of these chunks, where they are stored. */
export function loadTokens(database: Database, chunkKeys: readonly number[]): Map<number, Uint8Array> {
  const { keys, lengths, bytes } = readBlobs(database, 'chunk_tokens', chunkKeys)
  const tokens = new Map<number, Uint8Array>()
  let from = 0
  for (let index = 0; index < keys.length; index++) {
    const until = from + (lengths[index] ?? 0)
    tokens.set(keys[index] ?? 0, bytes.subarray(from, until))
    from = until
  }
  return tokens
}
