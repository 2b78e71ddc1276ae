import { basename } from 'node:path'
import type { Chunk } from '../../model/chunk.ts'
import type { Collection } from '../../model/collection.ts'
import type { Document, DocumentSummary } from '../../model/document.ts'
import { documentIdOf } from '../../model/identity.ts'
import type { JsonObject } from '../../model/json.ts'
import { silent } from '../../model/progress.ts'
import type { RawSource } from '../../model/source.ts'
import { isoOfHttpDate } from '../../text/moment.ts'
import { outlineFromHeadings } from '../../text/outline.ts'
import { cutDocument } from '../cut-document.ts'
import { embedChunks, textToEmbed } from '../embed-chunks.ts'
import { indexChunks } from '../index-chunks.ts'
import type { Parts } from '../parts.ts'
import { readBack } from '../read-back.ts'

/**
 * Stores under another source a document that was made of the same bytes in the same way, with the vectors it has.
 * Only chunks that were embedded together with a file name that is another now are embedded again. Null when there
 * is no such document any more.
 */
export async function rekeyDocument(
  twin: DocumentSummary,
  target: { raw: RawSource; metadata: JsonObject; createdAt: string; collection: Collection },
  parts: Parts,
  signal: AbortSignal,
): Promise<{ document: Document; chunks: number } | null> {
  const { store } = parts
  const { raw, metadata, createdAt, collection } = target
  const old = await store.readDocument(twin.id)
  if (old === null) return null
  const document: Document = {
    ...old,
    id: documentIdOf(collection.name, raw.source, old.fingerprint),
    source: raw.source,
    title: isNamedByFile(old) ? raw.name : old.title,
    lastModified: raw.lastModified === null ? null : isoOfHttpDate(raw.lastModified),
    createdAt,
    metadata,
  }
  const chunks = cutDocument(document, collection, parts)
  const kept = await keptVectors(old, document, chunks, collection, parts)
  const stale = chunks.filter((_, index) => kept[index] === null)
  const made = await embedChunks(document, stale, collection, parts, { signal, progress: silent })
  const vectors = kept.map(vector => vector ?? made.shift() ?? new Float32Array())
  await store.putDocument({ document, chunks: indexChunks(document, chunks, vectors, parts) }, signal)
  await readBack(document, chunks.length, parts)
  return { document, chunks: chunks.length }
}

/** Whether it bears the name of its file for want of a title of its own. */
function isNamedByFile({ title, source, markdown }: Document): boolean {
  return title === basename(source) && !outlineFromHeadings(markdown).some(entry => entry.title === title)
}

/** The vector of each chunk, null where what was embedded is no longer what would be. */
async function keptVectors(
  old: Document,
  document: Document,
  chunks: readonly Chunk[],
  { policy }: Collection,
  { store, embedder }: Parts,
): Promise<(Float32Array | null)[]> {
  const stored = await store.exportChunks(old.id)
  return chunks.map((chunk, index) => {
    const before = stored[index]
    if (before === undefined) return null
    const wasEmbedded = textToEmbed(old, before.chunk, policy.headingContext, embedder)
    const isSame = wasEmbedded === textToEmbed(document, chunk, policy.headingContext, embedder)
    return isSame ? before.vector : null
  })
}
