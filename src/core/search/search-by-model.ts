import type { CollectionSummary } from '../model/collection.ts'
import type { Embedder } from '../ports/embedder.ts'
import { isAboutRelevance } from './judge-hits.ts'
import { trimHits } from './load-hits.ts'
import type { SearchAnswer, SearchRequest } from './search-request.ts'

/** A request, and the collections that it can be answered from with one model. */
export type AskedModel = {
  request: SearchRequest
  collections: readonly CollectionSummary[]
  embedder: Embedder
}

/** The server's model, and the one that a collection was embedded with. */
export type CollectionModels = {
  byDefault: Embedder
  embedderOf(collection: CollectionSummary): Promise<Embedder>
}

/**
 * Searches each collection with its own model: vectors of different models cannot be compared. When the collections of a
 * request have several, each model is asked for its own, and the hits are ordered by their relevance.
 */
export async function searchByModel(
  { request, collections }: Omit<AskedModel, 'embedder'>,
  models: CollectionModels,
  searchWith: (asked: AskedModel) => Promise<SearchAnswer>,
): Promise<SearchAnswer> {
  const chosen = chosenFrom(collections, request)
  // The search reports names that do not exist. Words need no model.
  const isComplete = request.collections?.every(name => chosen.some(one => one.name === name)) ?? true
  const groups = isComplete && request.mode !== 'lexical' ? await groupByModel(chosen, models.embedderOf) : []
  if (groups.length <= 1)
    return searchWith({ request, collections, embedder: groups[0]?.embedder ?? models.byDefault })
  const answers = await Promise.all(
    groups.map(({ embedder, members }) =>
      searchWith({ request: narrow(request, members), collections: members, embedder }),
    ),
  )
  return mergeAnswers(answers, request)
}

type Group = { embedder: Embedder; members: CollectionSummary[] }

async function groupByModel(
  collections: readonly CollectionSummary[],
  embedderOf: CollectionModels['embedderOf'],
): Promise<Group[]> {
  const groups = new Map<Embedder, CollectionSummary[]>()
  for (const collection of collections) {
    const embedder = await embedderOf(collection)
    groups.set(embedder, [...(groups.get(embedder) ?? []), collection])
  }
  return [...groups].map(([embedder, members]) => ({ embedder, members }))
}

function chosenFrom(
  all: readonly CollectionSummary[],
  { collections: names }: SearchRequest,
): CollectionSummary[] {
  return all.filter(({ name, scope }) => (names === null ? scope === 'shared' : names.includes(name)))
}

function narrow(request: SearchRequest, members: readonly CollectionSummary[]): SearchRequest {
  if (request.collections === null) return request
  return { ...request, collections: members.map(({ name }) => name) }
}

function mergeAnswers(answers: readonly SearchAnswer[], request: SearchRequest): SearchAnswer {
  const [first] = answers
  if (first === undefined) throw new Error('There is no answer to merge.')
  const ranked = answers
    .flatMap(({ hits }) => hits)
    .sort(
      (one, other) =>
        other.relevance - one.relevance ||
        other.score - one.score ||
        (one.chunk.id < other.chunk.id ? -1 : 1),
    )
  const hits = trimHits(ranked, { ...request, minScore: request.minScore ?? 0 })
  const nothingFits = answers.every(answer => answer.nothingFits)
  const explained = new Map(
    answers.flatMap(({ explanation }) => explanation.hits.map(hit => [hit.chunk_id, hit])),
  )
  return {
    hits,
    nothingFits,
    warnings: [...new Set(answers.flatMap(({ warnings }) => warnings))].filter(
      warning => nothingFits || !isAboutRelevance(warning),
    ),
    explanation: {
      ...first.explanation,
      collections: answers.flatMap(({ explanation }) => explanation.collections),
      total_ms: Math.max(...answers.map(({ explanation }) => explanation.total_ms)),
      hits: hits.flatMap(({ chunk }) => explained.get(chunk.id) ?? []),
    },
    ...(answers.some(({ lacksMeaning }) => lacksMeaning) ? { lacksMeaning: true as const } : {}),
    ...(answers.some(({ isReranked }) => isReranked) ? { isReranked: true as const } : {}),
    ...(answers.some(({ isCut }) => isCut) ? { isCut: true as const } : {}),
  }
}
