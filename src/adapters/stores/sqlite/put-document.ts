import { applyCorrection, relabelChunk } from '../../../core/model/correction.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { ChunkWrite, DocumentWrite } from '../../../core/ports/store.ts'
import { countWords } from '../../../core/text/count-words.ts'
import { documentValues } from '../common/document-row.ts'
import { refuseNul } from '../common/refuse-nul.ts'
import { measureVector, toBlob } from '../common/vector-codec.ts'
import { type CollectionRow, requireCollection } from './collections.ts'
import { findCorrection, saveCorrection } from './corrections.ts'
import type { Database } from './database.ts'
import { insertText } from './document-rows.ts'
import { insertGeometry } from './geometry.ts'
import { deleteTerms, insertTerms } from './lexical-table.ts'
import { insertMetadata } from './metadata-values.ts'

/** A copy in memory that missed more writes than this is reloaded, because older removals are not recorded. */
export const rememberedWrites = 10_000

const bumpVersion = 'UPDATE collections SET version = version + 1 WHERE key = ? RETURNING version'
const addRemoval = 'INSERT INTO removals (collection_key, version, document_key) VALUES (?, ?, ?)'
const forgetRemovals = 'DELETE FROM removals WHERE collection_key = ? AND version <= ?'
const findSource = 'SELECT key FROM documents WHERE collection_key = ? AND source = ?'
const findId = 'SELECT source FROM documents WHERE id = ?'
const findChunkId = 'SELECT 1 FROM chunks WHERE id = ? AND collection_key = ?'
const insertDocument = `INSERT INTO documents
  (collection_key, version, id, source, title, file_type, last_modified, content_hash, fingerprint, created_at,
   language, metadata, warnings, page_label_source, corrected, length, words)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const insertPageMap = 'INSERT INTO page_maps (document_key, pages, outline) VALUES (?, ?, ?)'
const insertChunk = `INSERT INTO chunks
  (collection_key, document_key, id, ordinal, start, end, tokens, first_page, last_page, first_label, last_label,
   section_path)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const insertVector = 'INSERT INTO vectors (chunk_key, vector) VALUES (?, ?)'
const insertPending = 'INSERT INTO pending_vectors (chunk_key, collection_key, text) VALUES (?, ?, ?)'
const insertTokens = 'INSERT INTO chunk_tokens (chunk_key, bits) VALUES (?, ?)'

/**
 * Inside a write transaction: replaces the old version of the document, with all its chunks, by the new one, corrected
 * as its source is.
 */
export function putDocument(database: Database, write: DocumentWrite): void {
  refuseNul([write.document, write.correction, write.chunks])
  const { document, chunks } = correctWrite(database, write)
  const collection = requireCollection(database, document.collection)
  for (const { vector } of chunks)
    if ('length' in vector) measureVector(vector, { ...collection, collection: collection.name })
  const version = nextVersion(database, collection.key)
  const old = database.get<{ key: number }>(findSource, collection.key, document.source)
  if (old) removeDocument(database, { collectionKey: collection.key, documentKey: old.key, version })
  refuseTakenId(database, document)
  const documentKey = writeDocument(database, { collection, version, document })
  insertGeometry(database, documentKey, write.geometry ?? [])
  for (const write of chunks) writeChunk(database, { collection, documentKey, write })
}

function correctWrite(
  database: Database,
  { document, chunks, correction = null }: DocumentWrite,
): DocumentWrite {
  const { key } = requireCollection(database, document.collection)
  const known = findCorrection(database, key, document.source)
  if (known === null && correction !== null)
    saveCorrection(database, { key, source: document.source }, correction)
  const corrected = applyCorrection(document, known ?? correction)
  if (corrected.pages === document.pages) return { document: corrected, chunks }
  const relabelled = chunks.map(write => ({ ...write, chunk: relabelChunk(write.chunk, corrected.pages) }))
  return { document: corrected, chunks: relabelled }
}

/** Increments the version of a collection, and forgets removals that are too old for copies in memory. */
export function nextVersion(database: Database, collectionKey: number): number {
  const version = database.get<{ version: number }>(bumpVersion, collectionKey)?.version ?? 0
  database.run(forgetRemovals, collectionKey, version - rememberedWrites)
  return version
}

/** Deletes the document with everything that belongs to it, and records the removal. */
export function removeDocument(database: Database, { collectionKey, documentKey, version }: Removal): void {
  deleteTerms(database, collectionKey, documentKey)
  database.run('DELETE FROM documents WHERE key = ?', documentKey)
  insertRemoval(database, { collectionKey, documentKey, version })
}

type Removal = { collectionKey: number; documentKey: number; version: number }

/** Records that copies in memory must drop the vectors of a document. */
export function insertRemoval(database: Database, { collectionKey, documentKey, version }: Removal): void {
  database.run(addRemoval, collectionKey, version, documentKey)
}

function refuseTakenId(database: Database, document: DocumentWrite['document']): void {
  const other = database.get(findId, document.id)
  if (!other) return
  throw new Failure(
    'conflict',
    'DOCUMENT_ID_TAKEN',
    `Another source already holds the document id ${document.id}.`,
    {
      hint: 'Delete that document first, or give this one another id.',
      details: { id: document.id },
    },
  )
}

function writeDocument(
  database: Database,
  {
    collection,
    version,
    document,
  }: { collection: CollectionRow; version: number } & Pick<DocumentWrite, 'document'>,
): number {
  const { key } = database.run(
    insertDocument,
    collection.key,
    version,
    ...documentValues(document),
    document.markdown.length,
    countWords(document.markdown),
  )
  database.run(insertPageMap, key, JSON.stringify(document.pages), JSON.stringify(document.outline))
  insertText(database, key, document.markdown)
  insertMetadata(database, { collectionKey: collection.key, documentKey: key, metadata: document.metadata })
  return key
}

function writeChunk(
  database: Database,
  { collection, documentKey, write }: { collection: CollectionRow; documentKey: number; write: ChunkWrite },
): void {
  const { chunk, vector, terms, tokenBits } = write
  if (database.get(findChunkId, chunk.id, collection.key))
    throw new Failure(
      'conflict',
      'CHUNK_ID_TAKEN',
      `The chunk id ${chunk.id} is used twice in "${collection.name}".`,
      {
        hint: 'Chunk ids must be unique within a collection.',
        details: { id: chunk.id },
      },
    )
  const { key } = database.run(
    insertChunk,
    collection.key,
    documentKey,
    chunk.id,
    chunk.ordinal,
    chunk.start,
    chunk.end,
    chunk.tokens,
    chunk.pages?.first ?? null,
    chunk.pages?.last ?? null,
    chunk.pages?.firstLabel ?? null,
    chunk.pages?.lastLabel ?? null,
    JSON.stringify(chunk.sectionPath),
  )
  if ('length' in vector) database.run(insertVector, key, toBlob(vector))
  else database.run(insertPending, key, collection.key, vector.text)
  if (tokenBits !== undefined) database.run(insertTokens, key, tokenBits)
  insertTerms(database, { collectionKey: collection.key, chunkKey: key, terms })
}
