import { seededRandom } from './seeded-random.ts'

/** Retrieval metrics as trec_eval defines them: the gain is the grade, the discount is log2(rank + 1). */

type Grades = ReadonlyMap<string, number>

export function ndcgAt(cutoff: number, ranked: readonly string[], grades: Grades): number {
  const ideal = dcg([...grades.values()].sort((one, other) => other - one).slice(0, cutoff))
  return ideal === 0 ? 0 : dcg(ranked.slice(0, cutoff).map(id => grades.get(id) ?? 0)) / ideal
}

export function recallAt(cutoff: number, ranked: readonly string[], grades: Grades): number {
  const relevant = [...grades].filter(([, grade]) => grade > 0).map(([id]) => id)
  if (relevant.length === 0) return 0
  const found = new Set(ranked.slice(0, cutoff))
  return relevant.filter(id => found.has(id)).length / relevant.length
}

export function reciprocalRankAt(cutoff: number, ranked: readonly string[], grades: Grades): number {
  const first = ranked.slice(0, cutoff).findIndex(id => (grades.get(id) ?? 0) > 0)
  return first === -1 ? 0 : 1 / (first + 1)
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

/** Returns the 95 % interval of the mean difference of paired values, by resampling with a fixed seed. */
export function pairedBootstrap(
  ours: readonly number[],
  theirs: readonly number[],
  rounds = 10_000,
): { difference: number; low: number; high: number } {
  const differences = ours.map((value, index) => value - (theirs[index] ?? 0))
  const random = seededRandom(42)
  const means = Array.from({ length: rounds }, () => {
    let sum = 0
    for (let draw = 0; draw < differences.length; draw++)
      sum += differences[random.below(differences.length)] ?? 0
    return sum / differences.length
  })
  return { difference: mean(differences), low: percentile(means, 0.025), high: percentile(means, 0.975) }
}

function dcg(gains: readonly number[]): number {
  return gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0)
}
