import type { Nearness, TermCount } from '../../../core/model/lexical-scoring.ts'
import { editDistance } from '../../../core/text/nearest.ts'

type NearTerm = TermCount & { distance: number }

/** How many terms with the same first letters are compared. */
export const mostCompared = 5_000

/** Among the known terms, by the form that they share their first letters with, the nearest ones. */
export function chooseSimilar(
  known: readonly { form: string; terms: readonly TermCount[] }[],
  near: Nearness,
): string[] {
  const found = known.flatMap(({ form, terms }) =>
    terms
      .map(term => ({ ...term, distance: editDistance(form, term.term, near.edits) }))
      .filter(({ distance }) => distance <= near.edits),
  )
  const terms = found.sort(nearestFirst).map(({ term }) => term)
  return [...new Set(terms)].slice(0, near.most)
}

function nearestFirst(one: NearTerm, other: NearTerm): number {
  return one.distance - other.distance || other.chunks - one.chunks || (one.term < other.term ? -1 : 1)
}
