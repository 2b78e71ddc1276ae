import { applyCorrection, relabelChunk } from '../../../core/model/correction.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { DocumentWrite } from '../../../core/ports/store.ts'
import { countWords } from '../../../core/text/count-words.ts'
import { type CorrectionRow, toCorrection } from '../common/correction-row.ts'
import { refuseNul } from '../common/refuse-nul.ts'
import { measureVector } from '../common/vector-codec.ts'
import { byteArrays, vectorArray } from './binary-values.ts'
import { nextVersion } from './change-log.ts'
import { type CollectionRow, lockCollections } from './collections.ts'
import { saveCorrection } from './corrections.ts'
import type { Sql } from './database.ts'
import { lengthOf, type PlacedDocument, writeDocumentRows } from './document-tables.ts'
import { countLanguages, writeLanguages } from './language-counts.ts'
import { deleteTerms, insertTerms } from './postings.ts'

const findSources = `SELECT key, language, words, first_chunk AS "firstChunk", chunk_count AS "chunkCount" FROM quire.documents
  WHERE collection = ? AND source = ANY(?::text[])`
type Taken = { document: string | null; chunk: string | null }
const findTaken = `SELECT (SELECT id FROM quire.documents WHERE id = ANY(?::text[]) LIMIT 1) AS document,
  (SELECT id FROM quire.chunks WHERE collection = ? AND id = ANY(?::text[]) LIMIT 1) AS chunk`
const findCorrections = `SELECT source, title, labels, reference FROM quire.corrections
  WHERE collection = ? AND source = ANY(?::text[])`
const insertVectors = `INSERT INTO quire.vectors (collection, chunk, vector)
  SELECT ?::bigint, * FROM unnest(?::bigint[], ?::vector[])`
const insertTokens = `INSERT INTO quire.chunk_tokens (collection, chunk, bits)
  SELECT ?::bigint, * FROM unnest(?::bigint[], ?::bytea[])
  ON CONFLICT (collection, chunk) DO UPDATE SET bits = excluded.bits`

/**
 * Inside a write transaction: replaces documents by their new versions, each corrected as its source is. Returns the
 * collections with the number of chunks that they have now.
 */
export async function putDocuments(sql: Sql, writes: readonly DocumentWrite[]): Promise<CollectionRow[]> {
  for (const write of writes) refuseNul([write.document, write.correction, write.chunks])
  const locked = await lockCollections(
    sql,
    writes.map(({ document }) => document.collection),
  )
  for (const group of distinctSources(writes)) {
    const collection = locked.get(group[0]?.document.collection ?? '')
    if (collection) await putGroup(sql, collection, group)
  }
  return [...locked.values()]
}

/** Cuts the list where the collection changes, or a source comes again: the later version replaces the earlier one. */
function distinctSources(writes: readonly DocumentWrite[]): DocumentWrite[][] {
  const groups: DocumentWrite[][] = []
  const sources = new Set<string>()
  let of: string | null = null
  for (const write of writes) {
    const { collection, source } = write.document
    if (collection !== of || sources.has(source)) {
      groups.push([])
      sources.clear()
    }
    of = collection
    sources.add(source)
    groups.at(-1)?.push(write)
  }
  return groups
}

/** Counts the new keys in `collection`, so that the next documents of the transaction get others. */
async function putGroup(
  sql: Sql,
  collection: CollectionRow,
  writes: readonly DocumentWrite[],
): Promise<void> {
  const corrected = await correctWrites(sql, collection.key, writes)
  for (const { vector } of corrected.flatMap(({ chunks }) => chunks))
    if ('length' in vector) measureVector(vector, { ...collection, collection: collection.name })
  const sources = corrected.map(({ document }) => document.source)
  for (const old of await sql.all<StoredExtent>(findSources, collection.key, sources)) {
    await removeDocument(sql, collection, old)
    collection.chunks -= old.chunkCount
  }
  await refuseTakenIds(sql, collection, corrected)
  const placed = corrected.map<PlacedDocument>(write => {
    const at = {
      collection: collection.key,
      key: collection.next_document,
      firstChunk: collection.next_chunk,
    }
    collection.next_document += 1
    collection.next_chunk += write.chunks.length
    return { ...write, ...at, words: countWords(write.document.markdown) }
  })
  const chunks = placed.flatMap(write => write.chunks)
  collection.chunks += chunks.length
  const terms = chunks.reduce((sum, chunk) => sum + lengthOf(chunk), 0)
  const first = placed[0]?.firstChunk ?? collection.next_chunk
  const range = [first, collection.next_chunk] as const
  const languages = writeLanguages(await countLanguages(sql, collection), {
    added: placed.map(({ document, words }) => ({ language: document.language, words })),
  })
  const counts = { documents: placed.length, chunks: chunks.length, terms }
  await nextVersion(sql, collection.key, {
    kind: 'added',
    ranges: [range],
    counts: { ...counts, nextDocument: placed.length, nextChunk: chunks.length },
    languages,
  })
  noteLanguages(collection, languages)
  await writeDocumentRows(sql, placed)
  await insertTerms(sql, placed)
}

