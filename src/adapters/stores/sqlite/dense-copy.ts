import type { CopyPlace } from './scan-copy.ts'
import { layoutFor, partsOf, type VectorArena } from './vector-arena.ts'

/** An int8 copy of one collection's vectors, good enough to find candidates for exact scoring. */
export type DenseCopy = {
  /** The collection's version when the copy last looked; only later removals can concern it. */
  seenVersion: number | null
  /** The version up to which documents were added; below `seenVersion` while the copy is being loaded. */
  addedVersion: number
  readonly size: number
  /**
   * Changes whenever something that may be under another thread's scan is taken away or written over. What is only
   * added lies behind all that a scan was told of.
   */
  readonly changes: Int32Array
  place(): CopyPlace
  add(documentKey: number, chunkKey: number, vector: Float32Array): void
  /** Places of removed vectors are used again. */
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
          // No comparison with NaN holds, so a vacant place is never among the best.
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
