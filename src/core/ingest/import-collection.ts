import { createHash } from 'node:crypto'
import type { Chunk } from '../model/chunk.ts'
import type { Collection } from '../model/collection.ts'
import { type Correction, splitCorrection } from '../model/correction.ts'
import type { Document } from '../model/document.ts'
import { Failure, throwIfAborted } from '../model/failure.ts'
import { documentIdOf, sha256InTurns } from '../model/identity.ts'
import {
  decodeGeometry,
  decodeVector,
  type LibraryDocument,
  type LibraryEnd,
  type LibraryHeader,
  libraryFormat,
  libraryVersion,
} from '../model/library-file.ts'
import { type ReportProgress, silent } from '../model/progress.ts'
import { isCredentialSource } from '../text/excluded-files.ts'
import { isRecord } from '../text/json-values.ts'
import { nulReplacement, replaceNul } from '../text/nul.ts'
import { cutDocument, embedChunks, indexChunks } from './embed-chunks.ts'
import type { Parts } from './ingest-request.ts'
import { readBack } from './read-back.ts'
import { requireCollection } from './require-collection.ts'
import { storableDocument } from './storable-document.ts'

export type ImportReport = {
  collection: string
  /** Id of the project that the collection belongs to. */
  project: string | null
  imported: number
  /** Documents that the collection already had, with the same id. */
  skipped: number
  /** Credentials files, which are not imported. */
  withheld: number
  chunks: number
  /** Chunks whose vectors had to be made here. */
  embedded: number
}

export type ImportContext = { signal: AbortSignal; progress: ReportProgress }

export type ImportRequest = { open: () => Lines; name: string | null }

/**
 * Restores a collection from a portable file. With the model and name of the file, documents and chunks keep their ids
 * and vectors; otherwise documents are cut and embedded like a fresh ingest. Importing again skips existing documents,
 * so an interrupted import is resumed by repeating it.
 */
export async function importCollection(
  request: ImportRequest,
  parts: Parts,
  context: ImportContext,
): Promise<ImportReport> {
  const header = await verifyLibraryFile(request.open())
  const name = request.name ?? header.collection.name
  const planned = await requireCollection(name, parts)
  const isNew = (await parts.store.getCollection(name)) === null
  const collection = isNew ? await describeNew(header.collection, planned, parts) : planned
  const isSameModel = collection.model === header.collection.model
  const plan = { collection, isSameModel, isVerbatim: isSameModel && name === header.collection.name }
  await parts.store.ensureCollection(collection)

  const counts = { imported: 0, skipped: 0, withheld: 0, chunks: 0, embedded: 0 }
  const report = { collection: name, project: collection.project?.id ?? null, ...counts }
  for await (const line of readLibraryDocuments(request.open())) {
    throwIfAborted(context.signal)
    const { document, correction } = splitCorrection(underName(line.document, name))
    if (isCredentialSource(document)) {
      report.withheld += 1
      continue
    }
    const existing = await parts.store.findDocument(name, document.source)
    if (existing?.id === document.id) {
      if (correction !== null && existing.corrected === undefined)
        await parts.store.correctDocument(existing.id, correction)
      report.skipped += 1
    } else {
      const written = await restoreLine({ line, document, correction, plan }, parts, context)
      report.imported += 1
      report.chunks += written.chunks
      report.embedded += written.embedded
    }
    await keepOriginal(line, document, parts)
    const done = report.imported + report.skipped
    context.progress({ done, total: header.documents, message: document.title })
  }
  return report
}

/** Keeps the file of the document, if it is the one that the document was made from. */
async function keepOriginal(
  { original }: LibraryDocument,
  document: Document,
  { originals }: Pick<Parts, 'originals'>,
): Promise<void> {
  if (typeof original !== 'string') return
  const bytes = Buffer.from(original, 'base64')
  if ((await sha256InTurns(bytes)) === document.contentHash) await originals?.keep(document, bytes)
}

/** The collection of the file, bound to this server's model. Under another name a project becomes a library. */
async function describeNew(
  { embedder: _embedder, formerModels: _formerModels, ...described }: Collection,
  { name, model, dimensions, embedder, scope }: Collection,
  { store }: Pick<Parts, 'store'>,
): Promise<Collection> {
  const bound = { ...described, name, model, dimensions, ...(embedder === undefined ? {} : { embedder }) }
  // Files written before there were projects do not mention them.
  const project = described.project ?? null
  if (project === null) return { ...bound, project }
  if (name !== described.name) return { ...bound, scope, project: null }
  const owner = (await store.describeCollections()).find(other => other.project?.id === project.id)
  if (owner !== undefined)
    throw new Failure(
      'conflict',
      'PROJECT_EXISTS',
      `Project '${project.id}' already exists, in the collection "${owner.name}" instead of "${name}".`,
      { hint: 'Import the file as a library: --library NAME' },
    )
  const { declaredIn: _, ...settings } = project
  return { ...bound, project: { ...settings, embedder: null } }
}

