import { copyFile, mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { abortFailure, Failure, throwIfAborted } from '../../../core/model/failure.ts'
import { databaseBusy, databaseNotFound, databaseUnreadable, notZotero } from './database-failures.ts'

/** Reads from a database that another program may be writing, and never writes beside it. */
export type DatabaseReader = {
  /** Everything asked inside sees one moment of the database. Opened for each call, so no lock outlives it. */
  read<T>(query: (database: DatabaseSync) => T, signal: AbortSignal): Promise<T>
  facts(): Promise<DatabaseFacts>
  /** The reason why the last reading was of a copy; null when it was not. */
  copiedBecause(): string | null
  close(): Promise<void>
}

type Copy = { folder: string; mark: string }

const attempts = 5
/** Zotero may hold its database exclusively for as long as it runs, so waiting longer would not help. */
const busyTimeoutMs = 200

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
        const value = readOnce(DatabaseSync, place, opening, query)
        // What is read without locks counts only if nobody wrote meanwhile.
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
      // One after the other: a reading must not drop the copy that another one is about to open.
      const turn = last.then(() => read(query, signal))
      last = turn.catch(() => {})
      return turn
    },
    facts: () => readFacts(path),
    copiedBecause: () => reason,
    close: dropCopy,
  }
}

/** Zotero writes in bursts; between two of them the files are at rest. */
async function letWrite(attempt: number, signal: AbortSignal): Promise<void> {
  await wait(40 * attempt, undefined, { signal }).catch(() => {
    throw abortFailure(signal)
  })
}

const copyName = 'copy.sqlite'

async function copyWithLogs(path: string, folder: string, facts: DatabaseFacts): Promise<void> {
  const target = join(folder, copyName)
  await copyFile(path, target)
  if (facts.walBytes !== null) await copyFile(`${path}-wal`, `${target}-wal`).catch(ignoreMissing)
  if (facts.journalBytes !== null) await copyFile(`${path}-journal`, `${target}-journal`).catch(ignoreMissing)
}

/** A log that vanished meanwhile changed the mark, so the copy is taken again. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

function readOnce<T>(
  Database: typeof DatabaseSync,
  place: string,
  opening: Opening,
  query: (database: DatabaseSync) => T,
): T {
  const location = opening === 'immutable' ? `${pathToFileURL(place).href}?immutable=1` : place
  // A copy is ours: SQLite may roll back its journal or write back its log, as it would in Zotero.
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
    ? 'Zotero holds its database locked, so a copy of it is read; changes show up with the next reading.'
    : 'The Zotero database was not closed properly or is in use: it is read from a copy with its write-ahead log.'
}

const notADatabase = 26

/** Extended codes carry the primary one in their low byte. */
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

/** What the files of a database tell before SQLite touches them. */
export type DatabaseFacts = {
  /** Written through a write-ahead log, as the header says. */
  isWalMode: boolean
  /** Null when there is no such file. */
  walBytes: number | null
  hasSharedMemory: boolean
  journalBytes: number | null
  /** Differs whenever any of the files was written. */
  mark: string
  /** When the database or its log was last written, in milliseconds: grows with every change. */
  writtenAt: number
}

/**
 * `live`: open the file where it lies. `immutable`: read it without locks, since nobody has it open. `copy`: read
 * a copy, since SQLite would have to write beside the user's file.
 */
type Opening = 'live' | 'immutable' | 'copy'

/**
 * Never leaves a file beside the user's database: opening one in WAL mode creates `-wal` and `-shm` where they are
 * missing, even for reading. And never overlooks a log that has not been written back: `immutable` ignores it.
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

/** Byte 19 of the header is the version needed for reading: 2 means a write-ahead log. */
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
