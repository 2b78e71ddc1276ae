import { type Catalog, createCatalog } from './catalog/catalog.ts'
import { createProjects, type DeclaredProject, type Projects } from './catalog/projects.ts'
import type { Passage, PassageRequest } from './catalog/read-passage.ts'
import type { Change } from './ingest/compare-source.ts'
import type { IngestItem, ItemOutcome } from './ingest/ingest-many.ts'
import type { CollectionDefaults, IngestReport, IngestRequest, Parts } from './ingest/ingest-request.ts'
import type { FolderParts, LevelContext, LevelReport, LevelRequest } from './ingest/level/level-request.ts'
import type { FolderLook } from './ingest/level/look-at-folder.ts'
import type { VectorItem } from './ingest/put-vectors.ts'
import { sortListing } from './ingest/sort-listing.ts'
import type { Jobs } from './jobs/job-request.ts'
import { localJobs } from './jobs/memory-ledger.ts'
import { createVectorWork, type VectorWork } from './jobs/vector-work.ts'
import { type Collection, isUnfinished } from './model/collection.ts'
import type { Document, DocumentSummary } from './model/document.ts'
import { Failure } from './model/failure.ts'
import type { PageRect } from './model/geometry.ts'
import type { ReportProgress } from './model/progress.ts'
import type { RawSource } from './model/source.ts'
import type { Converters } from './ports/converter.ts'
import type { Embedder } from './ports/embedder.ts'
import type { Log } from './ports/log.ts'
import type { FolderListing } from './ports/source-reader.ts'
import type { StoreCheck, ValueCount } from './ports/store.ts'
import { type CacheCount, type CachedSearch, cachedSearch } from './search/cached-search.ts'
import type { SearchAnswer, SearchRequest } from './search/search-request.ts'
import type { TallyMatchesRequest } from './search/tally-matches.ts'

export type { Parts }

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
  }
  /** Returns the collection of this name; creates it with these settings when it does not exist. */
  ensureCollection(name: string, defaults: CollectionDefaults): Promise<Collection>
  model: { id: string; dimensions: number; maxTokens: number; countTokens(text: string): number }
}

type Binding = { model: string; dimensions: number }

/** What toolsets call. */
export type Engine = ModelEngine & {
  /** Returns the engine with another model, named as in the setting embedder.model; null returns the default model. */
  withModel(choice: string | null): Promise<ModelEngine>
  projects: Projects
  /** Counts the documents that contain every word of a text, by the values of a metadata key. */
  tally(request: TallyMatchesRequest): Promise<ValueCount[]>
  /** Returns the text around a hit, within a budget of tokens. */
  readPassage(request: PassageRequest): Promise<Passage>
  /** Returns where a span of a document is on its pages; empty when that is not known. */
  locateSpan(
    document: Pick<Document, 'id' | 'pages'>,
    span: { start: number; end: number },
  ): Promise<PageRect[]>
  /** Draws a page of a source as a picture, in a process of its own. */
  drawPage: Converters['drawPage']
  catalog: Catalog
  jobs: Jobs
  /** Makes vectors in the background, of documents that were ingested with `vectors: 'later'`. */
  vectors: Pick<VectorWork, 'underWay' | 'settle' | 'settleBriefly'>
  /** Makes the vectors that an earlier process left to be made, of all collections. */
  takeUpVectors(): Promise<void>
  /** Returns how many searches the cache answered; null when there is no cache. */
  cacheCount(): CacheCount | null
  /** Returns whether a file of this name can be converted, so that folders are read without the others. */
  accepts(name: string): boolean
  /** Separates the files of a folder that can be ingested from the others, which are returned with the reason. */
  sortListing(listing: FolderListing): FolderListing
  facts: { store: string; schemaVersion: number; model: string; dimensions: number; maxTokens: number }
  /** Returns whether the store can be written. Throws a Failure when it cannot be opened. */
  storeAccess(): Promise<'read-write' | 'read-only'>
  check(signal: AbortSignal): Promise<StoreCheck>
  /** Loads the model and the modules that the first search needs. */
  warm(): Promise<void>
  /** Loads the modules that the first ingest needs, so that callers of a server do not wait for them. */
  warmIngest(): Promise<void>
  /** Loads the indexes that the store ranks with, so that the first caller of a server does not wait for them. */
  warmStore(): Promise<void>
  close(): Promise<void>
}

