import { createHash } from 'node:crypto'
import type { Correction } from '../../../core/model/correction.ts'
import type { Document, DocumentSummary } from '../../../core/model/document.ts'
import type {
  DocumentCount,
  DocumentDescription,
  DocumentMatch,
  DocumentOrder,
  Store,
} from '../../../core/ports/store.ts'
import { refuseNul } from '../common/refuse-nul.ts'
import { findCollection, findCollections } from './collections.ts'
import { changeUncorrected, correctSource } from './corrections.ts'
import type { Database } from './database.ts'
import {
  readText,
  type SummaryRow,
  summaryColumns,
  summaryTables,
  toDocument,
  toSummary,
} from './document-rows.ts'
import { lexicalNames } from './lexical-table.ts'
import { nextVersion, removeDocument } from './put-document.ts'

const findBySource = `SELECT ${summaryColumns} FROM ${summaryTables}
  WHERE documents.collection_key = ? AND documents.source = ?`
const findById = `SELECT ${summaryColumns} FROM ${summaryTables} WHERE documents.id = ?`
const findKeys = 'SELECT key, collection_key AS collectionKey, source FROM documents WHERE id = ?'
const readPageMap = 'SELECT pages, outline FROM page_maps WHERE document_key = ?'
const newestFirst = 'ORDER BY documents.created_at DESC, documents.id'
const within = 'documents.collection_key IN (SELECT value FROM json_each(?))'
const isAfter = '(documents.created_at < ? OR (documents.created_at = ? AND documents.id > ?))'
const countChunks = 'SELECT count(*) AS count FROM chunks WHERE document_key = ?'
const countVectors =
  'SELECT count(*) AS count FROM chunks JOIN vectors ON chunk_key = chunks.key WHERE document_key = ?'

type Keys = { key: number; collectionKey: number; source: string }

/**
 * The document operations of the SQLite store: find, read, list, describe, correct, delete. The store calls them inside a
 * transaction. `put-document.ts` writes documents.
 */

/** Finds a document by its source. */
export function findDocument(database: Database, collection: string, source: string): DocumentSummary | null {
  const row = findCollection(database, collection)
  const found = row && database.get<SummaryRow>(findBySource, row.key, source)
  return found ? toSummary(found) : null
}

export function readDocument(database: Database, id: string): Document | null {
  const row = database.get<SummaryRow>(findById, id)
  if (!row) return null
  const map = database.get<{ pages: string; outline: string }>(readPageMap, row.key)
  return toDocument(row, {
    markdown: readText(database, row.key),
    pages: map?.pages ?? '[]',
    outline: map?.outline ?? '[]',
  })
}

export function readSummary(database: Database, id: string): DocumentSummary | null {
  const row = database.get<SummaryRow>(findById, id)
  return row ? toSummary(row) : null
}

export function listDocuments(
  database: Database,
  { collections, limit, offset, after = null, matching = {}, order }: Parameters<Store['listDocuments']>[0],
): DocumentSummary[] {
  const conditions = [
    ...(collections === null ? [] : [inCollections(database, collections)]),
    ...(after === null ? [] : [{ sql: isAfter, values: [after.createdAt, after.createdAt, after.id] }]),
    ...matchingConditions(matching),
  ]
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`
  return database
    .all<SummaryRow>(
      `SELECT ${summaryColumns} FROM ${summaryTables} ${where} ${orderOf(order)} LIMIT ? OFFSET ?`,
      ...conditions.flatMap(({ values }) => values),
      Math.max(0, limit),
      Math.max(0, offset),
    )
    .map(toSummary)
}

export function countDocuments(
  database: Database,
  collections: readonly string[],
  matching: DocumentMatch = {},
): number {
  const conditions = [inCollections(database, collections), ...matchingConditions(matching)]
  const count = `SELECT count(*) AS count FROM documents WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`
  return database.get<{ count: number }>(count, ...conditions.flatMap(({ values }) => values))?.count ?? 0
}

type SqlCondition = { sql: string; values: (string | number)[] }

/** One collection is compared by equality, so that an index can give its documents in their order. */
function inCollections(database: Database, collections: readonly string[]): SqlCondition {
  const keys = findCollections(database, collections).map(row => row.key)
  const [only] = keys
  if (keys.length === 1 && only !== undefined) return { sql: 'documents.collection_key = ?', values: [only] }
  return { sql: within, values: [JSON.stringify(keys)] }
}

function matchingConditions({ text, fileType, language }: DocumentMatch): SqlCondition[] {
  return [
    ...(fileType === undefined ? [] : [{ sql: 'documents.file_type = ?', values: [fileType] }]),
    ...(language === undefined ? [] : [{ sql: 'documents.language = ?', values: [language] }]),
    ...(text === undefined || text === '' ? [] : [{ sql: contains, values: Array(2).fill(escaped(text)) }]),
  ]
}

const contains = "(documents.title LIKE ? ESCAPE '\\' OR documents.source LIKE ? ESCAPE '\\')"

function escaped(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

const orders = {
  title: 'documents.title COLLATE NOCASE',
  fileType: 'documents.file_type',
  language: 'documents.language',
} as const

function orderOf(order: DocumentOrder | undefined): string {
  if (order === undefined || order.by === 'created')
    return order?.isReversed ? 'ORDER BY documents.created_at, documents.id DESC' : newestFirst
  const direction = order.isReversed ? 'DESC' : 'ASC'
  return `ORDER BY ${orders[order.by]} ${direction}, documents.key ${direction}`
}

/** Counts what is stored of a document, to verify a write. */
export function countDocument(database: Database, id: string): DocumentCount | null {
  const found = database.get<Keys>(findKeys, id)
  if (!found) return null
  const { sizes } = lexicalNames(found.collectionKey)
  const countLexical = `SELECT count(*) AS count FROM chunks JOIN ${sizes} AS sizes ON sizes.id = chunks.key
    WHERE document_key = ?`
  const count = (sql: string) => database.get<{ count: number }>(sql, found.key)?.count ?? 0
  return {
    chunks: count(countChunks),
    vectors: count(countVectors),
    lexical: count(countLexical),
    markdownHash: createHash('sha256').update(readText(database, found.key)).digest('hex'),
  }
}

/** Replaces title, metadata and labels as they are without corrections; the text and its chunks stay. */
export function describeDocument(
  database: Database,
  id: string,
  { title, metadata, labels }: DocumentDescription,
): boolean {
  refuseNul([title, metadata, labels])
  const found = database.get<Keys>(findKeys, id)
  if (!found) return false
  const { collectionKey, source } = found
  changeUncorrected(database, { key: collectionKey, source }, document => ({
    ...document,
    title,
    metadata,
    ...(labels === undefined ? {} : { pages: [...labels.pages], pageLabelSource: labels.source }),
  }))
  // Cached results of filters are no longer valid.
  nextVersion(database, collectionKey)
  return true
}

/** Replaces what a user corrected; null removes it. */
export function correctDocument(database: Database, id: string, correction: Correction | null): boolean {
  refuseNul(correction)
  const found = database.get<Keys>(findKeys, id)
  if (!found) return false
  correctSource(database, { key: found.collectionKey, source: found.source }, correction)
  nextVersion(database, found.collectionKey)
  return true
}

export function deleteDocument(database: Database, id: string): number | null {
  const found = database.get<Keys>(findKeys, id)
  if (!found) return null
  const chunks = database.get<{ count: number }>(countChunks, found.key)?.count ?? 0
  const version = nextVersion(database, found.collectionKey)
  removeDocument(database, { collectionKey: found.collectionKey, documentKey: found.key, version })
  return chunks
}
