import { basename, relative } from 'node:path'
import {
  allAttached,
  attachedFilter,
  attachedNote,
  attachedTo,
  hasAttachments,
  ownerOf,
} from '../../model/attached.ts'
import type { Chunk } from '../../model/chunk.ts'
import type { Collection } from '../../model/collection.ts'
import { splitCorrection } from '../../model/correction.ts'
import type { Document, DocumentSummary } from '../../model/document.ts'
import { Failure, throwIfAborted } from '../../model/failure.ts'
import { documentIdOf } from '../../model/identity.ts'
import type { JsonObject } from '../../model/json.ts'
import { silent } from '../../model/progress.ts'
import type { RawSource } from '../../model/source.ts'
import { isoOfHttpDate } from '../../text/moment.ts'
import { outlineFromHeadings } from '../../text/outline.ts'
import { decideChange, fingerprintSource, type SourceFingerprint } from '../compare-source.ts'
import { storedNotes } from '../convert-source.ts'
import { type ChunkVector, cutDocument, embedChunks, indexChunks, textToEmbed } from '../embed-chunks.ts'
import type { Parts } from '../ingest-request.ts'
import { readBack } from '../read-back.ts'
import { isPassing, readSteadily } from './ingest-open.ts'
import type { LevelNotes } from './level-notes.ts'
import type { FolderParts, LevelRequest, OpenFile } from './level-request.ts'
import type { FolderLook } from './look-at-folder.ts'

type Settling = { look: FolderLook; request: LevelRequest; notes: LevelNotes }

/**
 * Handles files whose bytes are already indexed: touched files, which have not changed, and moved or copied files,
 * which reuse the vectors of the document with the same bytes (its twin). Returns the files that are left to ingest,
 * and the ids of documents that moved. A dry run reads every file and leaves none.
 */
