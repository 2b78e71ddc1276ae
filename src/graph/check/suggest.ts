/** Names that someone may have meant, nearest first. */
export type Suggest = (wrong: string, candidates: readonly string[]) => string[]

/** By edit distance on folded names, with a bonus for shared words; nothing when all are far off. */
export const suggestByDistance: Suggest = (wrong, candidates) => {
  const folded = fold(wrong)
  const words = new Set(wordsOf(wrong))
  return [...new Set(candidates)]
    .filter(name => name !== wrong && (!name.startsWith('_') || wrong.startsWith('_')))
    .map(name => {
      const other = fold(name)
      const distance = editDistance(folded, other) / Math.max(folded.length, other.length, 1)
      const shared = wordsOf(name).filter(word => words.has(word)).length
      const isPart =
        folded.length > 3 && (other.includes(folded) || folded.includes(other)) && other.length > 2
      return { name, score: distance - 0.15 * shared - (isPart ? 0.2 : 0) }
    })
    .filter(({ score }) => score < 0.45)
    .sort((a, b) => a.score - b.score || a.name.localeCompare(b.name))
    .slice(0, 5)
    .map(({ name }) => name)
}

function fold(name: string): string {
  return name.replace(/[_\-$]/g, '').toLowerCase()
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_\-$.]+/)
    .filter(word => word.length > 2)
}

/** Damerau's distance: letters changed, left out, added, or two swapped. */
export function editDistance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1)
      row.push(best)
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
