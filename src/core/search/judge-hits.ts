import type { Hit } from '../model/hit.ts'
import type { Analyzer } from '../ports/analyzer.ts'
import { type Background, scaleMeaning } from './background.ts'
import type { TokenMatch } from './compare-tokens.ts'
import type { SearchPlan } from './plan-search.ts'
import type { Legs } from './rank-chunks.ts'
import { doesFit, scoreRelevance } from './score-relevance.ts'
import { findWords, usualWords, weighWords } from './weigh-words.ts'

/** The first hits are judged together: the order is another opinion than the score, and may be wrong about the first. */
export const judgedTogether = 3

type Judgement = {
  legs: Legs
  plan: SearchPlan
  backgrounds: readonly Background[]
  /** How well the best candidates have the question's words; null when they were not compared. */
  matches: ReadonlyMap<string, TokenMatch> | null
}

/** The hits of an answer with their relevance, and whether one of the first of them seems to fit the question. */
export type Judged<Found> = { hits: (Found & Pick<Hit, 'relevance'>)[]; doesFit: boolean }

/** Judges hits that are in the order of the answer. */
export function judgeHits<Found extends Omit<Hit, 'relevance'>>(
  hits: readonly Found[],
  { legs, plan, backgrounds, matches }: Judgement,
  analyzer: Pick<Analyzer, 'findTerms'>,
): Judged<Found> {
  const words = weighWords(plan.words, legs.lexical)
  const scale = legs.dense === null ? null : scaleMeaning(legs.dense.vector, backgrounds)
  const seen = hits.map((hit, place) => {
    const cosine = legs.candidates.get(hit.chunk.id)?.dense ?? null
    const found = findWords(words, { text: wholeText(hit), language: hit.document.language }, analyzer)
    const match = matches?.get(hit.chunk.id)
    const evidence = {
      ...(isTranslated(hit, plan) ? usualWords(found) : found),
      nearness: cosine === null || scale === null ? null : scale.nearness(cosine),
      trust: scale?.trust ?? 0,
      likeness: match?.mean ?? null,
      leastLikeness: match?.least ?? null,
      place,
    }
    return { hit: { ...hit, relevance: scoreRelevance(evidence) }, doesFit: doesFit(evidence) }
  })
  return {
    hits: withoutRises(seen.map(({ hit }) => hit)),
    doesFit: seen.slice(0, judgedTogether).some(judged => judged.doesFit),
  }
}

/** With the headings above the passage, which are indexed too. */
function wholeText({ text, chunk, document }: Pick<Hit, 'text' | 'chunk' | 'document'>): string {
  return [document.title, ...chunk.sectionPath, text].join('\n')
}

/** Whether the model reads question and passage in different languages, so that they need not have words in common. */
function isTranslated({ document }: Pick<Hit, 'document'>, { language, reads }: SearchPlan): boolean {
  const isKnown = language !== 'und' && document.language !== 'und'
  return isKnown && language !== document.language && reads(language) && reads(document.language)
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

/**
 * Whether even the best passage does not seem to fit. Not known, and so false, when meaning should have been compared but
 * was not.
 */
export function fitsNothing(
  { hits, doesFit }: Judged<unknown>,
  { plan, backgrounds }: Pick<Judgement, 'plan' | 'backgrounds'>,
): boolean {
  const isCompared = plan.mode === 'lexical' || backgrounds.length > 0
  return isCompared && hits.length > 0 && !doesFit
}

const onlyNearest = 'Nothing seems to fit this question: these are only the nearest results.'
const noneReaches = 'Nothing reaches the score'

/** What a caller should know of the hits that are returned, of those that were judged. */
export function warnOfRelevance(
  {
    judged,
    hits,
    nothingFits,
  }: { judged: readonly Pick<Hit, 'relevance'>[]; hits: readonly unknown[]; nothingFits: boolean },
  { minScore }: Pick<SearchPlan, 'minScore'>,
): string[] {
  const [best] = judged
  if (best !== undefined && hits.length === 0)
    return [`${noneReaches} ${minScore}; the best one has ${best.relevance.toFixed(2)}.`]
  return nothingFits ? [onlyNearest] : []
}

/** Whether a warning says how relevant the hits are: it is not true of an answer that was joined with another. */
export function isAboutRelevance(warning: string): boolean {
  return warning === onlyNearest || warning.startsWith(noneReaches)
}
