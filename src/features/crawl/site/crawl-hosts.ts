import { Failure } from '../../../core/model/failure.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { CrawlRequest, CrawlState } from '../../../core/ports/crawler.ts'
import type { CrawlSettings } from './crawler.ts'
import { type HostGate, hostGate, type RetryPolicy, retryWait } from './host-gate.ts'
import { everythingAllowed, maxRobotsBytes, parseRobots, type RobotsRules } from './parse-robots.ts'
import { askNotFound, type NotFoundAnswer } from './soft-404.ts'
import type { Answer, Send, Transport } from './transport.ts'
import type { Visit } from './visit-page.ts'

/** The hosts of one crawl, with what it has learned about each. */
export type CrawlHosts = {
  at(url: string): CrawlHost
  /** Returns how the host of an address responds for missing pages; requested once per host. */
  notFoundAnswer(url: string, signal: AbortSignal): Promise<NotFoundAnswer>
  /** Whether the host failed too often in a row. */
  hasGivenUp(url: string): boolean
  /** Counts consecutive failures in the order of the queue, and warns once there are too many. */
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
        counts.warnings.push(
          `${host} failed ${settings.maxHostFailures} times in a row and was not requested again.`,
        )
    },
  }
}

/** Ends the crawl; the crawler catches it, so callers never see it. */
export function limitReached(limit: 'requests' | 'bytes', value: number): Failure {
  return new Failure('cancelled', 'CRAWL_LIMIT', `The crawl reached its limit of ${value} ${limit}.`, {
    hint: 'Resume from its state with a higher limit.',
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

type HostSettings = {
  transport: Transport
  clock: Clock
  userAgent: string
  respectRobots: boolean
  /** The caller's delay between requests; null uses the host's Crawl-delay or `politeDelayMs`. */
  delayMs: number | null
  /** Used if neither the caller nor the host sets a delay. */
  politeDelayMs: number
  maxDelayMs: number
  concurrency: number
  retry: RetryPolicy
  maxRedirects: number
  /** Counts a request before it is sent; throws at the limit. */
  spend(): void
  /** Maximum size of the response to a request that is sent now. */
  maxBytes(): number
  /** Counts received bytes. */
  receive(bytes: number): void
  warn(sentence: string): void
}

type Robots = { kind: 'rules'; rules: RobotsRules } | { kind: 'unavailable'; detail: string }

/** Sends requests to one host, with its delay between them and its robots.txt rules. */
export type CrawlHost = {
  /** Reads robots.txt once. Throws the Failure of a host that is unreachable or forbidden. */
  robots(signal: AbortSignal): Promise<Robots>
  /** Waits for its turn, sends the request and retries temporary errors. */
  send(request: Send, signal: AbortSignal): Promise<Answer>
}

function crawlHost(origin: string, settings: HostSettings): CrawlHost {
  const { transport, clock, retry } = settings
  const fallback = transport.isOwn(origin) ? 0 : settings.politeDelayMs
  const gate = hostGate(clock, {
    concurrency: settings.concurrency,
    delayMs: settings.delayMs ?? fallback,
  })
  let robots: Promise<Robots> | null = null

  async function send(request: Send, signal: AbortSignal): Promise<Answer> {
    for (let attempt = 0; ; attempt++) {
      const answer = await sendOnce(request, signal).catch((error: unknown) => {
        if (attempt > 0 || !mayRecover(error)) throw error
        return null
      })
      if (answer === null) {
        gate.pause(retry.baseMs)
        continue
      }
      const wait = retryWait(answer, retry, { attempt, nowMs: Date.parse(clock.now()) })
      if (wait === null) return answer
      gate.pause(wait)
    }
  }

  async function sendOnce(request: Send, signal: AbortSignal): Promise<Answer> {
    transport.check(request.url)
    const leave = await gate.enter(signal)
    try {
      settings.spend()
      const answer = await transport.send(request, signal)
      settings.receive(answer.body.length)
      return answer
    } catch (error) {
      if (isTooLarge(error)) settings.receive(request.maxBytes)
      throw error
    } finally {
      leave()
    }
  }

  return {
    send,
    async robots(signal) {
      if (!settings.respectRobots) return { kind: 'rules', rules: everythingAllowed }
      robots ??= readRobots({ origin, send, settings }, signal).then(read => {
        applyCrawlDelay(read, gate, { origin, settings })
        return read
      })
      return robots
    },
  }
}

/** RFC 9309: a missing file forbids nothing; a file that cannot be read forbids everything. */
async function readRobots(
  { origin, send, settings }: { origin: string; send: CrawlHost['send']; settings: HostSettings },
  signal: AbortSignal,
): Promise<Robots> {
  const { userAgent, maxRedirects, maxBytes } = settings
  let url = new URL('/robots.txt', origin).href
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const answer = await send({ url, maxBytes: Math.min(maxRobotsBytes, maxBytes()) }, signal).catch(
      (error: unknown) => {
        if (isTooLarge(error)) return null
        throw error
      },
    )
    if (answer === null) return { kind: 'unavailable', detail: 'robots.txt is too large' }
    const { status, headers, body } = answer
    if (status >= 200 && status < 300) {
      const text = new TextDecoder().decode(body)
      // Many sites respond with an HTML page for files that do not exist.
      const rules = /^\s*<(?:!doctype|html)/i.test(text)
        ? everythingAllowed
        : await parseRobots(origin, text, userAgent)
      return { kind: 'rules', rules }
    }
    const target = status >= 300 && status < 400 ? URL.parse(headers.location ?? '', url) : null
    // A redirect to another host is not followed: the request would not respect that host's delay.
    if (target !== null && target.origin === new URL(url).origin) url = target.href
    else if (status >= 500 || status === 429)
      return { kind: 'unavailable', detail: `the server returned status ${status} for robots.txt` }
    else return { kind: 'rules', rules: everythingAllowed }
  }
  return { kind: 'rules', rules: everythingAllowed }
}

function applyCrawlDelay(
  robots: Robots,
  gate: HostGate,
  { origin, settings }: { origin: string; settings: HostSettings },
): void {
  const asked = robots.kind === 'rules' ? robots.rules.crawlDelayMs : null
  if (asked === null) return
  if (asked > settings.maxDelayMs)
    settings.warn(
      `${new URL(origin).host} asks for ${asked / 1_000} s between requests; the crawl waited ${settings.maxDelayMs / 1_000} s.`,
    )
  gate.slowDown(Math.min(asked, settings.maxDelayMs))
}

/** Broken connections are worth a retry; refusals, limits and timeouts are not. */
function mayRecover(error: unknown): boolean {
  return error instanceof Failure && error.kind === 'unavailable' && error.code === 'FETCH_FAILED'
}

export function isTooLarge(error: unknown): boolean {
  return error instanceof Failure && error.kind === 'too_large'
}
