import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Crawler, CrawlRequest } from '../../../core/ports/crawler.ts'
import type { CrawlSettings } from './crawl-settings.ts'
import type { RenderLimits } from './render-page.ts'
import { renderer } from './renderer.ts'
import { defaultRetryPolicy } from './retry-after.ts'
import { startCrawl } from './start-crawl.ts'
import { type TransportOptions, transport } from './transport.ts'
import { defaultTrapLimits } from './trap-detector.ts'

export type CrawlerOptions = Omit<TransportOptions, 'requestTimeoutMs'> &
  Partial<Omit<CrawlSettings, 'transport' | 'renderer' | 'clock' | 'userAgent'>> & {
    /** First word: the name that robots.txt may address. */
    userAgent: string
    clock: Clock
    /** For one request, the whole body included. */
    requestTimeoutMs?: number
    /** The browser for pages that need one; null looks in the usual places. */
    browserPath?: string | null
    renderLimits?: Partial<RenderLimits>
  }

/** Crawls over HTTP, with Markdown preferred where a site offers it. */
export function crawler(options: CrawlerOptions): Crawler {
  const settings: CrawlSettings = {
    maxPageBytes: 10_000_000,
    maxRedirects: 5,
    concurrency: 10,
    concurrencyPerHost: 4,
    politeDelayMs: 100,
    maxDelayMs: 30_000,
    retry: defaultRetryPolicy,
    traps: defaultTrapLimits,
    maxQueued: 100_000,
    maxSitemaps: 50,
    maxHostFailures: 5,
    makeName: () => `${randomUUID()}.html`,
    ...options,
    transport: transport({ requestTimeoutMs: 30_000, ...options }),
    renderer: renderer({
      browserPath: options.browserPath ?? null,
      clock: options.clock,
      ...(options.renderLimits ? { limits: options.renderLimits } : {}),
    }),
  }
  return {
    crawl: (request: CrawlRequest, signal: AbortSignal) => startCrawl(request, settings, signal),
    async close() {
      await settings.renderer.close()
      await settings.transport.close()
    },
  }
}
