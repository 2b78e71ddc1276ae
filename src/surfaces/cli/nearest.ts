/** The candidate that was probably meant: few edits away, or one that the word begins. Null when none is close. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const wanted = word.toLowerCase()
  let best: { candidate: string; distance: number } | null = null
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase())
    if (best === null || distance < best.distance) best = { candidate, distance }
  }
  if (best !== null && best.distance <= Math.max(1, Math.floor(wanted.length / 3))) return best.candidate
  return (
    candidates.find(candidate => wanted.length >= 3 && candidate.toLowerCase().startsWith(wanted)) ?? null
  )
}

/** Insertions, deletions, replacements and swaps of neighbours, each counted as one. */
function editDistance(left: string, right: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i++) {
    const current = [i]
    for (let j = 1; j <= right.length; j++) {
      const replaced = at(previous, j - 1) + (left[i - 1] === right[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]
      const swapped = isSwap ? at(beforePrevious, j - 2) + 1 : Number.POSITIVE_INFINITY
      current.push(Math.min(replaced, at(previous, j) + 1, at(current, j - 1) + 1, swapped))
    }
    beforePrevious = previous
    previous = current
  }
  return at(previous, right.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
