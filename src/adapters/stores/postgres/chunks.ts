import type { Chunk } from '../../../core/model/chunk.ts'
import type { LoadedChunk, StoredChunk } from '../../../core/ports/store.ts'
import { type ChunkColumns, chunkOf } from '../common/chunk-row.ts'
import { readVector } from './binary-values.ts'
import type { Sql } from './database.ts'
import { type SummaryRow, summaryColumns, summaryTables, toSummary } from './document-rows.ts'

type ChunkRow = ChunkColumns & {
  collection: number
  document: number
  start_at: number
  end_at: number
  section_path: string[]
}

const columns = `chunks.collection, chunks.document, chunks.id, ordinal, chunks.start_at, chunks.end_at, tokens, first_page,
  last_page, first_label, last_label, section_path`
/** An id may be in several collections; the oldest one counts. Pieces that touch the chunk are joined. */
const findChunks = `SELECT DISTINCT ON (chunks.id) ${columns}, bits, (
    SELECT string_agg(markdown, '' ORDER BY pieces.start_at) FROM quire.pieces
    WHERE pieces.collection = chunks.collection AND pieces.document = chunks.document
      AND pieces.start_at < chunks.end_at AND pieces.end_at > chunks.start_at) AS markdown, (
    SELECT min(pieces.start_at) FROM quire.pieces
    WHERE pieces.collection = chunks.collection AND pieces.document = chunks.document
      AND pieces.start_at < chunks.end_at AND pieces.end_at > chunks.start_at) AS first
  FROM quire.chunks LEFT JOIN quire.chunk_tokens
    ON ?::boolean AND chunk_tokens.collection = chunks.collection AND chunk_tokens.chunk = chunks.key
  WHERE chunks.id = ANY(?::text[]) ORDER BY chunks.id, chunks.collection`
const findOwners = `SELECT ${summaryColumns} FROM ${summaryTables}
  WHERE (documents.collection, documents.key) IN (SELECT * FROM unnest(?::bigint[], ?::bigint[]))`
const findVectors = `SELECT DISTINCT ON (id) id, vector_send(vector) AS vector FROM quire.chunks
  JOIN quire.vectors ON vectors.collection = chunks.collection AND vectors.chunk = chunks.key
  WHERE id = ANY(?::text[]) ORDER BY id, chunks.collection`
const exportByDocument = `SELECT ${columns}, vector_send(vector) AS vector, text, bits
  FROM quire.documents JOIN quire.chunks ON chunks.collection = documents.collection AND chunks.document = documents.key
  LEFT JOIN quire.vectors ON vectors.collection = chunks.collection AND vectors.chunk = chunks.key
  LEFT JOIN quire.pending_vectors ON pending_vectors.collection = chunks.collection AND pending_vectors.chunk = chunks.key
  LEFT JOIN quire.chunk_tokens ON chunk_tokens.collection = chunks.collection AND chunk_tokens.chunk = chunks.key
  WHERE documents.id = ? ORDER BY ordinal, chunks.id`

type LoadedRow = ChunkRow & { bits: Uint8Array | null; markdown: string | null; first: number | null }

/** Loads chunks by id with their text and document; unknown ids are skipped. */
export async function loadChunks(
  sql: Sql,
  ids: readonly string[],
  extras: { tokenBits: boolean },
): Promise<LoadedChunk[]> {
  if (ids.length === 0) return []
  const rows = await sql.all<LoadedRow>(findChunks, extras.tokenBits, ids)
  const owners = await sql.all<SummaryRow>(
    findOwners,
    rows.map(row => row.collection),
    rows.map(row => row.document),
  )
  const found = new Map(rows.map(row => [row.id, row]))
  const documents = new Map(owners.map(row => [`${row.collection}.${row.key}`, toSummary(row)]))
  return ids.flatMap(id => {
    const row = found.get(id)
    const document = row && documents.get(`${row.collection}.${row.document}`)
    if (!row || !document) return []
    const { start_at, end_at, markdown, first } = row
    const text = (markdown ?? '').slice(start_at - (first ?? 0), end_at - (first ?? 0))
    const loaded = { chunk: toChunk(row), text, document }
    return [extras.tokenBits ? { ...loaded, tokenBits: row.bits } : loaded]
  })
}

export async function loadVectors(sql: Sql, ids: readonly string[]): Promise<Map<string, Float32Array>> {
  const rows = await sql.all<{ id: string; vector: Buffer }>(findVectors, ids)
  const found = new Map(rows.map(({ id, vector }) => [id, readVector(vector)]))
  return new Map(
    ids.flatMap(id => {
      const vector = found.get(id)
      return vector === undefined ? [] : [[id, vector] as const]
    }),
  )
}

type ExportRow = ChunkRow & { vector: Buffer | null; text: string | null; bits: Uint8Array | null }

/** All chunks of a document as they were stored, in order. */
export async function exportChunks(sql: Sql, documentId: string): Promise<StoredChunk[]> {
  const rows = await sql.all<ExportRow>(exportByDocument, documentId)
  return rows.map(row => ({
    chunk: toChunk(row),
    vector: row.vector === null ? { text: row.text ?? '' } : readVector(row.vector),
    tokenBits: row.bits,
  }))
}

function toChunk(row: ChunkRow): Chunk {
  return chunkOf(row, { start: row.start_at, end: row.end_at, sectionPath: row.section_path })
}
