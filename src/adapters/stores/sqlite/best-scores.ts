/** Collects the places of the `wanted` highest scores that it is shown, and of all that share the last place. */
export type BestScores = {
  /** `scores[index]` belongs to the place `first + index`. */
  offer(scores: Float32Array, first: number): void
  /** In the order in which they were offered. */
  places(): number[]
}

export function bestScores(wanted: number): BestScores {
  const heap = new Float32Array(wanted)
  const places: number[] = []
  const scores: number[] = []
  let size = 0

  /** What a score must reach. A sorted array is a heap with the least number on top. */
  let least = Number.NEGATIVE_INFINITY

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
    offer(offered, first) {
      for (let index = 0; index < offered.length; index++) {
        const score = offered[index] ?? Number.NaN
        // NaN marks a vacant place and passes no comparison.
        if (score >= least) keep(first + index, score)
      }
    },
    places: () => places.filter((_, order) => (scores[order] ?? Number.NaN) >= least),
  }
}

/** The new score sinks to its place. */
function replaceLeast(heap: Float32Array, score: number): void {
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
