import { applyCorrection, relabelChunk } from '../../../core/model/correction.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { ChunkWrite, DocumentWrite } from '../../../core/ports/store.ts'
import { countWords } from '../../../core/text/count-words.ts'
import { documentValues } from '../common/document-row.ts'
import { refuseNul } from '../common/refuse-nul.ts'
import { measureVector } from '../common/vector-codec.ts'
import { byteArrays, vectorArray } from './binary-values.ts'
import { type CollectionRow, lockCollections } from './collections.ts'
import { findCorrection, saveCorrection } from './corrections.ts'
import type { Sql } from './database.ts'
import { type DocumentKey, insertText } from './document-rows.ts'
import { insertGeometry } from './geometry.ts'
import { insertMetadata } from './metadata-values.ts'
import { type AddedTerms, appendTerms, deleteTerms, insertTerms } from './postings.ts'

const findSource = `SELECT key, first_chunk AS "firstChunk", chunk_count AS "chunkCount" FROM quire.documents
  WHERE collection = ? AND source = ?`
const findId = 'SELECT 1 FROM quire.documents WHERE id = ?'
const findChunkIds = 'SELECT id FROM quire.chunks WHERE collection = ? AND id = ANY(?::text[]) LIMIT 1'
const addCounts = `UPDATE quire.collections SET version = version + 1, next_document = next_document + ?,
  next_chunk = next_chunk + ?, documents = documents + ?, chunks = chunks + ?, terms = terms + ? WHERE key = ?`
