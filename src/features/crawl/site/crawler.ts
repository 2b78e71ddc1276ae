import { randomUUID } from 'node:crypto'
import { abortFailure, Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Crawl, CrawlEvent, Crawler, CrawlReport, CrawlRequest } from '../../../core/ports/crawler.ts'
import { crawlRun } from './crawl-run.ts'
import { defaultRetryPolicy, type RetryPolicy } from './host-gate.ts'
import { type Renderer, type RenderLimits, renderer } from './renderer.ts'
import { type Transport, type TransportOptions, transport } from './transport.ts'
import { defaultTrapLimits, type TrapLimits } from './trap-detector.ts'

/** Settings that apply to every crawl of a crawler. */
export type CrawlSettings = {
  transport: Transport
  renderer: Renderer
  clock: Clock
  userAgent: string
  /** Maximum size of one response, compressed and decompressed. */
  maxPageBytes: number
  maxRedirects: number
  /** Visits that run or wait to be settled, over all hosts. */
  concurrency: number
  concurrencyPerHost: number
  /** Delay between two requests to a host without a Crawl-delay; no delay for hosts in `fetchAllow`. */
  politeDelayMs: number
  /** Maximum Crawl-delay to respect. */
  maxDelayMs: number
  retry: RetryPolicy
  traps: TrapLimits
  /** Maximum number of queued addresses. */
  maxQueued: number
  maxSitemaps: number
  /** Consecutive failures after which a host is not requested again. */
  maxHostFailures: number
  /** Returns a file name that no page has. */
  makeName(): string
}

export type CrawlerOptions = Omit<TransportOptions, 'requestTimeoutMs'> &
  Partial<Omit<CrawlSettings, 'transport' | 'renderer' | 'clock' | 'userAgent'>> & {
    /** Its first word is the name that robots.txt rules match. */
    userAgent: string
    clock: Clock
    /** For one request including its body. */
    requestTimeoutMs?: number
    /** Path of the browser for rendered pages; null searches the usual install paths. */
    browserPath?: string | null
    renderLimits?: Partial<RenderLimits>
  }

/** Creates a crawler over HTTP that prefers Markdown where a site serves it. */
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

type Ended = CrawlReport['ended']

/** Starts a crawl. Visits run in parallel, but are settled one by one in the order of the queue. */
function startCrawl(request: CrawlRequest, settings: CrawlSettings, signal: AbortSignal): Crawl {
  const stop = new AbortController()
  const tooLate = new AbortController()
  const run = crawlRun(request, settings, AbortSignal.any([signal, stop.signal, tooLate.signal]))

  async function* walk(): AsyncGenerator<CrawlEvent> {
    const limit = request.maxMs === undefined ? null : settings.clock.timeout(request.maxMs)
    limit?.signal.addEventListener('abort', () => tooLate.abort(), { once: true })
    try {
      const ended = yield* visitAll()
      yield { kind: 'report', report: run.report(ended) }
    } finally {
      stop.abort()
      limit?.dispose()
      await run.close()
    }
  }

  async function* visitAll(): AsyncGenerator<CrawlEvent, Ended> {
    while (true) {
      throwIfAborted(signal)
      try {
        await run.discover()
      } catch (error) {
        return endOf(error)
      }
      run.fill()
      const attempt = await run.first()
      if (attempt === null) return run.whyEnded()
      if (attempt.kind === 'stopped') return endOf(attempt.error)
      yield run.settleFirst(attempt)
    }
  }

  /** Returns the limit that ended the crawl; throws if the error is not a limit. */
  function endOf(error: unknown): Ended {
    if (signal.aborted) throw abortFailure(signal)
    if (tooLate.signal.aborted) return 'max_ms'
    if (error instanceof Failure && error.code === 'CRAWL_LIMIT')
      return error.details.limit === 'bytes' ? 'max_bytes' : 'max_requests'
    throw error
  }

  const events = walk()
  return { [Symbol.asyncIterator]: () => events, state: run.state }
}