function underName(read: Document, name: string): Document {
  // Files written before labels could have another source only have labels that the sources declare.
  const declared = read.pages?.some(page => page.label !== null) ? ('embedded' as const) : ('none' as const)
  // Earlier versions could store U+0000.
  const document = storableDocument({ ...read, pageLabelSource: read.pageLabelSource ?? declared })
  if (document.collection === name) return document
  return { ...document, collection: name, id: documentIdOf(name, document.source, document.fingerprint) }
}

/** Stores a document of a file, or of the trash, with its chunks. */
export async function restoreLine(
  {
    line,
    document,
    correction,
    plan,
  }: {
    line: LibraryDocument
    document: Document
    correction: Correction | null
    plan: { collection: Collection; isVerbatim: boolean; isSameModel: boolean }
  },
  parts: Parts,
  { signal }: Pick<ImportContext, 'signal'>,
): Promise<{ chunks: number; embedded: number }> {
  const { collection } = plan
  const chunks = plan.isVerbatim
    ? line.chunks.map(({ chunk }) => replaceNul(chunk, nulReplacement))
    : cutDocument(document, collection, parts)
  const kept = plan.isSameModel ? keptVectors(line, chunks, collection.dimensions) : null
  const silently = { signal, progress: silent }
  const vectors = kept ?? (await embedChunks({ document, chunks, collection }, parts, silently))
  const geometry = decodeGeometry(line.geometry)
  await parts.store.putDocument(
    { document, chunks: indexChunks({ document, chunks, vectors }, parts), correction, geometry },
    signal,
  )
  await readBack(document, { chunks: chunks.length }, parts)
  return { chunks: chunks.length, embedded: kept === null ? chunks.length : 0 }
}

/** The file's vectors, if it has a valid one for exactly each of these chunks; otherwise null. */
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

type Lines = AsyncIterable<string>

/** Reads the whole file once and returns its header. Throws unless the file is complete and unchanged. */
async function verifyLibraryFile(lines: Lines): Promise<LibraryHeader> {
  const hash = createHash('sha256')
  let header: LibraryHeader | null = null
  let held: string | null = null
  let documents = -1
  for await (const line of lines) {
    if (held === null) header = parseHeader(line)
    else hash.update(`${held}\n`)
    held = line
    documents += 1
  }
  if (header === null || held === null) throw broken('it is empty')
  const end = parseLine(held)
  if (!isEnd(end)) throw broken('its end is missing')
  if (end.sha256 !== hash.digest('hex')) throw broken('its checksum does not match its content')
  if (end.documents !== documents - 1) throw broken(`it should contain ${end.documents} documents`)
  return header
}

/** The documents of a file that has been verified. */
async function* readLibraryDocuments(lines: Lines): AsyncGenerator<LibraryDocument> {
  let isFirst = true
  for await (const line of lines) {
    const parsed = parseLine(line)
    if (!isFirst && isDocument(parsed)) yield parsed
    else if (!isFirst && !isEnd(parsed)) throw broken('one of its lines is not a document')
    isFirst = false
  }
}

function parseHeader(line: string): LibraryHeader {
  const parsed = parseLine(line)
  if (!isHeader(parsed)) throw broken('its first line is not the header of a library file')
  if (parsed.version <= libraryVersion) return parsed
  throw new Failure(
    'unsupported',
    'LIBRARY_FILE_TOO_NEW',
    `The file has version ${parsed.version}; this program reads versions up to ${libraryVersion}.`,
    { hint: 'Update Quire, then import it again.' },
  )
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw broken('one of its lines is not JSON')
  }
}

function isHeader(value: unknown): value is LibraryHeader {
  return (
    isRecord(value) &&
    value.format === libraryFormat &&
    typeof value.version === 'number' &&
    isRecord(value.collection) &&
    typeof value.collection.name === 'string' &&
    typeof value.collection.model === 'string' &&
    isRecord(value.collection.policy)
  )
}

function isDocument(value: unknown): value is LibraryDocument {
  if (!isRecord(value) || !isRecord(value.document) || !Array.isArray(value.chunks)) return false
  const { id, markdown, source } = value.document
  return typeof id === 'string' && typeof markdown === 'string' && typeof source === 'string'
}

function isEnd(value: unknown): value is LibraryEnd {
  return isRecord(value) && value.end === true && typeof value.sha256 === 'string'
}

function broken(reason: string): Failure {
  return new Failure('invalid', 'LIBRARY_FILE_BROKEN', `This is not a complete library file: ${reason}.`, {
    hint: 'Export the library again, or copy the file again if it was cut short.',
  })
}
