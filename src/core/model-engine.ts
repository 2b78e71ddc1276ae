import type { CollectionModels } from './collection-models.ts'
import type { Change } from './ingest/compare-source.ts'
import type { IngestItem, ItemOutcome } from './ingest/ingest-many.ts'
import {
  bindingOf,
  type CollectionDefaults,
  type IngestReport,
  type IngestRequest,
  type Parts,
} from './ingest/ingest-request.ts'
import type { FolderParts, LevelContext, LevelReport, LevelRequest } from './ingest/level/level-request.ts'
import type { FolderLook } from './ingest/level/look-at-folder.ts'
import type { VectorItem } from './ingest/put-vectors.ts'
import type { VectorWork } from './jobs/vector-work.ts'
import type { Collection } from './model/collection.ts'
import type { DocumentSummary } from './model/document.ts'
import { Failure } from './model/failure.ts'
import type { ReportProgress } from './model/progress.ts'
import type { CachedSearch } from './search/cached-search.ts'
import type { SearchAnswer, SearchRequest } from './search/search-request.ts'

/** The operations that depend on the embedding model. */
export type ModelEngine = {
  ingest(
    request: IngestRequest,
    context: { signal: AbortSignal; progress: ReportProgress },
  ): Promise<IngestReport>
  /** Ingests several sources. A source that fails does not stop the others. */
  ingestMany(
    items: readonly IngestItem[],
    context: {
      signal: AbortSignal
      progress: ReportProgress
      concurrency: number
      onOutcome(outcome: ItemOutcome): void
    },
  ): Promise<ItemOutcome[]>
  /** Returns what ingesting would do, without storing anything. */
  compareSource(request: IngestRequest, signal: AbortSignal): Promise<Change>
  /** Compares a folder with what was stored at its last levelling, without opening a file. */
  lookAtFolder(request: LevelRequest, folders: FolderParts, signal: AbortSignal): Promise<FolderLook>
  /** Makes a collection match a folder: ingests added and changed files, renames moved ones, deletes removed ones. */
  levelFolder(request: LevelRequest, folders: FolderParts, context: LevelContext): Promise<LevelReport>
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer>
  /** Stores texts with vectors that the caller supplies, in one transaction. */
  putVectors(items: readonly VectorItem[], collection: Collection, signal: AbortSignal): Promise<void>
  rebuild: {
    begin(collection: Collection, binding: Binding): Promise<Collection>
    abandon(collection: Collection): Promise<void>
    carryOver(
      from: Collection,
      to: Collection,
      context: { signal: AbortSignal; progress: ReportProgress },
    ): Promise<number>
    missing(from: Collection, to: Collection): Promise<DocumentSummary[]>
    finish(from: Collection, to: Collection): Promise<void>
    /** Carries over what is missing and finishes, also while `from` is written to. */
    moveOver(
      from: Collection,
      to: Collection,
      context: { signal: AbortSignal; progress: ReportProgress },
    ): Promise<void>
  }
  /** Returns the collection of this name; creates it with these settings when it does not exist. */
  ensureCollection(name: string, defaults: CollectionDefaults): Promise<Collection>
  model: { id: string; dimensions: number; maxTokens: number; countTokens(text: string): number }
}

type Binding = { model: string; dimensions: number }

/** Modules are imported on first use, as in createEngine. */
const walks = {
  background: () => import('./search/keep-background.ts'),
  searchByModel: () => import('./search/search-by-model.ts'),
  ingest: () => import('./ingest/ingest.ts'),
  ingestMany: () => import('./ingest/ingest-many.ts'),
  putVectors: () => import('./ingest/put-vectors.ts'),
  compareSource: () => import('./ingest/compare-source.ts'),
  lookAtFolder: () => import('./ingest/level/look-at-folder.ts'),
  levelFolder: () => import('./ingest/level/level-folder.ts'),
  rebuild: () => import('./ingest/rebuild-collection.ts'),
}

type EngineTools = {
  searches: CachedSearch
  vectors: VectorWork
  models: Pick<CollectionModels, 'byDefault' | 'embedderOf' | 'partsFor'>
}

