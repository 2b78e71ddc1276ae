import type { ToolContext } from '../../../core/contract/define-tool.ts'
import type { LevelItem } from '../../../core/ingest/level/level-request.ts'
import type { DocumentSummary } from '../../../core/model/document.ts'
import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { Services } from '../services.ts'
import { documentsFrom } from './find-documents.ts'
import type { RefreshTarget } from './plan-refresh.ts'
import { failedItem, ingestAgain, itemOf } from './refresh-file.ts'
import type { RefreshChoices, Refreshed, Refreshing } from './run-refresh.ts'

/** Fetches an address again that was ingested by ingest_url; null if nothing has changed. */
export async function refreshAddress(
  context: ToolContext<Services>,
  { target: { library, document }, choices }: Refreshing<Extract<RefreshTarget, { kind: 'address' }>>,
  signal: AbortSignal,
): Promise<LevelItem | null> {
  const { source } = document
  const read = (until: AbortSignal) => context.urls.read(source, until)
  try {
    return await ingestAgain(context, { library, name: source, document, read, choices }, signal)
  } catch (error) {
    throwIfAborted(signal)
    if (!(error instanceof Failure)) throw error
    return error.kind === 'not_found' ? forget(context, document, choices) : failedItem(source, error)
  }
}

/** Checks whether a crawled page has changed, and crawls it again if so; null if nothing has changed. */
export async function refreshPage(
  context: ToolContext<Services>,
  { target: { library, document }, choices }: Refreshing<Extract<RefreshTarget, { kind: 'page' }>>,
  signal: AbortSignal,
): Promise<LevelItem | null> {
  const { source } = document
  const found = await askForPage(context, document, signal)
  switch (found.state) {
    case 'unchanged':
      return null
    case 'gone':
      return forget(context, document, choices)
    case 'kept':
      return itemOf(source, 'unreachable', { documentId: document.id, message: found.message })
    case 'failed':
      return failedItem(source, found.failure)
    case 'changed':
      return choices.isDryRun
        ? itemOf(source, 'changed')
        : crawlPageAgain(context, { library, document }, signal)
  }
}

type FoundPage =
  | { state: 'unchanged' | 'changed' | 'gone' }
  | { state: 'kept'; message: string }
  | { state: 'failed'; failure: Failure }

/** A page is gone only if its server returns 404 or 410; timeouts and refusals reveal nothing about the page. */
async function askForPage(
  { crawls }: ToolContext<Services>,
  { source, metadata }: DocumentSummary,
  signal: AbortSignal,
): Promise<FoundPage> {
  const access = await crawls()
  if (access === null) throw cannotCrawl()
  const crawler = await access.open()
  const crawl = crawler.crawl(
    {
      start: source,
      scope: { kind: 'page' },
      maxDepth: 1,
      maxPages: 1,
      maxBytes: 50_000_000,
      include: [],
      exclude: [],
      respectRobots: true,
      delayMs: null,
      discover: false,
      known: async url => (url === source ? access.knownPage(metadata) : null),
    },
    signal,
  )
  for await (const event of crawl) {
    if (event.kind === 'unchanged') return { state: 'unchanged' }
    if (event.kind === 'page' && event.page.finalUrl === source) return { state: 'changed' }
    if (event.kind === 'page') return kept(`It redirects to ${event.page.finalUrl} now`)
    if (event.kind === 'failed' && event.failure.kind === 'not_found') return { state: 'gone' }
    if (event.kind === 'failed') return { state: 'failed', failure: event.failure }
    if (event.kind === 'skipped' && event.reason === 'not_found') return { state: 'gone' }
    if (event.kind === 'skipped') return kept(`The crawler skips it now (${event.reason})`)
  }
  return kept('There was no response')
}

function kept(message: string): FoundPage {
  return { state: 'kept', message: `${message}; the document is kept.` }
}

async function crawlPageAgain(
  { callTool, caller, engine }: ToolContext<Services>,
  { library, document: { source, id } }: { library: string; document: DocumentSummary },
  signal: AbortSignal,
): Promise<LevelItem | null> {
  const outcome = await callTool('crawl_single_page', { input: { url: source, library }, caller, signal })
  if (outcome === null) throw cannotCrawl()
  if (!outcome.ok) return failedItem(source, outcome.failure)
  const [now] = await engine.catalog.findDocuments(
    library,
    [{ field: 'source', op: 'equals', value: source }],
    1,
  )
  if (now === undefined || now.id === id) return null
  return itemOf(source, 'changed', { documentId: now.id, chunks: now.chunkCount })
}

async function forget(
  { engine }: ToolContext<Services>,
  { id, source }: DocumentSummary,
  { isDryRun }: RefreshChoices,
): Promise<LevelItem> {
  if (!isDryRun) await engine.catalog.deleteDocument(id)
  return itemOf(source, 'removed', { documentId: id, message: 'The server reports that it is gone.' })
}

/** Crawled pages can only be fetched again by the crawler. */
function cannotCrawl(): Failure {
  return new Failure('unsupported', 'CRAWL_UNAVAILABLE', 'This program was built without the crawler.')
}

type Site = Extract<RefreshTarget, { kind: 'site' }>

/**
 * Crawls a site again with the same input: finds new pages, and sends one conditional request per unchanged page. Pages
 * that the crawl does not reach any more are requested one by one.
 */
export async function refreshSite(
  context: ToolContext<Services>,
  { target: site, choices }: Refreshing<Site>,
  signal: AbortSignal,
): Promise<Refreshed> {
  const { library, documents } = site
  const crawled = choices.isDryRun ? { ids: [], failure: null } : await crawlSiteAgain(context, site, signal)
  if (crawled.failure !== null) return { unchanged: 0, items: [crawled.failure] }
  const known = new Map(documents.map(document => [document.source, document.id]))
  const visited = new Set(crawled.ids)
  const now = (await documentsFrom(context, library, [])).filter(({ id }) => visited.has(id))
  const items: LevelItem[] = []
  let unchanged = 0
  for (const { source, id, chunkCount: chunks } of now) {
    if (known.get(source) === id) unchanged += 1
    else items.push(itemOf(source, known.has(source) ? 'changed' : 'added', { documentId: id, chunks }))
  }
  const seen = new Set(now.map(({ source }) => source))
  for (const document of documents.filter(({ source }) => !seen.has(source))) {
    const item = await refreshPage(context, { target: { kind: 'page', library, document }, choices }, signal)
    if (item === null) unchanged += 1
    else items.push(item)
  }
  return { unchanged, items }
}

/** Returns the ids of the documents of the crawl. */
async function crawlSiteAgain(
  { callTool, caller }: ToolContext<Services>,
  { input }: Site,
  signal: AbortSignal,
): Promise<{ ids: string[]; failure: LevelItem | null }> {
  for (;;) {
    const outcome = await callTool('crawl_deep', { input, caller, signal })
    if (outcome === null) throw cannotCrawl()
    if (!outcome.ok) return { ids: [], failure: failedItem(String(input.url), outcome.failure) }
    const { status, document_ids: ids } = outcome.value
    // A crawl that takes longer than a call continues as a job, which the same call joins.
    if (status === 'done') return { ids: Array.isArray(ids) ? ids.map(String) : [], failure: null }
  }
}
