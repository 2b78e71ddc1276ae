import type { PageSpan } from '../model/chunk.ts'
import type { Collection } from '../model/collection.ts'
import { Failure } from '../model/failure.ts'
import { chunkIdOf, documentIdOf, sha256 } from '../model/identity.ts'
import type { JsonObject } from '../model/json.ts'
import type { ChunkWrite, DocumentWrite } from '../ports/store.ts'
import { nulReplacement, replaceNul } from '../text/nul.ts'
import { languageOf } from './choose-language.ts'
import { indexChunks } from './embed-chunks.ts'
import { lightLength, type Parts } from './ingest-request.ts'
import { storableDocument } from './storable-document.ts'

/** A text with a vector that was made elsewhere. */
export type VectorItem = {
  /** The caller's own id: storing the same id again replaces the item. */
  id: string
  text: string
  vector: Float32Array
  title: string
  pages: PageSpan | null
  sectionPath: string[]
  metadata: JsonObject
}

/** Stores all items or none. Each becomes a document of one chunk, so that each can be replaced alone. */
export async function putVectors(
  { items, collection }: { items: readonly VectorItem[]; collection: Collection },
  parts: Parts,
  signal: AbortSignal,
): Promise<void> {
  for (const item of items) requireVector(item, collection.dimensions)
  const { ingestChildren, embedder } = parts
  const characters = items.reduce((sum, { text }) => sum + text.length, 0)
  if (ingestChildren && characters > lightLength)
    return ingestChildren.putVectors({ items, collection, embedder }, signal)
  const writes: DocumentWrite[] = []
  // Of several items with one id, the last one is stored.
  for (const item of new Map(items.map(item => [item.id, item])).values())
    writes.push(await toWrite(item, collection, parts))
  await parts.store.putDocuments(writes, signal)
}

/** The source under which an item is stored. */
export function sourceOfVector(id: string): string {
  return `${sourcePrefix}${replaceNul(id, nulReplacement)}`
}

export function isVectorSource(source: string): boolean {
  return source.startsWith(sourcePrefix)
}

const sourcePrefix = 'chunk:'

function requireVector({ id, vector }: VectorItem, dimensions: number): void {
  const problem =
    vector.length !== dimensions
      ? `has ${vector.length} numbers, but the collection has ${dimensions} dimensions`
      : !vector.every(Number.isFinite)
        ? 'contains a value that is not a finite number'
        : vector.every(value => value === 0)
          ? 'is all zeros'
          : null
  if (problem === null) return
  const isLength = vector.length !== dimensions
  throw new Failure(
    isLength ? 'conflict' : 'invalid',
    isLength ? 'EMBEDDING_MISMATCH' : 'INVALID_INPUT',
    `The embedding of item "${id}" ${problem}; nothing was stored.`,
    { hint: 'Send vectors of the model the project is bound to.', details: { item: id } },
  )
}

async function toWrite(given: VectorItem, collection: Collection, parts: Parts): Promise<DocumentWrite> {
  const item = { ...given, text: replaceNul(given.text, nulReplacement) }
  const contentHash = sha256(item.text)
  const vectorHash = sha256(
    new Uint8Array(item.vector.buffer, item.vector.byteOffset, item.vector.byteLength),
  )
  const fingerprint = sha256(JSON.stringify([contentHash, vectorHash, item.metadata, collection.model]))
  const source = sourceOfVector(item.id)
  const document = storableDocument({
    id: documentIdOf(collection.name, source, fingerprint),
    collection: collection.name,
    source,
    title: item.title,
    fileType: 'text',
    lastModified: null,
    contentHash,
    fingerprint,
    createdAt: parts.clock.now(),
    language: await languageOf({ markdown: item.text, declared: null, collection: collection.name }, parts),
    metadata: item.metadata,
    warnings: [],
    pageLabelSource: 'none' as const,
    markdown: item.text,
    pages: [],
    outline: [],
  })
  const location = item.sectionPath.join('|')
  const chunk = {
    id: chunkIdOf({ documentId: document.id, location, model: collection.model, ordinal: 0 }),
    ordinal: 0,
    start: 0,
    end: item.text.length,
    pages: item.pages,
    sectionPath: replaceNul(item.sectionPath, nulReplacement),
    tokens: parts.embedder.countTokens(item.text),
  }
  const chunks: ChunkWrite[] = indexChunks({ document, chunks: [chunk], vectors: [item.vector] }, parts)
  return { document, chunks }
}