export type EngineOptions = {
  projects?: readonly DeclaredProject[]
  /** Keeps jobs; without it they are lost when the process ends. */
  jobs?: Jobs
  log?: Log
}

/** Modules are imported on first use: a server lists its tools before it needs any, and a session rarely needs all. */
const walks = {
  search: () => import('./search/search.ts'),
  background: () => import('./search/keep-background.ts'),
  tally: () => import('./search/tally-matches.ts'),
  readPassage: () => import('./catalog/read-passage.ts'),
  ingest: () => import('./ingest/ingest.ts'),
  ingestMany: () => import('./ingest/ingest-many.ts'),
  putVectors: () => import('./ingest/put-vectors.ts'),
  compareSource: () => import('./ingest/compare-source.ts'),
  lookAtFolder: () => import('./ingest/level/look-at-folder.ts'),
  levelFolder: () => import('./ingest/level/level-folder.ts'),
  rebuild: () => import('./ingest/rebuild-collection.ts'),
}

const firstSource: RawSource = {
  source: 'first.md',
  name: 'first.md',
  bytes: new TextEncoder().encode('# First'),
  mediaType: null,
  charset: null,
  lastModified: null,
  fileType: null,
}

export function createEngine(parts: Parts, options: EngineOptions = {}): Engine {
  const { store, embedder, converters, clock } = parts
  const searches = cachedSearch(parts.cache ?? null, walks.search)
  const others = new Map<string, Promise<Embedder>>()
  const binding = { model: embedder.id, dimensions: embedder.dimensions }
  const jobs = options.jobs ?? localJobs(clock)
  const vectors = createVectorWork({ jobs, clock, afterwards: measureAfterWrite }, error => {
    if (!(error instanceof Failure && error.kind === 'cancelled'))
      options.log?.write('warn', 'vectors', { problem: String(error) })
  })
  const tools = { searches, vectors }
  return {
    ...modelEngine(parts, tools),
    async withModel(choice) {
      if (choice === null) return modelEngine(parts, tools)
      return modelEngine({ ...parts, embedder: await openOther(choice, others, parts) }, tools)
    },
    vectors,
    async takeUpVectors() {
      for (const { name, pending, model, project } of await store.describeCollections()) {
        if (pending === 0 || isUnfinished(name)) continue
        const choice = project?.embedder ?? null
        const own = choice === null ? embedder : await openOther(choice, others, parts)
        if (own.id === model) vectors.start(name, { ...parts, embedder: own })
      }
    },
    projects: createProjects({ store, clock, binding, declared: options.projects ?? [] }),
    tally: async request => (await walks.tally()).tallyMatches(request, parts),
    readPassage: async request =>
      (await walks.readPassage()).readPassage(request, store, text => embedder.countTokens(text)),
    locateSpan: async (document, span) => (await walks.readPassage()).readRects(store, document, span),
    drawPage: (raw, request, context) => converters.drawPage(raw, request, context),
    catalog: createCatalog(store),
    jobs,
    cacheCount: () => searches.count(),
    accepts: name => converters.refusal(name) === null,
    sortListing: listing => sortListing(listing, converters),
    facts: {
      store: store.description,
      schemaVersion: store.schemaVersion,
      model: embedder.id,
      dimensions: embedder.dimensions,
      maxTokens: embedder.maxTokens,
    },
    storeAccess: () => store.access(),
    check: signal => store.check(signal),
    async warm() {
      await Promise.all([embedder.warm(), walks.search()])
    },
    async warmIngest() {
      await walks.ingest()
      await converters.identify(firstSource)
      await parts.analyzer.detectLanguage('The first document is not the one to wait for this.')
    },
    warmStore: () => store.warm(),
    async close() {
      await jobs.close()
      await parts.ingestChildren?.close()
      await converters.close()
      await embedder.close()
      for (const other of others.values()) await other.then(opened => opened.close()).catch(() => {})
      await parts.cache?.close()
      await store.close()
    },
  }
}

