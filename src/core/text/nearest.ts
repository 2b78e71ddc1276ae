/** The most similar candidate: few edits away, or one that starts with the word. Null when none is close. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const wanted = word.toLowerCase()
  const most = Math.max(1, Math.floor(wanted.length / 3))
  let best: { candidate: string; distance: number } | null = null
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase(), most)
    if (distance <= most && (best === null || distance < best.distance)) best = { candidate, distance }
  }
  if (best !== null) return best.candidate
  return (
    candidates.find(candidate => wanted.length >= 3 && candidate.toLowerCase().startsWith(wanted)) ?? null
  )
}

/**
 * Counts letters changed, left out, added, or swapped with their neighbour. Returns `most + 1` for any distance above
 * `most`.
 */
export function editDistance(one: string, other: string, most = Number.POSITIVE_INFINITY): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwap =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    if (Math.min(...current) > most) return most + 1
    before = previous
    previous = current
  }
  return previous[other.length] ?? 0
}
