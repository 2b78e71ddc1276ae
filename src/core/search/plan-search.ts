import { type CollectionSummary, collectionNotFound, embeddingMismatch } from '../model/collection.ts'
import type { Deadline } from '../model/deadline.ts'
import type { Filter } from '../model/filter.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { QueryWord } from '../ports/store.ts'
import { chooseLanguages } from './choose-languages.ts'
import { type FusionWeights, rankingDepth } from './fuse-rankings.ts'
import { nearnessOf } from './lexical-scoring.ts'
import { reachOf } from './load-hits.ts'
import type { SearchFusion, SearchMode, SearchParts, SearchRequest, SearchSort } from './search-request.ts'

/** What a search will do, decided before anything is ranked. */
export type SearchPlan = {
  text: string
  mode: SearchMode
  sort: SearchSort
  limit: number
  /** How deep each ranking goes before they are fused. */
  depth: number
  filter: Filter
  collections: string[]
  /** Those whose vectors were made by the server's model. */
  denseCollections: string[]
  fusion: SearchFusion
  /** The question's language, when its function words show it. */
  questionLanguage: string | null
  /** The question's language, or the most frequent one of the collections. */
  language: string
  /** What each ranking counts for a document of this language. */
  weightsFor(language: string): FusionWeights
  /** Whether the model was trained for a language. */
  reads(language: string): boolean
  /** Whether vectors of documents in this language can be compared with the question's. */
  isCompared(language: string): boolean
  /** Whether the question's vector may be moved towards the best candidates. */
  usesFeedback: boolean
  /** Whether the best candidates are compared with the question by their tokens. */
  usesTokens: boolean
  /** Whether the best hits are scored again by the reranker. */
  reranks: boolean
  /** Whether some chunks that could be ranked by meaning still wait for their vector. */
  awaitsVectors: boolean
  /** Hits with a lower relevance are left out. */
  minScore: number
  /** The question's words, analysed for the languages of the collections. */
  words: QueryWord[]
  /** The terms of each word of the question, which are what spaces separate; none for a stop word. */
  wordForms: string[][]
  warnings: string[]
  onEmbedded: () => void
  meaningBy: Deadline | undefined
}

/** Weights of the two rankings, chosen on development queries (docs/decisions/003). */
const weights: FusionWeights = { lexical: 0.3, dense: 0.7 }

/** For text in a language that the model was not trained for, words are more reliable than vectors. */
const foreignWeights: FusionWeights = { lexical: 0.8, dense: 0.2 }

/** Plans a search over the store's collections, which are given as the store describes them now. */
export function planSearch(
  request: SearchRequest,
  all: readonly CollectionSummary[],
  { embedder, analyzer, reranker }: Pick<SearchParts, 'embedder' | 'analyzer' | 'reranker'>,
): SearchPlan {
  const chosen = chooseCollections(all, request.collections)
  const comparable = chosen.filter(collection => collection.model === embedder.id)
  const foreign = chosen.filter(collection => collection.model !== embedder.id)
  const [firstForeign] = foreign
  if (firstForeign && request.collections !== null && request.mode !== 'lexical')
    throw embeddingMismatch(firstForeign, embedder.id)
  const { question, languages } = chooseLanguages(request.text, chosen, analyzer)
  const reads = (language: string | null) => isReadBy(embedder, language)
  const canRerank = reranker !== null && reranker !== undefined && isForReranking(request)
  const words = analyzer.analyzeWords(request.text, languages)
  return {
    text: request.text,
    mode: request.mode,
    sort: request.sort,
    limit: request.limit,
    depth: Math.max(rankingDepth, reachOf(request)),
    filter: request.filter,
    collections: chosen.map(({ name }) => name),
    denseCollections: comparable.map(({ name }) => name),
    fusion: request.fusion ?? 'weighted',
    questionLanguage: question,
    language: question ?? languages[0] ?? 'und',
    weightsFor: language => (reads(language) && reads(question) ? weights : foreignWeights),
    reads,
    isCompared: () => true,
    usesFeedback: (request.usesFeedback ?? true) && request.mode === 'hybrid' && reads(question),
    minScore: request.minScore ?? 0,
    usesTokens: usesTokens(request, embedder) && reads(question),
    reranks: canRerank && isReadBy(reranker, question),
    awaitsVectors: comparable.some(({ pending }) => pending > 0),
    words: words.map(forms => ({ forms, near: request.isForgiving ? nearnessOf(forms) : null })),
    wordForms: wordsOf(request.text).map(word => analyzer.analyzeWords(word, languages).flat()),
    onEmbedded: request.onEmbedded ?? (() => {}),
    meaningBy: request.meaningBy,
    warnings: [
      ...warningsFor(chosen, foreign, embedder.id),
      ...warnOfPending(request.mode, comparable),
      ...(canRerank && !isReadBy(reranker, question)
        ? [`The passages were not reranked: "${reranker.id}" was not trained for the language "${question}".`]
        : []),
    ],
  }
}

/** Words alone, places as a contract wants them, and dates are orders that a caller has asked for. */
function isForReranking({ usesReranker = true, mode, fusion, sort }: SearchRequest): boolean {
  return usesReranker && mode !== 'lexical' && fusion !== 'reciprocal' && sort === 'relevance'
}

/** Whether the model was trained for a language. Unknown languages get the benefit of the doubt. */
function isReadBy({ languages }: Pick<Embedder, 'languages'>, language: string | null): boolean {
  return languages === null || language === null || language === 'und' || languages.includes(language)
}

/** Ranking by places has no scores to mix with, and one ranking alone is what its mode promises. */
function usesTokens(
  { mode, fusion, usesTokens = true }: SearchRequest,
  { tokens }: Pick<Embedder, 'tokens'>,
) {
  return usesTokens && tokens !== null && mode === 'hybrid' && fusion !== 'reciprocal'
}

/** What spaces separate, as an embedder counts words. */
function wordsOf(text: string): string[] {
  return text.match(/\S+/g) ?? []
}

function chooseCollections(
  all: readonly CollectionSummary[],
  names: readonly string[] | null,
): CollectionSummary[] {
  const shared = all.filter(collection => collection.scope === 'shared')
  if (names === null) return shared
  return [...new Set(names)].map(name => {
    const found = all.find(collection => collection.name === name)
    if (found) return found
    throw collectionNotFound(name, all)
  })
}

function warnOfPending(mode: SearchMode, comparable: readonly CollectionSummary[]): string[] {
  if (mode === 'lexical') return []
  return comparable
    .filter(({ pending }) => pending > 0)
    .map(
      ({ name, pending }) =>
        `${pending} passages of "${name}" were searched by words only: their vectors are still being made.`,
    )
}

function warningsFor(chosen: CollectionSummary[], foreign: CollectionSummary[], model: string): string[] {
  if (chosen.length === 0) return ['Nothing has been ingested yet, so nothing can be found.']
  return foreign.map(
    collection =>
      `"${collection.name}" was searched by words only: it is bound to the embedding model "${collection.model}", this server uses "${model}".`,
  )
}
