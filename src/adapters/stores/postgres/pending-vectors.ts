import type {
  PendingChunk,
  Store,
  TokenWrite,
  UntokenedChunk,
  VectorWrite,
} from '../../../core/ports/store.ts'
import { measureVector } from '../common/vector-codec.ts'
import { nextVersion } from './change-log.ts'
import { findCollection, lockCollections, requireCollection } from './collections.ts'
import type { Sql } from './database.ts'
import { rangesOf } from './outbox.ts'
import { putTokenRows, putVectorRows } from './put-document.ts'

/** Keys name the collection too: a collection that was rebuilt under the same name has another one. */
const list = `SELECT chunks.collection || '.' || chunks.key AS key, chunks.id AS "chunkId", documents.id AS "documentId", text
  FROM quire.pending_vectors
  JOIN quire.chunks ON chunks.collection = pending_vectors.collection AND chunks.key = chunk
  JOIN quire.documents ON documents.collection = chunks.collection AND documents.key = chunks.document
  WHERE pending_vectors.collection = ?`
const listFirst = `${list} AND documents.id = ANY(?::text[]) ORDER BY chunk LIMIT ?`
const listNext = `${list} ORDER BY chunk LIMIT ?`
const take = `DELETE FROM quire.pending_vectors WHERE collection = ? AND chunk = ANY(?::bigint[]) RETURNING chunk`

/** The functions of this file run inside a transaction. */
export async function listPending(
  sql: Sql,
  { collection: name, first, limit }: Parameters<Store['listPending']>[0],
): Promise<PendingChunk[]> {
  const collection = await findCollection(sql, name)
  if (!collection) return []
  const preferred =
    first.length === 0 ? [] : await sql.all<PendingChunk>(listFirst, collection.key, first, limit)
  if (preferred.length >= limit) return preferred
  const known = new Set(preferred.map(chunk => chunk.key))
  const others = await sql.all<PendingChunk>(listNext, collection.key, limit)
  return [...preferred, ...others.filter(chunk => !known.has(chunk.key))].slice(0, limit)
}

export async function putVectors(sql: Sql, name: string, vectors: readonly VectorWrite[]): Promise<number> {
  const known = await requireCollection(sql, name)
  for (const { vector } of vectors) measureVector(vector, { ...known, collection: name })
  const collection = (await lockCollections(sql, [name])).get(name) ?? known
  const own = ownKeys(collection.key, vectors)
  const rows = await sql.all<{ chunk: number }>(take, collection.key, [...own.keys()])
  const taken = rows.flatMap(({ chunk }) => {
    const write = own.get(chunk)
    return write === undefined ? [] : [{ ...write, key: chunk }]
  })
  if (taken.length === 0) return 0
  await putVectorRows(sql, collection.key, taken)
  await putTokenRows(
    sql,
    collection.key,
    taken.flatMap(({ key, tokenBits }) => (tokenBits === undefined ? [] : [{ key, tokenBits }])),
  )
  const ranges = rangesOf(taken.map(({ key }) => key))
  await nextVersion(sql, collection.key, { kind: 'vectors', ranges })
  return taken.length
}

/** How many chunks one call of `listUntokened` examines. */
const examinedAtOnce = 1_000
const examine = `SELECT chunks.key AS chunk, chunks.id AS "chunkId", documents.id AS "documentId",
    vectors.chunk IS NOT NULL AND chunk_tokens.chunk IS NULL AS "isUntokened"
  FROM quire.chunks JOIN quire.documents ON documents.collection = chunks.collection AND documents.key = chunks.document
  LEFT JOIN quire.vectors ON vectors.collection = chunks.collection AND vectors.chunk = chunks.key
  LEFT JOIN quire.chunk_tokens ON chunk_tokens.collection = chunks.collection AND chunk_tokens.chunk = chunks.key
  WHERE chunks.collection = ? AND chunks.key > ? ORDER BY chunks.key LIMIT ${examinedAtOnce}`

export async function listUntokened(
  sql: Sql,
  { collection: name, after }: Parameters<Store['listUntokened']>[0],
): Promise<{ chunks: UntokenedChunk[]; next: string | null }> {
  const collection = await findCollection(sql, name)
  if (!collection) return { chunks: [], next: null }
  const from = after === null ? 0 : (chunkOf(collection.key, after) ?? 0)
  const rows = await sql.all<Omit<UntokenedChunk, 'key'> & { chunk: number; isUntokened: boolean }>(
    examine,
    collection.key,
    from,
  )
  const keyOf = (chunk: number) => `${collection.key}.${chunk}`
  const chunks = rows
    .filter(row => row.isUntokened)
    .map(({ chunk, chunkId, documentId }) => ({ key: keyOf(chunk), chunkId, documentId }))
  const last = rows.at(-1)
  return { chunks, next: rows.length < examinedAtOnce || last === undefined ? null : keyOf(last.chunk) }
}

const findChunks = 'SELECT key FROM quire.chunks WHERE collection = ? AND key = ANY(?::bigint[])'

export async function putTokens(sql: Sql, name: string, tokens: readonly TokenWrite[]): Promise<number> {
  const collection = (await lockCollections(sql, [name])).get(name)
  if (collection === undefined) return 0
  const own = ownKeys(collection.key, tokens)
  const rows = await sql.all<{ key: number }>(findChunks, collection.key, [...own.keys()])
  const known = rows.flatMap(({ key }) => {
    const write = own.get(key)
    return write === undefined ? [] : [{ key, tokenBits: write.tokenBits }]
  })
  if (known.length === 0) return 0
  await putTokenRows(sql, collection.key, known)
  // Answers that were cached without them are no longer right.
  await nextVersion(sql, collection.key, { kind: 'other' })
  return known.length
}

/** The writes by chunk, without those whose key is of another collection. */
function ownKeys<Write extends { key: string }>(
  collection: number,
  writes: readonly Write[],
): Map<number, Write> {
  const own = new Map<number, Write>()
  for (const write of writes) {
    const chunk = chunkOf(collection, write.key)
    if (chunk !== null) own.set(chunk, write)
  }
  return own
}

function chunkOf(collection: number, key: string): number | null {
  const [owner, chunk] = key.split('.').map(Number)
  return owner === collection && chunk !== undefined && Number.isSafeInteger(chunk) ? chunk : null
}
