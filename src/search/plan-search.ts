import type { CollectionCount } from '../model/collection.ts'
import { collectionNotFound } from '../model/collection-not-found.ts'
import { embeddingMismatch } from '../model/embedding-mismatch.ts'
import type { Filter } from '../model/filter.ts'
import type { SearchParts } from './parts.ts'
import type { SearchMode, SearchRequest, SearchSort } from './types.ts'

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
  /** The question's terms, analysed for every language the collections hold. */
  terms: string[]
  warnings: string[]
}

/** Deep enough that fusing finds what only one ranking saw, shallow enough to stay quick. */
const smallestDepth = 200

export async function planSearch(request: SearchRequest, parts: SearchParts): Promise<SearchPlan> {
  const all = await parts.store.listCollections()
  const chosen = chooseCollections(all, request.collections)
  const comparable = chosen.filter(collection => collection.model === parts.embedder.id)
  const foreign = chosen.filter(collection => collection.model !== parts.embedder.id)
  const [firstForeign] = foreign
  if (firstForeign && request.collections !== null && request.mode !== 'lexical')
    throw embeddingMismatch(firstForeign, parts.embedder.id)
  const languages = [...new Set(chosen.flatMap(collection => collection.languages))]
  return {
    text: request.text,
    mode: request.mode,
    sort: request.sort,
    limit: request.limit,
    depth: Math.max(smallestDepth, request.limit * 4),
    filter: request.filter,
    collections: chosen.map(({ name }) => name),
    denseCollections: comparable.map(({ name }) => name),
    terms: request.mode === 'dense' ? [] : parts.analyzer.analyzeQuery(request.text, languages),
    warnings: warningsFor(chosen, foreign, parts.embedder.id),
  }
}

function chooseCollections(all: CollectionCount[], names: readonly string[] | null): CollectionCount[] {
  const shared = all.filter(collection => collection.scope === 'shared')
  if (names === null) return shared
  return [...new Set(names)].map(name => {
    const found = all.find(collection => collection.name === name)
    if (found) return found
    throw collectionNotFound(
      name,
      shared.map(collection => collection.name),
    )
  })
}

function warningsFor(chosen: CollectionCount[], foreign: CollectionCount[], model: string): string[] {
  if (chosen.length === 0) return ['Nothing has been ingested yet, so nothing can be found.']
  return foreign.map(
    collection =>
      `"${collection.name}" was searched by words only: it is bound to the embedding model "${collection.model}", this server uses "${model}".`,
  )
}
