/** Places of the `wanted` highest scores in a list, and of all that share the last place. */
export function bestOf(scores: Float32Array, wanted: number): number[] {
  const threshold = findThreshold(scores, wanted)
  const best: number[] = []
  for (let index = 0; index < scores.length; index++)
    if ((scores[index] ?? Number.NaN) >= threshold) best.push(index)
  return best
}

/** The score of the last place. NaN marks a vacant place and passes no comparison. */
function findThreshold(scores: Float32Array, wanted: number): number {
  const heap = new Float32Array(wanted)
  let size = 0
  for (let index = 0; index < scores.length; index++) {
    const score = scores[index] ?? Number.NaN
    if (size < wanted) {
      if (Number.isNaN(score)) continue
      heap[size++] = score
      if (size === wanted) heap.sort()
    } else if (score > (heap[0] ?? 0)) replaceLeast(heap, score)
  }
  return size < wanted ? Number.NEGATIVE_INFINITY : (heap[0] ?? 0)
}

/** A sorted array is a heap with the least number on top; the new one sinks to its place. */
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
