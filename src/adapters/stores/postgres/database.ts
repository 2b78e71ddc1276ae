import type { Pool, PoolClient } from 'pg'
import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
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
}

/**
 * One pool of connections. Nothing is kept in a session between two transactions (no prepared statements, no session
 * settings or locks), so it works through a pooler that gives every transaction another connection.
 */
export type Database = {
  /** Host and database, without user and password. */
  readonly description: string
  /** All statements see the same state of the database. */
  read<T>(work: (sql: Sql) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Everything is stored, or nothing. */
  write<T>(work: (sql: Sql) => Promise<T>, signal?: AbortSignal): Promise<T>
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** `postgres://user:password@host:port/database`. */
  url: string
  /** How long a write waits for others. */
  busyTimeoutMs: number
}

export async function openDatabase({ url, busyTimeoutMs }: DatabaseOptions): Promise<Database> {
  const { pool, leave } = await joinPool(url)
  let isClosed = false

  async function transact<T>(
    begin: string,
    work: (sql: Sql) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    if (isClosed) throw new Failure('unavailable', 'STORE_CLOSED', 'The store is closed.')
    if (signal) throwIfAborted(signal)
    const client = await pool.connect()
    let isBroken = false
    const cancelling = signal && cancelOnAbort(pool, signal)
    try {
      await client.query(begin)
      await cancelling?.began(client)
      const result = await work(sqlOf(client))
      if (signal) throwIfAborted(signal)
      await client.query('COMMIT')
      return result
    } catch (error) {
      isBroken = await client.query('ROLLBACK').then(
        () => false,
        () => true,
      )
      if (signal) throwIfAborted(signal)
      throw error
    } finally {
      cancelling?.ended()
      client.release(isBroken)
    }
  }
  const guard = <T>(work: Promise<T>): Promise<T> =>
    work.catch(error => {
      throw toStoreFailure(error)
    })
  const beginWrite = `BEGIN; SET LOCAL lock_timeout = ${Math.round(busyTimeoutMs)}`

  return {
    description: describeUrl(url),
    read: (work, signal) => guard(transact('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work, signal)),
    write: (work, signal) => guard(transact(beginWrite, work, signal)),
    async close() {
      if (isClosed) return
      isClosed = true
      await leave()
    },
  }
}

/** How many connections a process has at most. */
const mostConnections = 8

/** The store, the jobs and the features of a process use one pool for each database. */
const pools = new Map<string, { pool: Pool; users: number }>()

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

/** Cancels what the transaction is doing on the server when the caller no longer waits. */
function cancelOnAbort(pool: Pool, signal: AbortSignal) {
  let running: { pid: number; began: string } | null = null
  const cancel = async () => {
    if (running === null) return
    // Its start identifies the transaction: through a pooler, the connection may serve another one now.
    await pool.query(
      'SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND xact_start = $2::timestamptz',
      [running.pid, running.began],
    )
  }
  const onAbort = () => void cancel().catch(() => {})
  signal.addEventListener('abort', onAbort, { once: true })
  return {
    async began(client: PoolClient): Promise<void> {
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid, now()::text AS began')
      running = rows[0]
    },
    ended(): void {
      running = null
      signal.removeEventListener('abort', onAbort)
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
  }
}

/** `?` becomes `$1`, `$2` and so on. No statement contains a question mark otherwise. */
function numbered(sql: string): string {
  let count = 0
  return sql.replaceAll('?', () => `$${++count}`)
}

/** PostgreSQL refuses U+0000. No stored text has it, nor this character, which stands for no letter. */
const nulStandIn = '\uffff'

function bindable(value: SqlValue): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', nulStandIn)
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value))
    return value.map(item => (typeof item === 'string' ? item.replaceAll('\0', nulStandIn) : item))
  return value
}

/** The address without user, password and options. */
export function describeUrl(url: string): string {
  const parsed = URL.parse(url)
  return parsed === null ? 'postgres' : `postgres://${parsed.host}${parsed.pathname}`
}
