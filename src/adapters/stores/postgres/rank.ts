import { throwIfAborted } from '../../../core/model/failure.ts'
import type { DenseQuery, LexicalQuery, Ranking, RankQuery, RankScope } from '../../../core/ports/store.ts'
import {
  bestKeys,
  type ComparedChunk,
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
import type { HeldCollection } from './held-collection.ts'
import { type HeldCollections, type HeldOfSearch, holdOnce } from './held-collections.ts'
import type { KeptPostings } from './kept-postings.ts'
import { rankByVector } from './rank-by-vector.ts'
import { joinKey, nameRanked, splitKeys } from './ranked-keys.ts'
import { type ResolvedFilter, resolveOnce } from './scope-keys.ts'
import { scoreBlocks } from './score-blocks.ts'
import { addSimilarTerms } from './term-counts.ts'

export type WordsQuery = RankScope & { limit: number; lexical: LexicalQuery }

/** What this process has in memory. */
export type RankTools = { held: Pick<HeldCollections, 'arena' | 'current'>; postings: KeptPostings }

/** What is found out once for all parts of a search. */
export type Once = { resolve: ResolvedFilter; hold: HeldOfSearch }

export function onceOf(sql: Sql, { filter, tools }: Pick<RankScope, 'filter'> & { tools: RankTools }): Once {
  return { resolve: resolveOnce(sql, filter), hold: holdOnce(tools.held, sql) }
}

/** Inside a read transaction. Both legs, each chunk once. */
export async function rank(
  sql: Sql,
  query: RankQuery & { indexes: Pick<DenseIndexes, 'has'>; proposals: Proposals; tools: RankTools },
  signal: AbortSignal,
): Promise<Ranking> {
  throwIfAborted(signal)
  const { lexical, dense, tools } = query
  const collections = await findCollections(sql, query.collections)
  const once = onceOf(sql, query)
  // First, because what is held of a collection may be a later version after waiting for anything.
  const vectors =
    dense && (await rankByVector(sql, collections, { ...query, ...once, dense, arena: tools.held.arena }))
  throwIfAborted(signal)
  const words = lexical && (await rankLexically(sql, collections, { ...query, ...once, lexical, tools }))
  throwIfAborted(signal)
  const leg: LexicalLeg | null = words && {
    ...words,
    compared: dense
      ? await compare(sql, words.ranked, { ...once, collections, dense, vectors: vectors ?? [] })
      : [],
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
  { lexical, limit, tools, resolve, hold }: WordsQuery & Once & { tools: Pick<RankTools, 'postings'> },
): Promise<WordsRanking> {
  const { terms, similar } = await addSimilarTerms(sql, collections, lexical.words)
  const asked = terms.slice(0, lexical.scoring.mostTerms)
  const droppedTerms = terms.slice(asked.length)
  if (limit <= 0 || asked.length === 0)
    return { ranked: [], terms: { usedTerms: [], droppedTerms: terms, similar, counts: [] } }
  const counts = asked.map(() => 0)
  const rankings: RankedChunk[][] = []
  for (const collection of collections) {
    const allowed = await resolve(collection)
    const held = await hold(collection)
    const lists = await tools.postings.read(sql, { collection, held, terms: asked })
    const { chunks, terms } = collection
    const scored = scoreBlocks(lists, { scoring: lexical.scoring, chunks, terms, allowed, limit })
    for (const [place, containing] of scored.counts.entries())
      counts[place] = (counts[place] ?? 0) + containing
    rankings.push(await nameRanked(sql, { collection: collection.key, held }, scored.best))
  }
  return {
    ranked: mergeRankings(rankings, limit),
    terms: {
      usedTerms: asked,
      droppedTerms,
      similar,
      counts: asked.map((term, place) => ({ term, chunks: counts[place] ?? 0 })),
    },
  }
}

const findVectors = `SELECT collection, chunk, vector_send(vector) AS vector FROM quire.vectors
  WHERE collection = ANY(?::bigint[]) AND (collection, chunk) IN (SELECT * FROM unnest(?::bigint[], ?::bigint[]))`

type Compared = Once & {
  collections: readonly CollectionRow[]
  dense: DenseQuery
  /** What the other leg has found. */
  vectors: readonly ComparedChunk[]
}

/**
 * The cosines of what was found by words and not by meaning, in collections whose vectors can be compared with the
 * question's. Directions that are held of large collections are precise enough for what is not among the nearest.
 */
async function compare(
  sql: Sql,
  ranked: readonly RankedChunk[],
  { collections, dense, vectors, hold }: Compared,
): Promise<ComparedKey[]> {
  const names = new Set(dense.collections)
  const known = new Set(vectors.map(({ key }) => key))
  const compared: ComparedKey[] = []
  const unknown: number[] = []
  const owners = collections.filter(({ name }) => names.has(name))
  for (const collection of owners) {
    const keys = ranked.flatMap(({ key }) => (isOf(collection, key) && !known.has(key) ? [key] : []))
    const held = await hold(collection)
    for (const key of keys) {
      const vector = directionOf(held, key)
      if (vector === null) unknown.push(key)
      else compared.push({ key, vector, score: cosine(dense.vector, vector) })
    }
  }
  if (unknown.length === 0) return compared
  const rows = await sql.all<{ collection: number; chunk: number; vector: Buffer }>(
    findVectors,
    owners.map(({ key }) => key),
    ...splitKeys(unknown),
  )
  return [
    ...compared,
    ...rows.flatMap(row => {
      const vector = readVector(row.vector)
      if (vector.length !== dense.vector.length) return []
      return [{ key: joinKey(row.collection, row.chunk), score: cosine(dense.vector, vector), vector }]
    }),
  ]
}

const isOf = ({ key }: CollectionRow, ranked: number) => splitKeys([ranked])[0][0] === key

function directionOf(held: HeldCollection | null, ranked: number): Int8Array | null {
  if (held?.dense?.isSketched !== true) return null
  const [key = 0] = splitKeys([ranked])[1]
  return held.dense.readDirections([key]).get(key) ?? null
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
