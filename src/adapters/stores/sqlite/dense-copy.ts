import { bestOf } from './best-of.ts'
import type { Block, VectorArena } from './vector-arena.ts'
import { norm } from './vector-codec.ts'

/** An int8 copy of one collection's vectors, good enough to find candidates for exact scoring. */
export type DenseCopy = {
  /** The collection's version when the copy last looked; only later removals can concern it. */
  seenVersion: number | null
  /** The version up to which documents were added; below `seenVersion` while the copy is being loaded. */
  addedVersion: number
  readonly size: number
  add(documentKey: number, chunkKey: number, vector: Float32Array): void
  /** Places of removed vectors are used again. */
  removeDocuments(documentKeys: ReadonlySet<number>): void
  /** Keys of the `wanted` chunks that seem nearest, of all or of these, and of all that share the last place. */
  nearest(query: Float32Array, chunkKeys: readonly number[] | null, wanted: number): number[]
  release(): void
}

export function denseCopy(arena: VectorArena, dimensions: number): DenseCopy {
  const layout = arena.layoutFor(dimensions)
  const { stride, perBlock } = layout
  const blocks: Block[] = []
  const chunkKeys: number[] = []
  const documentKeys: number[] = []
  const slots = new Map<number, number>()
  const vacant: number[] = []

  function takeSlot(): number {
    const reused = vacant.pop()
    if (reused !== undefined) return reused
    if (chunkKeys.length === blocks.length * perBlock) blocks.push(arena.takeBlock(layout))
    return chunkKeys.length
  }

  function place(slot: number): { block: Block; index: number } {
    const block = blocks[Math.floor(slot / perBlock)]
    if (!block) throw new Error(`There is no vector in place ${slot}.`)
    return { block, index: slot % perBlock }
  }

  function scanRun(first: number, end: number): void {
    for (let slot = first; slot < end; ) {
      const { block, index } = place(slot)
      const count = Math.min(end - slot, perBlock - index)
      arena.scan(block, layout, index, count)
      slot += count
    }
  }

  /** Estimated cosines of all places, in order; only their order means something. */
  function scoreAll(): Float32Array {
    const scores = new Float32Array(chunkKeys.length)
    scanRun(0, scores.length)
    for (const [number, block] of blocks.entries()) {
      const start = number * perBlock
      const count = Math.min(perBlock, scores.length - start)
      const first = block.scores / 4
      if (count > 0) scores.set(arena.views().float32.subarray(first, first + count), start)
    }
    return scores
  }

  function scoreSlots(wanted: Uint32Array): Float32Array {
    for (let start = 0; start < wanted.length; ) {
      let end = start + 1
      while (end < wanted.length && wanted[end] === (wanted[end - 1] ?? 0) + 1) end++
      scanRun(wanted[start] ?? 0, (wanted[end - 1] ?? 0) + 1)
      start = end
    }
    const { float32 } = arena.views()
    const scores = new Float32Array(wanted.length)
    for (let order = 0; order < wanted.length; order++) {
      const { block, index } = place(wanted[order] ?? 0)
      scores[order] = float32[block.scores / 4 + index] ?? 0
    }
    return scores
  }

  function slotsOf(wanted: readonly number[]): Uint32Array {
    const found = new Uint32Array(wanted.length)
    let count = 0
    for (const key of wanted) {
      const slot = slots.get(key)
      if (slot !== undefined) found[count++] = slot
    }
    return found.subarray(0, count).sort()
  }

  return {
    seenVersion: null,
    addedVersion: 0,
    get size() {
      return slots.size
    },
    add(documentKey, chunkKey, vector) {
      const slot = takeSlot()
      const { block, index } = place(slot)
      const { int8, float32 } = arena.views()
      float32[block.scales / 4 + index] = quantize(vector, int8, block.vectors + index * stride)
      chunkKeys[slot] = chunkKey
      documentKeys[slot] = documentKey
      slots.set(chunkKey, slot)
    },
    removeDocuments(removed) {
      for (let slot = 0; slot < documentKeys.length; slot++) {
        if (!removed.has(documentKeys[slot] ?? 0)) continue
        const { block, index } = place(slot)
        // No comparison with NaN holds, so a vacant place is never among the best.
        arena.views().float32[block.scales / 4 + index] = Number.NaN
        slots.delete(chunkKeys[slot] ?? 0)
        documentKeys[slot] = 0
        vacant.push(slot)
      }
    },
    nearest(query, wantedKeys, wanted) {
      quantizeQuery(query, arena.views().query, stride)
      if (wantedKeys === null) return bestOf(scoreAll(), wanted).map(slot => chunkKeys[slot] ?? 0)
      const within = slotsOf(wantedKeys)
      return bestOf(scoreSlots(within), wanted).map(order => chunkKeys[within[order] ?? 0] ?? 0)
    },
    release() {
      for (const block of blocks) arena.giveBack(block)
      blocks.length = 0
    },
  }
}

/** Writes the vector in steps of its largest number ÷ 127; the scale turns a dot product back into a cosine. */
function quantize(vector: Float32Array, target: Int8Array, offset: number): number {
  const step = largest(vector) / 127
  const perStep = 1 / step
  // What lies between the vector's end and the next one does not matter: the query is zero there.
  for (let index = 0; index < vector.length; index++)
    target[offset + index] = Math.round((vector[index] ?? 0) * perStep)
  return step / norm(vector)
}

/** Finer than the vectors, as fine as sums in int32 allow. The order of scores does not need the query's scale. */
function quantizeQuery(query: Float32Array, target: Int16Array, stride: number): void {
  const finest = Math.min(32_767, Math.floor((2 ** 31 - 1) / (128 * stride)))
  const step = largest(query) / finest
  for (let index = 0; index < query.length; index++) target[index] = Math.round((query[index] ?? 0) / step)
  target.fill(0, query.length, stride)
}

function largest(vector: Float32Array): number {
  let most = 0
  for (let index = 0; index < vector.length; index++) most = Math.max(most, Math.abs(vector[index] ?? 0))
  return most
}
