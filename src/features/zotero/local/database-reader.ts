import { copyFile, mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { abortFailure, Failure, throwIfAborted } from '../../../core/model/failure.ts'
import { databaseBusy, databaseNotFound, databaseUnreadable, notZotero } from './database-failures.ts'

/** Reads a database that another program may be writing. Never creates files beside it. */
export type DatabaseReader = {
  /** Runs `query` in one transaction. Opens the database for each call, so that no lock outlives it. */
  read<T>(query: (database: DatabaseSync) => T, signal: AbortSignal): Promise<T>
  facts(): Promise<DatabaseFacts>
  /** Why the last call read a copy; null when it did not. */
  copiedBecause(): string | null
  close(): Promise<void>
}

/** What the files of a database show before SQLite opens them. */
export type DatabaseFacts = {
  /** Whether the header says that it uses a write-ahead log. */
  isWalMode: boolean
  /** Null when there is no such file. */
  walBytes: number | null
  hasSharedMemory: boolean
  journalBytes: number | null
  /** Changes whenever one of the files is written. */
  mark: string
  /** When the database or its log was last written, in milliseconds. */
  writtenAt: number
}

/**
 * `live`: open the file in place. `immutable`: read it without locks, because no program has it open. `copy`: read a
 * copy, because SQLite would have to write beside the user's file.
 */
type Opening = 'live' | 'immutable' | 'copy'

type Copy = { folder: string; mark: string }

const attempts = 5

/** Short, because Zotero may lock its database for as long as it runs. */
const busyTimeoutMs = 200

const copyName = 'copy.sqlite'

const notADatabase = 26

export function databaseReader(path: string, temporaryFolder: string = tmpdir()): DatabaseReader {
  let copy: Copy | null = null
  let reason: string | null = null
  let last: Promise<unknown> = Promise.resolve()

  async function makeCopy(facts: DatabaseFacts): Promise<Copy> {
    const folder = await mkdtemp(join(temporaryFolder, 'quire-zotero-'))
    await copyWithLogs(path, folder, facts).catch(async (error: unknown) => {
      await rm(folder, { recursive: true, force: true })
      throw error
    })
    return { folder, mark: facts.mark }
  }

  async function takeCopy(facts: DatabaseFacts): Promise<string> {
    if (copy?.mark !== facts.mark) {
      await dropCopy()
      copy = await makeCopy(facts).catch((error: unknown) => {
        throw databaseUnreadable(path, error)
      })
    }
    return join(copy.folder, copyName)
  }

  async function dropCopy(): Promise<void> {
    const { folder } = copy ?? {}
    copy = null
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  }

  async function read<T>(query: (database: DatabaseSync) => T, signal: AbortSignal): Promise<T> {
    let mustCopy = false
    let problem: unknown = null
    for (let attempt = 0; attempt < attempts; attempt++) {
      throwIfAborted(signal)
      if (attempt > 1) await letWrite(attempt, signal)
      const facts = await readFacts(path)
      const opening: Opening = mustCopy ? 'copy' : planOpening(facts)
      try {
        const place = opening === 'copy' ? await takeCopy(facts) : path
        const { DatabaseSync } = await import('node:sqlite')
        if (opening === 'copy' && (await readFacts(path)).mark !== facts.mark) continue
        const value = readOnce(DatabaseSync, { place, opening }, query)
        // A read without locks is valid only if the files were not written meanwhile.
        if (opening === 'immutable' && (await readFacts(path)).mark !== facts.mark) continue
        reason = opening === 'copy' ? wordReason(mustCopy) : null
        return value
      } catch (error) {
        if (!isSqliteError(error)) throw error
        if (primaryCode(error) === notADatabase && opening !== 'copy')
          throw notZotero(path, 'SQLite does not recognise the file', error)
        problem = error
        mustCopy = true
        await dropCopy()
      }
    }
    throw problem === null || isBusy(problem)
      ? databaseBusy(path, problem)
      : databaseUnreadable(path, problem)
  }

  return {
    read(query, signal) {
      // One call at a time: a call must not delete the copy that another one is about to open.
      const turn = last.then(() => read(query, signal))
      last = turn.catch(() => {})
      return turn
    },
    facts: () => readFacts(path),
    copiedBecause: () => reason,
    close: dropCopy,
  }
}

/** Waits for the end of a write: Zotero writes in bursts. */
async function letWrite(attempt: number, signal: AbortSignal): Promise<void> {
  await wait(40 * attempt, undefined, { signal }).catch(() => {
    throw abortFailure(signal)
  })
}

/**
 * Chooses a way that creates no file beside the user's database (opening one in WAL mode creates missing `-wal` and
 * `-shm` files, even for reading) and that does not skip a log with content (`immutable` ignores it).
 */
export function planOpening(facts: DatabaseFacts): Opening {
  if (!facts.isWalMode) return 'live'
  if (facts.walBytes !== null && facts.hasSharedMemory) return 'live'
  return (facts.walBytes ?? 0) > 0 ? 'copy' : 'immutable'
}

async function readFacts(path: string): Promise<DatabaseFacts> {
  const [database, wal, sharedMemory, journal] = await Promise.all(
    ['', '-wal', '-shm', '-journal'].map(suffix => stat(path + suffix, { bigint: true }).catch(() => null)),
  )
  if (!database?.isFile()) throw databaseNotFound(path)
  const written = [database, wal, journal].map(file =>
    file ? `${file.mtimeNs}:${file.size}:${file.ino}` : '-',
  )
  const newest = Math.max(Number(database.mtimeMs), wal && wal.size > 0n ? Number(wal.mtimeMs) : 0)
  return {
    isWalMode: await readsAsWal(path),
    walBytes: wal ? Number(wal.size) : null,
    hasSharedMemory: sharedMemory != null,
    journalBytes: journal ? Number(journal.size) : null,
    mark: written.join(' '),
    writtenAt: Math.floor(newest),
  }
}

/** Byte 19 of the header is the read version: 2 means a write-ahead log. */
async function readsAsWal(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw databaseUnreadable(path, error)
  })
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(20), 0, 20, 0)
    return bytesRead === 20 && buffer[19] === 2
  } finally {
    await file.close()
  }
}

