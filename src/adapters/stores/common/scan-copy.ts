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

/** The `wanted` chunks with the highest estimated cosines, including ties for the last place, in no particular order. */
export function scanCopy(arena: VectorArena, place: CopyPlace, search: Search): ScoredKey[] {
  const { perBlock } = place.layout
  const parts = partsOf(place.layout)
  const { float64 } = arena.views()
  const { mean, size } = place
  const isSelective = search.allowed !== null && search.allowed.keys.length < selectiveShare * size
  const scored =
    mean === null || isSelective
      ? scanAll(arena, place, search)
      : scanSelected(arena, { ...place, mean }, search)
  return scored.map(({ place: slot, score }) => {
    const block = place.blocks[Math.floor(slot / perBlock)] ?? 0
    return { key: float64[(block + parts.chunkKeys) / 8 + (slot % perBlock)] ?? 0, score }
  })
}

/** Compares the int8 vectors of all allowed chunks. */
function scanAll(arena: VectorArena, place: CopyPlace, { query, allowed, wanted }: Search): Scored[] {
  const { stride, perBlock } = place.layout
  const parts = partsOf(place.layout)
  const best = bestScores(wanted)
  const { float64 } = arena.views()
  const perScore = arena.ask(query, stride)
  for (const [number, block] of place.blocks.entries()) {
    const count = Math.min(perBlock, place.slots - number * perBlock)
    const keys = (block + parts.chunkKeys) / 8
    for (const [first, end] of runsOf(count, allowed, index => float64[keys + index] ?? 0)) {
      const vectors = block + first * stride
      const scales = block + parts.scales + 4 * first
      best.offer(arena.scan({ vectors, scales, count: end - first, stride }), number * perBlock + first)
    }
  }
  return best.scored(perScore)
}

/** Compares sketches of all vectors, and then the int8 vectors of the best of these. */
function scanSelected(
  arena: VectorArena,
  place: CopyPlace & { mean: Float32Array },
  { query, allowed, wanted }: Search,
): Scored[] {
  const { stride, perBlock } = place.layout
  const parts = partsOf(place.layout)
  const { float64 } = arena.views()
  const estimates = reuse(place.slots)
  arena.askSketches(query, place.mean, place.layout)
  for (const [number, block] of place.blocks.entries()) {
    const first = number * perBlock
    const count = Math.min(perBlock, place.slots - first)
    estimates.set(arena.estimate(block, place.layout, count), first)
    if (allowed === null) continue
    const keys = (block + parts.chunkKeys) / 8
    for (let index = 0; index < count; index++)
      if (!allowed.has(float64[keys + index] ?? 0)) estimates[first + index] = Number.NaN
  }
  const selected = Math.max(selection.timesWanted * wanted, Math.ceil(selection.share * place.size))
  const least = leastOfBest(estimates, selected)
  const best = bestScores(wanted)
  const perScore = arena.ask(query, stride)
  const { places, score } = arena.picker(place.layout)
  for (const [number, block] of place.blocks.entries()) {
    const first = number * perBlock
    const end = Math.min(first + perBlock, place.slots)
    let count = 0
    // NaN marks vacant slots and chunks that are not allowed; comparisons with it are false.
    for (let slot = first; slot < end; slot++)
      if ((estimates[slot] ?? Number.NaN) >= least) places[count++] = slot - first
    if (count === 0) continue
    const scores = score(block, count)
    for (let picked = 0; picked < count; picked++) {
      const found = scores[picked] ?? Number.NaN
      if (found >= best.least()) best.keep(first + (places[picked] ?? 0), found)
    }
  }
  return best.scored(perScore)
}

let kept = new Float32Array(0)

/** Memory for the estimates of one search of this thread: new memory for each took longer than estimating. */
function reuse(length: number): Float32Array {
  if (kept.length < length) kept = new Float32Array(length + (length >> 2))
  return kept.subarray(0, length)
}

/** Cosines are in −1…1; estimates may be a little beyond. */
const binsPerUnit = 8_192
const lowestBin = -2

const bins = new Uint32Array(4 * binsPerUnit)
/** Of many numbers, every eighth is counted. */
const manyNumbers = 50_000

/** A value that about `count` of the numbers reach. */
function leastOfBest(numbers: Float32Array, count: number): number {
  const every = numbers.length > manyNumbers ? 8 : 1
  bins.fill(0)
  for (let index = 0; index < numbers.length; index += every) {
    const bin = ((numbers[index] ?? Number.NaN) - lowestBin) * binsPerUnit
    // NaN is in no bin.
    if (!(bin >= 0)) continue
    const number = Math.min(bins.length - 1, Math.trunc(bin))
    bins[number] = (bins[number] ?? 0) + 1
  }
  let found = 0
  for (let bin = bins.length - 1; bin >= 0; bin--) {
    found += every * (bins[bin] ?? 0)
    if (found >= count) return lowestBin + bin / binsPerUnit
  }
  return Number.NEGATIVE_INFINITY
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

type Scored = { place: number; score: number }

/** Collects the places of the `wanted` highest scores, including ties for the last place. */
type BestScores = {
  /** Lower scores are not kept. */
  least(): number
  /** Call it with scores of at least `least`. */
  keep(place: number, score: number): void
  /** `scores[index]` is the score of the place `first + index`. */
  offer(scores: Float32Array, first: number): void
  /** In the order in which they were offered. */
  places(): number[]
  /** The same with their scores, which are multiplied by `factor`. */
  scored(factor: number): Scored[]
}

/** Scores below `lowest` are not kept. */
export function bestScores(wanted: number, lowest = Number.NEGATIVE_INFINITY): BestScores {
  const heap = new Float64Array(wanted)
  const places: number[] = []
  const scores: number[] = []
  let size = 0

  /** The lowest score that is kept. A sorted array is a valid min-heap. */
  let least = lowest

  function keep(place: number, score: number): void {
    places.push(place)
    scores.push(score)
    if (size < wanted) {
      heap[size++] = score
      if (size === wanted) least = heap.sort()[0] ?? least
    } else if (score > least) {
      replaceLeast(heap, score)
      least = heap[0] ?? least
    }
  }

  return {
    least: () => least,
    keep,
    offer(offered, first) {
      for (let index = 0; index < offered.length; index++) {
        const score = offered[index] ?? Number.NaN
        // NaN marks a vacant slot; comparisons with it are false.
        if (score >= least) keep(first + index, score)
      }
    },
    places: () => places.filter((_, order) => (scores[order] ?? Number.NaN) >= least),
    scored: factor =>
      places.flatMap((place, order) => {
        const score = scores[order] ?? Number.NaN
        return score >= least ? [{ place, score: score * factor }] : []
      }),
  }
}

/** Sifts the new score down to its place. */
function replaceLeast(heap: Float64Array, score: number): void {
  let place = 0
  for (;;) {
    let child = 2 * place + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child++
    if ((heap[child] ?? 0) >= score) break
    heap[place] = heap[child] ?? 0
    place = child
  }
  heap[place] = score
}