export async function settleTwins(
  { look, request, notes }: Settling,
  { files, ...parts }: Parts & Pick<FolderParts, 'files'>,
  signal: AbortSignal,
): Promise<{ rest: OpenFile[]; moved: ReadonlySet<string> }> {
  const twins = findTwins(look, request.folder)
  const moved = new Set<string>()
  const rest: OpenFile[] = []
  for (const open of look.open) {
    throwIfAborted(signal)
    const isLeft = !(request.isDryRun || twins.mayHave(open)) || !(await isSettled(open))
    if (isLeft) rest.push(open)
  }
  return { rest, moved }

  async function isSettled(open: OpenFile): Promise<boolean> {
    const read = await readWithFingerprint(open)
    if (read === null) return request.isDryRun
    if (open.document !== null && decideChange(open.document, read.made) === 'skipped') {
      notes.unchanged(open.name, open.document.id)
      return true
    }
    const twin = twins.find(read.made, open)
    if (twin !== null) return request.isDryRun ? reportMove(open, twin) : takeOver(open, twin, read.raw)
    if (request.isDryRun) notes.written(open.name, outcomeOf(open), { documentId: null, chunks: 0 })
    return request.isDryRun
  }

  /** Null when the file cannot be read: ingesting it reports the reason. */
  async function readWithFingerprint(
    open: OpenFile,
  ): Promise<{ raw: RawSource; made: SourceFingerprint } | null> {
    try {
      const raw = await readSteadily(open.file, { files, roots: request.roots }, signal)
      const options = { password: null, ocrLanguages: request.ocrLanguages }
      const plain = { collection: request.collection, metadata: {}, options, read: async () => raw }
      return {
        raw,
        made: await fingerprintSource({ raw, request: plain, collection: look.collection }, parts),
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      throwIfAborted(signal)
      if (request.isDryRun) noteFailure(open)(error)
      return null
    }
  }

  function reportMove(open: OpenFile, twin: DocumentSummary): true {
    const isMove = isMoving(twin)
    if (isMove) moved.add(twin.id)
    const from = isMove ? { from: relative(request.folder, twin.source) } : {}
    notes.written(open.name, isMove ? 'moved' : outcomeOf(open), { documentId: null, chunks: 0, ...from })
    return true
  }

  async function takeOver(open: OpenFile, twin: DocumentSummary, raw: RawSource): Promise<boolean> {
    const isMove = isMoving(twin)
    const own = isMove ? twin : open.document
    const metadata = { ...storedNotes(twin), ...own?.metadata, ...request.metadata }
    const createdAt = isMove ? twin.createdAt : parts.clock.now()
    // Also when storing fails: the file is known to be elsewhere, so its document must not be removed as gone.
    if (isMove) moved.add(twin.id)
    const target = { twin, raw, metadata, createdAt, collection: look.collection }
    const made = await rekeyWithAttached(target, parts, signal).catch(noteFailure(open))
    if (made === null || made === 'failed') return made === 'failed'
    const { document, chunks } = made
    if (isMove) await parts.store.deleteDocument(twin.id)
    if (isMove) twins.replace(twin, { ...document, chunkCount: chunks, words: twin.words })
    const from = isMove ? { from: relative(request.folder, twin.source) } : {}
    notes.written(open.name, isMove ? 'moved' : outcomeOf(open), { documentId: document.id, chunks, ...from })
    return true
  }

  function noteFailure({ name }: OpenFile): (error: unknown) => 'failed' {
    return error => {
      throwIfAborted(signal)
      if (!(error instanceof Failure)) throw error
      if (isPassing(error)) notes.waiting(name)
      else notes.failed(name, error)
      return 'failed'
    }
  }

  function isMoving(twin: DocumentSummary): boolean {
    return twins.isGone(twin) && !moved.has(twin.id)
  }
}

function outcomeOf({ document }: OpenFile): 'added' | 'changed' {
  return document === null ? 'added' : 'changed'
}

/** Documents of the folder by content, so that a moved file is recognised. */
type Twins = {
  /** Whether some document was made of a file of this size; otherwise the file need not be compared. */
  mayHave(open: OpenFile): boolean
  /** The best document with the same bytes and fingerprint; documents whose file is gone come first. */
  find(made: SourceFingerprint, open: OpenFile): DocumentSummary | null
  isGone(document: DocumentSummary): boolean
  replace(old: DocumentSummary, by: DocumentSummary): void
}

function findTwins({ documents, gone, seen }: FolderLook, folder: string): Twins {
  const byContent = Map.groupBy(documents, ({ contentHash }) => contentHash)
  const lost = new Set(gone.map(({ id }) => id))
  const sizes = Map.groupBy(documents, ({ source }) => {
    const known = seen?.files[relative(folder, source)]
    return known?.state === 'stored' ? known.bytes : null
  })
  return {
    mayHave({ file, document }) {
      const fitting = [...(sizes.get(file.bytes) ?? []), ...(sizes.get(null) ?? [])]
      return fitting.length > (document !== null && fitting.includes(document) ? 1 : 0)
    },
    find(made, { file }) {
      const twins = (byContent.get(made.contentHash) ?? []).filter(
        twin => decideChange(twin, made) === 'skipped' && twin.source !== file.path,
      )
      const rank = (twin: DocumentSummary) =>
        (lost.has(twin.id) ? 0 : 2) + (basename(twin.source) === basename(file.path) ? 0 : 1)
      return (
        twins.sort((one, other) => rank(one) - rank(other) || (one.source < other.source ? -1 : 1))[0] ?? null
      )
    },
    isGone: ({ id }) => lost.has(id),
    replace(old, by) {
      const rest = (byContent.get(old.contentHash) ?? []).filter(({ id }) => id !== old.id)
      byContent.set(old.contentHash, [...rest, by])
    },
  }
}

type Rekeying = {
  twin: DocumentSummary
  raw: RawSource
  metadata: JsonObject
  createdAt: string
  collection: Collection
}

/** Rekeys a document and those of its attachments. Null when the document no longer exists. */
async function rekeyWithAttached(
  target: Rekeying,
  parts: Parts,
  signal: AbortSignal,
): Promise<{ document: Document; chunks: number } | null> {
  const { twin, raw, collection } = target
  if (hasAttachments(twin)) {
    const attached = await parts.store.findDocuments(
      collection.name,
      attachedFilter(twin.source),
      allAttached,
    )
    for (const file of attached) {
      const owner = ownerOf(file)?.replace(twin.source, () => raw.source)
      if (owner === undefined) continue
      const source = file.source.replace(twin.source, () => raw.source)
      const metadata = { ...file.metadata, [attachedTo]: owner, [attachedNote]: owner }
      const moved = { ...raw, source, name: basename(source) }
      await rekeyDocument({ ...target, twin: file, raw: moved, metadata }, parts, signal)
    }
  }
  return rekeyDocument(target, parts, signal)
}

/**
 * Stores a copy of the document under another source, with its vectors. Only chunks that were embedded together with a
 * file name that has changed are embedded again. Null when the document no longer exists.
 */
async function rekeyDocument(
  target: Rekeying,
  parts: Parts,
  signal: AbortSignal,
): Promise<{ document: Document; chunks: number } | null> {
  const { store } = parts
  const { twin, raw, metadata, createdAt, collection } = target
  const stored = await store.readDocument(twin.id)
  if (stored === null) return null
  const { document: old, correction } = splitCorrection(stored)
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
  const { headingContext } = collection.policy
  const kept = await keptVectors({ old, document, chunks, headingContext }, parts)
  const stale = chunks.filter((_, index) => kept[index] === null)
  const made = await embedChunks({ document, chunks: stale, collection }, parts, { signal, progress: silent })
  const vectors = kept.map(own => own ?? made.shift() ?? new Float32Array())
  const indexed = indexChunks({ document, chunks, vectors }, parts)
  const geometry = await store.readGeometry(twin.id, null)
  await store.putDocument({ document, chunks: indexed, correction, geometry }, signal)
  await readBack(document, { chunks: chunks.length }, parts)
  return { document, chunks: chunks.length }
}

/** Whether its title is the name of its file, because it has no title of its own. */
function isNamedByFile({ title, source, markdown }: Document): boolean {
  return title === basename(source) && !outlineFromHeadings(markdown).some(entry => entry.title === title)
}

/** The stored vector of each chunk; null where the text to embed has changed. */
async function keptVectors(
  {
    old,
    document,
    chunks,
    headingContext,
  }: { old: Document; document: Document; chunks: readonly Chunk[]; headingContext: number },
  { store, embedder }: Parts,
): Promise<(ChunkVector | null)[]> {
  const stored = await store.exportChunks(old.id)
  return chunks.map((chunk, index) => {
    const before = stored[index]
    if (before === undefined) return null
    const wasEmbedded = textToEmbed({ document: old, chunk: before.chunk, headingContext }, embedder)
    const isSame = wasEmbedded === textToEmbed({ document, chunk, headingContext }, embedder)
    if (!isSame || !('length' in before.vector)) return null
    const { vector, tokenBits } = before
    return tokenBits === null ? { vector } : { vector, tokenBits }
  })
}
