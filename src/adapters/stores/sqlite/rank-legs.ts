import type { Candidate, DenseQuery, Ranking, RankQuery } from '../../../core/ports/store.ts'
import { findCollections } from './collections.ts'
import type { Database } from './database.ts'
import { rankByTerms, type WordsQuery, type WordsRanking, type WordTools } from './rank-by-terms.ts'
import { type ComparedChunk, type ComparedKey, compareVectors } from './rank-by-vector.ts'
import type { RankedChunk } from './rankings.ts'

/** The ranking by words, with the vectors of its chunks when the question has a vector. */
export type LexicalLeg = WordsRanking & { compared: ComparedKey[] }

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

/** The keys of the best chunks of each leg, each once. Legs are sorted best first. */
export function bestKeys(legs: readonly (readonly RankedChunk[])[], count: number): number[] {
  return [...new Set(legs.flatMap(ranked => ranked.slice(0, count).map(({ key }) => key)))]
}

const findTokens =
  'SELECT chunk_key, bits FROM chunk_tokens WHERE chunk_key IN (SELECT value FROM json_each(?))'

/** The token bits of these chunks, where they are stored. */
export function loadTokens(database: Database, keys: readonly number[]): Map<number, Uint8Array> {
  if (keys.length === 0) return new Map()
  const rows = database.all<{ chunk_key: number; bits: Uint8Array }>(findTokens, JSON.stringify(keys))
  return new Map(rows.map(({ chunk_key, bits }) => [chunk_key, bits]))
}

/** Each chunk once, with the scores of both legs. `chunks` is how many the collections have. */
export function joinLegs(
  {
    lexical,
    dense,
    bits,
  }: {
    lexical: LexicalLeg | null
    dense: readonly ComparedChunk[] | null
    bits: ReadonlyMap<number, Uint8Array>
  },
  chunks: number,
): Ranking {
  const compared = new Map<number, ComparedKey>()
  for (const row of lexical?.compared ?? []) compared.set(row.key, row)
  const candidates = new Map<number, Candidate>()
  for (const { key, chunkId, documentId, language, score, vector } of dense ?? [])
    candidates.set(key, { chunkId, documentId, language, lexical: null, dense: score, vector })
  for (const { key, chunkId, documentId, language, score } of lexical?.ranked ?? []) {
    const known = candidates.get(key)
    if (known !== undefined) known.lexical = score
    else {
      const { score: cosine = null, vector = null } = compared.get(key) ?? {}
      candidates.set(key, { chunkId, documentId, language, lexical: score, dense: cosine, vector })
    }
  }
  for (const [key, tokenBits] of bits) {
    const candidate = candidates.get(key)
    if (candidate !== undefined) candidate.tokenBits = tokenBits
  }
  return { candidates: [...candidates.values()], lexical: lexical && { ...lexical.terms, chunks } }
}
