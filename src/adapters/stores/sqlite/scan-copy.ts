import { type Layout, partsOf, type VectorArena } from './vector-arena.ts'

/** Location of a copy in the arena: all that another thread needs to scan it. */
export type CopyPlace = {
  layout: Layout
  blocks: readonly number[]
  /** Slots that are in use or vacant; later ones are unused. */
  slots: number
  /** Number of vectors. */
  size: number
}

type Search = {
  query: Float32Array
  /** Chunks that may be found; null: all. */
  allowed: { has(chunkKey: number): boolean } | null
  wanted: number
}

/** Keys of the `wanted` chunks with the highest estimated similarity, including ties for the last place. */
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
