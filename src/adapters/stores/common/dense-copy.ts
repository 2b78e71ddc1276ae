import type { CopyProgress, SavableCopy } from './savable-copy.ts'
import type { CopyPlace } from './scan-copy.ts'
import { slotIndex } from './slot-index.ts'
import { blockBytes, type Layout, layoutFor, partsOf, type VectorArena } from './vector-arena.ts'

/** An int8 copy of the vectors of one collection, precise enough to find candidates for exact scoring. */
export type DenseCopy = CopyProgress &
  SavableCopy & {
    /**
     * Incremented when something that another thread may be scanning is removed or overwritten. Added vectors are after
     * the range of running scans.
     */
    readonly changes: Int32Array
    /** Whether there are enough vectors for sketches. */
    readonly isSketched: boolean
    place(): CopyPlace
    /** The directions of these chunks, where the copy has them. */
    readDirections(chunkKeys: readonly number[]): Map<number, Int8Array>
    add(documentKey: number, chunkKey: number, vector: Float32Array): void
    /** Computes the sketches when there are enough vectors, and again when there are many more. */
    renewSketches(): void
    /** Slots of removed vectors are reused. */
    removeDocuments(documentKeys: ReadonlySet<number>): void
    /** The same for single chunks, without looking at all others. */
    removeChunks(chunkKeys: Iterable<number>): void
    has(chunkKey: number): boolean
    release(): void
  }

/** A smaller copy is scanned as fast without sketches. */
const sketchedFrom = 10_000
/** The mean of a few vectors is a worse place to look from. */
const renewedAfter = 4
/** How many vectors the mean is computed from. */
const sampled = 10_000

type SavedHead = CopyProgress & {
  layout: Layout
  slots: number
  mean: number[] | null
  meanOf: number
}

