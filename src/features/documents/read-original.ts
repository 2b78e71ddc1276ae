import { basename, isAbsolute } from 'node:path'
import type { Caller } from '../../core/contract/caller.ts'
import type { Document } from '../../core/model/document.ts'
import { Failure } from '../../core/model/failure.ts'
import { sha256InTurns } from '../../core/model/identity.ts'
import type { RawSource } from '../../core/model/source.ts'
import type { Services } from './services.ts'

type Readers = Pick<Services, 'files' | 'rootsFor' | 'engine'> & { caller: Caller }

/**
 * Reads the bytes that a document was made from: the kept file of an upload, or the file on disk. Throws SOURCE_NOT_FOUND
 * when there is no such file, and SOURCE_CHANGED when it is not the file that was ingested. Outside the folders that the
 * caller may read, only the very file that was ingested is returned, since its text can be read anyway; about any other file
 * nothing is told but FORBIDDEN_PATH.
 */
export async function readOriginal(
  { files, rootsFor, engine, caller }: Readers,
  document: Document,
  signal: AbortSignal,
): Promise<RawSource> {
  const { id, source, contentHash } = document
  const kept = await engine.originals?.read(document, contentHash)
  if (kept) return rawOf(source, kept)
  if (!isAbsolute(source)) throw notKept(source)
  const isIngested = async ({ bytes }: RawSource) => (await sha256InTurns(bytes)) === contentHash
  const raw = await files.read(source, rootsFor(caller), signal).catch(async (error: unknown) => {
    if (error instanceof Failure && error.kind === 'not_found') throw gone(source)
    if (!(error instanceof Failure) || error.kind !== 'forbidden') throw error
    const outside = await files.read(source, null, signal).catch(() => null)
    if (outside !== null && (await isIngested(outside))) return outside
    throw error
  })
  if (await isIngested(raw)) return raw
  throw new Failure('conflict', 'SOURCE_CHANGED', `The file '${source}' has changed since it was ingested.`, {
    hint: 'Ingest it again, then ask for the page of the new document.',
    details: { doc_id: id },
  })
}

function rawOf(source: string, bytes: Uint8Array): RawSource {
  const facts = { mediaType: null, charset: null, lastModified: null, fileType: null }
  return { source, name: basename(source), bytes, ...facts }
}

function notKept(source: string): Failure {
  return new Failure('not_found', 'SOURCE_NOT_FOUND', `'${source}' is not a file of this machine.`, {
    hint: 'Web pages, texts and uploads that were not kept (originals.keep) have no file here; their text is stored.',
  })
}

function gone(source: string): Failure {
  return new Failure('not_found', 'SOURCE_NOT_FOUND', `The file '${source}' is no longer there.`, {
    hint: 'Put it back, or ingest it from its new place.',
  })
}
