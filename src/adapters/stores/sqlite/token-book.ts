import type { TokenBook } from '../../../core/ports/token-book.ts'
import { type TokenRow, tokenColumns, tokenValues, toStoredToken, toTokenEntry } from '../common/token-row.ts'
import type { Database } from './database.ts'
import { type SideOptions, sideConnection } from './side-connection.ts'

const makeTable = `CREATE TABLE IF NOT EXISTS access_tokens (
  id TEXT PRIMARY KEY,
  hash TEXT NOT NULL,
  label TEXT NOT NULL,
  role TEXT NOT NULL,
  collections TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT,
  revoked_at TEXT,
  last_used_at TEXT
) STRICT`
const isThere = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'access_tokens'"
const insert = `INSERT INTO access_tokens (${tokenColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
const byId = `SELECT ${tokenColumns} FROM access_tokens WHERE id = ?`
const all = `SELECT ${tokenColumns} FROM access_tokens ORDER BY created_at DESC, id`
const revoke = 'UPDATE access_tokens SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?'

/** Tokens in the database of the store. The first token creates the table. */
export function sqliteTokenBook(options: SideOptions): TokenBook {
  const { read, write, close } = sideConnection({ busyTimeoutMs: 5_000, ...options })
  const hasTable = (database: Database) => database.get(isThere) !== undefined
  const find = (database: Database, id: string) =>
    hasTable(database) ? database.get<TokenRow>(byId, id) : undefined

  return {
    hasAny: () =>
      read(
        database => hasTable(database) && database.get('SELECT 1 FROM access_tokens LIMIT 1') !== undefined,
      ),
    add: token =>
      write(database => {
        database.exec(makeTable)
        database.run(insert, ...tokenValues(token))
      }),
    find: id =>
      read(database => {
        const row = find(database, id)
        return row === undefined ? null : toStoredToken(row)
      }),
    list: () => read(database => (hasTable(database) ? database.all<TokenRow>(all).map(toTokenEntry) : [])),
    revoke: (id, at) =>
      write(database => {
        if (find(database, id) === undefined) return null
        database.run(revoke, at, id)
        const row = find(database, id)
        return row === undefined ? null : toTokenEntry(row)
      }),
    noteUse: (id, at) =>
      write(database => {
        if (hasTable(database)) database.run('UPDATE access_tokens SET last_used_at = ? WHERE id = ?', at, id)
      }),
    close,
  }
}
