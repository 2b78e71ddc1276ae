import { type CollectionSummary, collectionNotFound, embeddingMismatch } from '../model/collection.ts'
import type { Deadline } from '../model/deadline.ts'
import type { Filter } from '../model/filter.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { Store } from '../ports/store.ts'
import { editDistance } from '../text/nearest.ts'
import type { FusionWeights } from './fuse-rankings.ts'
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
  weights: FusionWeights
  /** Whether the question's vector is moved towards the best candidates. */
  usesFeedback: boolean
  /** The question's terms, analysed for every language the collections hold. */
  terms: string[]
  warnings: string[]
  onEmbedded: () => void
  meaningBy: Deadline | undefined
}

/** Deep enough for chunks that only one ranking finds, and still fast. */
const smallestDepth = 200

/** Weights of the two rankings, chosen on development queries (docs/decisions/003). */
const weights: FusionWeights = { lexical: 0.3, dense: 0.7 }

/** For text in a language that the model was not trained for, words are more reliable than vectors. */
const foreignWeights: FusionWeights = { lexical: 0.8, dense: 0.2 }

export async function planSearch(request: SearchRequest, parts: SearchParts): Promise<SearchPlan> {
  const all = await parts.store.describeCollections()
  const chosen = chooseCollections(all, request.collections)
  const comparable = chosen.filter(collection => collection.model === parts.embedder.id)
  const foreign = chosen.filter(collection => collection.model !== parts.embedder.id)
  const [firstForeign] = foreign
  if (firstForeign && request.collections !== null && request.mode !== 'lexical')
    throw embeddingMismatch(firstForeign, parts.embedder.id)
  const languages = [...new Set(chosen.flatMap(collection => collection.languages))]
  const isAtHome = readsLanguages(parts.embedder, languages)
  const collections = chosen.map(({ name }) => name)
  const words = request.mode === 'dense' ? [] : parts.analyzer.analyzeWords(request.text, languages)
  const similarWords = request.isForgiving ? await findSimilarWords(words, collections, parts.store) : []
  return {
    text: request.text,
    mode: request.mode,
    sort: request.sort,
    limit: request.limit,
    depth: Math.max(smallestDepth, request.limit * 4),
    filter: request.filter,
    collections,
    denseCollections: comparable.map(({ name }) => name),
    fusion: request.fusion ?? 'weighted',
    weights: isAtHome ? weights : foreignWeights,
    usesFeedback: (request.usesFeedback ?? true) && request.mode === 'hybrid' && isAtHome,
    terms: [...new Set([...words.flat(), ...similarWords.flatMap(({ by }) => by)])],
    onEmbedded: request.onEmbedded ?? (() => {}),
    meaningBy: request.meaningBy,
    warnings: [...warningsFor(chosen, foreign, parts.embedder.id), ...warnOfSimilarWords(similarWords)],
  }
}

/** Whether the model was trained for the most frequent language of the text. */
function readsLanguages(embedder: Pick<Embedder, 'languages'>, languages: readonly string[]): boolean {
  const main = languages.find(language => language !== 'und')
  return embedder.languages === null || main === undefined || embedder.languages.includes(main)
}

function chooseCollections(all: CollectionSummary[], names: readonly string[] | null): CollectionSummary[] {
  const shared = all.filter(collection => collection.scope === 'shared')
  if (names === null) return shared
  return [...new Set(names)].map(name => {
    const found = all.find(collection => collection.name === name)
    if (found) return found
    throw collectionNotFound(name, all)
  })
}

function warningsFor(chosen: CollectionSummary[], foreign: CollectionSummary[], model: string): string[] {
  if (chosen.length === 0) return ['Nothing has been ingested yet, so nothing can be found.']
  return foreign.map(
    collection =>
      `"${collection.name}" was searched by words only: it is bound to the embedding model "${collection.model}", this server uses "${model}".`,
  )
}

function warnOfSimilarWords(similarWords: readonly SimilarWord[]): string[] {
  return similarWords.map(
    ({ word, by }) =>
      `No document contains a word like "${word}"; similar words were searched too: ${by.join(', ')}.`,
  )
}

/** Only words with the same first letters are compared. */
const fixedLetters = 3
/** How many terms with the same first letters are compared. */
const mostCompared = 5_000
/** How many similar words are searched for one that no document contains. */
const mostSimilar = 3

type SimilarWord = { word: string; by: string[] }

type Known = { term: string; chunks: number; distance: number }

/**
 * Finds, for each word that no chunk contains in any form, the most similar words that some chunk contains: at most two
 * letters added, left out or changed, one in short words. A word that some chunk contains gets no similar words.
 */
export async function findSimilarWords(
  words: readonly (readonly string[])[],
  collections: readonly string[],
  store: Pick<Store, 'listTerms'>,
): Promise<SimilarWord[]> {
  const found: SimilarWord[] = []
  for (const forms of words) {
    const [word] = forms
    if (word === undefined || !forms.every(isWord)) continue
    const near = await Promise.all(forms.map(form => nearTerms(form, collections, store)))
    const nearest = near.flat().sort(nearestFirst)
    if (nearest.length === 0 || nearest[0]?.distance === 0) continue
    found.push({ word, by: [...new Set(nearest.map(({ term }) => term))].slice(0, mostSimilar) })
  }
  return found
}

function isWord(term: string): boolean {
  return term.length > fixedLetters && /^\p{L}+$/u.test(term)
}

async function nearTerms(
  form: string,
  collections: readonly string[],
  store: Pick<Store, 'listTerms'>,
): Promise<Known[]> {
  const prefix = form.slice(0, fixedLetters)
  const known = await store.listTerms({ collections, prefix, limit: mostCompared })
  const edits = form.length <= 5 ? 1 : 2
  return known
    .map(candidate => ({ ...candidate, distance: editDistance(form, candidate.term, edits) }))
    .filter(({ distance }) => distance <= edits)
}

function nearestFirst(one: Known, other: Known): number {
  return one.distance - other.distance || other.chunks - one.chunks
}
