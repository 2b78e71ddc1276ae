import type { CodeFile } from '../../../src/features/code/model/code.ts'
import { type Counts, countDefinitions } from './count-definitions.ts'

export type Comparison = {
  files: number
  kinds: { kind: string; ours: number; theirs: number; equal: number }[]
  /** Over all kinds together. */
  equal: number
  differences: string[]
}

/** Equal per kind means equal file by file: what one file has too many does not make up for another. */
export function compareCounts(
  files: readonly CodeFile[],
  independent: ReadonlyMap<string, Counts>,
): Comparison {
  const totals = new Map<string, { ours: number; theirs: number; apart: number }>()
  const differences: string[] = []
  for (const file of files) {
    const theirs = independent.get(file.path)
    if (!theirs) continue
    const ours = countDefinitions(file)
    for (const [kind, count] of Object.entries(theirs)) {
      const total = totals.get(kind) ?? { ours: 0, theirs: 0, apart: 0 }
      const found = ours[kind] ?? 0
      total.ours += found
      total.theirs += count
      total.apart += Math.abs(found - count)
      totals.set(kind, total)
      if (found !== count) differences.push(`${file.path}: ${kind} ${found}, expected ${count}`)
    }
  }
  const share = ({ theirs, apart }: { theirs: number; apart: number }) => 1 - apart / Math.max(1, theirs)
  const sum = [...totals.values()].reduce(
    (all, one) => ({ theirs: all.theirs + one.theirs, apart: all.apart + one.apart }),
    { theirs: 0, apart: 0 },
  )
  return {
    files: independent.size,
    kinds: [...totals].map(([kind, total]) => ({
      kind,
      ours: total.ours,
      theirs: total.theirs,
      equal: share(total),
    })),
    equal: share(sum),
    differences,
  }
}
