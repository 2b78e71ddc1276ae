import { type CollectionSummary, collectionNotFound, embeddingMismatch } from '../model/collection.ts'
import type { Deadline } from '../model/deadline.ts'
import type { Filter } from '../model/filter.ts'
import type { Embedder } from '../ports/embedder.ts'
import { findStandIns, type StandIns } from './find-stand-ins.ts'
import type { FusionWeights } from './fuse-rankings.ts'
import type { SearchParts } from './parts.ts'
import type { SearchFusion, SearchMode, SearchRequest, SearchSort } from './types.ts'

/** What will be done, decided before anything is ranked. */
export type SearchPlan = {
  text: string
  mode: SearchMode
  sort: SearchSort
  limit: number
  /** How deep each ranking goes before they are fused. */
  depth: number
  filter: Filter
  collections: string[]
  /** Those of them whose vectors this server's model can be compared with. */
  denseCollections: string[]
  fusion: SearchFusion
  weights: FusionWeights
  /** Whether the best candidates may speak for the question. */
  usesFeedback: boolean
  /** The question's terms, analysed for every language the collections hold. */
  terms: string[]
  warnings: string[]
  onEmbedded: () => void
  meaningBy: Deadline | undefined
}

/** Deep enough that fusing finds what only one ranking saw, shallow enough to stay quick. */
const smallestDepth = 200

/** How much each ranking counts; chosen on development queries (docs/decisions/003). */
const weights: FusionWeights = { lexical: 0.3, dense: 0.7 }

/** For text in a language the model was not made for, words tell more than vectors. */
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
  const standIns = request.isForgiving ? await findStandIns(words, collections, parts.store) : []
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
    terms: [...new Set([...words.flat(), ...standIns.flatMap(({ by }) => by)])],
    onEmbedded: request.onEmbedded ?? (() => {}),
    meaningBy: request.meaningBy,
    warnings: [...warningsFor(chosen, foreign, parts.embedder.id), ...sayStandIns(standIns)],
  }
}

/** Whether the model was made for what most of the text is written in. */
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

function sayStandIns(standIns: readonly StandIns[]): string[] {
  return standIns.map(
    ({ word, by }) =>
      `No document has a word like "${word}"; words spelt nearly alike were searched too: ${by.join(', ')}.`,
  )
}
