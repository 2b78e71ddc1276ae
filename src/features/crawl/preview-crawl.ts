import type { ToolContext } from '../../core/contract/define-tool.ts'
import { sayFailure } from '../../core/model/failure.ts'
import type { CrawlRequest } from '../../core/ports/crawler.ts'
import type { CrawlAnswer } from './fields.ts'
import type { Services } from './services.ts'

/** Pages that a preview reads to find links. */
const readPages = 3
/** Addresses that are listed. */
const mostListed = 200

type Preview = { library: string; request: Omit<CrawlRequest, 'known' | 'resumeFrom'> }

/** Reads a few pages and lists the addresses that a crawl would visit first. Nothing is stored. */
export async function previewCrawl(
  { crawls, signal }: ToolContext<Services>,
  { library, request }: Preview,
): Promise<CrawlAnswer> {
  const crawler = await crawls.open()
  const maxPages = Math.min(readPages, request.maxPages)
  const crawl = crawler.crawl({ ...request, maxPages, known: async () => null }, signal)
  const read: string[] = []
  const errors: CrawlAnswer['errors'] = []
  let skipped: CrawlAnswer['skipped'] = {}
  let queue = crawl.state().queue
  for await (const event of crawl) {
    if (event.kind === 'page') read.push(event.page.finalUrl)
    if (event.kind === 'failed') errors.push({ url: event.url, error: sayFailure(event.failure) })
    if (event.kind === 'report') skipped = { ...event.report.skipped }
    else queue = crawl.state().queue
  }
  const known = [...new Set([...read, ...queue.map(({ url }) => url)])].slice(0, request.maxPages)
  return {
    success: read.length > 0,
    url: request.start,
    library,
    pages_crawled: 0,
    pages_unchanged: 0,
    chunks_created: 0,
    document_ids: [],
    skipped,
    errors,
    dead_links: [],
    warnings: queue.length === 0 ? [] : ['These are the first addresses; their pages may link to more.'],
    status: 'preview',
    would_visit: known.slice(0, mostListed),
    would_visit_count: known.length,
  }
}
