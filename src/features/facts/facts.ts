import { isUnfinished } from '../../core/model/collection.ts'
import { collectionNotFound } from '../../core/model/collection-not-found.ts'
import type { Deadline } from '../../core/model/deadline.ts'
import type { ReportProgress } from '../../core/model/progress.ts'
import type { Analyzer } from '../../core/ports/analyzer.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import type { LanguageModel } from '../../core/ports/language-model.ts'
import type { Store } from '../../core/ports/store.ts'
import { buildFacts } from './build-facts.ts'
import { buildWithModel, estimateModel } from './build-with-model.ts'
import type { Entity, Fact } from './fact.ts'
import type { FactCount, FactStore } from './fact-store.ts'
import { fold } from './people.ts'
import { ruleReader } from './read-document.ts'
import { searchFacts } from './search-facts.ts'
import { factRules } from './settle-facts.ts'

/** What the fact graph needs from the world. */
export type FactParts = {
  store: Pick<
    Store,
    | 'describeCollections'
    | 'getCollection'
    | 'readDocument'
    | 'readSummary'
    | 'groupDocuments'
    | 'exportChunks'
  >
  facts: FactStore
  embedder: Pick<Embedder, 'id' | 'embedDocuments' | 'embedQuery' | 'maxBatch'>
  analyzer: Pick<Analyzer, 'analyze' | 'analyzeQuery'>
  clock: Clock
  /** Reads facts where someone asks for it; null when the settings name none. */
  model: LanguageModel | null
}

/** Collections that are searched: those named, or all shared ones. */
type FactsRequest = { collections: readonly string[] | null }

export type FactSearch = FactsRequest & {
  text: string
  limit: number
  /** An ISO day: only what is known to have held on it. */
  at: string | null
  /** newest: of what is relevant, what began to hold last comes first. By relevance unless given. */
  sort?: 'relevance' | 'newest'
  /** Until when to wait for the question's vector; words and names alone answer after that. */
  meaningBy?: Deadline
}

/** A fact found for a question, 0…1. */
export type FoundFact = { fact: Fact; score: number }

export type FactAnswer = { found: FoundFact[]; warnings: string[] }

/** What reading documents came to. */
export type FactReport = {
  documents: number
  factsAdded: number
  chunksProcessed: number
  totalChunks: number
  /** Facts that were given a vector. */
  embedded: number
  /** What could not be read, and why; it never stops the rest. */
  errors: string[]
}

export type FactContext = { signal: AbortSignal; progress: ReportProgress }

/** How far the facts lag behind the documents. */
type FactLag = { documents: number; vectors: number }

/** What reading with a language model would take, before it is asked. */
export type ModelEstimate = {
  model: string
  documents: number
  chunks: number
  promptTokens: number
  /** At most. */
  completionTokens: number
}

export type ModelReport = FactReport & {
  /** Facts of the model that quoted nothing that stands in the passage, or were not facts. */
  dropped: number
  promptTokens: number
  completionTokens: number
  /** Documents left because the budget was used up. */
  left: number
}

/** Facts with time: read from documents, kept level with them, searched. */
export type Facts = {
  lag(request: FactsRequest): Promise<FactLag>
  /** Reads what has not been read, by rules, and gives every fact its vector. Can be stopped and taken up anywhere. */
  build(request: FactsRequest, context: FactContext): Promise<FactReport>
  /** What the language model would cost; null when there is none. */
  estimate(request: FactsRequest): Promise<ModelEstimate | null>
  /** Reads with the language model until all is read or the budget of tokens is used up. */
  buildWithModel(
    request: FactsRequest & { budgetTokens: number | null },
    context: FactContext,
  ): Promise<ModelReport>
  search(request: FactSearch, signal: AbortSignal): Promise<FactAnswer>
  /** Everything known of an entity by one of its names, oldest first. */
  about(
    request: FactsRequest & { name: string; limit: number },
  ): Promise<{ entities: Entity[]; facts: Fact[] }>
  count(request: FactsRequest): Promise<FactCount>
  close(): Promise<void>
}

const mostSupports = 5

/** The fact graph of a store. */
export function createFacts(parts: FactParts): Facts {
  const rules = factRules(parts.analyzer)
  const chosen = (names: readonly string[] | null) => chooseCollections(names, parts)
  return {
    async lag({ collections }) {
      const names = await chosen(collections)
      const [pending, bare] = await Promise.all([
        parts.facts.listPending(names, ruleReader, 1),
        parts.facts.listBare(names, parts.embedder.id, 1),
      ])
      return { documents: pending.total, vectors: bare.total }
    },
    build: async ({ collections }, context) => buildFacts(await chosen(collections), parts, rules, context),
    estimate: async ({ collections }) => estimateModel(await chosen(collections), parts),
    buildWithModel: async ({ collections, budgetTokens }, context) =>
      buildWithModel({ collections: await chosen(collections), budgetTokens }, parts, rules, context),
    async search(request, signal) {
      await parts.facts.settle(rules, signal)
      return searchFacts({ ...request, collections: await chosen(request.collections) }, parts, signal)
    },
    async about({ collections, name, limit }) {
      const names = await chosen(collections)
      const found = await parts.facts.findEntities(names, [fold(name)])
      const entities = found.map(({ entity }) => entity)
      const scope = { collections: names, at: null }
      const edges = await parts.facts.listEdges(
        scope,
        entities.map(({ id }) => id),
        limit,
      )
      const facts = await parts.facts.load(
        edges.map(({ id }) => id),
        mostSupports,
      )
      return { entities, facts: facts.toSorted((one, other) => order(one.validAt, other.validAt)) }
    },
    count: async ({ collections }) => parts.facts.count(await chosen(collections)),
    close: () => parts.facts.close(),
  }
}

function order(one: string | null, other: string | null): number {
  return (one ?? '') < (other ?? '') ? -1 : (one ?? '') > (other ?? '') ? 1 : 0
}

/** The collections named, or every shared one; isolated collections are reached only by their name. */
async function chooseCollections(
  names: readonly string[] | null,
  { store }: Pick<FactParts, 'store'>,
): Promise<string[]> {
  const all = (await store.describeCollections()).filter(({ name }) => !isUnfinished(name))
  const shared = all.filter(({ scope }) => scope === 'shared').map(({ name }) => name)
  if (names === null) return shared
  const known = new Set(all.map(({ name }) => name))
  for (const name of names) if (!known.has(name)) throw collectionNotFound(name, all)
  return [...new Set(names)]
}
