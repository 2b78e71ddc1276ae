import type {
  PendingChunk,
  Store,
  TokenWrite,
  UntokenedChunk,
  VectorWrite,
} from '../../../core/ports/store.ts'
import { measureVector, toBlob } from '../common/vector-codec.ts'
import { findCollection, requireCollection } from './collections.ts'
import type { Database } from './database.ts'
import { insertRemoval, nextVersion } from './put-document.ts'

const list = `SELECT CAST(chunks.key AS TEXT) AS key, chunks.id AS chunkId, documents.id AS documentId, text
  FROM pending_vectors JOIN chunks ON chunks.key = chunk_key JOIN documents ON documents.key = document_key
  WHERE pending_vectors.collection_key = ?`
const listFirst = `${list} AND documents.id IN (SELECT value FROM json_each(?)) ORDER BY chunk_key LIMIT ?`
const listNext = `${list} ORDER BY chunk_key LIMIT ?`
const take = 'DELETE FROM pending_vectors WHERE chunk_key = ? AND collection_key = ? RETURNING chunk_key'
const insertVector = 'INSERT INTO vectors (chunk_key, vector) VALUES (?, ?)'
const insertTokens = 'INSERT OR REPLACE INTO chunk_tokens (chunk_key, bits) VALUES (?, ?)'
const findOwner = 'SELECT document_key AS key FROM chunks WHERE key = ?'
const renew = 'UPDATE documents SET version = ? WHERE key = ?'

/** The functions of this file run inside a transaction. */
export function listPending(
  database: Database,
  { collection: name, first, limit }: Parameters<Store['listPending']>[0],
): PendingChunk[] {
  const collection = findCollection(database, name)
  if (!collection) return []
  const { key } = collection
  const preferred =
    first.length === 0 ? [] : database.all<PendingChunk>(listFirst, key, JSON.stringify(first), limit)
  if (preferred.length >= limit) return preferred
  const known = new Set(preferred.map(chunk => chunk.key))
  const others = database.all<PendingChunk>(listNext, key, limit)
  return [...preferred, ...others.filter(chunk => !known.has(chunk.key))].slice(0, limit)
}

/** Documents that get vectors count as written again, so that copies in memory read all their vectors. */
export function putVectors(database: Database, name: string, vectors: readonly VectorWrite[]): number {
  const collection = requireCollection(database, name)
  for (const { vector } of vectors) measureVector(vector, { ...collection, collection: name })
  const owners = new Set<number>()
  let stored = 0
  for (const { key, vector, tokenBits } of vectors) {
    const taken = database.get<{ chunk_key: number }>(take, Number(key), collection.key)
    if (taken === undefined) continue
    database.run(insertVector, taken.chunk_key, toBlob(vector))
    if (tokenBits !== undefined) database.run(insertTokens, taken.chunk_key, tokenBits)
    const owner = database.get<{ key: number }>(findOwner, taken.chunk_key)
    if (owner !== undefined) owners.add(owner.key)
    stored += 1
  }
  if (stored === 0) return 0
  const version = nextVersion(database, collection.key)
  for (const documentKey of owners) {
    insertRemoval(database, { collectionKey: collection.key, version, documentKey })
    database.run(renew, version, documentKey)
  }
  return stored
}

/** How many chunks one call of `listUntokened` examines. */
const examinedAtOnce = 1_000
const examine = `SELECT CAST(chunks.key AS TEXT) AS key, chunks.id AS chunkId,
    (SELECT id FROM documents WHERE documents.key = document_key) AS documentId,
    collection_key = ? AND vectors.chunk_key IS NOT NULL AND chunk_tokens.chunk_key IS NULL AS is_untokened
  FROM chunks LEFT JOIN vectors ON vectors.chunk_key = chunks.key
  LEFT JOIN chunk_tokens ON chunk_tokens.chunk_key = chunks.key
  WHERE chunks.key > ? ORDER BY chunks.key LIMIT ${examinedAtOnce}`
const findChunk = `SELECT key FROM chunks WHERE key = ? AND collection_key = ?`

export function listUntokened(
  database: Database,
  { collection: name, after }: Parameters<Store['listUntokened']>[0],
): { chunks: UntokenedChunk[]; next: string | null } {
  const collection = findCollection(database, name)
  if (!collection) return { chunks: [], next: null }
  const rows = database.all<UntokenedChunk & { is_untokened: number }>(
    examine,
    collection.key,
    Number(after ?? 0),
  )
  const chunks = rows
    .filter(row => row.is_untokened === 1)
    .map(({ key, chunkId, documentId }) => ({ key, chunkId, documentId }))
  return { chunks, next: rows.length < examinedAtOnce ? null : (rows.at(-1)?.key ?? null) }
}

export function putTokens(database: Database, name: string, tokens: readonly TokenWrite[]): number {
  const collection = requireCollection(database, name)
  const known = tokens.filter(({ key }) => database.get(findChunk, Number(key), collection.key) !== undefined)
  for (const { key, tokenBits } of known) database.run(insertTokens, Number(key), tokenBits)
  // Answers that were cached without them are no longer right.
  if (known.length > 0) nextVersion(database, collection.key)
  return known.length
}
