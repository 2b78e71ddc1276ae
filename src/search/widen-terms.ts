import type { Store } from '../ports/store.ts'

/** A misspelt word keeps its beginning: only words that share it are looked at. */
const fixedLetters = 3
/** How much of the vocabulary behind one beginning is compared. */
const mostCompared = 5_000
/** How many words of the index may stand in for one that it does not have. */
const mostStandIns = 3

export type WidenedTerms = { terms: string[]; standIns: { term: string; by: string[] }[] }

/**
 * The terms, and for each that no chunk has, the nearest that some chunk does: at most two letters added, left out or
 * changed, one in short words. Terms that are found are left alone, so a question without mistakes is not blurred.
 */
export async function widenTerms(
  terms: readonly string[],
  collections: readonly string[],
  store: Pick<Store, 'listTerms'>,
): Promise<WidenedTerms> {
  const standIns: WidenedTerms['standIns'] = []
  for (const term of terms) {
    if (!isWord(term)) continue
    const prefix = term.slice(0, fixedLetters)
    const known = await store.listTerms({ collections, prefix, limit: mostCompared })
    if (known.some(candidate => candidate.term === term)) continue
    const edits = term.length <= 5 ? 1 : 2
    const by = known
      .map(candidate => ({ ...candidate, distance: editDistance(term, candidate.term, edits) }))
      .filter(({ distance }) => distance <= edits)
      .sort((one, other) => one.distance - other.distance || other.chunks - one.chunks)
      .slice(0, mostStandIns)
      .map(candidate => candidate.term)
    if (by.length > 0) standIns.push({ term, by })
  }
  return { terms: [...new Set([...terms, ...standIns.flatMap(({ by }) => by)])], standIns }
}

function isWord(term: string): boolean {
  return term.length > fixedLetters && /^\p{L}+$/u.test(term)
}

/** Levenshtein's distance with neighbours swapped as one edit; anything above `most` is told as `most + 1`. */
export function editDistance(one: string, other: string, most: number): number {
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
  return previous[other.length] ?? most + 1
}
