import type { Chunk } from '../../../core/model/chunk.ts'
import type { DocumentSummary } from '../../../core/model/document.ts'
import type { LoadedChunk } from '../../../core/ports/store.ts'
import type { Database } from './database.ts'
import { readSpan, type SummaryRow, summaryColumns, summaryTables, toSummary } from './document-rows.ts'
import { fromBlob } from './vector-codec.ts'

type ChunkRow = {
  document_key: number
  id: string
  ordinal: number
  start: number
  end: number
  tokens: number
  first_page: number | null
  last_page: number | null
  first_label: string | null
  last_label: string | null
  section_path: string
}

const columns = `document_key, id, ordinal, start, end, tokens, first_page, last_page, first_label, last_label,
  section_path`
const findChunk = `SELECT ${columns} FROM chunks WHERE id = ? ORDER BY collection_key LIMIT 1`
const findVector = `SELECT vector FROM chunks JOIN vectors ON chunk_key = chunks.key WHERE id = ?
  ORDER BY collection_key LIMIT 1`
const findSummary = `SELECT ${summaryColumns} FROM ${summaryTables} WHERE documents.key = ?`
const exportByDocument = `SELECT ${columns}, vector FROM chunks JOIN vectors ON chunk_key = chunks.key
  WHERE document_key = (SELECT key FROM documents WHERE id = ?) ORDER BY ordinal, id`

/** Loads chunks by id with their text and document; unknown ids are skipped. */
export function loadChunks(database: Database, ids: readonly string[]): LoadedChunk[] {
  const summaries = new Map<number, DocumentSummary | undefined>()
  const summarize = (key: number) => {
    if (!summaries.has(key)) summaries.set(key, findOwner(database, key))
    return summaries.get(key)
  }
  return ids.flatMap(id => {
    const row = database.get<ChunkRow>(findChunk, id)
    const document = row && summarize(row.document_key)
    if (!row || !document) return []
    return [{ chunk: toChunk(row), text: readSpan(database, row.document_key, row), document }]
  })
}

export function loadVectors(database: Database, ids: readonly string[]): Map<string, Float32Array> {
  return new Map(
    ids.flatMap(id => {
      const row = database.get<{ vector: Uint8Array }>(findVector, id)
      return row ? [[id, fromBlob(row.vector)] as const] : []
    }),
  )
}

/** All chunks of a document with their vectors, in order. */
export function exportChunks(
  database: Database,
  documentId: string,
): { chunk: Chunk; vector: Float32Array }[] {
  return database
    .all<ChunkRow & { vector: Uint8Array }>(exportByDocument, documentId)
    .map(row => ({ chunk: toChunk(row), vector: fromBlob(row.vector) }))
}

function findOwner(database: Database, key: number): DocumentSummary | undefined {
  const row = database.get<SummaryRow>(findSummary, key)
  return row && toSummary(row)
}

function toChunk(row: ChunkRow): Chunk {
  return {
    id: row.id,
    ordinal: row.ordinal,
    start: row.start,
    end: row.end,
    pages: toPages(row),
    sectionPath: JSON.parse(row.section_path),
    tokens: row.tokens,
  }
}

function toPages(row: ChunkRow): Chunk['pages'] {
  if (row.first_page === null || row.last_page === null) return null
  return {
    first: row.first_page,
    last: row.last_page,
    firstLabel: row.first_label,
    lastLabel: row.last_label,
  }
}
