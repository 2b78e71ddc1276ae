import type { Analyzer } from '../../../core/ports/analyzer.ts'
import type { Store } from '../../../core/ports/store.ts'

/** The terms of a question that carry its meaning, with their weights. */
export type WeighedTerms = { weights: ReadonlyMap<string, number>; languages: readonly string[] }

/** Words that occur in questions about any subject. */
const asking = new Set(
  'use used using mean means get gets make makes made happen happens work works way ways thing things need needs want one someone something anything like does do did can could should would must may might possible exactly actually really tell explain describe give show list name called call help please know find kind sort type difference differ versus compare best good become come goes go many much long often'.split(
    ' ',
  ),
)

/**
 * Weights the terms of a question by inverse document frequency: rare terms weigh more, and terms that the sources do
 * not contain weigh most.
 */
export async function weighTerms(
  question: string,
  scope: { names: readonly string[]; languages: readonly string[] },
  { analyzer, store }: { analyzer: Pick<Analyzer, 'analyzeQuery'>; store: Pick<Store, 'countTerms'> },
): Promise<WeighedTerms> {
  const terms = analyzer.analyzeQuery(question, scope.languages).filter(term => !term.startsWith('='))
  const noise = new Set(analyzer.analyzeQuery([...asking].join(' '), scope.languages))
  const telling = terms.filter(term => !noise.has(term))
  const kept = telling.length > 0 ? telling : terms
  const { chunks: all, terms: counted } = await store.countTerms({ collections: scope.names, terms: kept })
  const weights = new Map(
    counted.map(({ term, chunks }) => [
      term,
      Math.log(1 + (Math.max(0, all - chunks) + 0.5) / (chunks + 0.5)),
    ]),
  )
  return { weights, languages: scope.languages }
}

/** Returns the weight of each word of a question; 0 for words without content. */
export function weighWords(
  words: readonly string[],
  { weights, languages }: WeighedTerms,
  analyzer: Pick<Analyzer, 'analyzeQuery'>,
): number[] {
  return words.map(word =>
    Math.max(0, ...analyzer.analyzeQuery(word, languages).map(term => weights.get(term) ?? 0)),
  )
}

/** The share of the question's weight that these terms cover, 0 to 1. */
export function coverageOf({ weights }: WeighedTerms, terms: ReadonlySet<string>): number {
  let total = 0
  let found = 0
  for (const [term, weight] of weights) {
    total += weight
    if (terms.has(term)) found += weight
  }
  return total === 0 ? 0 : found / total
}
