import { throwIfAborted } from '../../../core/model/failure.ts'
import type { Proposal, ProposalQuery, Proposals, QueryWord } from '../../../core/ports/store.ts'
import { type CollectionRow, findCollections } from './collections.ts'
import type { Sql } from './database.ts'
import { type SummaryRow, summaryColumns, summaryTables, toSummary } from './document-rows.ts'
import { documentsWith, documentTest } from './find-documents.ts'
import { termKey } from './postings-codec.ts'
import { onceOf, type RankTools, rankLexically } from './rank.ts'
import { countStoredTerms } from './term-counts.ts'

/** A chunk that contains a passage contains all its terms, so it ranks among the first. */
const chunksPerPassage = 20
/** The rarest words tell most; reading the entries of the others takes longer. */
const mostWords = 12

type Place = { id: string; createdAt: string; score: number; share: number }

/** Inside a read transaction. */
export async function proposeDocuments(
  sql: Sql,
  query: ProposalQuery & { tools: RankTools },
  signal: AbortSignal,
): Promise<Proposals> {
  throwIfAborted(signal)
  const collections = await findCollections(sql, query.collections)
  const scores = await scoreDocuments(sql, collections, query)
  const places: Place[] = []
  for (const collection of collections) {
    throwIfAborted(signal)
    const shares = await countShares(sql, collection, wordsOf(query))
    for (const { key, id, createdAt } of await listPlaces(sql, collection, query))
      places.push({ id, createdAt, score: scores.get(id) ?? 0, share: shares.get(key) ?? 0 })
  }
  const page = places.sort(likeliestFirst).slice(query.offset, query.offset + query.limit)
  return { proposals: await readProposals(sql, page), total: places.length }
}

/** The best score of any chunk of a document, over all passages. */
async function scoreDocuments(
  sql: Sql,
  collections: readonly CollectionRow[],
  query: ProposalQuery & { tools: RankTools },
): Promise<Map<string, number>> {
  const scores = new Map<string, number>()
  const once = onceOf(sql, query)
  for (const lexical of query.passages) {
    const asked = { ...query, ...once, lexical, limit: chunksPerPassage }
    const { ranked } = await rankLexically(sql, collections, asked)
    for (const { documentId, score } of ranked)
      scores.set(documentId, Math.max(scores.get(documentId) ?? 0, score))
  }
  return scores
}

function wordsOf({ passages }: ProposalQuery): QueryWord[] {
  const words = passages.flatMap(passage => passage.words)
  return [...new Map(words.map(word => [word.forms.join(' '), word])).values()]
}

/** The share of the rarest words that each document contains, by its key. */
async function countShares(
  sql: Sql,
  collection: CollectionRow,
  words: readonly QueryWord[],
): Promise<Map<number, number>> {
  const counts = await countStoredTerms(
    sql,
    [collection],
    words.flatMap(({ forms }) => forms),
  )
  const rarest = words
    .map(({ forms }) => ({
      forms,
      chunks: forms.reduce((sum, form) => sum + (counts.get(termKey(form)) ?? 0), 0),
    }))
    .filter(({ chunks }) => chunks > 0)
    .sort((one, other) => one.chunks - other.chunks)
    .slice(0, mostWords)
  const found = new Map<number, number>()
  for (const { forms } of rarest)
    for (const key of await documentsWith(sql, collection.key, forms))
      found.set(key, (found.get(key) ?? 0) + 1)
  return new Map([...found].map(([key, count]) => [key, count / rarest.length]))
}

async function listPlaces(
  sql: Sql,
  collection: CollectionRow,
  { filter }: ProposalQuery,
): Promise<{ key: number; id: string; createdAt: string }[]> {
  const test = documentTest(collection, filter)
  return sql.all(
    `SELECT key, id, created_at AS "createdAt" FROM quire.documents WHERE ${test.sql}`,
    ...test.values,
  )
}

function likeliestFirst(one: Place, other: Place): number {
  if (one.score !== other.score) return other.score - one.score
  if (one.share !== other.share) return other.share - one.share
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1
  return one.id < other.id ? -1 : 1
}

const readSummaries = `SELECT ${summaryColumns} FROM ${summaryTables} WHERE documents.id = ANY(?::text[])`

async function readProposals(sql: Sql, places: readonly Place[]): Promise<Proposal[]> {
  const rows = await sql.all<SummaryRow>(
    readSummaries,
    places.map(({ id }) => id),
  )
  const found = new Map(rows.map(row => [row.id, toSummary(row)]))
  return places.flatMap(({ id, score, share }) => {
    const document = found.get(id)
    return document === undefined ? [] : [{ document, isRanked: score > 0, share }]
  })
}
