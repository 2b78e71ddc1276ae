import { open, stat } from 'node:fs/promises'
import { databaseNotFound, databaseUnreadable } from './zotero-failures.ts'

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
export type Opening = 'live' | 'immutable' | 'copy'

/**
 * Never leaves a file beside the user's database: opening one in WAL mode creates `-wal` and `-shm` where they are
 * missing, even for reading. And never overlooks a log that has not been written back: `immutable` ignores it.
 */
export function planOpening(facts: DatabaseFacts): Opening {
  if (!facts.isWalMode) return 'live'
  if (facts.walBytes !== null && facts.hasSharedMemory) return 'live'
  return (facts.walBytes ?? 0) > 0 ? 'copy' : 'immutable'
}

export async function readFacts(path: string): Promise<DatabaseFacts> {
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
