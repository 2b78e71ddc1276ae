import type { TokenBook } from '../../../core/ports/token-book.ts'
import { type TokenRow, tokenColumns, tokenValues, toStoredToken, toTokenEntry } from '../common/token-row.ts'
import type { Sql } from './database.ts'
import { lazyDatabase, type PostgresPlace } from './lazy-database.ts'

const makeTable = `CREATE TABLE IF NOT EXISTS quire.access_tokens (
  id text COLLATE "C" PRIMARY KEY,
  hash text NOT NULL,
  label text NOT NULL,
  role text NOT NULL,
  collections text,
  created_at text COLLATE "C" NOT NULL,
  expires_at text,
  revoked_at text,
  last_used_at text
)`
/** Two processes that create a table at once fail, even with IF NOT EXISTS. */
const lockTable = "SELECT pg_advisory_xact_lock(hashtextextended('quire.access_tokens', 7))"
const isThere = "SELECT to_regclass('quire.access_tokens') IS NOT NULL AS is_there"
const insert = `INSERT INTO quire.access_tokens (${tokenColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
const byId = `SELECT ${tokenColumns} FROM quire.access_tokens WHERE id = ?`
const all = `SELECT ${tokenColumns} FROM quire.access_tokens ORDER BY created_at DESC, id`
const revoke = 'UPDATE quire.access_tokens SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?'

/** Inside a write transaction. */
export async function makeTokenTable(sql: Sql): Promise<void> {
  await sql.run(makeTable)
}

/** Tokens in the database of the store. The first token creates the table. */
export function postgresTokenBook(place: PostgresPlace): TokenBook {
  const { read, write, close } = lazyDatabase({ busyTimeoutMs: 5_000, ...place })
  // The table is never removed, so that it need be looked for only until it is there.
  let isKnown = false
  const hasTable = async (sql: Sql) => {
    isKnown ||= (await sql.get<{ is_there: boolean }>(isThere))?.is_there === true
    return isKnown
  }
  const find = async (sql: Sql, id: string) =>
    (await hasTable(sql)) ? sql.get<TokenRow>(byId, id) : undefined

  return {
    hasAny: () =>
      read(
        async sql =>
          (await hasTable(sql)) &&
          (await sql.get('SELECT 1 AS one FROM quire.access_tokens LIMIT 1')) !== undefined,
      ),
    add: token =>
      write(async sql => {
        await sql.run(lockTable)
        if (!(await hasTable(sql))) await makeTokenTable(sql)
        await sql.run(insert, ...tokenValues(token))
      }),
    find: id =>
      read(async sql => {
        const row = await find(sql, id)
        return row === undefined ? null : toStoredToken(row)
      }),
    list: () =>
      read(async sql => ((await hasTable(sql)) ? (await sql.all<TokenRow>(all)).map(toTokenEntry) : [])),
    revoke: (id, at) =>
      write(async sql => {
        if ((await find(sql, id)) === undefined) return null
        await sql.run(revoke, at, id)
        const row = await find(sql, id)
        return row === undefined ? null : toTokenEntry(row)
      }),
    noteUse: (id, at) =>
      write(async sql => {
        if (await hasTable(sql))
          await sql.run('UPDATE quire.access_tokens SET last_used_at = ? WHERE id = ?', at, id)
      }),
    close,
  }
}