function modelEngine(
  parts: Parts,
  { searches, vectors }: { searches: CachedSearch; vectors: VectorWork },
): ModelEngine {
  const { embedder } = parts
  return {
    async ingest(request, context) {
      const report = await (await walks.ingest()).ingest(request, parts, context)
      if ((request.vectors ?? 'now') !== 'now') vectors.start(report.collection, parts)
      if (report.outcome !== 'skipped') await measureAfterWrite(report.collection, parts)
      return report
    },
    async ingestMany(items, context) {
      const outcomes = await (await walks.ingestMany()).ingestMany(items, parts, context)
      const stored = outcomes.flatMap(outcome =>
        outcome.ok && outcome.report.outcome !== 'skipped' ? [outcome.report.collection] : [],
      )
      for (const collection of new Set(stored)) await measureAfterWrite(collection, parts)
      const later = items.filter(({ request }) => request.vectors === 'later')
      for (const collection of new Set(later.map(({ request }) => request.collection)))
        vectors.start(collection, parts)
      return outcomes
    },
    compareSource: async (request, signal) =>
      (await walks.compareSource()).compareSource(request, parts, signal),
    lookAtFolder: async (request, folders, signal) =>
      (await walks.lookAtFolder()).lookAtFolder(request, { ...parts, ...folders }, signal),
    async levelFolder(request, folders, context) {
      const report = await (await walks.levelFolder()).levelFolder(request, { ...parts, ...folders }, context)
      await measureAfterWrite(request.collection, parts)
      return report
    },
    async search(request, signal) {
      const answer = await searches.search(request, parts, signal)
      if (vectors.underWay().length > 0) vectors.prefer(answer.hits.map(({ document }) => document.id))
      return answer
    },
    async putVectors(items, collection, signal) {
      await (await walks.putVectors()).putVectors({ items, collection }, parts, signal)
      await measureAfterWrite(collection.name, parts)
    },
    ensureCollection: (name, defaults) =>
      parts.store.ensureCollection({
        name,
        ...defaults,
        model: embedder.id,
        dimensions: embedder.dimensions,
        project: null,
        createdAt: parts.clock.now(),
      }),
    rebuild: {
      begin: async (collection, binding) => (await walks.rebuild()).beginRebuild(collection, binding, parts),
      abandon: async collection => (await walks.rebuild()).abandonRebuild(collection, parts),
      carryOver: async (from, to, context) => (await walks.rebuild()).carryOver({ from, to }, parts, context),
      missing: async (from, to) => (await walks.rebuild()).missingFrom(from, to, parts),
      async finish(from, to) {
        await measureAfterWrite(to.name, parts)
        await (await walks.rebuild()).finishRebuild(from, to, parts)
      },
    },
    model: {
      id: embedder.id,
      dimensions: embedder.dimensions,
      maxTokens: embedder.maxTokens,
      countTokens: text => embedder.countTokens(text),
    },
  }
}

/** What was written is stored already, so a measurement that fails is left to the next search. */
async function measureAfterWrite(
  collection: string,
  parts: Pick<Parts, 'store' | 'embedder'>,
): Promise<void> {
  try {
    await (await walks.background()).keepBackground(collection, parts, new AbortController().signal)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}

/** Opens each model once; tries again when opening failed. */
function openOther(choice: string, others: Map<string, Promise<Embedder>>, parts: Parts): Promise<Embedder> {
  const known = others.get(choice)
  if (known) return known
  if (parts.openEmbedder === undefined)
    throw new Failure('unsupported', 'EMBEDDER_INVALID', `The model "${choice}" cannot be opened here.`, {
      hint: "Pass openEmbedder to createEngine, or let the project use the engine's own model.",
    })
  const opening = parts.openEmbedder(choice)
  others.set(choice, opening)
  opening.catch(() => others.delete(choice))
  return opening
}