/** Where the chunks of a stored document are. */
export type StoredExtent = {
  key: number
  language: string
  words: number
  firstChunk: number
  chunkCount: number
}

/** The locked row has another version now. */
function noteLanguages(collection: CollectionRow, languages: string): void {
  collection.version += 1
  collection.languages = languages
  collection.languages_version = collection.version
}

async function correctWrites(
  sql: Sql,
  key: number,
  writes: readonly DocumentWrite[],
): Promise<DocumentWrite[]> {
  const sources = writes.map(({ document }) => document.source)
  const rows = await sql.all<CorrectionRow & { source: string }>(findCorrections, key, sources)
  const known = new Map(rows.map(row => [row.source, toCorrection(row)]))
  for (const { document, correction = null } of writes)
    if (correction !== null && !known.has(document.source))
      await saveCorrection(sql, { key, source: document.source }, correction)
  return writes.map(({ correction, ...write }) => {
    const { document, chunks } = write
    const corrected = applyCorrection(document, known.get(document.source) ?? correction ?? null)
    if (corrected.pages === document.pages) return { ...write, document: corrected }
    const relabelled = chunks.map(one => ({ ...one, chunk: relabelChunk(one.chunk, corrected.pages) }))
    return { ...write, document: corrected, chunks: relabelled }
  })
}

const countTerms = `SELECT coalesce(sum(terms), 0)::bigint AS terms FROM quire.chunks WHERE collection = ? AND document = ?`

const ofChunks = ['vectors', 'pending_vectors', 'chunk_tokens']
const ofDocument = ['chunks', 'pieces', 'page_geometry', 'metadata_values', 'document_terms']
/** One message: others wait for the collection meanwhile. */
const removeAll = `WITH ${[
  ...ofChunks.map(
    table => `of_${table} AS (DELETE FROM quire.${table} WHERE collection = ? AND chunk >= ? AND chunk < ?)`,
  ),
  ...ofDocument.map(
    table => `of_${table} AS (DELETE FROM quire.${table} WHERE collection = ? AND document = ?)`,
  ),
].join(', ')} DELETE FROM quire.documents WHERE collection = ? AND key = ?`

/** Deletes a document of a locked collection with everything that belongs to it. */
export async function removeDocument(sql: Sql, row: CollectionRow, stored: StoredExtent): Promise<void> {
  const { key, firstChunk, chunkCount } = stored
  const collection = row.key
  const languages = writeLanguages(await countLanguages(sql, row), { removed: [stored] })
  const terms = (await sql.get<{ terms: number }>(countTerms, collection, key))?.terms ?? 0
  await deleteTerms(sql, { collection, ...stored })
  const chunks = [collection, firstChunk, firstChunk + chunkCount]
  await sql.run(
    removeAll,
    ...ofChunks.flatMap(() => chunks),
    ...ofDocument.flatMap(() => [collection, key]),
    ...[collection, key],
  )
  const ranges = [[firstChunk, firstChunk + chunkCount] as const]
  await nextVersion(sql, collection, {
    kind: 'removed',
    ranges,
    document: key,
    counts: { documents: -1, chunks: -chunkCount, terms: -terms },
    languages,
  })
  noteLanguages(row, languages)
}

async function refuseTakenIds(
  sql: Sql,
  collection: CollectionRow,
  writes: readonly DocumentWrite[],
): Promise<void> {
  const ids = writes.map(({ document }) => document.id)
  const chunkIds = writes.flatMap(({ chunks }) => chunks.map(({ chunk }) => chunk.id))
  const found = await sql.get<Taken>(findTaken, ids, collection.key, chunkIds)
  const id = repeated(ids) ?? found?.document ?? null
  if (id !== null)
    throw new Failure(
      'conflict',
      'DOCUMENT_ID_TAKEN',
      `Another source already holds the document id ${id}.`,
      {
        hint: 'Delete that document first, or give this one another id.',
        details: { id },
      },
    )
  const taken = repeated(chunkIds) ?? found?.chunk ?? null
  if (taken === null) return
  throw new Failure(
    'conflict',
    'CHUNK_ID_TAKEN',
    `The chunk id ${taken} is used twice in "${collection.name}".`,
    { hint: 'Chunk ids must be unique within a collection.', details: { id: taken } },
  )
}

function repeated(ids: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return ids.find(id => seen.size === seen.add(id).size)
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
