import type { RankedFact } from '../fact-store.ts'

/** Parameters of BM25. Facts are short, so their length has little weight. */
const saturation = 1.2
const lengthShare = 0.4

/** A fact that contains a term: how often, and how many terms it has. */
export type TermUse = { id: string; count: number; length: number }

/** Adds the score of one term to those of the facts that contain it. `found`: how many facts contain it. */
export function addTermScores(
  scores: Map<string, number>,
  uses: readonly TermUse[],
  { facts, found, average }: { facts: number; found: number; average: number },
): void {
  const rarity = Math.log(1 + (facts - found + 0.5) / (found + 0.5))
  for (const { id, count, length } of uses) {
    const norm = count + saturation * (1 - lengthShare + (lengthShare * length) / Math.max(1, average))
    scores.set(id, (scores.get(id) ?? 0) + (rarity * count * (saturation + 1)) / norm)
  }
}

export function bestFacts(scores: ReadonlyMap<string, number>, limit: number): RankedFact[] {
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
    .slice(0, limit)
}
