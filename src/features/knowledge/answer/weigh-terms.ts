import type { Analyzer } from '../../../core/ports/analyzer.ts'
import type { Store } from '../../../core/ports/store.ts'

/** The words of a question that carry its meaning, each with how much finding it tells. */
export type WeighedTerms = { weights: ReadonlyMap<string, number>; languages: readonly string[] }

/** Words that ask, order or count in any question, whatever it is about. */
const asking = new Set(
  'use used using mean means get gets make makes made happen happens work works way ways thing things need needs want one someone something anything like does do did can could should would must may might possible exactly actually really tell explain describe give show list name called call help please know find kind sort type difference differ versus compare best good become come goes go'.split(
    ' ',
  ),
)

/** Rare words of the sources tell more than common ones; a word that they do not have at all tells most. */
export async function weighTerms(
  question: string,
  scope: { names: readonly string[]; languages: readonly string[] },
  {
    analyzer,
    store,
  }: { analyzer: Pick<Analyzer, 'analyzeQuery'>; store: Pick<Store, 'listTerms' | 'countChunks'> },
): Promise<WeighedTerms> {
  const terms = analyzer.analyzeQuery(question, scope.languages).filter(term => !term.startsWith('='))
  const noise = new Set(analyzer.analyzeQuery([...asking].join(' '), scope.languages))
  const telling = terms.filter(term => !noise.has(term))
  const kept = telling.length > 0 ? telling : terms
  const all = await store.countChunks({ collections: scope.names, filter: [] })
  const weights = new Map<string, number>()
  for (const term of kept) {
    const [found] = await store.listTerms({ collections: scope.names, prefix: term, limit: 1 })
    const chunks = found?.term === term ? found.chunks : 0
    weights.set(term, Math.log(1 + (Math.max(0, all - chunks) + 0.5) / (chunks + 0.5)))
  }
  return { weights, languages: scope.languages }
}

/** What each word of a question weighs as it is written there: 0 for one that only asks or joins. */
export function weighWords(
  words: readonly string[],
  { weights, languages }: WeighedTerms,
  analyzer: Pick<Analyzer, 'analyzeQuery'>,
): number[] {
  return words.map(word =>
    Math.max(0, ...analyzer.analyzeQuery(word, languages).map(term => weights.get(term) ?? 0)),
  )
}

/** The share of the question's weight that stands in these terms, 0…1. */
export function coverageOf({ weights }: WeighedTerms, terms: ReadonlySet<string>): number {
  let total = 0
  let found = 0
  for (const [term, weight] of weights) {
    total += weight
    if (terms.has(term)) found += weight
  }
  return total === 0 ? 0 : found / total
}
