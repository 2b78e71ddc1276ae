import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { throwIfAborted } from '../../../core/model/failure.ts'
import { createFile, examineFile, inMemory, type StoreFile } from './database-file.ts'
import { isBusy, isUnopenable, readOnlyFailure, toStoreFailure } from './sqlite-failure.ts'

/** A connection with cached prepared statements and two kinds of transactions. */
export type Database = {
  readonly path: string
  /** Whether the file, its folder or its disk is read-only. Every `write` then fails. */
  readonly isReadOnly: boolean
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[]
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined
  iterate<Row>(sql: string, ...values: SQLInputValue[]): IterableIterator<Row>
  run(sql: string, ...values: SQLInputValue[]): { changes: number; key: number }
  exec(sql: string): void
  /** Runs `work` in a read transaction: it sees one state of the store. Does not wait for writers. */
  read<T>(work: () => T): T
  /** Runs `work` in a write transaction: all or nothing. Waits for other writers without blocking this process. */
  write<T>(work: () => T, signal?: AbortSignal): Promise<T>
  close(): void
}

/** A wait inside SQLite blocks the whole thread, so it is short; longer waits are repeated with pauses. */
const waitSliceMs = 10
const pauseMs = 5
const statementLimit = 256

/**
 * With FULL, an acknowledged write also survives a power cut, if the disk does; with NORMAL only the end of the
 * process. It costs 0.4 ms per document (measured). The cache holds the pages that rankings read repeatedly; mapping
 * the file was 20 % faster, but added the store to the memory of the process.
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
  /** Prepares the connection: migrations, settings. */
  prepare: (database: Database) => void
  /** Throws when the file is missing instead of creating it, because this process has used it before. */
  mustExist?: boolean
}

/** Opens the file, creating it and its folder when missing. A file that cannot be written is opened for reading. */
export async function openDatabase(path: string, options: OpenOptions): Promise<Database> {
  const { DatabaseSync } = await import('node:sqlite')
  const connect = (place: string | URL, file: StoreFile): Promise<Database> =>
    retryWhileBusy(options.busyTimeoutMs, () => {
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
    // The write-ahead log needs files that cannot be created here; without a log the file is complete.
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
    // SAFETY: each caller declares the columns of its own SQL in `Row`; tables are STRICT, so the types are right.
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
      // Begins and ends without awaiting: no other call of this process may run inside the transaction.
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
      return retryWhileBusy(busyTimeoutMs, attempt, signal)
    },
    close() {
      statements.clear()
      if (connection.isOpen) connection.close()
    },
  }
}

/** Retries while the database is locked, until the time is over. */
async function retryWhileBusy<T>(timeoutMs: number, attempt: () => T, signal?: AbortSignal): Promise<T> {
  const attempts = Math.max(1, Math.ceil(timeoutMs / (waitSliceMs + pauseMs)))
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
