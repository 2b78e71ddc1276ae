import { bestScores } from './best-scores.ts'
import { type Layout, partsOf, type VectorArena } from './vector-arena.ts'

/** Where a copy lies in the arena: all that another thread needs to scan it. */
export type CopyPlace = {
  layout: Layout
  /** Addresses of its blocks. */
  blocks: readonly number[]
  /** Places in use or vacant; those behind them hold nothing. */
  slots: number
  /** Vectors in them. */
  size: number
}

type Search = {
  query: Float32Array
  /** Which chunks may be found; null: all. */
  allowed: { has(chunkKey: number): boolean } | null
  wanted: number
}

/**
 * Keys of the `wanted` chunks that seem nearest, and of all that share the last place. Estimates are good enough to
 * find candidates for exact scoring.
 */
export function scanCopy(arena: VectorArena, place: CopyPlace, { query, allowed, wanted }: Search): number[] {
  const { stride, perBlock } = place.layout
  const parts = partsOf(place.layout)
  const best = bestScores(wanted)
  const { float64 } = arena.views()
  arena.ask(query, stride)
  for (const [number, block] of place.blocks.entries()) {
    const count = Math.min(perBlock, place.slots - number * perBlock)
    const keys = (block + parts.chunkKeys) / 8
    for (const [first, end] of runsOf(count, allowed, index => float64[keys + index] ?? 0)) {
      const vectors = block + first * stride
      const scales = block + parts.scales + 4 * first
      best.offer(arena.scan({ vectors, scales, count: end - first, stride }), number * perBlock + first)
    }
  }
  return best.places().map(slot => {
    const block = place.blocks[Math.floor(slot / perBlock)] ?? 0
    return float64[(block + parts.chunkKeys) / 8 + (slot % perBlock)] ?? 0
  })
}

/** Stretches of places that may be found, from the first to before the last. */
function runsOf(
  count: number,
  allowed: Search['allowed'],
  keyAt: (index: number) => number,
): [number, number][] {
  if (allowed === null) return count > 0 ? [[0, count]] : []
  const runs: [number, number][] = []
  for (let index = 0; index < count; index++) {
    if (!allowed.has(keyAt(index))) continue
    const last = runs.at(-1)
    if (last?.[1] === index) last[1] = index + 1
    else runs.push([index, index + 1])
  }
  return runs
}
