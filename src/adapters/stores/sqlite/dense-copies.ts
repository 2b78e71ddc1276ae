import { type DenseCopy, denseCopy } from '../common/dense-copy.ts'
import { vectorArena } from '../common/vector-arena.ts'
import { fromBlob } from '../common/vector-codec.ts'
import type { CollectionRow } from './collections.ts'
import type { Database } from './database.ts'
import { type HeldCopies, heldCopies } from './held-copies.ts'
import type { CopyPlaces } from './rank-by-vector.ts'
import type { StoredCopies } from './stored-copies.ts'

/** The copies of this process, one per searched collection. */
export type DenseCopies = CopyPlaces &
  Pick<HeldCopies<DenseCopy>, 'catchUp' | 'current' | 'saved'> & {
    /** How many vectors the copies of these collections hold. */
    size(names: readonly string[]): number
    /** Whether one of these collections is so large that most of its candidates keep their estimates. */
    estimates(names: readonly string[]): boolean
    /** Inside a read transaction: the directions of these chunks, as precise as int8, where the collections have them. */
    readDirections(
      collections: readonly CollectionRow[],
      chunkKeys: readonly number[],
    ): Map<number, Int8Array>
    /** How many vectors the collection has now; null when there is no current copy. */
    count(collection: CollectionRow): number | null
  }

const readVectors = `SELECT documents.key AS documentKey, chunks.key, vector
  FROM documents JOIN chunks ON document_key = documents.key JOIN vectors ON chunk_key = chunks.key
  WHERE documents.collection_key = ? AND documents.version > ? AND documents.version <= ?`

type VectorRow = { documentKey: number; key: number; vector: Uint8Array }

export function denseCopies(database: Database, stored: StoredCopies): DenseCopies {
  const arena = vectorArena()
  const { catchUp, current, find, list, saved } = heldCopies(database, stored, {
    kind: 'vectors',
    documentsPerTurn: 256,
    create: ({ dimensions }) => denseCopy(arena, dimensions),
    follow(copy, { key: collectionKey }, { removed, from, until }) {
      if (removed.length > 0) copy.removeDocuments(new Set(removed))
      for (const row of database.iterate<VectorRow>(readVectors, collectionKey, from, until))
        copy.add(row.documentKey, row.key, fromBlob(row.vector))
      copy.renewSketches()
    },
    release: copy => copy.release(),
  })
  return {
    catchUp,
    current,
    place: collection => current(collection).place(),
    // Nothing else runs on this thread between reading a place and using it.
    confirm() {},
    estimates: names => list(names).some(copy => copy.isSketched),
    readDirections(collections, chunkKeys) {
      const [only] = collections
      if (collections.length === 1 && only) return current(only).readDirections(chunkKeys)
      const directions = new Map<number, Int8Array>()
      for (const collection of collections) {
        for (const [chunkKey, direction] of current(collection).readDirections(chunkKeys))
          directions.set(chunkKey, direction)
      }
      return directions
    },
    count(collection) {
      const copy = find(collection)
      return copy?.addedVersion === collection.version ? copy.size : null
    },
    saved,
    size: names => list(names).reduce((sum, copy) => sum + copy.size, 0),
    arena,
  }
}
