import { basename, relative } from 'node:path'
import type { Chunk } from '../../model/chunk.ts'
import type { Collection } from '../../model/collection.ts'
import type { Document, DocumentSummary } from '../../model/document.ts'
import { Failure, throwIfAborted } from '../../model/failure.ts'
import { documentIdOf } from '../../model/identity.ts'
import type { JsonObject } from '../../model/json.ts'
import { silent } from '../../model/progress.ts'
import type { RawSource } from '../../model/source.ts'
import { isoOfHttpDate } from '../../text/moment.ts'
import { outlineFromHeadings } from '../../text/outline.ts'
import { fingerprintSource, type SourceFingerprint } from '../compare-source.ts'
import { cutDocument, embedChunks, indexChunks, textToEmbed } from '../embed-chunks.ts'
import type { Parts } from '../ingest-request.ts'
import { readBack } from '../read-back.ts'
import { isPassing, readSteadily } from './ingest-open.ts'
import type { LevelNotes } from './level-notes.ts'
import type { FolderParts, LevelRequest, OpenFile } from './level-request.ts'
import type { FolderLook } from './look-at-folder.ts'

type Settling = { look: FolderLook; request: LevelRequest; notes: LevelNotes }

/**
 * Deals with files whose bytes the index knows already: touched ones, which have not changed, and moved or copied ones,
 * which take over the vectors of the document they were. Answers with the files that are left to ingest, and with
 * the documents that moved. A dry run looks into every file and leaves none.
 */
export async function settleTwins(
  { look, request, notes }: Settling,
  { files }: FolderParts,
  parts: Parts,
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
    if (open.document?.fingerprint === read.made.fingerprint) {
      notes.unchanged(open.name, open.document.id)
      return true
    }
    const twin = twins.find(read.made, open)
    if (twin !== null) return request.isDryRun ? foretell(open, twin) : takeOver(open, twin, read.raw)
    if (request.isDryRun) notes.written(open.name, outcomeOf(open), { documentId: null, chunks: 0 })
    return request.isDryRun
  }

  /** Null when it cannot be read: ingesting it will say why. */
  async function readWithFingerprint(
    open: OpenFile,
  ): Promise<{ raw: RawSource; made: SourceFingerprint } | null> {
    try {
      const raw = await readSteadily(open.file, { files, roots: request.roots }, signal)
      const options = { password: null, ocrLanguages: request.ocrLanguages }
      const plain = { collection: request.collection, metadata: {}, options, read: async () => raw }
      return { raw, made: await fingerprintSource(raw, plain, look.collection, parts) }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      throwIfAborted(signal)
      if (request.isDryRun) noteFailure(open)(error)
      return null
    }
  }

  function foretell(open: OpenFile, twin: DocumentSummary): true {
    const isMove = isMoving(twin)
    if (isMove) moved.add(twin.id)
    const from = isMove ? { from: relative(request.folder, twin.source) } : {}
    notes.written(open.name, isMove ? 'moved' : outcomeOf(open), { documentId: null, chunks: 0, ...from })
    return true
  }

  async function takeOver(open: OpenFile, twin: DocumentSummary, raw: RawSource): Promise<boolean> {
    const isMove = isMoving(twin)
    const own = isMove ? twin : open.document
    const metadata = { ...own?.metadata, ...request.metadata }
    const createdAt = isMove ? twin.createdAt : parts.clock.now()
    // Also when that fails: a document whose file is known to lie elsewhere is not one whose file is gone.
    if (isMove) moved.add(twin.id)
    const target = { raw, metadata, createdAt, collection: look.collection }
    const made = await rekeyDocument(twin, target, parts, signal).catch(noteFailure(open))
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

/** Documents of the folder by what they were made of, so that a file that moved is recognised. */
type Twins = {
  /** Whether a file of this size could hold the bytes of some document: only then is it worth comparing. */
  mayHave(open: OpenFile): boolean
  /** The best document of the same bytes made in the same way, those whose file is gone first. */
  find(made: { contentHash: string; fingerprint: string }, open: OpenFile): DocumentSummary | null
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
    find({ contentHash, fingerprint }, { file }) {
      const twins = (byContent.get(contentHash) ?? []).filter(
        twin => twin.fingerprint === fingerprint && twin.source !== file.path,
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

/**
 * Stores under another source a document that was made of the same bytes in the same way, with the vectors it has.
 * Only chunks that were embedded together with a file name that is another now are embedded again. Null when there
 * is no such document any more.
 */
async function rekeyDocument(
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
