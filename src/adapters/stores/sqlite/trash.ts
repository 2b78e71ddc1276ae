import type { TrashEntry, TrashWrite } from '../../../core/ports/store.ts'
import type { Database } from './database.ts'
import { deleteDocument } from './documents.ts'

const entry = 'id, owner, collection, source, title, deleted_at AS deletedAt'
const newestFirst = 'ORDER BY deleted_at DESC, id'
const put = `INSERT OR REPLACE INTO trash (id, owner, collection, source, title, deleted_at, content)
  VALUES (?, ?, ?, ?, ?, ?, ?)`

/** Runs inside a transaction, as all functions of this file that write. */
export function deleteToTrash(database: Database, id: string, trash: TrashWrite | undefined): number | null {
  const removed = deleteDocument(database, id)
  if (removed !== null && trash !== undefined) putTrash(database, trash)
  return removed
}

export function putTrash(database: Database, trash: TrashWrite): void {
  const { id, owner, collection, source, title, deletedAt, content } = trash
  database.run(put, id, owner, collection, source, title, deletedAt, content)
}

export function listTrash(database: Database, collections: readonly string[] | null): TrashEntry[] {
  const within = collections === null ? '' : 'WHERE collection IN (SELECT value FROM json_each(?))'
  const values = collections === null ? [] : [JSON.stringify(collections)]
  const rows = database.all<TrashEntry>(`SELECT ${entry} FROM trash ${within} ${newestFirst}`, ...values)
  return rows.map(row => ({ ...row }))
}

export function readTrash(database: Database, id: string): Uint8Array | null {
  return database.get<{ content: Uint8Array }>('SELECT content FROM trash WHERE id = ?', id)?.content ?? null
}

export function removeTrash(database: Database, ids: readonly string[]): void {
  for (const id of ids) database.run('DELETE FROM trash WHERE id = ?', id)
}

export function removeTrashOf(database: Database, collection: string): void {
  database.run('DELETE FROM trash WHERE collection = ?', collection)
}