export function denseCopy(arena: VectorArena, dimensions: number): DenseCopy {
  const layout = layoutFor(dimensions)
  const { stride, perBlock } = layout
  const parts = partsOf(layout)
  const blocks: number[] = []
  const vacant: number[] = []
  const changes = new Int32Array(new SharedArrayBuffer(4))
  let slots = 0
  let mean: Float32Array | null = null
  /** How many vectors there were when the mean was computed. */
  let meanOf = 0
  /** Of the slots before `indexed`: a copy that nobody asks for single chunks needs no index. */
  const index = slotIndex(keyOf)
  let indexed = 0

  function keyOf(slot: number): number {
    const block = blocks[Math.floor(slot / perBlock)] ?? 0
    return arena.views().float64[(block + parts.chunkKeys) / 8 + (slot % perBlock)] ?? 0
  }

  function indexAll(): void {
    const isVacant = new Set(vacant)
    for (; indexed < slots; indexed++) if (!isVacant.has(indexed)) index.add(keyOf(indexed), indexed)
  }

  function slotOf(chunkKey: number): number | null {
    if (indexed < slots) indexAll()
    return index.find(chunkKey)
  }

  function vacate(slot: number): void {
    const block = blocks[Math.floor(slot / perBlock)] ?? 0
    const at = slot % perBlock
    const { float32, float64 } = arena.views()
    // Comparisons with NaN are false, so a vacant slot is never among the best.
    float32[(block + parts.scales) / 4 + at] = Number.NaN
    float32[(block + parts.factors) / 4 + at] = Number.NaN
    float64[(block + parts.documentKeys) / 8 + at] = 0
    vacant.push(slot)
  }

  function takeSlot(): number {
    const reused = vacant.pop()
    if (reused !== undefined) return reused
    if (slots === blocks.length * perBlock) blocks.push(arena.takeBlock())
    return slots++
  }

  const countIn = (block: number) => Math.min(perBlock, slots - block * perBlock)

  /** Of directions, from a sample of the vectors. */
  function meanOfVectors(): Float32Array {
    const { int8, float32 } = arena.views()
    const sums = new Float64Array(dimensions)
    const every = Math.max(1, Math.floor(slots / sampled))
    let count = 0
    for (let slot = 0; slot < slots; slot += every) {
      const block = blocks[Math.floor(slot / perBlock)] ?? 0
      const index = slot % perBlock
      const scale = float32[(block + parts.scales) / 4 + index] ?? Number.NaN
      if (Number.isNaN(scale)) continue
      const vector = block + index * stride
      for (let i = 0; i < dimensions; i++) sums[i] = (sums[i] ?? 0) + scale * (int8[vector + i] ?? 0)
      count += 1
    }
    return Float32Array.from(sums, sum => sum / Math.max(1, count))
  }

  const viewOf = (block: number) => new Uint8Array(arena.memory.buffer, block, blockBytes)

  /** Vacant slots have no document. */
  function listVacant(): void {
    const { float64 } = arena.views()
    for (const [number, block] of blocks.entries())
      for (let index = 0; index < countIn(number); index++)
        if (float64[(block + parts.documentKeys) / 8 + index] === 0) vacant.push(number * perBlock + index)
  }

  return {
    seenVersion: null,
    addedVersion: 0,
    savedSize: 0,
    changes,
    draft() {
      const counted = Atomics.load(changes, 0)
      const { seenVersion, addedVersion } = this
      const head: SavedHead = {
        layout,
        slots,
        seenVersion,
        addedVersion,
        mean: mean && [...mean],
        meanOf,
      }
      return {
        head,
        blocks: blocks.length,
        blockAt: number => (Atomics.load(changes, 0) === counted ? viewOf(blocks[number] ?? 0) : null),
      }
    },
    restoreNext(file) {
      // SAFETY: `draft` wrote it, and the checksum is right.
      const head = file.head as SavedHead
      if (JSON.stringify(head.layout) !== JSON.stringify(layout))
        throw new Error('The copy has another layout.')
      if (blocks.length < file.blocks) {
        const block = arena.takeBlock()
        blocks.push(block)
        file.readNext(viewOf(block))
        return true
      }
      slots = head.slots
      mean = head.mean && Float32Array.from(head.mean)
      meanOf = head.meanOf
      this.seenVersion = head.seenVersion
      this.addedVersion = head.addedVersion
      listVacant()
      this.savedSize = slots - vacant.length
      return false
    },
    get size() {
      return slots - vacant.length
    },
    get isSketched() {
      return mean !== null
    },
    readDirections(chunkKeys) {
      const directions = new Map<number, Int8Array>()
      const { int32 } = arena.views()
      // One piece of memory: each piece takes longer to make and to free than to fill. Strides are multiples of four, and a view of
      // each source would take longer than copying.
      const words = stride / 4
      const memory = new Int32Array(chunkKeys.length * words)
      for (let index = 0; index < chunkKeys.length; index++) {
        const chunkKey = chunkKeys[index] ?? 0
        const slot = slotOf(chunkKey)
        if (slot === null) continue
        const source = ((blocks[Math.floor(slot / perBlock)] ?? 0) + (slot % perBlock) * stride) / 4
        const target = index * words
        for (let word = 0; word < words; word++) memory[target + word] = int32[source + word] ?? 0
        directions.set(chunkKey, new Int8Array(memory.buffer, 4 * target, dimensions))
      }
      return directions
    },
    place: () => ({ layout, blocks: [...blocks], slots, size: slots - vacant.length, mean }),
    add(documentKey, chunkKey, vector) {
      if (vacant.length > 0) Atomics.add(changes, 0, 1)
      const slot = takeSlot()
      const block = blocks[Math.floor(slot / perBlock)]
      if (block === undefined) throw new Error(`There is no block for place ${slot}.`)
      const at = slot % perBlock
      const scale = arena.write(vector, block + at * stride, stride)
      const { float32, float64 } = arena.views()
      float32[(block + parts.scales) / 4 + at] = scale
      float64[(block + parts.chunkKeys) / 8 + at] = chunkKey
      float64[(block + parts.documentKeys) / 8 + at] = documentKey
      if (slot < indexed) index.add(chunkKey, slot)
      if (mean !== null) arena.sketch(block, layout, { mean, first: at, count: 1 })
    },
    renewSketches() {
      const size = slots - vacant.length
      if (size < sketchedFrom || size < renewedAfter * meanOf) return
      Atomics.add(changes, 0, 1)
      mean = meanOfVectors()
      meanOf = size
      for (const [number, block] of blocks.entries())
        arena.sketch(block, layout, { mean, first: 0, count: countIn(number) })
    },
    removeDocuments(removed) {
      Atomics.add(changes, 0, 1)
      const { float64 } = arena.views()
      for (const [number, block] of blocks.entries()) {
        const keys = (block + parts.documentKeys) / 8
        for (let at = 0; at < countIn(number); at++) {
          if (!removed.has(float64[keys + at] ?? 0)) continue
          const slot = number * perBlock + at
          if (slot < indexed) index.remove(keyOf(slot))
          vacate(slot)
        }
      }
    },
    removeChunks(chunkKeys) {
      Atomics.add(changes, 0, 1)
      for (const key of chunkKeys) {
        const slot = slotOf(key)
        if (slot === null) continue
        index.remove(key)
        vacate(slot)
      }
    },
    has: chunkKey => slotOf(chunkKey) !== null,
    release() {
      Atomics.add(changes, 0, 1)
      for (const block of blocks) arena.giveBack(block)
      blocks.length = 0
      slots = 0
      vacant.length = 0
      index.clear()
      indexed = 0
      mean = null
      meanOf = 0
    },
  }
}
