import type { Chunk } from '../model/chunk.ts'
import type { Collection } from '../model/collection.ts'
import type { Document } from '../model/document.ts'
import { Failure, throwIfAborted } from '../model/failure.ts'
import { documentIdOf } from '../model/identity.ts'
import { decodeVector, type LibraryDocument } from '../model/library-file.ts'
import { type ReportProgress, silent } from '../model/progress.ts'
import { isCredentialSource } from '../text/excluded-files.ts'
import { cutDocument } from './cut-document.ts'
import { embedChunks } from './embed-chunks.ts'
import { indexChunks } from './index-chunks.ts'
import type { Parts } from './parts.ts'
import { planCollection } from './plan-collection.ts'
import { readBack } from './read-back.ts'
import { type Lines, readLibraryDocuments, verifyLibraryFile } from './read-library-file.ts'

export type ImportReport = {
  collection: string
  /** Id of the project that the collection belongs to. */
  project: string | null
  imported: number
  /** Documents that were there already, under the same id. */
  skipped: number
  /** Files for credentials, which are not taken in. */
  withheld: number
  chunks: number
  /** Chunks whose vectors had to be made here. */
  embedded: number
}

type Context = { signal: AbortSignal; progress: ReportProgress }

/**
 * Restores a collection from a portable file. With the model the file was made with, documents and chunks keep
 * their ids and vectors; with another, or under another name, documents are cut and embedded as a fresh ingest
 * would. Importing again skips what is there, so an interrupted import is resumed by repeating it.
 */
export async function importCollection(
  request: { open: () => Lines; name: string | null },
  parts: Parts,
  context: Context,
): Promise<ImportReport> {
  const header = await verifyLibraryFile(request.open())
  const name = request.name ?? header.collection.name
  const planned = await planCollection(name, parts)
  const isNew = (await parts.store.getCollection(name)) === null
  const collection = isNew ? await describeNew(header.collection, planned, parts) : planned
  const isSameModel = collection.model === header.collection.model
  const plan = { collection, isSameModel, isVerbatim: isSameModel && name === header.collection.name }
  await parts.store.ensureCollection(collection)

  const counts = { imported: 0, skipped: 0, withheld: 0, chunks: 0, embedded: 0 }
  const report = { collection: name, project: collection.project?.id ?? null, ...counts }
  for await (const line of readLibraryDocuments(request.open())) {
    throwIfAborted(context.signal)
    const document = underName(line.document, name)
    if (isCredentialSource(document)) {
      report.withheld += 1
      continue
    }
    const isThere = (await parts.store.findDocument(name, document.source))?.id === document.id
    if (isThere) report.skipped += 1
    else {
      const written = await restore(line, document, plan, parts, context)
      report.imported += 1
      report.chunks += written.chunks
      report.embedded += written.embedded
    }
    const done = report.imported + report.skipped
    context.progress({ done, total: header.documents, message: document.title })
  }
  return report
}

/** The collection as the file describes it, bound to this home's model. Under another name a project becomes a library. */
async function describeNew(
  described: Collection,
  { name, model, dimensions, scope }: Collection,
  { store }: Pick<Parts, 'store'>,
): Promise<Collection> {
  const bound = { ...described, name, model, dimensions }
  // Files written before there were projects do not mention them.
  const project = described.project ?? null
  if (project === null) return { ...bound, project }
  if (name !== described.name) return { ...bound, scope, project: null }
  const owner = (await store.describeCollections()).find(other => other.project?.id === project.id)
  if (owner !== undefined)
    throw new Failure(
      'conflict',
      'PROJECT_EXISTS',
      `There is a project '${project.id}' already, in the collection "${owner.name}" instead of "${name}".`,
      { hint: 'Import the file as a library: --library NAME' },
    )
  const { declaredIn: _, ...settings } = project
  return { ...bound, project: { ...settings, embedder: null } }
}

function underName(document: Document, name: string): Document {
  if (document.collection === name) return document
  return { ...document, collection: name, id: documentIdOf(name, document.source, document.fingerprint) }
}

async function restore(
  line: LibraryDocument,
  document: Document,
  plan: { collection: Collection; isVerbatim: boolean; isSameModel: boolean },
  parts: Parts,
  { signal }: Context,
): Promise<{ chunks: number; embedded: number }> {
  const { collection } = plan
  const chunks = plan.isVerbatim
    ? line.chunks.map(({ chunk }) => chunk)
    : cutDocument(document, collection, parts)
  const kept = plan.isSameModel ? keptVectors(line, chunks, collection.dimensions) : null
  const silently = { signal, progress: silent }
  const vectors = kept ?? (await embedChunks(document, chunks, collection, parts, silently))
  await parts.store.putDocument({ document, chunks: indexChunks(document, chunks, vectors, parts) }, signal)
  await readBack(document, chunks.length, parts)
  return { chunks: chunks.length, embedded: kept === null ? chunks.length : 0 }
}

/** The file's vectors, when there is a sound one for exactly each of these chunks. */
function keptVectors(
  line: LibraryDocument,
  chunks: readonly Chunk[],
  dimensions: number,
): Float32Array[] | null {
  if (line.chunks.length !== chunks.length) return null
  const isSameCut = line.chunks.every(
    ({ chunk }, index) => chunk.start === chunks[index]?.start && chunk.end === chunks[index]?.end,
  )
  if (!isSameCut) return null
  const vectors = line.chunks.map(({ vector }) => decodeVector(vector ?? ''))
  const areSound = vectors.every(vector => vector.length === dimensions && vector.every(Number.isFinite))
  return areSound ? vectors : null
}
