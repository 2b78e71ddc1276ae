import { collectionNotFound, isUnfinished } from '../../core/model/collection.ts'
import type { Deadline } from '../../core/model/deadline.ts'
import type { ReportProgress } from '../../core/model/progress.ts'
import type { Analyzer } from '../../core/ports/analyzer.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import type { LanguageModel } from '../../core/ports/language-model.ts'
import type { RelationReader } from '../../core/ports/relation-reader.ts'
import type { Store } from '../../core/ports/store.ts'
import { buildFacts } from './build-facts.ts'
import { buildWithModel, estimateModel } from './build-with-model.ts'
import { type Correction, canonicalNames, correctFacts, namesFor } from './corrections.ts'
import type { Entity, Fact } from './fact.ts'
import type { FactCount, FactRules, FactStore } from './fact-store.ts'
import { joinFacts } from './join-facts.ts'
import { fold } from './people.ts'
import { readerName } from './read-document.ts'
import { searchFacts } from './search-facts.ts'
import { factRules } from './settle-facts.ts'
import { findSpellings } from './spellings.ts'

/** What facts are built from and stored in. */
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
  analyzer: Pick<Analyzer, 'analyze' | 'analyzeQuery' | 'analyzeWords' | 'findTerms'>
  clock: Clock
  /** Reads facts beside the rules; null for rules alone. */
  reader: RelationReader | null
  /** Reads facts on request; null when the settings name no model. */
  model: LanguageModel | null
  /** Kinds of facts of the settings, for the language model: `NAME` or `NAME=what it means`. */
  kinds: readonly string[]
}

export type BuildParts = FactParts & { rules: FactRules }

/** The named collections; null for all shared ones. */
type FactsRequest = { collections: readonly string[] | null }

export type FactSearch = FactsRequest & {
  text: string
  limit: number
  /** An ISO day: only facts that are known to have held on it. */
  at: string | null
  /** `newest` sorts the relevant facts by when they began to hold, latest first. Default: relevance. */
  sort?: 'relevance' | 'newest'
  /** Leaves out facts whose relevance is lower, 0 to 1. */
  minScore?: number | null
  /** Deadline for the vector of the question; after it, only words and names are used. */
  meaningBy?: Deadline
}

/** A fact found for a question: what facts are ordered by, and the probability that it is relevant, both 0 to 1. */
export type FoundFact = { fact: Fact; score: number; relevance: number }

/** `nothingFits`: no fact seems to fit the question. */
export type FactAnswer = { found: FoundFact[]; nothingFits: boolean; warnings: string[] }

/** The result of reading documents. */
export type FactReport = {
  documents: number
  factsAdded: number
  chunksProcessed: number
  totalChunks: number
  /** Facts that got a vector. */
  embedded: number
  /** Documents that could not be read, with the reason; the others are read nevertheless. */
  errors: string[]
}

export type FactContext = { signal: AbortSignal; progress: ReportProgress }

/** Documents that are not read yet, and facts without a vector. */
type FactLag = { documents: number; vectors: number }

/** The estimated cost of reading with a language model. */
export type ModelEstimate = {
  model: string
  documents: number
  chunks: number
  promptTokens: number
  /** Upper limit. */
  completionTokens: number
}

export type ModelReport = FactReport & {
  /** Items of the model's answers that were discarded: not facts, or with a quote that is not in the passage. */
  dropped: number
  promptTokens: number
  completionTokens: number
  /** Documents that were not read because the budget was used up. */
  left: number
}

/** Facts with time: read from documents, kept up to date, and searched. */
export type Facts = {
  lag(request: FactsRequest): Promise<FactLag>
  /** Reads unread documents by rules and the bundled model, and embeds all facts. Can be aborted at any time and continued later. */
  build(request: FactsRequest, context: FactContext): Promise<FactReport>
  /** Estimates reading with the language model; null when there is none. */
  estimate(request: FactsRequest): Promise<ModelEstimate | null>
  /** Reads with the language model until all documents are read or the token budget is used up. */
  buildWithModel(
    request: FactsRequest & { budgetTokens: number | null },
    context: FactContext,
  ): Promise<ModelReport>
  search(request: FactSearch, signal: AbortSignal): Promise<FactAnswer>
  /** All facts about an entity, found by one of its names, oldest first. */
  about(
    request: FactsRequest & { name: string; limit: number },
  ): Promise<{ entities: Entity[]; facts: Fact[] }>
  count(request: FactsRequest): Promise<FactCount>
  listCorrections(): Promise<Correction[]>
  correct(corrections: readonly Correction[], signal: AbortSignal): Promise<void>
  withdraw(correction: Correction, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

const mostSupports = 5

/** Makes the facts of a store. */
export function createFacts(parts: FactParts): Facts {
  const rules = factRules(parts.analyzer)
  const building: BuildParts = { ...parts, rules }
  const chosen = (names: readonly string[] | null) => chooseCollections(names, parts)
  return {
    async lag({ collections }) {
      const names = await chosen(collections)
      const [pending, bare] = await Promise.all([
        parts.facts.listPending(names, readerName(parts.reader), 1),
        parts.facts.listBare(names, parts.embedder.id, 1),
      ])
      return { documents: pending.total, vectors: bare.total }
    },
    build: async ({ collections }, context) => buildFacts(await chosen(collections), building, context),
    estimate: async ({ collections }) => estimateModel(await chosen(collections), parts),
    buildWithModel: async ({ collections, budgetTokens }, context) =>
      buildWithModel({ collections: await chosen(collections), budgetTokens }, building, context),
    async search(request, signal) {
      await parts.facts.settle(rules, signal)
      return searchFacts({ ...request, collections: await chosen(request.collections) }, parts, signal)
    },
    async about({ collections, name, limit }) {
      const names = await chosen(collections)
      const scope = { collections: names, at: null }
      const corrections = await parts.facts.listCorrections()
      const spellings = await findSpellings([fold(name)], scope, parts.facts)
      const called = namesFor([fold(name)], canonicalNames(corrections, spellings))
      const found = await parts.facts.findEntities(names, called)
      const entities = [...new Map(found.map(({ entity }) => [entity.id, entity])).values()]
      const edges = await parts.facts.listEdges(
        scope,
        entities.map(({ id }) => id),
        limit,
      )
      const loaded = await parts.facts.load(
        edges.map(({ id }) => id),
        mostSupports,
      )
      const facts = joinFacts(correctFacts(loaded, corrections, spellings))
      return { entities, facts: facts.toSorted((one, other) => compareTexts(one.validAt, other.validAt)) }
    },
    count: async ({ collections }) => parts.facts.count(await chosen(collections)),
    listCorrections: () => parts.facts.listCorrections(),
    correct: (corrections, signal) => parts.facts.putCorrections(corrections, signal),
    withdraw: (correction, signal) => parts.facts.deleteCorrection(correction, signal),
    close: () => parts.facts.close(),
  }
}

function compareTexts(one: string | null, other: string | null): number {
  return (one ?? '') < (other ?? '') ? -1 : (one ?? '') > (other ?? '') ? 1 : 0
}

/** The named collections, or all shared ones. Isolated collections are used only when named. */
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
