import type { ScoredKey } from './merge-rankings.ts'
import { type Layout, partsOf, type VectorArena } from './vector-arena.ts'

/** Location of a copy in the arena: all that another thread needs to scan it. */
export type CopyPlace = {
  layout: Layout
  blocks: readonly number[]
  /** Slots that are in use or vacant; later ones are unused. */
  slots: number
  /** Number of vectors. */
  size: number
  /** The mean that sketches are seen from; null while the copy is too small for them. */
  mean: Float32Array | null
}

type Search = {
  query: Float32Array
  /** Chunks that may be found; null: all. */
  allowed: { keys: { readonly length: number }; has(chunkKey: number): boolean } | null
  wanted: number
}

/** How many vectors the sketches select: at least this many times `wanted`, and this share of the vectors. */
const selection = { timesWanted: 8, share: 0.02 } as const

/** A filter that allows a smaller share of the vectors is applied before anything is estimated. */
const selectiveShare = 0.1

/** The `wanted` chunks with the highest estimated cosines, including ties for the last place, in order of their slots. */
export function scanCopy(arena: VectorArena, place: CopyPlace, search: Search): ScoredKey[] {
  const { layout, blocks, slots, mean, size } = place
  const parts = partsOf(layout)
  const scores = arena.takeScores(slots)
  const isSelective = search.allowed !== null && search.allowed.keys.length < selectiveShare * size
  const perScore =
    mean === null || isSelective
      ? scanAll(arena, { place, scores }, search)
      : scanSelected(arena, { place: { ...place, mean }, scores }, search)
  const { float64 } = arena.views()
  return arena.best(slots, search.wanted).map(slot => {
    const block = blocks[Math.floor(slot / layout.perBlock)] ?? 0
    const key = float64[(block + parts.chunkKeys) / 8 + (slot % layout.perBlock)] ?? 0
    return { key, score: (scores[slot] ?? Number.NaN) * perScore }
  })
}

/** Compares the int8 vectors of all allowed chunks. Returns what the scores are multiplied by to become cosines. */
function scanAll(
  arena: VectorArena,
  { place, scores }: { place: CopyPlace; scores: Float32Array },
  { query, allowed }: Search,
): number {
  const { stride, perBlock } = place.layout
  const parts = partsOf(place.layout)
  const { float64 } = arena.views()
  const perScore = arena.ask(query, stride)
  if (allowed !== null) scores.fill(Number.NaN)
  for (const [number, block] of place.blocks.entries()) {
    const count = Math.min(perBlock, place.slots - number * perBlock)
    const keys = (block + parts.chunkKeys) / 8
    for (const [first, end] of runsOf(count, allowed, index => float64[keys + index] ?? 0)) {
      const vectors = block + first * stride
      const scales = block + parts.scales + 4 * first
      arena.scan({ vectors, scales, first: number * perBlock + first, count: end - first, stride })
    }
  }
  return perScore
}

/** Compares sketches of all vectors, and then the int8 vectors of the best of these. */
function scanSelected(
  arena: VectorArena,
  { place, scores }: { place: CopyPlace & { mean: Float32Array }; scores: Float32Array },
  { query, allowed, wanted }: Search,
): number {
  const { layout, blocks, slots } = place
  const { perBlock } = layout
  const parts = partsOf(layout)
  const { float64 } = arena.views()
  arena.askSketches(query, place.mean, layout)
  const runOf = (number: number) => {
    const first = number * perBlock
    return { first, count: Math.min(perBlock, slots - first) }
  }
  for (let number = 0; number < blocks.length; number++) {
    const block = blocks[number] ?? 0
    const { first, count } = runOf(number)
    arena.estimate(block, layout, { first, count })
    if (allowed === null) continue
    const keys = (block + parts.chunkKeys) / 8
    for (let index = 0; index < count; index++)
      if (!allowed.has(float64[keys + index] ?? 0)) scores[first + index] = Number.NaN
  }
  const selected = Math.max(selection.timesWanted * wanted, Math.ceil(selection.share * place.size))
  const least = arena.leastEstimate(slots, selected)
  const perScore = arena.ask(query, layout.stride)
  for (let number = 0; number < blocks.length; number++)
    arena.refine(blocks[number] ?? 0, layout, { ...runOf(number), least })
  return perScore
}

/** Ranges of consecutive slots that may be found, end exclusive. */
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
