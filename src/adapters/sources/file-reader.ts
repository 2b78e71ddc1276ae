import { constants, type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Failure, throwIfAborted } from '../../core/model/failure.ts'
import type { FileReader } from '../../core/ports/source-reader.ts'
import { holdsCredentials, refusedCredentials } from '../../core/text/excluded-files.ts'
import { listFiles } from '../files/list-files.ts'
import {
  forbiddenPath,
  isInside,
  locatePath,
  notReadable,
  type ResolveSettings,
  realRoots,
  resolvePath,
} from '../files/resolve-path.ts'

export type FileReaderOptions = ResolveSettings & {
  /** For one file. */
  maxBytes: number
  /** Files and folders of the program itself, which are never read: its database, its records. */
  ownPaths?: readonly string[]
}

const pieceBytes = 1 << 20

/** Reads files and lists folders inside the caller's roots; refuses credentials, devices and files of the program. */
export function fileReader(options: FileReaderOptions): FileReader {
  return {
    resolve: (path, roots) => resolvePath(path, roots, options),
    async read(path, roots, signal) {
      const real = await resolvePath(path, roots, options)
      throwIfAborted(signal)
      // Checks both the requested and the real path, so that a link does not bypass the check.
      if (holdsCredentials(path) || holdsCredentials(real)) throw refusedCredentials(path)
      const own = await realRoots(options.ownPaths ?? [])
      if (own.some(place => isInside(real, place))) throw refusedOwn(path)
      const handle = await openRegular(path, real, options)
      try {
        const facts = await handle.stat()
        if (!facts.isFile()) throw notAFile(path)
        if (!(await isStillConfined(handle, real, roots))) throw forbiddenPath(path, roots)
        if (facts.size > options.maxBytes) throw tooLarge(path, options.maxBytes, facts.size)
        return {
          source: real,
          name: basename(real),
          bytes: await readAll(handle, { path, maxBytes: options.maxBytes, expected: facts.size }, signal),
          mediaType: null,
          charset: null,
          lastModified: `${facts.mtime.toISOString().slice(0, 19)}+00:00`,
          fileType: null,
        }
      } finally {
        await handle.close()
      }
    },
    async isFolder(path) {
      const facts = await stat(path).catch((error: unknown) => {
        throw notReadable(path, options, error)
      })
      return facts.isDirectory()
    },
    locate: locatePath,
    async list(folder, { recursive, roots }, signal) {
      const real = await resolvePath(folder, roots, options)
      const facts = await stat(real).catch((error: unknown) => {
        throw notReadable(folder, options, error)
      })
      if (!facts.isDirectory())
        throw new Failure('invalid', 'NOT_A_FOLDER', `'${folder}' is not a folder.`, {
          hint: 'Use ingest_file for a single file.',
        })
      return listFiles(real, { recursive, ownPaths: await realRoots(options.ownPaths ?? []) }, signal)
    },
  }
}

/** Opens without following links and without blocking: the path is real already, and a named pipe must not block. */
async function openRegular(path: string, real: string, settings: ResolveSettings): Promise<FileHandle> {
  // Opening a device may have effects, so its type is checked before opening, and again afterwards.
  const facts = await stat(real).catch((error: unknown) => {
    throw notReadable(path, settings, error)
  })
  if (!facts.isFile()) throw notAFile(path)
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  return open(real, flags).catch((error: unknown) => {
    throw notReadable(path, settings, error)
  })
}

/** Whether the opened file is inside the roots: a parent folder may have become a link in the meantime. */
async function isStillConfined(
  handle: FileHandle,
  real: string,
  roots: readonly string[] | null,
): Promise<boolean> {
  if (roots === null) return true
  const allowed = await realRoots(roots)
  const opened = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => null)
  if (opened !== null) return allowed.some(root => isInside(opened, root))
  const [before, now, path] = await Promise.all([handle.stat(), stat(real), realpath(real)])
  return path === real && before.ino === now.ino && before.dev === now.dev
}

/** Reads to the end, not to the reported size: files grow, and some report a size of 0. */
async function readAll(
  handle: FileHandle,
  { path, maxBytes, expected }: { path: string; maxBytes: number; expected: number },
  signal: AbortSignal,
): Promise<Uint8Array> {
  let bytes = Buffer.allocUnsafe(Math.min(Math.max(expected + 1, 4096), maxBytes + 1))
  let length = 0
  while (true) {
    throwIfAborted(signal)
    if (length > maxBytes) throw tooLarge(path, maxBytes, length)
    if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(2 * length, maxBytes + 1))
    const { bytesRead } = await handle.read(bytes, length, Math.min(pieceBytes, bytes.length - length), null)
    if (bytesRead === 0) return bytes.subarray(0, length)
    length += bytesRead
  }
}

function refusedOwn(path: string): Failure {
  return new Failure('forbidden', 'FORBIDDEN_PATH', `'${path}' belongs to Quire itself and is never read.`, {
    hint: 'Use the tools instead: search and get_document for what is stored, get_job for what was done.',
  })
}

function notAFile(path: string): Failure {
  return new Failure('invalid', 'NOT_A_FILE', `Ingestion failed: '${path}' is not a regular file.`, {
    hint: 'Give the path of a file. Use ingest_folder for all files of a folder.',
  })
}

function tooLarge(path: string, maxBytes: number, size: number): Failure {
  return new Failure(
    'too_large',
    'TOO_LARGE',
    `Ingestion failed: '${path}' has ${size} bytes, more than the ${maxBytes} that are accepted.`,
    { hint: 'Split the file, or raise the limit of the server.', details: { maxBytes } },
  )
}