async function copyWithLogs(path: string, folder: string, facts: DatabaseFacts): Promise<void> {
  const target = join(folder, copyName)
  await copyFile(path, target)
  if (facts.walBytes !== null) await copyFile(`${path}-wal`, `${target}-wal`).catch(ignoreMissing)
  if (facts.journalBytes !== null) await copyFile(`${path}-journal`, `${target}-journal`).catch(ignoreMissing)
}

/** When a log is gone, the mark has changed and the copy is made again. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

function readOnce<T>(
  Database: typeof DatabaseSync,
  { place, opening }: { place: string; opening: Opening },
  query: (database: DatabaseSync) => T,
): T {
  const location = opening === 'immutable' ? `${pathToFileURL(place).href}?immutable=1` : place
  // A copy may be written: SQLite rolls back its journal or writes back its log, as it would in Zotero.
  const database = new Database(location, { readOnly: opening !== 'copy', timeout: busyTimeoutMs })
  try {
    database.exec('BEGIN')
    return query(database)
  } finally {
    database.close()
  }
}

function wordReason(wasRefused: boolean): string {
  return wasRefused
    ? 'Zotero has locked its database, so a copy was read; later changes are read next time.'
    : 'The Zotero database was not closed properly or is in use, so a copy with its write-ahead log was read.'
}

/** The low byte of an extended error code is the primary code. */
function primaryCode(error: unknown): number {
  if (!(error instanceof Error) || !('errcode' in error)) return 0
  return typeof error.errcode === 'number' ? error.errcode & 0xff : 0
}

function isBusy(error: unknown): boolean {
  return primaryCode(error) === 5 || primaryCode(error) === 6
}

function isSqliteError(error: unknown): boolean {
  return !(error instanceof Failure) && primaryCode(error) !== 0
}
