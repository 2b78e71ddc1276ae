import { randomUUID } from 'node:crypto'
import { accessSync, closeSync, constants, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure } from '../../../core/model/failure.ts'
import { makeFolder } from '../../files/make-folder.ts'

/** The file behind a connection, as it was when the connection was opened. */
export type StoreFile = {
  readonly path: string
  readonly isWritable: boolean
  /** Whether changes lie beside the file that have not been merged into it. */
  readonly hasLog: boolean
  /**
   * Throws when the path no longer leads to this file: a connection goes on with a file that was deleted or replaced,
   * and what it writes is lost. `STORE_REPLACED` asks for a new connection.
   */
  confirm(): void
  /** An address by which SQLite reads the file without locks, and trusts that nobody changes it. */
  unchangingUrl(): URL
}

/** A file that nobody else can replace. */
export function inMemory(path: string): StoreFile {
  return { path, isWritable: true, hasLog: false, confirm() {}, unchangingUrl: () => pathToFileURL(path) }
}

/** What lies at the path; null when nothing does. Throws for what can be no store. */
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
      // Read without locks, nothing else says that another user has written to it.
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
 * Makes a new store under another name and links it to its place when it is whole, so that an empty file there was
 * never a store that another process is just making. When two processes do this, the first one's file stays.
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
    // Made before SQLite makes it, so that it and the files beside it are closed to other users.
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
    // Another process was first, or the file system knows no links.
    if (look(path) === null) renameSync(unfinished, path)
  }
}

function look(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    // A path that leads through a file, or through a folder that may not be entered: creating it will say which.
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
      hint: 'Put the file back (or mount its disk again). To begin with a new store, start the program again.',
    },
  )
}

function emptyFile(path: string): Failure {
  return new Failure('unavailable', 'STORE_DAMAGED', `The store ${path} is empty: the file has 0 bytes.`, {
    hint: 'It was probably cut off by a full disk or a failed copy. Restore it from a backup, or delete it to begin with a new store.',
  })
}
