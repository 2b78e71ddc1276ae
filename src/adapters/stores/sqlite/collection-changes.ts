import type { CopyProgress } from '../common/savable-copy.ts'
import type { CollectionRow } from './collections.ts'
import type { Database } from './database.ts'
import { rememberedWrites } from './put-document.ts'

/** What a copy must do next: drop `removed`, then add the documents of the versions `from` (exclusive) to `until`. */
export type CollectionChanges = {
  removed: readonly number[]
  from: number
  until: number
  isComplete: boolean
}

const listAdded = `SELECT version FROM documents WHERE collection_key = ? AND version > ?
  ORDER BY version LIMIT ?`
const listRemoved = 'SELECT document_key AS key FROM removals WHERE collection_key = ? AND version > ?'

/** Whether the removals since the last update are still recorded. */
export function canFollow({ seenVersion }: CopyProgress, { version }: CollectionRow): boolean {
  return seenVersion === null || (seenVersion >= version - rememberedWrites && seenVersion <= version)
}

/** Inside a read transaction. The next changes, of about `mostDocuments` documents; null when there are none. */
export function nextChanges(
  database: Database,
  { collection, progress }: { collection: CollectionRow; progress: CopyProgress },
  mostDocuments: number,
): CollectionChanges | null {
  const { seenVersion, addedVersion } = progress
  if (addedVersion === collection.version) return null
  const removed =
    seenVersion === null || seenVersion === collection.version
      ? []
      : database.all<{ key: number }>(listRemoved, collection.key, seenVersion).map(({ key }) => key)
  const added = database.all<{ version: number }>(listAdded, collection.key, addedVersion, mostDocuments)
  const isComplete = added.length < mostDocuments
  const until = isComplete ? collection.version : (added.at(-1)?.version ?? collection.version)
  return { removed, from: addedVersion, until, isComplete }
}
