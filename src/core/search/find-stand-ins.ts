import type { Store } from '../ports/store.ts'
import { editDistance } from '../text/nearest.ts'

/** A misspelt word keeps its beginning: only words that share it are looked at. */
const fixedLetters = 3
/** How much of the vocabulary behind one beginning is compared. */
const mostCompared = 5_000
/** How many words of the index may stand in for one that it does not have. */
const mostStandIns = 3

export type StandIns = { word: string; by: string[] }

type Known = { term: string; chunks: number; distance: number }

/**
 * For each word that no chunk has in any of its forms, the nearest that some chunk does: at most two letters added,
 * left out or changed, one in short words. Words that are found are left alone, so a question without mistakes is not
 * blurred.
 */
export async function findStandIns(
  words: readonly (readonly string[])[],
  collections: readonly string[],
  store: Pick<Store, 'listTerms'>,
): Promise<StandIns[]> {
  const found: StandIns[] = []
  for (const forms of words) {
    const [word] = forms
    if (word === undefined || !forms.every(isWord)) continue
    const near = await Promise.all(forms.map(form => nearTerms(form, collections, store)))
    const nearest = near.flat().sort(nearestFirst)
    if (nearest.length === 0 || nearest[0]?.distance === 0) continue
    found.push({ word, by: [...new Set(nearest.map(({ term }) => term))].slice(0, mostStandIns) })
  }
  return found
}

function isWord(term: string): boolean {
  return term.length > fixedLetters && /^\p{L}+$/u.test(term)
}

async function nearTerms(
  form: string,
  collections: readonly string[],
  store: Pick<Store, 'listTerms'>,
): Promise<Known[]> {
  const prefix = form.slice(0, fixedLetters)
  const known = await store.listTerms({ collections, prefix, limit: mostCompared })
  const edits = form.length <= 5 ? 1 : 2
  return known
    .map(candidate => ({ ...candidate, distance: editDistance(form, candidate.term, edits) }))
    .filter(({ distance }) => distance <= edits)
}

function nearestFirst(one: Known, other: Known): number {
  return one.distance - other.distance || other.chunks - one.chunks
}
