import type { Chunk } from '../../../core/model/chunk.ts'
import type { DocumentSummary } from '../../../core/model/document.ts'
import type { LoadedChunk, StoredChunk } from '../../../core/ports/store.ts'
import { type ChunkColumns, chunkOf } from '../common/chunk-row.ts'
import { fromBlob } from '../common/vector-codec.ts'
import type { Database } from './database.ts'
import { readSpan, type SummaryRow, summaryColumns, summaryTables, toSummary } from './document-rows.ts'

type ChunkRow = ChunkColumns & { document_key: number; start: number; end: number; section_path: string }

const columns = `document_key, id, ordinal, start, end, tokens, first_page, last_page, first_label, last_label,
  section_path`
const findChunk = `SELECT ${columns} FROM chunks WHERE id = ? ORDER BY collection_key LIMIT 1`
const findVector = `SELECT vector FROM chunks JOIN vectors ON chunk_key = chunks.key WHERE id = ?
  ORDER BY collection_key LIMIT 1`
const findSummary = `SELECT ${summaryColumns} FROM ${summaryTables} WHERE documents.key = ?`
const findTokens = `SELECT bits FROM chunk_tokens JOIN chunks ON chunks.key = chunk_key WHERE id = ?
  ORDER BY collection_key LIMIT 1`
const exportByDocument = `SELECT ${columns}, vector, text, bits FROM chunks
  LEFT JOIN vectors ON vectors.chunk_key = chunks.key
  LEFT JOIN pending_vectors ON pending_vectors.chunk_key = chunks.key
  LEFT JOIN chunk_tokens ON chunk_tokens.chunk_key = chunks.key
  WHERE document_key = (SELECT key FROM documents WHERE id = ?) ORDER BY ordinal, id`

/** Loads chunks by id with their text and document; unknown ids are skipped. */
export function loadChunks(
  database: Database,
  ids: readonly string[],
  extras: { tokenBits: boolean },
): LoadedChunk[] {
  const summaries = new Map<number, DocumentSummary | undefined>()
  const summarize = (key: number) => {
    if (!summaries.has(key)) summaries.set(key, findOwner(database, key))
    return summaries.get(key)
  }
  return ids.flatMap(id => {
    const row = database.get<ChunkRow>(findChunk, id)
    const document = row && summarize(row.document_key)
    if (!row || !document) return []
    const loaded = { chunk: toChunk(row), text: readSpan(database, row.document_key, row), document }
    if (!extras.tokenBits) return [loaded]
    const tokenBits = database.get<{ bits: Uint8Array }>(findTokens, id)?.bits ?? null
    return [{ ...loaded, tokenBits }]
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

type ExportRow = ChunkRow & { vector: Uint8Array | null; text: string | null; bits: Uint8Array | null }

/** All chunks of a document as they were stored, in order. */
export function exportChunks(database: Database, documentId: string): StoredChunk[] {
  return database.all<ExportRow>(exportByDocument, documentId).map(row => ({
    chunk: toChunk(row),
    vector: row.vector === null ? { text: row.text ?? '' } : fromBlob(row.vector),
    tokenBits: row.bits,
  }))
}

function findOwner(database: Database, key: number): DocumentSummary | undefined {
  const row = database.get<SummaryRow>(findSummary, key)
  return row && toSummary(row)
}

function toChunk({ section_path: path, start, end, ...row }: ChunkRow): Chunk {
  return chunkOf(row, { start, end, sectionPath: JSON.parse(path) })
}
