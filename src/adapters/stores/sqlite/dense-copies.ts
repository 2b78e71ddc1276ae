import { setImmediate as turn } from 'node:timers/promises'
import { type CollectionRow, findCollection } from './collections.ts'
import type { Database } from './database.ts'
import { type DenseCopy, denseCopy } from './dense-copy.ts'
import { rememberedWrites } from './put-document.ts'
import type { CopyPlaces } from './rank-densely.ts'
import { vectorArena } from './vector-arena.ts'
import { fromBlob } from './vector-codec.ts'

/** The copies this process holds, one per collection that was searched. */
export type DenseCopies = CopyPlaces & {
  /** Loads what is missing a bit at a time, so that other work of this process gets its turn. */
  catchUp(name: string): Promise<void>
  /** Inside a read transaction: the copy, exactly as the collection is now. */
  current(collection: CollectionRow): DenseCopy
  /** How many vectors are held of these collections. */
  size(names: readonly string[]): number
  /** How many the collection has now; null when the copy does not know. */
  count(collection: CollectionRow): number | null
}

const documentsPerTurn = 256

const listAdded = `SELECT version FROM documents WHERE collection_key = ? AND version > ?
  ORDER BY version LIMIT ?`
const listRemoved = 'SELECT document_key AS key FROM removals WHERE collection_key = ? AND version > ?'
const readVectors = `SELECT documents.key AS documentKey, chunks.key, vector
  FROM documents JOIN chunks ON document_key = documents.key JOIN vectors ON chunk_key = chunks.key
  WHERE documents.collection_key = ? AND documents.version > ? AND documents.version <= ?`

type VectorRow = { documentKey: number; key: number; vector: Uint8Array }

export function denseCopies(database: Database): DenseCopies {
  const arena = vectorArena()
  const held = new Map<string, { collectionKey: number; copy: DenseCopy }>()
  const loading = new Map<string, Promise<void>>()

  function discard(name: string): void {
    held.get(name)?.copy.release()
    held.delete(name)
  }

  /** A collection that was deleted and made again has another key, and nothing of the old one is true of it. */
  function copyFor(collection: CollectionRow): DenseCopy {
    const known = held.get(collection.name)
    const oldest = collection.version - rememberedWrites
    const isUsable = known?.collectionKey === collection.key && (known.copy.seenVersion ?? oldest) >= oldest
    if (known && isUsable) return known.copy
    discard(collection.name)
    const copy = denseCopy(arena, collection.dimensions)
    held.set(collection.name, { collectionKey: collection.key, copy })
    return copy
  }

  /** Whether everything up to the collection's present version is in the copy now. */
  function advance(collection: CollectionRow, mostDocuments: number): boolean {
    const copy = copyFor(collection)
    const { seenVersion, addedVersion } = copy
    if (addedVersion === collection.version) return true
    if (seenVersion !== null && seenVersion < collection.version) {
      const removed = database.all<{ key: number }>(listRemoved, collection.key, seenVersion)
      if (removed.length > 0) copy.removeDocuments(new Set(removed.map(({ key }) => key)))
    }
    const added = database.all<{ version: number }>(listAdded, collection.key, addedVersion, mostDocuments)
    const isComplete = added.length < mostDocuments
    const until = isComplete ? collection.version : (added.at(-1)?.version ?? collection.version)
    for (const row of database.iterate<VectorRow>(readVectors, collection.key, addedVersion, until))
      copy.add(row.documentKey, row.key, fromBlob(row.vector))
    copy.seenVersion = collection.version
    copy.addedVersion = until
    return isComplete
  }

  function current(collection: CollectionRow): DenseCopy {
    advance(collection, Number.MAX_SAFE_INTEGER)
    return copyFor(collection)
  }

  async function load(name: string): Promise<void> {
    const step = () =>
      database.read(() => {
        const collection = findCollection(database, name)
        if (collection) return advance(collection, documentsPerTurn)
        discard(name)
        return true
      })
    while (!step()) await turn()
  }

  return {
    catchUp(name) {
      const running = loading.get(name) ?? load(name).finally(() => loading.delete(name))
      loading.set(name, running)
      return running
    },
    current,
    place: collection => current(collection).place(),
    // Nothing else runs on this thread between reading a place and using it.
    confirm() {},
    count({ name, key, version }) {
      const known = held.get(name)
      return known?.collectionKey === key && known.copy.addedVersion === version ? known.copy.size : null
    },
    size: names => names.reduce((sum, name) => sum + (held.get(name)?.copy.size ?? 0), 0),
    arena,
  }
}
