import type { LikelyMember } from './likely-members.ts'
import { nameWords } from './name-words.ts'
import { byScore, type RankedName } from './rank-by-spelling.ts'

/** Share of the wrong name's words that a member must have. */
const leastShare = 0.5
/** What a member scores whose first sentence has all of them; later sentences tell of something else as often as not. */
const scores = { first: 0.7, later: 0.4 }

/** By words of the wrong name that stand in a member's name or documentation; those that many members have count less. */
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
