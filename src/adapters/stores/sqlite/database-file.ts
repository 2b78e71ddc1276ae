import { randomUUID } from 'node:crypto'
import { accessSync, closeSync, constants, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure } from '../../../core/model/failure.ts'
import { makeFolder } from '../../files/make-folder.ts'

/** The file of a connection, as it was when the connection was opened. */
export type StoreFile = {
  readonly path: string
  readonly isWritable: boolean
  /** Whether there is a write-ahead log with changes that are not in the file yet. */
  readonly hasLog: boolean
  /**
   * Throws when the path no longer leads to this file: SQLite would continue with a deleted or replaced file, and
   * writes would be lost. `STORE_REPLACED` requests a new connection.
   */
  confirm(): void
  /** A URL that makes SQLite read the file without locks, assuming that nobody changes it. */
  unchangingUrl(): URL
}

/** A file that no other process can replace. */
export function inMemory(path: string): StoreFile {
  return { path, isWritable: true, hasLog: false, confirm() {}, unchangingUrl: () => pathToFileURL(path) }
}

/** Examines the file at the path; null when there is none. Throws for what cannot be a store. */
export function examineFile(path: string): StoreFile | null {
  if (path === ':memory:') return inMemory(path)
  const found = look(path)
  if (found === null) return null
  if (!found.isFile())
    throw new Failure('unavailable', 'STORE_UNREACHABLE', `The store ${path} is not a file.`, {
      hint: 'Remove what is in its place, or choose another place with --home or --store.',
    })
  const lookForLog = () => (look(`${path}-wal`)?.size ?? 0) > 0
  const hasLog = lookForLog()
  if (found.size === 0 && !hasLog) throw emptyFile(path)
  const isWritable = canWrite(path) && canWrite(dirname(path))
  return {
    path,
    isWritable,
    hasLog,
    confirm() {
      const now = look(path)
      if (now === null) throw removedFile(path)
      const isSame = now.ino === found.ino && now.dev === found.dev
      // Without locks, only the modification time shows that another user has written to it.
      const isUnchanged = isWritable || (now.mtimeMs === found.mtimeMs && lookForLog() === hasLog)
      if (!isSame || !isUnchanged)
        throw new Failure('unavailable', 'STORE_REPLACED', `The store ${path} was replaced by another file.`)
    },
    unchangingUrl() {
      const url = pathToFileURL(path)
      url.searchParams.set('immutable', '1')
      return url
    },
  }
}

/**
 * Creates a new store under a temporary name and links it to its path when complete, so that an empty file at that path
 * is never a store in the making. When two processes do this, the first file is kept.
 */
export function createFile(
  path: string,
  { mustExist, build }: { mustExist: boolean; build(place: string): void },
): void {
  if (mustExist) throw removedFile(path)
  const unfinished = `${path}.${randomUUID().slice(0, 8)}.new`
  try {
    makeFolder(dirname(path))
  } catch (cause) {
    throw new Failure(
      'unavailable',
      'STORE_UNREACHABLE',
      `The folder of the store ${path} cannot be created.`,
      { hint: 'Check the path and whether this user may write there.', cause },
    )
  }
  try {
    // Created before SQLite does, so that it and the files beside it are closed to other users.
    closeSync(openSync(unfinished, 'wx', 0o600))
    build(unfinished)
    publish(unfinished, path)
  } finally {
    rmSync(unfinished, { force: true })
    rmSync(`${unfinished}-journal`, { force: true })
  }
}

function publish(unfinished: string, path: string): void {
  try {
    linkSync(unfinished, path)
  } catch {
    // Another process was first, or the file system has no hard links.
    if (look(path) === null) renameSync(unfinished, path)
  }
}

function look(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    // The path leads through a file, or through an inaccessible folder: creating it reports the error.
    return null
  }
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function removedFile(path: string): Failure {
  return new Failure(
    'unavailable',
    'STORE_UNREACHABLE',
    `The store ${path} was removed while it was in use.`,
    {
      hint: 'Put the file back (or mount its disk again). To create a new store, restart the program.',
    },
  )
}

function emptyFile(path: string): Failure {
  return new Failure('unavailable', 'STORE_DAMAGED', `The store ${path} is empty: the file has 0 bytes.`, {
    hint: 'It was probably cut off by a full disk or a failed copy. Restore it from a backup, or delete it to create a new store.',
  })
}
