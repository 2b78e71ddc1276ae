import { throwIfAborted } from '../../../core/model/failure.ts'
import type { Proposal, ProposalQuery, Proposals, QueryWord } from '../../../core/ports/store.ts'
import { mergeRankings } from '../common/merge-rankings.ts'
import { type CollectionRow, findCollections } from './collections.ts'
import type { Database } from './database.ts'
import { type SummaryRow, summaryColumns, summaryTables, toSummary } from './document-rows.ts'
import { filterToSql } from './filter-to-sql.ts'
import { onlyDocuments } from './find-documents.ts'
import { encodeTerm, lexicalNames } from './lexical-table.ts'
import { rankByTerms, type WordTools } from './rank-by-terms.ts'
import { nameRanked, rowsOf } from './rankings.ts'

/** A chunk that contains a passage contains all its terms, so it ranks among the first. */
const chunksPerPassage = 20
/** The rarest words tell most; reading the entries of the others takes longer. */
const mostWords = 12

type Place = { key: number; id: string; createdAt: string; score: number; share: number }

/** Inside a read transaction. */
export function proposeDocuments(tools: WordTools, query: ProposalQuery, signal: AbortSignal): Proposals {
  throwIfAborted(signal)
  const { database } = tools
  const scores = scoreDocuments(tools, query, signal)
  const places = findCollections(database, query.collections).flatMap(collection => {
    throwIfAborted(signal)
    const shares = countShares(tools, collection, wordsOf(query))
    return listPlaces(database, collection, query).map(row => ({
      ...row,
      score: scores.get(row.id) ?? 0,
      share: shares.get(row.key) ?? 0,
    }))
  })
  const page = places.sort(likeliestFirst).slice(query.offset, query.offset + query.limit)
  return { proposals: readProposals(database, page), total: places.length }
}

/** The best score of any chunk of a document, over all passages. */
function scoreDocuments(tools: WordTools, query: ProposalQuery, signal: AbortSignal): Map<string, number> {
  const scores = new Map<string, number>()
  const { collections, filter } = query
  for (const lexical of query.passages) {
    const limit = chunksPerPassage
    const { rankings } = rankByTerms(tools, { collections, filter, lexical, limit }, signal)
    const named = rankings.map(ranking => nameRanked(tools.database, rowsOf(ranking)))
    for (const { documentId, score } of mergeRankings(named, limit))
      scores.set(documentId, Math.max(scores.get(documentId) ?? 0, score))
  }
  return scores
}

function wordsOf({ passages }: ProposalQuery): QueryWord[] {
  const words = passages.flatMap(passage => passage.words)
  return [...new Map(words.map(word => [word.forms.join(' '), word])).values()]
}

/** The share of the rarest words that each document contains, by its key. */
function countShares(
  { database, termCounts }: WordTools,
  collection: CollectionRow,
  words: readonly QueryWord[],
): Map<number, number> {
  const rarest = words
    .map(({ forms }) => ({
      forms,
      chunks: forms.reduce((sum, form) => sum + termCounts.count(collection, form), 0),
    }))
    .filter(({ chunks }) => chunks > 0)
    .sort((one, other) => one.chunks - other.chunks)
    .slice(0, mostWords)
  const { table } = lexicalNames(collection.key)
  const listHolders = `SELECT DISTINCT document_key AS key FROM chunks
    WHERE key IN (SELECT rowid FROM ${table} WHERE ${table} MATCH ?)`
  const found = new Map<number, number>()
  for (const { forms } of rarest) {
    const match = forms.map(form => `"${encodeTerm(form)}"`).join(' OR ')
    for (const { key } of database.all<{ key: number }>(listHolders, match))
      found.set(key, (found.get(key) ?? 0) + 1)
  }
  return new Map([...found].map(([key, count]) => [key, count / rarest.length]))
}

function listPlaces(
  database: Database,
  collection: CollectionRow,
  { filter }: ProposalQuery,
): Pick<Place, 'key' | 'id' | 'createdAt'>[] {
  const { documents, chunks } = filterToSql(filter, collection.key)
  if (chunks.length > 0) throw onlyDocuments()
  const tests = ['documents.collection_key = ?', ...documents.map(test => test.sql)].join(' AND ')
  return database.all<Place>(
    `SELECT documents.key, documents.id, documents.created_at AS createdAt FROM documents WHERE ${tests}`,
    collection.key,
    ...documents.flatMap(test => test.values),
  )
}

function likeliestFirst(one: Place, other: Place): number {
  if (one.score !== other.score) return other.score - one.score
  if (one.share !== other.share) return other.share - one.share
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1
  return one.id < other.id ? -1 : 1
}

const readSummary = `SELECT ${summaryColumns} FROM ${summaryTables} WHERE documents.key = ?`

function readProposals(database: Database, places: readonly Place[]): Proposal[] {
  return places.flatMap(({ key, score, share }) => {
    const row = database.get<SummaryRow>(readSummary, key)
    if (row === undefined) return []
    return [{ document: toSummary(row), isRanked: score > 0, share }]
  })
}