export function modelEngine(parts: Parts, { searches, vectors, models }: EngineTools): ModelEngine {
  const { embedder, store } = parts
  return {
    async ingest(request, context) {
      const own = await models.partsFor(request.collection)
      const report = await (await walks.ingest()).ingest(request, own, context)
      if ((request.vectors ?? 'now') !== 'now') vectors.start(report.collection, own)
      if (report.outcome !== 'skipped' && request.vectors !== 'later')
        await measureAfterWrite(report.collection, own)
      return report
    },
    async ingestMany(items, context) {
      const names = [...new Set(items.map(({ request }) => request.collection))]
      const outcomes = new Map<IngestItem, ItemOutcome>()
      for (const name of names) {
        const own = await models.partsFor(name)
        const chosen = items.filter(({ request }) => request.collection === name)
        const made = await (await walks.ingestMany()).ingestMany(chosen, own, context)
        chosen.forEach((item, index) => {
          const outcome = made[index]
          if (outcome !== undefined) outcomes.set(item, outcome)
        })
        if (chosen.some(({ request }) => request.vectors === 'later')) vectors.start(name, own)
        else if (made.some(outcome => outcome.ok && outcome.report.outcome !== 'skipped'))
          await measureAfterWrite(name, own)
      }
      return items.flatMap(item => outcomes.get(item) ?? [])
    },
    compareSource: async (request, signal) =>
      (await walks.compareSource()).compareSource(request, await models.partsFor(request.collection), signal),
    lookAtFolder: async (request, folders, signal) => {
      const own = await models.partsFor(request.collection)
      return (await walks.lookAtFolder()).lookAtFolder(request, { ...own, ...folders }, signal)
    },
    levelFolder: async (request, folders, context) => {
      const own = await models.partsFor(request.collection)
      const report = await (await walks.levelFolder()).levelFolder(request, { ...own, ...folders }, context)
      if (request.isDryRun) return report
      if (request.vectors === 'later') vectors.start(request.collection, own)
      else await measureAfterWrite(request.collection, own)
      return report
    },
    async search(request, signal) {
      const collections = await store.describeCollections()
      const { searchByModel } = await walks.searchByModel()
      const answer = await searchByModel({ request, collections }, models, ({ embedder: own, ...asked }) =>
        searches.search(asked, { ...parts, embedder: own }, signal),
      )
      if (vectors.underWay().length > 0) vectors.prefer(answer.hits.map(({ document }) => document.id))
      return answer
    },
    async putVectors(items, collection, signal) {
      await (await walks.putVectors()).putVectors({ items, collection }, parts, signal)
      await measureAfterWrite(collection.name, parts)
    },
    async ensureCollection(name, defaults) {
      return store.ensureCollection({
        name,
        ...defaults,
        ...bindingOf(await models.partsFor(name)),
        project: null,
        createdAt: parts.clock.now(),
      })
    },
    rebuild: {
      begin: async (collection, binding) => (await walks.rebuild()).beginRebuild(collection, binding, parts),
      abandon: async collection => (await walks.rebuild()).abandonRebuild(collection, parts),
      carryOver: async (from, to, context) => (await walks.rebuild()).carryOver({ from, to }, parts, context),
      missing: async (from, to) => (await walks.rebuild()).missingFrom(from, to, parts),
      async finish(from, to) {
        await measureAfterWrite(to.name, parts)
        await (await walks.rebuild()).finishRebuild(from, to, parts)
      },
      moveOver: async (from, to, context) => (await walks.rebuild()).moveOver({ from, to }, parts, context),
    },
    model: {
      id: embedder.id,
      dimensions: embedder.dimensions,
      maxTokens: embedder.maxTokens,
      countTokens: text => embedder.countTokens(text),
    },
  }
}

/**
 * Called where the model is used anyway, because it asks the model. What was written is stored already, so a measurement
 * that fails is left to the next search.
 */
export async function measureAfterWrite(
  collection: string,
  parts: Pick<Parts, 'store' | 'embedder'>,
): Promise<void> {
  try {
    await (await walks.background()).keepBackground(collection, parts, new AbortController().signal)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}
