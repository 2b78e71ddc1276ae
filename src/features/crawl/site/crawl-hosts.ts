import { Failure } from '../../../core/model/failure.ts'
import type { CrawlRequest, CrawlState } from '../../../core/ports/crawler.ts'
import { askNotFound } from './ask-not-found.ts'
import { type CrawlHost, crawlHost } from './crawl-host.ts'
import type { CrawlSettings } from './crawl-settings.ts'
import type { NotFoundAnswer } from './soft-404.ts'
import type { Visit } from './visit-page.ts'

/** The hosts a crawl meets, and what it learns of each. */
export type CrawlHosts = {
  at(url: string): CrawlHost
  /** How the host of an address says that there is nothing; asked once. */
  notFoundAnswer(url: string, signal: AbortSignal): Promise<NotFoundAnswer>
  /** Whether the host failed too often in a row. */
  hasGivenUp(url: string): boolean
  /** Counts failures in a row, in the order of the queue; says when they become too many. */
  count(url: string, visit: Visit): void
}

export function crawlHosts(
  request: CrawlRequest,
  settings: CrawlSettings,
  {
    counts,
    maxRequests,
    maxBytes,
  }: { counts: CrawlState['counts']; maxRequests: number; maxBytes(): number },
): CrawlHosts {
  const hosts = new Map<string, CrawlHost>()
  const notFound = new Map<string, Promise<NotFoundAnswer>>()
  const failures = new Map<string, number>()
  const hostSettings = {
    ...settings,
    respectRobots: request.respectRobots,
    delayMs: request.delayMs,
    concurrency: request.concurrencyPerHost ?? settings.concurrencyPerHost,
    spend() {
      if (counts.requests >= maxRequests) throw limitReached('requests', maxRequests)
      counts.requests++
    },
    maxBytes,
    receive(bytes: number) {
      counts.bytes += bytes
    },
    warn(sentence: string) {
      counts.warnings.push(sentence)
    },
  }

  function at(url: string): CrawlHost {
    const { origin } = new URL(url)
    return remembered(hosts, origin, () => crawlHost(origin, hostSettings))
  }

  function hasGivenUp(url: string): boolean {
    return (failures.get(new URL(url).origin) ?? 0) >= settings.maxHostFailures
  }

  return {
    at,
    hasGivenUp,
    notFoundAnswer: (url, signal) =>
      remembered(notFound, new URL(url).origin, () =>
        askNotFound(url, { ...settings, hostOf: at, maxBytes }, signal),
      ),
    count(url, visit) {
      const { origin, host } = new URL(url)
      if (visit.kind !== 'failed') failures.delete(origin)
      else if (isHostsFault(visit.failure)) failures.set(origin, (failures.get(origin) ?? 0) + 1)
      if (hasGivenUp(url))
        counts.warnings.push(`${host} failed ${settings.maxHostFailures} times in a row and was left alone.`)
    },
  }
}

/** Never leaves the crawler: it ends the crawl. */
export function limitReached(limit: 'requests' | 'bytes', value: number): Failure {
  return new Failure('cancelled', 'CRAWL_LIMIT', `The crawl has used up its ${value} ${limit}.`, {
    hint: 'Go on from its state with a higher limit.',
    details: { limit },
  })
}

function remembered<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

function isHostsFault({ kind }: Failure): boolean {
  return kind === 'unavailable' || kind === 'timeout' || kind === 'rate_limited'
}
