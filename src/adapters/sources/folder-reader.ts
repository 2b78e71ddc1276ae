import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure, throwIfAborted } from '../../core/model/failure.ts'
import type { FolderReader } from '../../core/ports/folders.ts'
import { isCredentialFolder, refusedCredentials } from '../../core/text/excluded-files.ts'
import { readEntries } from '../files/list-files.ts'
import { type FileReaderOptions, fileReader } from './file-reader.ts'

/** Lists folders and reads files for display, with the same restrictions as ingesting. */
export function folderReader(options: FileReaderOptions): FolderReader {
  const files = fileReader(options)
  return {
    async list(path, { roots, limit, offset }, signal) {
      const real = await files.resolve(path, roots).catch(reworded(path, 'folder'))
      throwIfAborted(signal)
      if (isCredentialFolder(path) || isCredentialFolder(real)) throw refusedCredentials(path)
      const found = await readEntries(real).catch((error: unknown) => {
        throw unlistable(path, error)
      })
      const page = found
        .sort((one, other) => (one.name < other.name ? -1 : 1))
        .slice(offset, offset + limit)
        .map(async ({ name, kind }) => ({
          name,
          kind,
          bytes: kind === 'file' ? await sizeOf(join(real, name)) : null,
        }))
      return { path: real, entries: await Promise.all(page), total: found.length }
    },
    async read(path, roots, signal) {
      const { source, bytes } = await files.read(path, roots, signal).catch(reworded(path, 'file'))
      return { path: source, bytes }
    },
  }
}

/** Null when the file no longer exists. */
async function sizeOf(path: string): Promise<number | null> {
  const facts = await lstat(path).catch(() => null)
  return facts?.isFile() ? facts.size : null
}

/** Rewords failures of ingesting for callers that only list and read. */
function reworded(path: string, what: 'file' | 'folder') {
  return (error: unknown): never => {
    if (!(error instanceof Failure)) throw error
    const { kind, code, details } = error
    const extras = { cause: error, details }
    if (code === 'SOURCE_NOT_FOUND')
      throw new Failure(kind, 'FILE_NOT_FOUND', `There is no ${what} '${path}'.`, {
        ...extras,
        hint: 'Use list_directory to find it. Relative paths start in the working directory of the server.',
      })
    if (code === 'SOURCE_UNREADABLE')
      throw new Failure(kind, 'FORBIDDEN_PATH', `'${path}' may not be read by the server.`, extras)
    if (code === 'NOT_A_FILE')
      throw new Failure(kind, code, `'${path}' is not a regular file.`, {
        ...extras,
        hint: 'Use list_directory for a folder.',
      })
    if (code === 'TOO_LARGE')
      throw new Failure(kind, 'TOO_LARGE', `'${path}' is too large to be shown.`, {
        ...extras,
        hint: 'Ingest it with ingest_file and search it instead.',
      })
    throw error
  }
}

function unlistable(path: string, cause: unknown): Failure {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  if (code === 'ENOTDIR')
    return new Failure('invalid', 'NOT_A_FOLDER', `'${path}' is not a folder.`, {
      hint: 'Use read_file for a file.',
      cause,
    })
  return new Failure('forbidden', 'FORBIDDEN_PATH', `'${path}' may not be read by the server.`, { cause })
}
