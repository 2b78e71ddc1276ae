import { setImmediate as turn } from 'node:timers/promises'
import { type CopyProgress, canFollow, nextChanges } from './collection-changes.ts'
import { type CollectionRow, findCollection } from './collections.ts'
import type { Database } from './database.ts'
import type { CopyPlaces } from './rank-by-vector.ts'
import type { CopyPlace } from './scan-copy.ts'
import { layoutFor, partsOf, type VectorArena, vectorArena } from './vector-arena.ts'
import { fromBlob } from './vector-codec.ts'

/** The copies of this process, one per searched collection. */
export type DenseCopies = CopyPlaces & {
  /** Loads missing vectors in steps, so that other work of this process is not blocked. */
  catchUp(name: string): Promise<void>
  /** Inside a read transaction: the copy in the current state of the collection. */
  current(collection: CollectionRow): DenseCopy
  /** How many vectors the copies of these collections hold. */
  size(names: readonly string[]): number
  /** How many vectors the collection has now; null when there is no current copy. */
  count(collection: CollectionRow): number | null
}

const documentsPerTurn = 256

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

  /** A collection that was deleted and recreated has another key; its old copy is invalid. */
  function copyFor(collection: CollectionRow): DenseCopy {
    const known = held.get(collection.name)
    if (known?.collectionKey === collection.key && canFollow(known.copy, collection)) return known.copy
    discard(collection.name)
    const copy = denseCopy(arena, collection.dimensions)
    held.set(collection.name, { collectionKey: collection.key, copy })
    return copy
  }

  /** Returns whether the copy now has everything up to the current version of the collection. */
  function advance(collection: CollectionRow, mostDocuments: number): boolean {
    const copy = copyFor(collection)
    const changes = nextChanges(database, { collection, progress: copy }, mostDocuments)
    if (changes === null) return true
    const { removed, from, until, isComplete } = changes
    if (removed.length > 0) copy.removeDocuments(new Set(removed))
    for (const row of database.iterate<VectorRow>(readVectors, collection.key, from, until))
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

/** An int8 copy of the vectors of one collection, precise enough to find candidates for exact scoring. */
export type DenseCopy = CopyProgress & {
  readonly size: number
  /**
   * Incremented when something that another thread may be scanning is removed or overwritten. Added vectors are after
   * the range of running scans.
   */
  readonly changes: Int32Array
  place(): CopyPlace
  add(documentKey: number, chunkKey: number, vector: Float32Array): void
  /** Slots of removed vectors are reused. */
  removeDocuments(documentKeys: ReadonlySet<number>): void
  release(): void
}

export function denseCopy(arena: VectorArena, dimensions: number): DenseCopy {
  const layout = layoutFor(dimensions)
  const { stride, perBlock } = layout
  const parts = partsOf(layout)
  const blocks: number[] = []
  const vacant: number[] = []
  const changes = new Int32Array(new SharedArrayBuffer(4))
  let slots = 0

  function takeSlot(): number {
    const reused = vacant.pop()
    if (reused !== undefined) return reused
    if (slots === blocks.length * perBlock) blocks.push(arena.takeBlock())
    return slots++
  }

  return {
    seenVersion: null,
    addedVersion: 0,
    changes,
    get size() {
      return slots - vacant.length
    },
    place: () => ({ layout, blocks: [...blocks], slots, size: slots - vacant.length }),
    add(documentKey, chunkKey, vector) {
      if (vacant.length > 0) Atomics.add(changes, 0, 1)
      const slot = takeSlot()
      const block = blocks[Math.floor(slot / perBlock)]
      if (block === undefined) throw new Error(`There is no block for place ${slot}.`)
      const index = slot % perBlock
      const scale = arena.write(vector, block + index * stride, stride)
      const { float32, float64 } = arena.views()
      float32[(block + parts.scales) / 4 + index] = scale
      float64[(block + parts.chunkKeys) / 8 + index] = chunkKey
      float64[(block + parts.documentKeys) / 8 + index] = documentKey
    },
    removeDocuments(removed) {
      Atomics.add(changes, 0, 1)
      const { float32, float64 } = arena.views()
      for (const [number, block] of blocks.entries()) {
        const keys = (block + parts.documentKeys) / 8
        const count = Math.min(perBlock, slots - number * perBlock)
        for (let index = 0; index < count; index++) {
          if (!removed.has(float64[keys + index] ?? 0)) continue
          // Comparisons with NaN are false, so a vacant slot is never among the best.
          float32[(block + parts.scales) / 4 + index] = Number.NaN
          float64[keys + index] = 0
          vacant.push(number * perBlock + index)
        }
      }
    },
    release() {
      Atomics.add(changes, 0, 1)
      for (const block of blocks) arena.giveBack(block)
      blocks.length = 0
      slots = 0
      vacant.length = 0
    },
  }
}
