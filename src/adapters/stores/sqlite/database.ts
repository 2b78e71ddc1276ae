import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { throwIfAborted } from '../../../core/model/failure.ts'
import { createFile, examineFile, inMemory, type StoreFile } from './database-file.ts'
import { isBusy, isUnopenable, readOnlyFailure, toStoreFailure } from './sqlite-failure.ts'

/** One connection: prepared statements by their SQL, and the two kinds of transaction. */
export type Database = {
  readonly path: string
  /** Whether the file, its folder or its disk refuses writes. Every `write` then fails. */
  readonly isReadOnly: boolean
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[]
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined
  iterate<Row>(sql: string, ...values: SQLInputValue[]): IterableIterator<Row>
  run(sql: string, ...values: SQLInputValue[]): { changes: number; key: number }
  exec(sql: string): void
  /** Everything inside sees one state of the store. Does not wait for writers. */
  read<T>(work: () => T): T
  /** Everything inside happens or nothing does. Waits for other writers without holding up this process. */
  write<T>(work: () => T, signal?: AbortSignal): Promise<T>
  close(): void
}

/** One wait inside SQLite stops the whole thread, so it is short; longer waits are many of them with pauses. */
const waitSliceMs = 10
const pauseMs = 5
const statementLimit = 256

/**
 * FULL means that an acknowledged write also survives a power cut, as far as the disk keeps its word; NORMAL would
 * only survive the end of the process. Measured, it costs 0.4 ms a document. The cache holds what rankings read
 * again and again; mapping the file instead was a fifth quicker but made a process look as large as its store.
 */
const settings = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON;
PRAGMA journal_size_limit = 67108864;
PRAGMA cache_size = -32768;
PRAGMA temp_store = MEMORY;
`

const readerSettings = `
PRAGMA query_only = ON;
PRAGMA cache_size = -32768;
PRAGMA temp_store = MEMORY;
`

export type OpenOptions = {
  busyTimeoutMs: number
  /** Makes the connection ready for use: migrations, settings of its own. */
  prepare: (database: Database) => void
  /** Fails instead of creating a file that is missing: this process has seen it before. */
  mustExist?: boolean
}

/** Opens the file, creating it and its folder when they are missing; one that cannot be written is opened for reading. */
export async function openDatabase(path: string, options: OpenOptions): Promise<Database> {
  const { DatabaseSync } = await import('node:sqlite')
  const connect = (place: string | URL, file: StoreFile): Promise<Database> =>
    patiently(options.busyTimeoutMs, () => {
      const connection = new DatabaseSync(place, { timeout: waitSliceMs, readOnly: !file.isWritable })
      try {
        connection.exec(file.isWritable ? settings : readerSettings)
        const database = wrap(connection, file, options.busyTimeoutMs)
        options.prepare(database)
        return database
      } catch (error) {
        connection.close()
        throw error
      }
    })

  const found = examineFile(path)
  if (found === null) {
    const build = (place: string) => {
      const connection = new DatabaseSync(place)
      try {
        options.prepare(wrap(connection, inMemory(place), options.busyTimeoutMs))
      } finally {
        connection.close()
      }
    }
    createFile(path, { mustExist: options.mustExist === true, build })
    return openDatabase(path, { ...options, mustExist: true })
  }
  if (found.isWritable) return connect(path, found)
  try {
    return await connect(path, found)
  } catch (error) {
    // A log of recent changes needs files beside it that cannot be made here; without one the file is whole by itself.
    if (!isUnopenable(error)) throw error
    if (found.hasLog) throw readOnlyFailure(path, error)
    return connect(found.unchangingUrl(), found)
  }
}

function wrap(connection: DatabaseSync, file: StoreFile, busyTimeoutMs: number): Database {
  const statements = new Map<string, StatementSync>()

  function prepared(sql: string): StatementSync {
    const known = statements.get(sql)
    if (known) return known
    if (statements.size >= statementLimit) statements.clear()
    const statement = connection.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  function settle<T>(work: () => T): T {
    try {
      const value = work()
      connection.exec('COMMIT')
      return value
    } catch (error) {
      if (connection.isOpen && connection.isTransaction) connection.exec('ROLLBACK')
      throw error
    }
  }

  return {
    path: file.path,
    isReadOnly: !file.isWritable,
    // SAFETY: each caller names the columns of its own SQL in `Row`; tables are STRICT, so types hold.
    all: <Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).all(...values) as Row[],
    get: <Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).get(...values) as Row | undefined,
    iterate: <Row>(sql: string, ...values: SQLInputValue[]) =>
      prepared(sql).iterate(...values) as unknown as IterableIterator<Row>,
    run(sql, ...values) {
      const { changes, lastInsertRowid } = prepared(sql).run(...values)
      return { changes: Number(changes), key: Number(lastInsertRowid) }
    },
    exec: sql => connection.exec(sql),
    read(work) {
      file.confirm()
      connection.exec('BEGIN')
      return settle(work)
    },
    write(work, signal) {
      // Begun, done and settled in one go: another call of this process must not find the transaction open.
      const attempt = () => {
        file.confirm()
        if (!file.isWritable) throw readOnlyFailure(file.path)
        connection.exec('BEGIN IMMEDIATE')
        return settle(() => {
          const value = work()
          if (signal) throwIfAborted(signal)
          return value
        })
      }
      return patiently(busyTimeoutMs, attempt, signal)
    },
    close() {
      statements.clear()
      if (connection.isOpen) connection.close()
    },
  }
}

/** Tries until it works, something else than a lock is in the way, or the patience is used up. */
async function patiently<T>(patienceMs: number, attempt: () => T, signal?: AbortSignal): Promise<T> {
  const attempts = Math.max(1, Math.ceil(patienceMs / (waitSliceMs + pauseMs)))
  for (let tried = 1; ; tried++) {
    if (signal) throwIfAborted(signal)
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (tried >= attempts) throw toStoreFailure(error)
    }
    await pause(pauseMs)
  }
}
