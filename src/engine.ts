import { createCatalog } from './catalog/catalog.ts'
import type { Catalog } from './catalog/types.ts'
import { ingest } from './ingest/ingest.ts'
import { type IngestItem, type ItemOutcome, ingestMany } from './ingest/ingest-many.ts'
import type { Parts } from './ingest/parts.ts'
import type { IngestReport, IngestRequest } from './ingest/types.ts'
import { createJobs, type Jobs } from './jobs/jobs.ts'
import type { ReportProgress } from './model/progress.ts'
import type { StoreCheck } from './ports/store.ts'
import { search } from './search/search.ts'
import type { SearchAnswer, SearchRequest } from './search/types.ts'

export type { Parts }

/** What toolsets call. */
export type Engine = {
  ingest(
    request: IngestRequest,
    context: { signal: AbortSignal; progress: ReportProgress },
  ): Promise<IngestReport>
  /** One bad source never stops the rest. */
  ingestMany(
    items: readonly IngestItem[],
    context: {
      signal: AbortSignal
      progress: ReportProgress
      concurrency: number
      onOutcome(outcome: ItemOutcome): void
    },
  ): Promise<ItemOutcome[]>
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer>
  catalog: Catalog
  jobs: Jobs
  /** Whether a file of this name is worth picking up from a folder. */
  accepts(name: string): boolean
  facts: { store: string; schemaVersion: number; model: string; dimensions: number; maxTokens: number }
  check(signal: AbortSignal): Promise<StoreCheck>
  /** Loads what the first search will need. */
  warm(): Promise<void>
  close(): Promise<void>
}

export function createEngine(parts: Parts): Engine {
  const { store, embedder, converters } = parts
  const jobs = createJobs()
  return {
    ingest: (request, context) => ingest(request, parts, context),
    ingestMany: (items, context) => ingestMany(items, parts, context),
    search: (request, signal) => search(request, parts, signal),
    catalog: createCatalog(store),
    jobs,
    accepts: name => converters.accepts(name),
    facts: {
      store: store.description,
      schemaVersion: store.schemaVersion,
      model: embedder.id,
      dimensions: embedder.dimensions,
      maxTokens: embedder.maxTokens,
    },
    check: signal => store.check(signal),
    warm: () => embedder.warm(),
    async close() {
      await jobs.stopAll()
      await converters.close()
      await embedder.close()
      await store.close()
    },
  }
}
