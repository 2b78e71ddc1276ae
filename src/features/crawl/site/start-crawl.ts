import { abortFailure, Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { Crawl, CrawlEvent, CrawlReport, CrawlRequest } from '../../../core/ports/crawler.ts'
import { crawlRun } from './crawl-run.ts'
import type { CrawlSettings } from './crawl-settings.ts'

type Ended = CrawlReport['ended']

/** The walk of a crawl: visits run side by side, but are settled one by one in the order of the queue. */
export function startCrawl(request: CrawlRequest, settings: CrawlSettings, signal: AbortSignal): Crawl {
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

  /** What stopped the work: a limit, which is a way to end, or else something to throw. */
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
