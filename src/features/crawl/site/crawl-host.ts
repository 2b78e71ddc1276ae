import { Failure } from '../../../core/model/failure.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import { type HostGate, hostGate } from './host-gate.ts'
import { everythingAllowed, maxRobotsBytes, parseRobots, type RobotsRules } from './parse-robots.ts'
import { type RetryPolicy, retryWait } from './retry-after.ts'
import type { Answer, Send, Transport } from './transport.ts'

export type HostSettings = {
  transport: Transport
  clock: Clock
  userAgent: string
  respectRobots: boolean
  /** What the caller asked for; null leaves it to the host. */
  delayMs: number | null
  /** Where neither the caller nor the host says anything. */
  politeDelayMs: number
  maxDelayMs: number
  concurrency: number
  retry: RetryPolicy
  maxRedirects: number
  /** Counts a request before it is sent; throws when there are to be no more. */
  spend(): void
  /** Of an answer to a request made now. */
  maxBytes(): number
  /** Counts what came. */
  receive(bytes: number): void
  warn(sentence: string): void
}

export type Robots = { kind: 'rules'; rules: RobotsRules } | { kind: 'unavailable'; detail: string }

/** One host as a crawl deals with it: at its pace, by its rules. */
export type CrawlHost = {
  /** Read once. Throws the Failure of a host that cannot be reached or may not be. */
  robots(signal: AbortSignal): Promise<Robots>
  /** Asks when it is polite to, and again where that may help. */
  send(request: Send, signal: AbortSignal): Promise<Answer>
}

export function crawlHost(origin: string, settings: HostSettings): CrawlHost {
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
      const wait = retryWait(answer, attempt, retry, Date.parse(clock.now()))
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
      robots ??= readRobots(origin, send, settings, signal).then(read => pace(read, gate, settings, origin))
      return robots
    },
  }
}

/** RFC 9309: what is not there forbids nothing; what cannot be read forbids everything. */
async function readRobots(
  origin: string,
  send: CrawlHost['send'],
  { userAgent, maxRedirects, maxBytes }: HostSettings,
  signal: AbortSignal,
): Promise<Robots> {
  let url = new URL('/robots.txt', origin).href
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const answer = await send({ url, maxBytes: Math.min(maxRobotsBytes, maxBytes()) }, signal).catch(
      (error: unknown) => {
        if (isTooLarge(error)) return null
        throw error
      },
    )
    if (answer === null) return { kind: 'unavailable', detail: 'robots.txt is larger than any should be' }
    const { status, headers, body } = answer
    if (status >= 200 && status < 300) {
      const text = new TextDecoder().decode(body)
      // A page in place of the file is how many sites answer for what they do not have.
      const rules = /^\s*<(?:!doctype|html)/i.test(text)
        ? everythingAllowed
        : await parseRobots(origin, text, userAgent)
      return { kind: 'rules', rules }
    }
    const target = status >= 300 && status < 400 ? URL.parse(headers.location ?? '', url) : null
    // Rules for one host are not fetched from another: whose pace would that request keep?
    if (target !== null && target.origin === new URL(url).origin) url = target.href
    else if (status >= 500 || status === 429)
      return { kind: 'unavailable', detail: `robots.txt was answered with status ${status}` }
    else return { kind: 'rules', rules: everythingAllowed }
  }
  return { kind: 'rules', rules: everythingAllowed }
}

function pace(robots: Robots, gate: HostGate, settings: HostSettings, origin: string): Robots {
  const asked = robots.kind === 'rules' ? robots.rules.crawlDelayMs : null
  if (asked === null) return robots
  if (asked > settings.maxDelayMs)
    settings.warn(
      `${new URL(origin).host} asks for ${asked / 1_000} s between requests; ${settings.maxDelayMs / 1_000} s were kept.`,
    )
  gate.slowDown(Math.min(asked, settings.maxDelayMs))
  return robots
}

/** A connection may break for a reason of the moment; a refusal, a limit or a slow answer stays what it is. */
function mayRecover(error: unknown): boolean {
  return error instanceof Failure && error.kind === 'unavailable' && error.code === 'FETCH_FAILED'
}

export function isTooLarge(error: unknown): boolean {
  return error instanceof Failure && error.kind === 'too_large'
}
