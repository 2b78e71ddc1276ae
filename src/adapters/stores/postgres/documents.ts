import { createHash } from 'node:crypto'
import type { Correction } from '../../../core/model/correction.ts'
import type { Document, DocumentSummary } from '../../../core/model/document.ts'
import type {
  DocumentCount,
  DocumentDescription,
  DocumentMatch,
  DocumentOrder,
  Store,
  TrashWrite,
} from '../../../core/ports/store.ts'
import { refuseNul } from '../common/refuse-nul.ts'
import { nextVersion } from './change-log.ts'
import { type CollectionRow, lockCollection } from './collections.ts'
import { changeUncorrected, correctSource } from './corrections.ts'
import type { Sql, SqlValue } from './database.ts'
import {
  readText,
  type SummaryRow,
  summaryColumns,
  summaryTables,
  toDocument,
  toSummary,
} from './document-rows.ts'
import { removeDocument, type StoredExtent } from './put-document.ts'
import { putTrash } from './trash.ts'

const bySource = `SELECT ${summaryColumns} FROM ${summaryTables} WHERE collections.name = ? AND documents.source = ?`
const byId = `SELECT ${summaryColumns} FROM ${summaryTables} WHERE documents.id = ?`
const wholeByIds = `SELECT ${summaryColumns}, pages, outline FROM ${summaryTables} WHERE documents.id = ANY(?::text[])`
const findStored = `SELECT collection, key, source, language, words, first_chunk AS "firstChunk",
    chunk_count AS "chunkCount" FROM quire.documents WHERE id = ?`
const within = 'collections.name = ANY(?::text[])'
const isAfter = '(documents.created_at < ? OR (documents.created_at = ? AND documents.id > ?))'
const countStored = `SELECT
  (SELECT count(*) FROM quire.chunks WHERE collection = ? AND document = ?) AS chunks,
  (SELECT count(*) FROM quire.vectors WHERE collection = ? AND chunk >= ? AND chunk < ?) AS vectors,
  (SELECT count(*) FROM quire.chunks JOIN quire.document_terms USING (collection, document)
    WHERE collection = ? AND document = ?) AS lexical`

type Stored = StoredExtent & { collection: number; source: string }

/**
 * The document operations of the store: find, read, list, describe, correct, delete. They run inside a transaction.
 * `put-document.ts` writes documents.
 */
export async function findDocument(
  sql: Sql,
  collection: string,
  source: string,
): Promise<DocumentSummary | null> {
  const row = await sql.get<SummaryRow>(bySource, collection, source)
  return row ? toSummary(row) : null
}

export async function readSummary(sql: Sql, id: string): Promise<DocumentSummary | null> {
  const row = await sql.get<SummaryRow>(byId, id)
  return row ? toSummary(row) : null
}

export async function readDocuments(sql: Sql, ids: readonly string[]): Promise<Document[]> {
  if (ids.length === 0) return []
  const rows = await sql.all<SummaryRow & { pages: string; outline: string }>(wholeByIds, ids)
  const found = new Map(rows.map(row => [row.id, row]))
  const documents: Document[] = []
  for (const id of ids) {
    const row = found.get(id)
    if (row) documents.push(toDocument(row, await readText(sql, row)))
  }
  return documents
}

type Condition = { sql: string; values: SqlValue[] }

export async function listDocuments(
  sql: Sql,
  { collections, limit, offset, after = null, matching = {}, order }: Parameters<Store['listDocuments']>[0],
): Promise<DocumentSummary[]> {
  const conditions = matchingConditions(matching)
  if (collections !== null) conditions.push({ sql: within, values: [collections] })
  if (after !== null) conditions.push({ sql: isAfter, values: [after.createdAt, after.createdAt, after.id] })
  const rows = await sql.all<SummaryRow>(
    `SELECT ${summaryColumns} FROM ${summaryTables} ${whereAll(conditions)} ${orderOf(order)} LIMIT ? OFFSET ?`,
    ...conditions.flatMap(({ values }) => values),
    Math.max(0, limit),
    Math.max(0, offset),
  )
  return rows.map(toSummary)
}

