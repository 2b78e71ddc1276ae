import { type Catalog, createCatalog } from './catalog/catalog.ts'
import { createProjects, type DeclaredProject, type Projects } from './catalog/projects.ts'
import type { Passage, PassageRequest } from './catalog/read-passage.ts'
import { collectionModels, oneModel } from './collection-models.ts'
import type { ImportContext, ImportReport, ImportRequest } from './ingest/import-collection.ts'
import { bindingOf, type Parts } from './ingest/ingest-request.ts'
import { sortListing } from './ingest/sort-listing.ts'
import type { ModelSwitch, SwitchReport } from './ingest/switch-model.ts'
import type { Jobs } from './jobs/job-request.ts'
import { localJobs } from './jobs/memory-ledger.ts'
import { createVectorWork, type VectorWork } from './jobs/vector-work.ts'
import { isUnfinished } from './model/collection.ts'
import type { Document } from './model/document.ts'
import { abortFailure, Failure } from './model/failure.ts'
import type { PageRect } from './model/geometry.ts'
import { type ReportProgress, silent } from './model/progress.ts'
import { currentRights, keepRights } from './model/rights.ts'
import type { RawSource } from './model/source.ts'
import { type ModelEngine, measureAfterWrite, modelEngine } from './model-engine.ts'
import type { Converters } from './ports/converter.ts'
import type { Log } from './ports/log.ts'
import type { Originals } from './ports/originals.ts'
import type { FolderListing } from './ports/source-reader.ts'
import type { StoreCheck, TrashEntry, ValueCount } from './ports/store.ts'
import { type CacheCount, cachedSearch } from './search/cached-search.ts'
import type { TallyMatchesRequest } from './search/tally-matches.ts'

export type { Parts }

