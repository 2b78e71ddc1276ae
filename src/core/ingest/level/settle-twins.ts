import { relative } from 'node:path'
import type { DocumentSummary } from '../../model/document.ts'
import { Failure, throwIfAborted } from '../../model/failure.ts'
import type { RawSource } from '../../model/source.ts'
import { fingerprintSource, type SourceFingerprint } from '../fingerprint-source.ts'
import type { Parts } from '../parts.ts'
import { findTwins } from './find-twins.ts'
import type { LevelNotes } from './level-notes.ts'
import type { FolderLook } from './look-at-folder.ts'
import { isPassing, readSteadily } from './read-steadily.ts'
import { rekeyDocument } from './rekey-document.ts'
import type { FolderParts, LevelRequest, OpenFile } from './types.ts'

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
