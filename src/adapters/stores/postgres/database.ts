import type { Readable, Writable } from 'node:stream'
import type { Pool, PoolClient, QueryResult } from 'pg'
import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import { timeLeft } from '../../../core/model/time-left.ts'
import { toStoreFailure } from './postgres-failure.ts'

export type SqlValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly string[]
  | readonly (number | null)[]
  | readonly (string | null)[]

/** Runs statements of one transaction. Values are bound in the place of each `?`. */
export type Sql = {
  all<Row>(sql: string, ...values: readonly SqlValue[]): Promise<Row[]>
  get<Row>(sql: string, ...values: readonly SqlValue[]): Promise<Row | undefined>
  /** Returns how many rows were changed. */
  run(sql: string, ...values: readonly SqlValue[]): Promise<number>
  /** The rows of `COPY … TO STDOUT`. They must be read to the end before the next statement. */
  copyOut(sql: string): Promise<Readable>
  /** Takes the rows of `COPY … FROM STDIN`. It must be ended before the next statement. */
  copyIn(sql: string): Promise<Writable>
}

/**
 * One pool of connections. Nothing is kept in a session between two transactions (no prepared statements, no session
 * settings or locks), so it works through a pooler that gives every transaction another connection. The server ends the
 * statements of a call with its time limit, and those of a caller that stops waiting.
 */
export type Database = {
  /** Host and database, without user and password. */
  readonly description: string
  /** All statements see the same state of the database. */
  read<T>(work: (sql: Sql) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Everything is stored, or nothing. */
  write<T>(work: (sql: Sql) => Promise<T>, signal?: AbortSignal): Promise<T>
  /**
   * Runs statements that no transaction may contain, such as building an index beside writers. Closing does not wait for
   * them: the server finishes the statement that it has begun.
   */
  alone<T>(work: (sql: Sql, session: Session) => Promise<T>): Promise<T>
  /** Opens one state of the database that can be read until it is closed. It occupies a connection. */
  snapshot(): Promise<Snapshot>
  close(): Promise<void>
}

export type Session = {
  /** Whether all statements are run by one process of the server: not through a pooler, which may take another for each. */
  isOwn(): Promise<boolean>
}

export type Snapshot = { sql: Sql; close(): Promise<void> }

export type DatabaseOptions = {
  /** `postgres://user:password@host:port/database`. */
  url: string
  /** How long a write waits for others. */
  busyTimeoutMs: number
}

export async function openDatabase({ url, busyTimeoutMs }: DatabaseOptions): Promise<Database> {
  const { pool, leave } = await joinPool(url)
  let isClosed = false
  const lone = new Set<(isLost: boolean) => void>()

  async function transact<T>(
    begin: string,
    work: (sql: Sql) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    if (isClosed) throw storeClosed()
    if (signal) throwIfAborted(signal)
    const client = await pool.connect()
    const release = (isLost: boolean) => client.release(isLost)
    let ended: Promise<boolean> | null = null
    const cancelling = signal && cancelOnAbort(pool, signal)
    const limited = `${begin}${statementLimit()}`
    try {
      await (cancelling === undefined ? client.query(limited) : cancelling.begin(client, limited))
      const result = await work(sqlOf(client))
      if (signal) throwIfAborted(signal)
      const committed = client.query('COMMIT')
      ended = committed.then(isFine, isLost)
      // What was read is known; nobody waits for the end of such a transaction.
      if (begin !== beginRead) await committed
      return result
    } catch (error) {
      ended = client.query('ROLLBACK').then(isFine, isLost)
      await ended
      if (signal) throwIfAborted(signal)
      throw error
    } finally {
      cancelling?.ended()
      void ended?.then(release)
    }
  }
  const guard = <T>(work: Promise<T>): Promise<T> =>
    work.catch(error => {
      throw toStoreFailure(error)
    })
  const beginRead = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
  const beginWrite = `BEGIN; SET LOCAL lock_timeout = ${Math.round(busyTimeoutMs)}`

  async function runAlone<T>(work: (sql: Sql, session: Session) => Promise<T>): Promise<T> {
    if (isClosed) throw storeClosed()
    const client = await pool.connect()
    let isReleased = false
    const release = (isLost: boolean) => {
      if (!isReleased) client.release(isLost)
      isReleased = true
      lone.delete(release)
    }
    lone.add(release)
    try {
      return await work(sqlOf(client), sessionOf(client))
    } finally {
      release(false)
    }
  }

  async function openSnapshot(): Promise<Snapshot> {
    if (isClosed) throw storeClosed()
    const client = await pool.connect()
    try {
      await client.query(beginRead)
    } catch (error) {
      client.release(true)
      throw error
    }
    const sql = sqlOf(client)
    return {
      sql: {
        all: (text, ...values) => guard(sql.all(text, ...values)),
        get: (text, ...values) => guard(sql.get(text, ...values)),
        run: (text, ...values) => guard(sql.run(text, ...values)),
        copyOut: text => guard(sql.copyOut(text)),
        copyIn: text => guard(sql.copyIn(text)),
      },
      async close() {
        const isBroken = await client.query('ROLLBACK').then(
          () => false,
          () => true,
        )
        client.release(isBroken)
      },
    }
  }

  return {
    description: describeUrl(url),
    read: (work, signal) => guard(transact(beginRead, work, signal)),
    write: (work, signal) => guard(transact(beginWrite, work, signal)),
    alone: work => guard(runAlone(work)),
    snapshot: () => guard(openSnapshot()),
    async close() {
      if (isClosed) return
      isClosed = true
      for (const release of lone) release(true)
      await leave()
    },
  }
}

/** Whether a connection is lost, by how the end of its transaction went. */
const isFine = () => false
const isLost = () => true

export function storeClosed(): Failure {
  return new Failure('unavailable', 'STORE_CLOSED', 'The store is closed.')
}

/** How many connections a process has at most. */
const mostConnections = 8

/** The store, the jobs and the features of a process use one pool for each database. */
const pools = new Map<string, { pool: Pool; users: number }>()

/** Connections to this address come from this pool, which the caller ends: for a database inside this process. */
export function usePool(url: string, pool: Pool): void {
  pools.set(url, { pool, users: 1 })
}

async function joinPool(url: string): Promise<{ pool: Pool; leave(): Promise<void> }> {
  const { default: pg } = await import('pg')
  const shared = pools.get(url) ?? { pool: newPool(pg, url), users: 0 }
  pools.set(url, shared)
  shared.users += 1
  return {
    pool: shared.pool,
    async leave() {
      shared.users -= 1
      if (shared.users > 0) return
      pools.delete(url)
      await shared.pool.end()
    },
  }
}

function newPool(pg: typeof import('pg')['default'], url: string): Pool {
  const numbers = new pg.TypeOverrides()
  // Keys and counts are far below 2^53.
  numbers.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: mostConnections,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
    types: numbers,
    application_name: 'quire',
  })
  // The pool replaces lost connections. Without a listener, one that is lost while idle, or between two statements of a
  // transaction, would end the process; the next statement fails anyway.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