/** What toolsets call. */
export type Engine = ModelEngine & {
  /** Returns the engine with another model, named as in the setting embedder.model; null returns the default model. */
  withModel(choice: string | null): Promise<ModelEngine>
  /**
   * Embeds collections again with another model. They are searched with their old vectors until all are complete, and
   * with the new ones from then on. When the signal cancels it, what was made is removed; after any other interruption
   * the same call continues.
   */
  switchModel(
    request: ModelSwitch,
    context: { signal: AbortSignal; progress: ReportProgress },
  ): Promise<SwitchReport>
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
  /** Documents that were deleted and can be restored for a day. */
  trash: {
    /** Deletes a document and its attachments. Returns the number of removed chunks; 0 when there was none. */
    put(id: string): Promise<number>
    /** What was deleted from a collection, or from all shared ones, newest first. Throws COLLECTION_NOT_FOUND. */
    list(collection: string | null): Promise<TrashEntry[]>
    /** Throws DOCUMENT_NOT_FOUND, and DOCUMENT_REPLACED when the source was added again. */
    restore(id: string, signal: AbortSignal): Promise<TrashEntry>
    /** Removes for good what can no longer be restored. */
    empty(): Promise<void>
  }
  /** Libraries as portable files, line by line. */
  transfer: {
    /** The lines of the file. Throws COLLECTION_NOT_FOUND when the first is read. */
    write(collection: string, signal: AbortSignal): AsyncIterable<string>
    /** Stores what a file holds, under its own name or another; `open` is called twice. Throws FILE_UNUSABLE. */
    read(request: ImportRequest, context: ImportContext): Promise<ImportReport>
  }
  /** The kept files of uploads; null when there is no place for them. */
  originals: Originals | null
  jobs: Jobs
  /** Makes vectors in the background, of documents that were ingested with `vectors: 'later'`. */
  vectors: Pick<VectorWork, 'underWay' | 'settle' | 'settleBriefly'>
  /** Makes the vectors that an earlier process left to be made, of all collections. */
  takeUpVectors(): Promise<void>
  /** Returns how many searches the cache answered; null when there is no cache, or for tokens of some collections. */
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
  tally: () => import('./search/tally-matches.ts'),
  readPassage: () => import('./catalog/read-passage.ts'),
  trash: () => import('./catalog/trash.ts'),
  exportCollection: () => import('./catalog/export-collection.ts'),
  importCollection: () => import('./ingest/import-collection.ts'),
  restore: () => import('./ingest/restore-document.ts'),
  switchModel: () => import('./ingest/switch-model.ts'),
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

/**
 * Searches the smallest collection by words while the model is loaded on another thread, so that the first question does
 * not wait for code to be loaded and compiled.
 */
async function rehearse(parts: Parts): Promise<void> {
  const { search } = await walks.search()
  const collections = await parts.store.describeCollections()
  const sizes = collections.map(({ name, documentsByLanguage }) => {
    const documents = Object.values(documentsByLanguage).reduce((sum, count) => sum + count, 0)
    return { name, documents }
  })
  const [smallest] = sizes.filter(one => one.documents > 0).sort((a, b) => a.documents - b.documents)
  if (smallest === undefined) return
  const request = {
    text: 'first question',
    mode: 'lexical',
    limit: 5,
    filter: [],
    sort: 'relevance',
  } as const
  await search(
    { request: { ...request, collections: [smallest.name] }, collections },
    parts,
    new AbortController().signal,
  )
}

export function createEngine(parts: Parts, options: EngineOptions = {}): Engine {
  const { store, embedder, converters, clock } = parts
  const searches = cachedSearch(parts.cache ?? null, walks.search)
  const models = collectionModels(parts)
  const jobs = options.jobs ?? localJobs(clock)
  const vectors = createVectorWork(
    {
      jobs,
      clock,
      beforehand: measureAfterWrite,
      // The next process starts with what this one leaves: its first search need not read every vector.
      afterwards: (collection, own) => own.store.warm([collection]),
    },
    error => {
      if (!(error instanceof Failure && error.kind === 'cancelled'))
        options.log?.write('warn', 'vectors', { problem: String(error) })
    },
  )
  const tools = { searches, vectors }
  const catalog = createCatalog(store)
  // What somebody looks at is likely to be searched next.
  const preferSeen = (id: string) => {
    if (vectors.underWay().length > 0) vectors.prefer([id])
  }
  const byDefault = modelEngine(parts, { ...tools, models })
  async function* linesOf(collection: string, signal: AbortSignal): AsyncGenerator<string> {
    const { exportCollection } = await walks.exportCollection()
    yield* exportCollection({ collection, withVectors: true }, parts, { signal, progress: silent })
  }
  return {
    ...byDefault,
    async withModel(choice) {
      if (choice === null) return byDefault
      const own = { ...parts, embedder: await models.open(choice) }
      return modelEngine(own, { ...tools, models: oneModel(own) })
    },
    async switchModel(request, context) {
      const walk = await walks.switchModel()
      const own = { ...parts, embedder: await models.open(request.choice) }
      try {
        return await walk.switchModel(request, own, context)
      } catch (error) {
        const isCancelled = context.signal.aborted && abortFailure(context.signal).kind === 'cancelled'
        if (isCancelled) await walk.abandonSwitch(request, parts)
        throw error
      }
    },
    vectors,
    async takeUpVectors() {
      const access = await store.access()
      for (const collection of await store.describeCollections()) {
        const { name, pending, model, project } = collection
        const choice = project?.embedder ?? null
        // A project's own model may be a server that costs money; it returns no tokens.
        if (isUnfinished(name) || (pending === 0 && choice !== null)) continue
        const own = choice === null ? await models.embedderOf(collection) : await models.open(choice)
        if (own.id !== model) continue
        if (pending > 0) vectors.start(name, { ...parts, embedder: own })
        if (access === 'read-write') vectors.startTokens(name, { ...parts, embedder: own })
      }
    },
    projects: createProjects({
      store,
      clock,
      binding: async () => bindingOf(await models.partsForNew()),
      declared: options.projects ?? [],
    }),
    tally: async request => (await walks.tally()).tallyMatches(request, parts),
    async readPassage(request) {
      const { readPassage } = await walks.readPassage()
      const passage = await readPassage(request, store, text => embedder.countTokens(text))
      preferSeen(passage.documentId)
      return passage
    },
    locateSpan: async (document, span) => (await walks.readPassage()).readRects(store, document, span),
    drawPage: (raw, request, context) => converters.drawPage(raw, request, context),
    catalog: {
      ...catalog,
      readDocument(id) {
        preferSeen(id)
        return catalog.readDocument(id)
      },
    },
    transfer: {
      // Its reader may be a stream that outlives the call.
      write: (collection, signal) => keepRights(linesOf(collection, signal)),
      read: async (request, context) =>
        (await walks.importCollection()).importCollection(request, parts, context),
    },
    trash: {
      put: async id => (await walks.trash()).trashDocument(id, parts),
      empty: async () => (await walks.trash()).purgeTrash(parts),
      list: async collection => (await walks.trash()).listTrash(await catalog.namesOf(collection), parts),
      async restore(id, signal) {
        const [{ trashedWith, readTrashed }, { restoreDocument }] = [
          await walks.trash(),
          await walks.restore(),
        ]
        const entries = await trashedWith(id, parts)
        for (const entry of entries) {
          const line = await readTrashed(entry.id, store)
          if (line !== null)
            await restoreDocument({ entry, line }, await models.partsFor(entry.collection), signal)
        }
        await store.removeTrash(entries.map(entry => entry.id))
        return entries[0]
      },
    },
    originals: parts.originals ?? null,
    jobs,
    // The searches of others count too.
    cacheCount: () => (currentRights().collections === null ? searches.count() : null),
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
      await Promise.all([embedder.warm(), rehearse(parts)])
    },
    async warmIngest() {
      await import('./ingest/ingest.ts')
      await converters.identify(firstSource)
      await parts.analyzer.detectLanguage('The first document is not the one to wait for this.')
    },
    warmStore: () => store.warm(),
    async close() {
      await jobs.close()
      await parts.ingestChildren?.close()
      await converters.close()
      await embedder.close()
      await models.close()
      await parts.reranker?.close()
      await parts.answerReader?.close()
      await parts.relationReader?.close()
      await parts.cache?.close()
      await store.close()
    },
  }
}
