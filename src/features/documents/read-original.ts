import { isAbsolute } from 'node:path'
import type { Caller } from '../../core/contract/caller.ts'
import type { Document } from '../../core/model/document.ts'
import { Failure } from '../../core/model/failure.ts'
import { sha256InTurns } from '../../core/model/identity.ts'
import type { RawSource } from '../../core/model/source.ts'
import type { Services } from './services.ts'

/**
 * Reads the file of a document again, inside the folders that the caller may read. Throws SOURCE_NOT_FOUND when there is
 * no such file, and SOURCE_CHANGED when it is not the file that was ingested.
 */
export async function readOriginal(
  { files, rootsFor, caller }: Pick<Services, 'files' | 'rootsFor'> & { caller: Caller },
  { id, source, contentHash }: Document,
  signal: AbortSignal,
): Promise<RawSource> {
  if (!isAbsolute(source)) throw notKept(source)
  const raw = await files.read(source, rootsFor(caller), signal).catch((error: unknown) => {
    throw error instanceof Failure && error.kind === 'not_found' ? gone(source) : error
  })
  if ((await sha256InTurns(raw.bytes)) === contentHash) return raw
  throw new Failure('conflict', 'SOURCE_CHANGED', `The file '${source}' has changed since it was ingested.`, {
    hint: 'Ingest it again, then ask for the page of the new document.',
    details: { doc_id: id },
  })
}

function notKept(source: string): Failure {
  return new Failure('not_found', 'SOURCE_NOT_FOUND', `'${source}' is not a file of this machine.`, {
    hint: 'Pages are drawn from the original file; uploads, web pages and texts are kept without theirs.',
  })
}

function gone(source: string): Failure {
  return new Failure('not_found', 'SOURCE_NOT_FOUND', `The file '${source}' is no longer there.`, {
    hint: 'Put it back, or ingest it from its new place.',
  })
}