export async function countDocuments(
  sql: Sql,
  collections: readonly string[],
  matching: DocumentMatch = {},
): Promise<number> {
  const conditions = [{ sql: within, values: [collections] }, ...matchingConditions(matching)]
  const row = await sql.get<{ count: number }>(
    `SELECT count(*) AS count FROM ${summaryTables} ${whereAll(conditions)}`,
    ...conditions.flatMap(({ values }) => values),
  )
  return row?.count ?? 0
}

function whereAll(conditions: readonly Condition[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`
}

/** With the collation "C", `lower` changes the letters A to Z only. */
const contains = `(strpos(lower(documents.title), lower(? COLLATE "C")) > 0
  OR strpos(lower(documents.source), lower(? COLLATE "C")) > 0)`

function matchingConditions({ text, fileType, language }: DocumentMatch): Condition[] {
  return [
    ...(fileType === undefined ? [] : [{ sql: 'documents.file_type = ?', values: [fileType] }]),
    ...(language === undefined ? [] : [{ sql: 'documents.language = ?', values: [language] }]),
    ...(text === undefined || text === '' ? [] : [{ sql: contains, values: [text, text] }]),
  ]
}

const orders = {
  title: 'lower(documents.title)',
  fileType: 'documents.file_type',
  language: 'documents.language',
} as const

function orderOf(order: DocumentOrder | undefined): string {
  if (order === undefined || order.by === 'created')
    return order?.isReversed
      ? 'ORDER BY documents.created_at, documents.id DESC'
      : 'ORDER BY documents.created_at DESC, documents.id'
  const direction = order.isReversed ? 'DESC' : 'ASC'
  return `ORDER BY ${orders[order.by]} ${direction}, documents.collection ${direction}, documents.key ${direction}`
}

/** Counts what is stored of a document, to verify a write. */
export async function countDocument(sql: Sql, id: string): Promise<DocumentCount | null> {
  const found = await sql.get<Stored>(findStored, id)
  if (!found) return null
  const { collection, key, firstChunk, chunkCount } = found
  const counted = await sql.get<Omit<DocumentCount, 'markdownHash'>>(
    countStored,
    collection,
    key,
    collection,
    firstChunk,
    firstChunk + chunkCount,
    collection,
    key,
  )
  const { chunks = 0, vectors = 0, lexical = 0 } = counted ?? {}
  const markdown = await readText(sql, found)
  return { chunks, vectors, lexical, markdownHash: createHash('sha256').update(markdown).digest('hex') }
}

/** Locks the collection of a document and finds it again: another writer may have replaced it meanwhile. */
async function lockStored(sql: Sql, id: string): Promise<(Stored & { row: CollectionRow }) | null> {
  const found = await sql.get<Stored>(findStored, id)
  const row = found && (await lockCollection(sql, found.collection))
  if (row === undefined) return null
  const now = await sql.get<Stored>(findStored, id)
  return now === undefined ? null : { ...now, row }
}

/** Replaces title, metadata and labels as they are without corrections; the text and its chunks stay. */
export async function describeDocument(
  sql: Sql,
  id: string,
  { title, metadata, labels }: DocumentDescription,
): Promise<boolean> {
  refuseNul([title, metadata, labels])
  const found = await lockStored(sql, id)
  if (!found) return false
  const { collection, source, key } = found
  await changeUncorrected(sql, { key: collection, source }, document => ({
    ...document,
    title,
    metadata,
    ...(labels === undefined ? {} : { pages: [...labels.pages], pageLabelSource: labels.source }),
  }))
  await nextVersion(sql, collection, { kind: 'described', document: key })
  return true
}

/** Replaces what a user corrected; null removes it. */
export async function correctDocument(sql: Sql, id: string, correction: Correction | null): Promise<boolean> {
  refuseNul(correction)
  const found = await lockStored(sql, id)
  if (!found) return false
  await correctSource(sql, { key: found.collection, source: found.source }, correction)
  await nextVersion(sql, found.collection, { kind: 'described', document: found.key })
  return true
}

export async function deleteDocument(sql: Sql, id: string, trash?: TrashWrite): Promise<number | null> {
  const found = await lockStored(sql, id)
  if (!found) return null
  await removeDocument(sql, found.row, found)
  if (trash !== undefined) await putTrash(sql, trash)
  return found.chunkCount
}
