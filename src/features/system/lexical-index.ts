import type { Ranked } from '../../core/model/hit.ts'
import type { Analyzer } from '../../core/ports/analyzer.ts'

export type IndexedText = { id: string; fields: readonly { text: string; weight: number }[] }

const saturation = 1.2
const lengthShare = 0.4

/** BM25 over a handful of texts whose fields weigh differently. Only texts that share a word are ranked. */
export function lexicalIndex(texts: readonly IndexedText[], analyzer: Analyzer) {
  const entries = texts.map(({ id, fields }) => {
    const counts = new Map<string, number>()
    for (const { text, weight } of fields)
      for (const term of analyzer.analyze(text, 'en')) counts.set(term, (counts.get(term) ?? 0) + weight)
    return { id, counts, length: counts.values().reduce((sum, count) => sum + count, 0) }
  })
  const meanLength = entries.reduce((sum, { length }) => sum + length, 0) / Math.max(1, entries.length)

  function rarity(term: string): number {
    const holders = entries.filter(({ counts }) => counts.has(term)).length
    return Math.log(1 + (entries.length - holders + 0.5) / (holders + 0.5))
  }

  return {
    rank(query: string): Ranked[] {
      const terms = [...new Set(analyzer.analyzeQuery(query, ['en']))].map(term => ({
        term,
        weight: rarity(term),
      }))
      return entries
        .map(({ id, counts, length }) => {
          const damping = saturation * (1 - lengthShare + (lengthShare * length) / meanLength)
          const score = terms.reduce((sum, { term, weight }) => {
            const count = counts.get(term) ?? 0
            return sum + (weight * count * (saturation + 1)) / (count + damping)
          }, 0)
          return { chunkId: id, score }
        })
        .filter(({ score }) => score > 0)
        .sort((one, other) => other.score - one.score || (one.chunkId < other.chunkId ? -1 : 1))
    },
  }
}
