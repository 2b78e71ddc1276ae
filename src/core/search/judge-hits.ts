import type { Hit } from '../model/hit.ts'
import type { Analyzer } from '../ports/analyzer.ts'
import { type Background, dotProduct } from './background.ts'
import type { SearchPlan } from './plan-search.ts'
import type { Legs } from './rank-chunks.ts'
import { type Evidence, leastFit, scoreRelevance } from './score-relevance.ts'
import { findWords, weighWords } from './weigh-words.ts'

/** The first hits are judged together: the order is another opinion than the score, and may be wrong about the first. */
export const judgedTogether = 3

type Judgement = { legs: Legs; plan: SearchPlan; backgrounds: readonly Background[] }

/** Scores the relevance of hits that are in the order of the answer. */
export function judgeHits<Found extends Omit<Hit, 'relevance'>>(
  hits: readonly Found[],
  { legs, plan, backgrounds }: Judgement,
  analyzer: Pick<Analyzer, 'analyze'>,
): (Found & Pick<Hit, 'relevance'>)[] {
  const words = weighWords(plan.words, legs.lexical)
  const near = nearnessOf(legs, plan, backgrounds)
  const judged = hits.map(hit => ({
    ...hit,
    relevance: scoreRelevance({ ...findWords(words, hit, analyzer), ...near(hit) }),
  }))
  return withoutRises(judged)
}

/**
 * Makes relevance never rise down the list. Among the first hits, each gets the best of those after it; the others at
 * most that of the one before. So the first hits have the same relevance whatever the number of hits is.
 */
export function withoutRises<Judged extends Pick<Hit, 'relevance'>>(hits: readonly Judged[]): Judged[] {
  let last = 1
  return hits.map((hit, index) => {
    const rest = index < judgedTogether ? hits.slice(index, judgedTogether) : [hit]
    last = Math.min(last, Math.max(...rest.map(({ relevance }) => relevance)))
    return { ...hit, relevance: Math.round(last * 1e6) / 1e6 }
  })
}

/** Whether even the best passage does not seem to fit. Unknown, and so false, when meaning could not be compared. */
export function fitsNothing(hits: readonly Pick<Hit, 'relevance'>[], { legs, plan }: Judgement): boolean {
  const isUnknown = plan.mode !== 'lexical' && (legs.dense === null || legs.dense.ranked.length === 0)
  return !isUnknown && hits.length > 0 && hits.every(({ relevance }) => relevance < leastFit)
}

/** The language of the texts that models are measured with. */
const measuredLanguage = 'en'

/**
 * In another language, all cosines are higher or lower than those of the measured texts, so the collection's own chunks
 * are the standard there. Where question and passage have different languages, they cannot share words.
 */
function nearnessOf(
  { candidates, dense }: Legs,
  { language, reads }: SearchPlan,
  backgrounds: readonly Background[],
): (hit: Pick<Hit, 'chunk' | 'document'>) => Pick<Evidence, 'meaning' | 'trust'> {
  const [first] = backgrounds
  const trust = first === undefined ? 0 : trustOf(first.general)
  if (dense === null || first === undefined || trust === 0) return () => ({ meaning: null, trust: 0 })
  const { general } = first
  const zero = dotProduct(dense.vector, general.mean)
  const own = poolBackgrounds(dense.vector, backgrounds)
  const isMeasured = (spoken: string) => spoken === measuredLanguage || spoken === 'und'
  return ({ chunk, document }) => {
    const cosine = candidates.get(chunk.id)?.dense ?? null
    if (cosine === null) return { meaning: null, trust }
    if (isMeasured(language) && isMeasured(document.language))
      return { meaning: { scale: 'general', nearness: (cosine - zero) / general.gap }, trust }
    const isForeign = language !== document.language && reads(language) && reads(document.language)
    const scale = isForeign ? 'foreign' : 'own'
    return { meaning: { scale, nearness: (cosine - own.mean) / own.spread }, trust }
  }
}

/** The question's cosines with the chunks of all collections together. */
function poolBackgrounds(
  question: Float32Array,
  backgrounds: readonly Background[],
): { mean: number; spread: number } {
  const parts = backgrounds.map(({ own, chunks }) => ({
    chunks: Math.max(1, chunks),
    mean: dotProduct(question, own.mean),
    spread: own.spread,
  }))
  const total = parts.reduce((sum, { chunks }) => sum + chunks, 0)
  const mean = parts.reduce((sum, part) => sum + part.chunks * part.mean, 0) / total
  const variance = parts.reduce(
    (sum, part) => sum + part.chunks * (part.spread ** 2 + (part.mean - mean) ** 2),
    0,
  )
  return { mean, spread: Math.sqrt(variance / total) }
}

/** Gaps between answers and unrelated texts, in standard deviations: a model with the first is useless, with the second good. */
const separation = { none: 1.5, full: 4.5 }

/** How well a model tells answers from unrelated texts, 0 to 1. */
function trustOf({ gap, spread }: Background['general']): number {
  const share = (gap / spread - separation.none) / (separation.full - separation.none)
  return Math.min(1, Math.max(0, share))
}