const insertDocument = `INSERT INTO quire.documents
  (collection, key, id, source, title, file_type, last_modified, content_hash, fingerprint, created_at, language,
   metadata, warnings, page_label_source, corrected, pages, outline, length, words, first_chunk, chunk_count)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const insertChunks = `INSERT INTO quire.chunks
  (collection, document, key, id, ordinal, start_at, end_at, tokens, first_page, last_page, first_label, last_label,
   section_path, terms)
  SELECT ?::bigint, ?::bigint, key, id, ordinal, start_at, end_at, tokens, first_page, last_page, first_label, last_label,
    ARRAY(SELECT json_array_elements_text(section_path::json)), terms
  FROM unnest(?::bigint[], ?::text[], ?::int[], ?::int[], ?::int[], ?::int[], ?::int[], ?::int[], ?::text[], ?::text[],
    ?::text[], ?::int[])
    AS chunk (key, id, ordinal, start_at, end_at, tokens, first_page, last_page, first_label, last_label, section_path, terms)`
const insertVectors = `INSERT INTO quire.vectors (collection, chunk, vector)
  SELECT ?::bigint, * FROM unnest(?::bigint[], ?::vector[])`
const insertPending = `INSERT INTO quire.pending_vectors (collection, chunk, text)
  SELECT ?::bigint, * FROM unnest(?::bigint[], ?::text[])`
const insertTokens = `INSERT INTO quire.chunk_tokens (collection, chunk, bits)
  SELECT ?::bigint, * FROM unnest(?::bigint[], ?::bytea[])
  ON CONFLICT (collection, chunk) DO UPDATE SET bits = excluded.bits`

/** Inside a write transaction: replaces documents by their new versions, each corrected as its source is. */
export async function putDocuments(sql: Sql, writes: readonly DocumentWrite[]): Promise<void> {
  for (const write of writes) refuseNul([write.document, write.correction, write.chunks])
  const locked = await lockCollections(
    sql,
    writes.map(({ document }) => document.collection),
  )
  const added = new Map<string, AddedTerms>()
  for (const { name, key } of locked.values()) added.set(name, { collection: key, drafts: new Map() })
  for (const write of writes) {
    const collection = locked.get(write.document.collection)
    const terms = added.get(write.document.collection)
    if (collection && terms) await putDocument(sql, { ...write, collection, added: terms })
  }
  for (const terms of added.values()) await appendTerms(sql, terms)
}

/** Counts the new keys in `collection`, so that the next document of the transaction gets others. */
async function putDocument(
  sql: Sql,
  { collection, added, ...write }: DocumentWrite & { collection: CollectionRow; added: AddedTerms },
): Promise<void> {
  const { document, chunks } = await correctWrite(sql, collection.key, write)
  for (const { vector } of chunks)
    if ('length' in vector) measureVector(vector, { ...collection, collection: collection.name })
  const old = await sql.get<StoredExtent>(findSource, collection.key, document.source)
  if (old) {
    // The old version may be of the same transaction.
    await appendTerms(sql, added)
    await removeDocument(sql, { collection: collection.key, ...old })
  }
  await refuseTakenIds(sql, collection, { document, chunks })
  const at = { collection: collection.key, key: collection.next_document, firstChunk: collection.next_chunk }
  const terms = chunks.reduce((sum, chunk) => sum + lengthOf(chunk), 0)
  await sql.run(addCounts, 1, chunks.length, 1, chunks.length, terms, collection.key)
  collection.next_document += 1
  collection.next_chunk += chunks.length
  await writeDocument(sql, at, { document, chunks })
  await insertText(sql, at, document.markdown)
  await insertMetadata(sql, at, document.metadata)
  await insertGeometry(sql, at, write.geometry ?? [])
  if (chunks.length > 0) await writeChunks(sql, at, chunks)
  await insertTerms(sql, { ...at, added }, chunks)
}

/** Where the chunks of a stored document are. */
type StoredExtent = { key: number; firstChunk: number; chunkCount: number }

async function correctWrite(
  sql: Sql,
  key: number,
  { document, chunks, correction = null }: DocumentWrite,
): Promise<DocumentWrite> {
  const known = await findCorrection(sql, key, document.source)
  if (known === null && correction !== null)
    await saveCorrection(sql, { key, source: document.source }, correction)
  const corrected = applyCorrection(document, known ?? correction)
  if (corrected.pages === document.pages) return { document: corrected, chunks }
  const relabelled = chunks.map(write => ({ ...write, chunk: relabelChunk(write.chunk, corrected.pages) }))
  return { document: corrected, chunks: relabelled }
}

const countTerms = `SELECT coalesce(sum(terms), 0)::bigint AS terms FROM quire.chunks WHERE collection = ? AND document = ?`

/** Deletes a document of a locked collection with everything that belongs to it. */
export async function removeDocument(
  sql: Sql,
  { collection, ...stored }: StoredExtent & { collection: number },
): Promise<void> {
  const { key, firstChunk, chunkCount } = stored
  const terms = (await sql.get<{ terms: number }>(countTerms, collection, key))?.terms ?? 0
  await deleteTerms(sql, { collection, ...stored })
  for (const table of ['vectors', 'pending_vectors', 'chunk_tokens'])
    await sql.run(
      `DELETE FROM quire.${table} WHERE collection = ? AND chunk >= ? AND chunk < ?`,
      collection,
      firstChunk,
      firstChunk + chunkCount,
    )
  for (const table of ['chunks', 'pieces', 'page_geometry', 'metadata_values'])
    await sql.run(`DELETE FROM quire.${table} WHERE collection = ? AND document = ?`, collection, key)
  await sql.run('DELETE FROM quire.documents WHERE collection = ? AND key = ?', collection, key)
  await sql.run(addCounts, 0, 0, -1, -chunkCount, -terms, collection)
}

async function refuseTakenIds(
  sql: Sql,
  collection: CollectionRow,
  { document, chunks }: Pick<DocumentWrite, 'document' | 'chunks'>,
): Promise<void> {
  if (await sql.get(findId, document.id))
    throw new Failure(
      'conflict',
      'DOCUMENT_ID_TAKEN',
      `Another source already holds the document id ${document.id}.`,
      { hint: 'Delete that document first, or give this one another id.', details: { id: document.id } },
    )
  const ids = chunks.map(({ chunk }) => chunk.id)
  const twice = ids.find((id, index) => ids.indexOf(id) < index)
  const taken = twice ?? (await sql.get<{ id: string }>(findChunkIds, collection.key, ids))?.id
  if (taken === undefined) return
  throw new Failure(
    'conflict',
    'CHUNK_ID_TAKEN',
    `The chunk id ${taken} is used twice in "${collection.name}".`,
    { hint: 'Chunk ids must be unique within a collection.', details: { id: taken } },
  )
}

type Place = DocumentKey & { firstChunk: number }

async function writeDocument(
  sql: Sql,
  { collection, key, firstChunk }: Place,
  { document, chunks }: Pick<DocumentWrite, 'document' | 'chunks'>,
): Promise<void> {
  await sql.run(
    insertDocument,
    collection,
    key,
    ...documentValues(document),
    JSON.stringify(document.pages),
    JSON.stringify(document.outline),
    document.markdown.length,
    countWords(document.markdown),
    firstChunk,
    chunks.length,
  )
}

async function writeChunks(
  sql: Sql,
  { collection, key, firstChunk }: Place,
  writes: readonly ChunkWrite[],
): Promise<void> {
  const chunks = writes.map(({ chunk }) => chunk)
  const keyed = writes.map((write, index) => ({ ...write, key: firstChunk + index }))
  await sql.run(
    insertChunks,
    collection,
    key,
    keyed.map(({ key }) => key),
    chunks.map(({ id }) => id),
    chunks.map(({ ordinal }) => ordinal),
    chunks.map(({ start }) => start),
    chunks.map(({ end }) => end),
    chunks.map(({ tokens }) => tokens),
    chunks.map(({ pages }) => pages?.first ?? null),
    chunks.map(({ pages }) => pages?.last ?? null),
    chunks.map(({ pages }) => pages?.firstLabel ?? null),
    chunks.map(({ pages }) => pages?.lastLabel ?? null),
    chunks.map(({ sectionPath }) => JSON.stringify(sectionPath.map(heading => heading.toWellFormed()))),
    writes.map(lengthOf),
  )
  const pending: { key: number; text: string }[] = []
  const vectors: { key: number; vector: Float32Array }[] = []
  for (const { key, vector } of keyed)
    if ('length' in vector) vectors.push({ key, vector })
    else pending.push({ key, text: vector.text })
  await putVectorRows(sql, collection, vectors)
  if (pending.length > 0)
    await sql.run(
      insertPending,
      collection,
      pending.map(({ key }) => key),
      pending.map(({ text }) => text),
    )
  await putTokenRows(
    sql,
    collection,
    keyed.flatMap(({ key, tokenBits }) => (tokenBits === undefined ? [] : [{ key, tokenBits }])),
  )
}

export async function putVectorRows(
  sql: Sql,
  collection: number,
  rows: readonly { key: number; vector: Float32Array }[],
): Promise<void> {
  if (rows.length === 0) return
  const type = await sql.get<{ oid: number }>("SELECT 'vector'::regtype::oid::int AS oid")
  await sql.run(
    insertVectors,
    collection,
    rows.map(({ key }) => key),
    vectorArray(
      type?.oid ?? 0,
      rows.map(({ vector }) => vector),
    ),
  )
}

export async function putTokenRows(
  sql: Sql,
  collection: number,
  rows: readonly { key: number; tokenBits: Uint8Array }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql.run(
    insertTokens,
    collection,
    rows.map(({ key }) => key),
    byteArrays(rows.map(({ tokenBits }) => tokenBits)),
  )
}

function lengthOf({ terms }: Pick<ChunkWrite, 'terms'>): number {
  return terms.body.length + terms.heading.length
}
