import { createHash } from 'node:crypto'
import type { DocumentSummary } from '../model/document.ts'
import { throwIfAborted } from '../model/failure.ts'
import {
  encodeGeometry,
  encodeVector,
  type LibraryDocument,
  type LibraryEnd,
  type LibraryHeader,
  libraryFormat,
  libraryVersion,
} from '../model/library-file.ts'
import type { ReportProgress } from '../model/progress.ts'
import type { Clock } from '../ports/clock.ts'
import type { Originals } from '../ports/originals.ts'
import type { Store } from '../ports/store.ts'
import { requireStoredCollection } from './catalog.ts'

const pageSize = 200

type ExportedParts = { store: Store; originals?: Originals }

/** Yields the lines of a portable file with all documents of the collection. Throws COLLECTION_NOT_FOUND. */
export async function* exportCollection(
  request: { collection: string; withVectors: boolean },
  { clock, ...parts }: ExportedParts & { clock: Clock },
  { signal, progress }: { signal: AbortSignal; progress: ReportProgress },
): AsyncGenerator<string> {
  const { store } = parts
  const collection = await requireStoredCollection(store, request.collection)
  const summaries = await listAll(store, collection.name)
  const hash = createHash('sha256')
  const seal = (line: object) => {
    const text = JSON.stringify(line)
    hash.update(`${text}\n`)
    return text
  }
  const header: LibraryHeader = {
    format: libraryFormat,
    version: libraryVersion,
    exported_at: clock.now(),
    has_vectors: request.withVectors,
    documents: summaries.length,
    collection,
  }
  yield seal(header)

  let documents = 0
  let chunks = 0
  for (const { id, title } of summaries) {
    throwIfAborted(signal)
    const line = await documentLine(parts, id, request.withVectors)
    if (line === null) continue
    documents += 1
    chunks += line.chunks.length
    yield seal(line)
    progress({ done: documents, total: summaries.length, message: title })
  }
  const end: LibraryEnd = { end: true, documents, chunks, sha256: hash.digest('hex') }
  yield JSON.stringify(end)
}

async function listAll(store: Store, name: string): Promise<DocumentSummary[]> {
  const all: DocumentSummary[] = []
  for (;;) {
    const page = await store.listDocuments({ collections: [name], limit: pageSize, offset: all.length })
    all.push(...page)
    if (page.length < pageSize) return all
  }
}

/** Null when the document was deleted or replaced since it was listed. */
export async function documentLine(
  { store, originals }: ExportedParts,
  id: string,
  withVectors: boolean,
): Promise<LibraryDocument | null> {
  const document = await store.readDocument(id)
  if (document === null) return null
  const chunks = await store.exportChunks(id)
  const geometry = await store.readGeometry(id, null)
  const original = await originals?.read(document, document.contentHash)
  return {
    document,
    ...(original ? { original: Buffer.from(original).toString('base64') } : {}),
    ...(geometry.length === 0 ? {} : { geometry: encodeGeometry(geometry) }),
    chunks: chunks.map(({ chunk, vector }) => ({
      chunk,
      ...(withVectors && 'length' in vector ? { vector: encodeVector(vector) } : {}),
    })),
  }
}
