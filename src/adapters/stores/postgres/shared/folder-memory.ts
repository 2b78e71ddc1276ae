import type { FolderMemory, SeenFolder } from '../../../../core/ports/folders.ts'
import { digest } from '../binary-values.ts'
import type { lazyDatabase } from '../lazy-database.ts'

const put = `INSERT INTO quire.seen_folders (collection, host, folder, path, recursive, seen)
  VALUES (?::bytea, ?, ?::bytea, ?, ?, ?) ON CONFLICT (collection, host, folder)
  DO UPDATE SET path = excluded.path, recursive = excluded.recursive, seen = excluded.seen`
const find =
  'SELECT seen FROM quire.seen_folders WHERE collection = ?::bytea AND host = ? AND folder = ?::bytea'
const list = `SELECT path AS folder, recursive FROM quire.seen_folders
  WHERE collection = ?::bytea AND host = ? ORDER BY path`

/** Folders as each machine saw them; `host` is the name of this one. */
export function postgresFolderMemory(
  { read, write }: ReturnType<typeof lazyDatabase>,
  { host }: { host: string },
): FolderMemory {
  return {
    async load(collection, folder) {
      const row = await read(sql =>
        sql.get<{ seen: string }>(find, digest(collection), host, digest(folder)),
      ).catch(() => undefined)
      // SAFETY: written by `save`.
      return row === undefined ? null : (JSON.parse(row.seen) as SeenFolder)
    },
    async save(collection, folder, seen) {
      const values = [digest(collection), host, digest(folder), folder, seen.recursive, JSON.stringify(seen)]
      await write(sql => sql.run(put, ...values)).catch(() => {})
    },
    list: collection => read(sql => sql.all(list, digest(collection), host)),
  }
}