/** The signal of a call comes first and has the better message; then the server ends a statement by itself. */
const graceMs = 500

/** Of the transaction only, so it holds through a pooler. Work without a caller that waits may take any time. */
function statementLimit(): string {
  const left = timeLeft()
  return left === null ? '' : `; SET LOCAL statement_timeout = ${Math.ceil(left + graceMs)}`
}

/** Its start identifies the transaction: through a pooler, the connection may serve another one now. */
const cancelTransaction =
  'SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND xact_start = $2::timestamptz'

/** Cancels what the transaction is doing on the server when the caller no longer waits. */
function cancelOnAbort(pool: Pool, signal: AbortSignal) {
  let running: { pid: number; began: string } | null = null
  const cancel = async () => {
    if (running === null) return
    const values = [running.pid, running.began]
    const hasFree = pool.idleCount > 0 || pool.totalCount < mostConnections
    if (hasFree) return void (await pool.query(cancelTransaction, values))
    // All connections may wait for what is to be cancelled.
    const { default: pg } = await import('pg')
    const client = new pg.Client(pool.options)
    client.on('error', () => {})
    await client.connect()
    await client.query(cancelTransaction, values).finally(() => client.end())
  }
  const onAbort = () => void cancel().catch(() => {})
  signal.addEventListener('abort', onAbort, { once: true })
  return {
    /** Begins the transaction and remembers it, in one message: every search does so. */
    async begin(client: PoolClient, begin: string): Promise<void> {
      const answers: unknown = await client.query(
        `${begin}; SELECT pg_backend_pid() AS pid, now()::text AS began`,
      )
      // SAFETY: several statements have an answer each.
      running = (answers as QueryResult[]).at(-1)?.rows[0] ?? null
    },
    ended(): void {
      running = null
      signal.removeEventListener('abort', onAbort)
    },
  }
}

/** A pooler answers a new connection with a number of its own in the place of the process. */
function sessionOf(client: PoolClient): Session {
  return {
    async isOwn() {
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
      return 'processID' in client && client.processID === rows[0]?.pid
    },
  }
}

function sqlOf(client: PoolClient): Sql {
  const query = (sql: string, values: readonly SqlValue[]) =>
    client.query({ text: numbered(sql), values: values.map(bindable) })
  return {
    async all<Row>(sql: string, ...values: readonly SqlValue[]) {
      // SAFETY: the statement selects what the row has.
      return (await query(sql, values)).rows as Row[]
    },
    async get<Row>(sql: string, ...values: readonly SqlValue[]) {
      // SAFETY: the statement selects what the row has.
      return (await query(sql, values)).rows[0] as Row | undefined
    },
    async run(sql, ...values) {
      return (await query(sql, values)).rowCount ?? 0
    },
    async copyOut(sql) {
      const { to } = await import('pg-copy-streams')
      return client.query(to(sql))
    },
    async copyIn(sql) {
      const { from } = await import('pg-copy-streams')
      return client.query(from(sql))
    },
  }
}

/** `?` becomes `$1`, `$2` and so on. No statement contains a question mark otherwise. */
function numbered(sql: string): string {
  let count = 0
  return sql.replaceAll('?', () => `$${++count}`)
}

/** PostgreSQL refuses U+0000. No stored text has it, nor this character, which stands for no letter. */
const nulStandIn = '\uffff'

export function withoutNul(text: string): string {
  return text.replaceAll('\0', nulStandIn)
}

function bindable(value: SqlValue): unknown {
  if (typeof value === 'string') return withoutNul(value)
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return value.map(item => (typeof item === 'string' ? withoutNul(item) : item))
  return value
}

/** The address without user, password and options. */
export function describeUrl(url: string): string {
  const parsed = URL.parse(url)
  return parsed === null ? 'postgres' : `postgres://${parsed.host}${parsed.pathname}`
}
