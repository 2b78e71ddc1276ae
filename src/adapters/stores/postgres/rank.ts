import { throwIfAborted } from '../../../core/model/failure.ts'
import type { DenseQuery, LexicalQuery, Ranking, RankQuery, RankScope } from '../../../core/ports/store.ts'
import {
  bestKeys,
  type ComparedKey,
  joinLegs,
  type LexicalLeg,
  type WordsRanking,
} from '../common/join-legs.ts'
import { mergeRankings, type RankedChunk } from '../common/merge-rankings.ts'
import { cosine } from '../common/vector-codec.ts'
import { readVector } from './binary-values.ts'
import type { Proposals } from './check-proposed.ts'
import { type CollectionRow, findCollections } from './collections.ts'
import type { Sql } from './database.ts'
import type { DenseIndexes } from './dense-index.ts'
import { readBlocks } from './postings.ts'
import { rankByVector } from './rank-by-vector.ts'
import { joinKey, nameRanked, splitKeys } from './ranked-keys.ts'
import { resolveFilter } from './scope-keys.ts'
import { scoreBlocks } from './score-blocks.ts'
import { addSimilarTerms } from './term-counts.ts'

export type WordsQuery = RankScope & { limit: number; lexical: LexicalQuery }

/** Inside a read transaction. Both legs, each chunk once. */
export async function rank(
  sql: Sql,
  query: RankQuery & { indexes: Pick<DenseIndexes, 'has'>; proposals: Proposals },
  signal: AbortSignal,
): Promise<Ranking> {
  throwIfAborted(signal)
  const { lexical, dense } = query
  const collections = await findCollections(sql, query.collections)
  const words = lexical && (await rankLexically(sql, collections, { ...query, lexical }))
  throwIfAborted(signal)
  const vectors = dense && (await rankByVector(sql, collections, { ...query, dense }))
  const leg: LexicalLeg | null = words && {
    ...words,
    compared: dense ? await compare(sql, words.ranked, { collections, dense }) : [],
  }
  const best = bestKeys([words?.ranked ?? [], vectors ?? []], query.tokensPerLeg ?? 0)
  const bits = await loadTokens(sql, best)
  const chunks = collections.reduce((sum, collection) => sum + collection.chunks, 0)
  return joinLegs({ lexical: leg, dense: vectors, bits }, chunks)
}

/** Scores every chunk that contains a term, with the statistics of its own collection. */
export async function rankLexically(
  sql: Sql,
  collections: readonly CollectionRow[],
  { lexical, filter, limit }: WordsQuery,
): Promise<WordsRanking> {
  const { terms, similar } = await addSimilarTerms(sql, collections, lexical.words)
  const asked = terms.slice(0, lexical.scoring.mostTerms)
  const droppedTerms = terms.slice(asked.length)
  if (limit <= 0 || asked.length === 0)
    return { ranked: [], terms: { usedTerms: [], droppedTerms: terms, similar, counts: [] } }
  const counts = new Map(asked.map(term => [term, 0]))
  const rankings: RankedChunk[][] = []
  for (const collection of collections) {
    const allowed = await resolveFilter(sql, collection, filter)
    const rows = await readBlocks(sql, collection.key, asked)
    const { chunks, terms } = collection
    const scored = scoreBlocks(rows, asked, { scoring: lexical.scoring, chunks, terms, allowed, limit })
    for (const [term, containing] of scored.counts) counts.set(term, (counts.get(term) ?? 0) + containing)
    rankings.push(await nameRanked(sql, collection.key, scored.best))
  }
  return {
    ranked: mergeRankings(rankings, limit),
    terms: {
      usedTerms: asked,
      droppedTerms,
      similar,
      counts: [...counts].map(([term, chunks]) => ({ term, chunks })),
    },
  }
}

const findVectors = `SELECT collection, chunk, vector_send(vector) AS vector FROM quire.vectors
  WHERE (collection, chunk) IN (SELECT * FROM unnest(?::bigint[], ?::bigint[])) AND collection = ANY(?::bigint[])`

/** Only chunks of collections whose vectors can be compared with the question's. */
async function compare(
  sql: Sql,
  ranked: readonly RankedChunk[],
  { collections, dense }: { collections: readonly CollectionRow[]; dense: DenseQuery },
): Promise<ComparedKey[]> {
  const names = new Set(dense.collections)
  const owners = collections.filter(({ name }) => names.has(name)).map(({ key }) => key)
  const keys = splitKeys(ranked.map(({ key }) => key))
  const rows = await sql.all<{ collection: number; chunk: number; vector: Buffer }>(
    findVectors,
    ...keys,
    owners,
  )
  return rows.flatMap(row => {
    const vector = readVector(row.vector)
    if (vector.length !== dense.vector.length) return []
    return [{ key: joinKey(row.collection, row.chunk), score: cosine(dense.vector, vector), vector }]
  })
}

const findTokens = `SELECT collection, chunk, bits FROM quire.chunk_tokens
  WHERE (collection, chunk) IN (SELECT * FROM unnest(?::bigint[], ?::bigint[]))`

/** The token bits of these chunks, where they are stored. */
async function loadTokens(sql: Sql, keys: readonly number[]): Promise<Map<number, Uint8Array>> {
  if (keys.length === 0) return new Map()
  const rows = await sql.all<{ collection: number; chunk: number; bits: Uint8Array }>(
    findTokens,
    ...splitKeys(keys),
  )
  return new Map(rows.map(({ collection, chunk, bits }) => [joinKey(collection, chunk), bits]))
}
