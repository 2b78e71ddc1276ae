import type { TrashEntry, TrashWrite } from '../../../core/ports/store.ts'
import type { Sql } from './database.ts'

const entry = 'id, owner, collection, source, title, deleted_at AS "deletedAt"'
const newestFirst = 'ORDER BY deleted_at DESC, id'
const put = `INSERT INTO quire.trash (id, owner, collection, source, title, deleted_at, content)
  VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, collection = excluded.collection,
  source = excluded.source, title = excluded.title, deleted_at = excluded.deleted_at, content = excluded.content`

/** The functions of this file run inside a transaction. */
export async function putTrash(sql: Sql, trash: TrashWrite): Promise<void> {
  const { id, owner, collection, source, title, deletedAt, content } = trash
  await sql.run(put, id, owner, collection, source, title, deletedAt, content)
}

export async function listTrash(sql: Sql, collections: readonly string[] | null): Promise<TrashEntry[]> {
  return collections === null
    ? sql.all<TrashEntry>(`SELECT ${entry} FROM quire.trash ${newestFirst}`)
    : sql.all<TrashEntry>(
        `SELECT ${entry} FROM quire.trash WHERE collection = ANY(?::text[]) ${newestFirst}`,
        collections,
      )
}

export async function readTrash(sql: Sql, id: string): Promise<Uint8Array | null> {
  const row = await sql.get<{ content: Uint8Array }>('SELECT content FROM quire.trash WHERE id = ?', id)
  return row?.content ?? null
}

export async function removeTrash(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.run('DELETE FROM quire.trash WHERE id = ANY(?::text[])', ids)
}

export async function removeTrashOf(sql: Sql, collection: string): Promise<void> {
  await sql.run('DELETE FROM quire.trash WHERE collection = ?', collection)
}
