import type { IncomingMessage } from 'node:http'
import type { TestContext } from 'node:test'
import { serve } from '../../../../adapters/sources/test/web-fixtures.ts'
import { systemClock } from '../../../../app/clock.ts'
import type { Clock } from '../../../../core/ports/clock.ts'
import type { Crawl, CrawlEvent, Crawler, CrawlReport, CrawlRequest } from '../../../../core/ports/crawler.ts'
import { type CrawlerOptions, crawler } from '../crawler.ts'

export const { signal } = new AbortController()

/** A crawler with small limits that is closed after the test. */
export function crawlerFor(context: TestContext, options: Partial<CrawlerOptions> = {}): Crawler {
  const made = crawler({
    fetchAllow: ['127.0.0.1'],
    userAgent: 'quire-test/1',
    clock: systemClock,
    requestTimeoutMs: 300_000,
    retry: { retries: 2, baseMs: 1, maxWaitMs: 50 },
    ...options,
    renderLimits: { timeoutMs: 300_000, settleMs: 60_000, ...options.renderLimits },
  })
  context.after(() => made.close())
  return made
}

export function requestFor(start: string, options: Partial<CrawlRequest> = {}): CrawlRequest {
  return {
    start,
    scope: { kind: 'host' },
    maxDepth: 10,
    maxPages: 100,
    maxBytes: 50_000_000,
    include: [],
    exclude: [],
    respectRobots: true,
    delayMs: null,
    discover: true,
    known: async () => null,
    ...options,
  }
}

/** Returns all events except the report, and the report. */
export async function collect(crawl: Crawl): Promise<{ events: CrawlEvent[]; report: CrawlReport }> {
  const events: CrawlEvent[] = []
  for await (const event of crawl) {
    if (event.kind === 'report') return { events, report: event.report }
    events.push(event)
  }
  throw new Error('the crawl ended without a report')
}

/** Returns one line per event: its kind and path. */
export function describe(event: CrawlEvent): string {
  if (event.kind === 'report') return `report ${event.report.ended}`
  const url = new URL(event.kind === 'page' ? event.page.url : event.url)
  const place = `${url.hostname === 'site.test' || url.hostname === '127.0.0.1' ? '' : url.hostname}${url.pathname}`
  if (event.kind === 'skipped') return `${place} skipped ${event.reason}`
  if (event.kind === 'failed') return `${place} failed ${event.failure.kind}`
  return `${place} ${event.kind}`
}

/** The response for a path: an HTML body, or status, headers and body. */
export type Answer =
  | string
  | { status?: number; type?: string; body?: string | Buffer; headers?: Record<string, string> }

/** A site on loopback that serves a table of pages; other paths return 404. */
export async function openSite(
  context: TestContext,
  table: Readonly<Record<string, Answer | ((request: IncomingMessage) => Answer)>>,
): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = []
  const port = await serve(context, (request, response) => {
    const path = request.url ?? '/'
    asked.push(path)
    const row = table[path]
    const answer = (typeof row === 'function' ? row(request) : row) ?? { status: 404 }
    const {
      status = 200,
      type = 'text/html',
      body = '',
      headers = {},
    } = typeof answer === 'string' ? { body: answer } : answer
    response.writeHead(status, { 'content-type': type, ...headers }).end(body)
  })
  return { origin: `http://127.0.0.1:${port}`, asked }
}

/** A page with unique text and links. */
export function page(name: string, ...links: string[]): string {
  const anchors = links.map(link => `<a href="${link}">x</a>`).join(' ')
  return `<title>${name}</title><p>This is what there is to know about ${name}.</p>${anchors}`
}

/** A clock that only advances by waiting, without delay; records each wait. */
export function jumpingClock(): Clock & { waits: number[] } {
  let now = 0
  const waits: number[] = []
  return {
    waits,
    now: () => new Date(now).toISOString(),
    elapsed: () => now,
    timeout(ms) {
      const controller = new AbortController()
      waits.push(ms)
      queueMicrotask(() => {
        now += ms
        controller.abort(new DOMException('The time is over.', 'TimeoutError'))
      })
      return { signal: controller.signal, dispose() {} }
    },
  }
}
