import { editDistance } from '../../../core/text/nearest.ts'
import { nameWords } from './name-words.ts'

/** A name with how well it fits, from 0 (hardly) up. */
export type RankedName = { name: string; score: number }

/** Normalised distance from which on names have nothing to do with each other. */
const farthest = 0.45

/** By edit distance on folded names, with a bonus for shared words; nothing when all are far off. */
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

/** A slip of the pen: nobody need ask what was meant. */
export function isSlip(wrong: string, name: string): boolean {
  const [folded, other] = [fold(wrong), fold(name)]
  return editDistance(folded, other) <= Math.max(folded.length, other.length) / 5
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
