import type { ToolContext } from '../../../core/contract/define-tool.ts'
import type { LevelItem } from '../../../core/ingest/level/level-request.ts'
import type { DocumentSummary } from '../../../core/model/document.ts'
import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { Services } from '../services.ts'
import { failedItem, itemOf } from './item.ts'
import { ingestAgain } from './refresh-file.ts'
import type { RefreshChoices, RefreshTarget } from './types.ts'

/** Fetches an address again that ingest_url had fetched; null when nothing has changed. */
export async function refreshAddress(
  context: ToolContext<Services>,
  { library, document }: Extract<RefreshTarget, { kind: 'address' }>,
  choices: RefreshChoices,
  signal: AbortSignal,
): Promise<LevelItem | null> {
  const { source } = document
  const read = (until: AbortSignal) => context.urls.read(source, until)
  try {
    return await ingestAgain(context, { library, name: source, document, read }, choices, signal)
  } catch (error) {
    throwIfAborted(signal)
    if (!(error instanceof Failure)) throw error
    return error.kind === 'not_found' ? forget(context, document, choices) : failedItem(source, error)
  }
}

/** Asks whether a crawled page is still as it was, and crawls it again where it is not; null when it is. */
export async function refreshPage(
  context: ToolContext<Services>,
  { library, document }: Extract<RefreshTarget, { kind: 'page' }>,
  choices: RefreshChoices,
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
      return choices.isDryRun ? itemOf(source, 'changed') : crawlAgain(context, library, document, signal)
  }
}

type FoundPage =
  | { state: 'unchanged' | 'changed' | 'gone' }
  | { state: 'kept'; message: string }
  | { state: 'failed'; failure: Failure }

/** Gone is what its server says is (404, 410): a server that is silent, slow or refuses says nothing of the page. */
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
    if (event.kind === 'page') return kept(`It leads to ${event.page.finalUrl} now`)
    if (event.kind === 'failed' && event.failure.kind === 'not_found') return { state: 'gone' }
    if (event.kind === 'failed') return { state: 'failed', failure: event.failure }
    if (event.kind === 'skipped' && event.reason === 'not_found') return { state: 'gone' }
    if (event.kind === 'skipped') return kept(`It is left out now (${event.reason})`)
  }
  return kept('Nothing was answered')
}

function kept(message: string): FoundPage {
  return { state: 'kept', message: `${message}; the document is kept.` }
}

async function crawlAgain(
  { callTool, caller, engine }: ToolContext<Services>,
  library: string,
  { source, id }: DocumentSummary,
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
  return itemOf(source, 'removed', { documentId: id, message: 'The server says that it is gone.' })
}

/** Pages that were crawled can only be fetched again by the crawler. */
export function cannotCrawl(): Failure {
  return new Failure('unsupported', 'CRAWL_UNAVAILABLE', 'This program was built without the crawler.')
}
