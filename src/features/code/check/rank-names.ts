import { editDistance } from '../../../core/text/nearest.ts'
import type { LikelyMember } from './name-suggester.ts'

/** A name with its score; higher is better, and 0 is the least. */
export type RankedName = { name: string; score: number }

/** Normalised edit distance from which on names are unrelated. */
const farthest = 0.45

/** Ranks by edit distance on folded names, with a bonus for shared words. Unrelated names are left out. */
export function rankBySpelling(wrong: string, candidates: readonly string[]): RankedName[] {
  const folded = fold(wrong)
  const words = new Set(longWords(wrong))
  return candidates
    .map(name => {
      const other = fold(name)
      const distance = editDistance(folded, other) / Math.max(folded.length, other.length, 1)
      const shared = longWords(name).filter(word => words.has(word)).length
      const isPart =
        folded.length > 3 && (other.includes(folded) || folded.includes(other)) && other.length > 2
      return { name, score: (farthest - distance + 0.15 * shared + (isPart ? 0.2 : 0)) / farthest }
    })
    .filter(({ score }) => score > 0)
    .sort(byScore)
}

/** Whether a name is a typing error of another: no further ranking is needed. */
export function isSlip(wrong: string, name: string): boolean {
  const [folded, other] = [fold(wrong), fold(name)]
  return editDistance(folded, other) <= Math.max(folded.length, other.length) / 5
}

/** Whether one of two names is the other with words before or behind it: `remove_all` and `remove`. */
export function isExtended(wrong: string, name: string): boolean {
  const [short = '', long = ''] = [fold(wrong), fold(name)].sort((a, b) => a.length - b.length)
  return short.length > 3 && (long.startsWith(short) || long.endsWith(short))
}

export function byScore(a: RankedName, b: RankedName): number {
  return b.score - a.score || (a.name < b.name ? -1 : 1)
}

function fold(name: string): string {
  return name.replace(/[_\-$]/g, '').toLowerCase()
}

function longWords(name: string): string[] {
  return nameWords(name).filter(word => word.length > 2)
}

/** Share of the wrong name's words that a member must have. */
const leastShare = 0.5
/** Score of a member whose first sentence, or whole documentation, has all words. Later sentences are often about something else. */
const scores = { first: 0.7, later: 0.4 }

/** Ranks by words of the wrong name in a member's name or documentation. Words that many members have count less. */
export function rankByWords(wrong: string, members: readonly LikelyMember[]): RankedName[] {
  const stems = [...new Set(nameWords(wrong).map(stem))].filter(one => one.length > 2)
  const texts = members.map(({ name, doc }) => ({ name, ...stemsOf(name, doc) }))
  const weights = new Map(
    stems.map(one => [one, 1 / Math.max(1, texts.filter(({ all }) => all.has(one)).length)]),
  )
  const total = stems.reduce((sum, one) => sum + (weights.get(one) ?? 0), 0)
  const shareOf = (words: ReadonlySet<string>) =>
    stems.reduce((sum, one) => sum + (words.has(one) ? (weights.get(one) ?? 0) : 0), 0) / total
  return texts
    .map(({ name, first, all }) => {
      const [early, late] = [shareOf(first), shareOf(all)].map(share => (share < leastShare ? 0 : share))
      return { name, score: Math.max(scores.first * (early ?? 0), scores.later * (late ?? 0)) }
    })
    .filter(({ score }) => score > 0)
    .sort(byScore)
}

/** The name counts as part of the first sentence. */
function stemsOf(name: string, doc: string | null): { first: Set<string>; all: Set<string> } {
  const text = doc ?? ''
  const end = /[.!?](\s|$)|\n\s*\n/.exec(text)?.index ?? text.length
  const first = new Set([...nameWords(name), ...nameWords(text.slice(0, end))].map(stem))
  return { first, all: new Set([...first, ...nameWords(text.slice(end)).map(stem)]) }
}

/** `deletes`, `deleted`, `deleting` and `delete` are one word. */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word
}

/** The words of a name: `readFile`, `read_file` and `READ-FILE` have the same two. */
export function nameWords(name: string): string[] {
  return name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
}
