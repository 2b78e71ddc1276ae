import { typeOfResponse } from '../../../adapters/net/read-response.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Browser, BrowserPage, PagePart, PartAnswer } from './browser.ts'
import { detectCharset } from './detect-charset.ts'
import type { Answer } from './transport.ts'
import { wait } from './wait.ts'

export type RenderLimits = {
  /** For the whole page. */
  timeoutMs: number
  /** A page is done when nothing was under way and it did not grow or shrink for so long… */
  quietMs: number
  /** …or after so long, whatever it does. */
  settleMs: number
  /** Of the document that its scripts make. */
  maxBytes: number
  /** Files that one page may ask for. */
  maxParts: number
}

export const defaultRenderLimits: RenderLimits = {
  timeoutMs: 20_000,
  quietMs: 500,
  settleMs: 6_000,
  maxBytes: 10_000_000,
  maxParts: 200,
}

/** Fetches a file of a page by the rules of the crawl; null when it may not be had. */
export type FetchPart = (part: PagePart, signal: AbortSignal) => Promise<Answer | null>

export type RenderWork = {
  url: string
  /** The page as it was sent: not fetched a second time. */
  answer: Answer
  fetchPart: FetchPart
  limits: RenderLimits
  clock: Clock
}

/** What a page becomes once its scripts have run: an answer that holds the document as it then stands. */
export async function renderPage(browser: Browser, work: RenderWork, signal: AbortSignal): Promise<Answer> {
  const { clock, limits, url } = work
  const limit = clock.timeout(limits.timeoutMs)
  const either = AbortSignal.any([signal, limit.signal])
  const traffic = pageTraffic(work, either)
  let page: BrowserPage | null = null
  try {
    page = await unlessAborted(browser.newPage(traffic.answer), either)
    await unlessAborted(page.open(url), either)
    await untilQuiet(page, traffic, work, either)
    const html = await unlessAborted(page.read(limits.maxBytes), either)
    return asAnswer(work.answer, html, traffic.leftFor())
  } catch (error) {
    if (signal.aborted || error instanceof Failure) throw error
    throw limit.signal.aborted ? tooSlow(url, limits.timeoutMs) : failed(url, error)
  } finally {
    limit.dispose()
    // A page that hangs must not hold the crawl up, so nobody waits for its end.
    page?.close().catch(() => {})
  }
}

type Traffic = {
  answer(part: PagePart): Promise<PartAnswer | null>
  underWay(): number
  /** How often something was begun or ended. */
  count(): number
  /** Where the page's scripts wanted to go instead; null when they stayed. */
  leftFor(): string | null
}

function pageTraffic({ url, answer, fetchPart, limits }: RenderWork, signal: AbortSignal): Traffic {
  let isOpened = false
  let underWay = 0
  let count = 0
  let parts = 0
  let target: string | null = null

  async function fetched(part: PagePart): Promise<PartAnswer | null> {
    if (part.isNavigation && !isOpened) {
      isOpened = true
      return asDocument(answer)
    }
    if (part.isNavigation) {
      target ??= part.url
      return null
    }
    // Pictures, fonts and styles say nothing that could be searched; a crawl never sends data.
    if (part.kind === 'other' || part.method !== 'GET' || ++parts > limits.maxParts) return null
    const got = await fetchPart(part, signal)
    return got === null ? null : asPart(got)
  }

  return {
    underWay: () => underWay,
    count: () => count,
    leftFor: () => (target === url ? null : target),
    async answer(part) {
      underWay++
      count++
      try {
        return await fetched(part)
      } finally {
        underWay--
        count++
      }
    },
  }
}

/** What the transport unpacked is packed no longer, and nobody logs in. */
const notForwarded = [
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'set-cookie',
  'refresh',
]

/** The page itself, in the charset that it is in: a browser takes what declares none for Western European. */
function asDocument(answer: Answer): PartAnswer {
  const part = asPart(answer)
  const { mediaType, charset } = typeOfResponse(answer.headers)
  const found = detectCharset(answer.body, charset)
  if (found === null) return part
  return {
    ...part,
    headers: { ...part.headers, 'content-type': `${mediaType ?? 'text/html'}; charset=${found}` },
  }
}

function asPart({ status, headers, body }: Answer): PartAnswer {
  const kept = Object.entries(headers).filter(([name]) => !notForwarded.includes(name))
  return { status, headers: Object.fromEntries(kept), body }
}

async function untilQuiet(
  page: BrowserPage,
  traffic: Traffic,
  { limits: { quietMs, settleMs }, clock }: RenderWork,
  signal: AbortSignal,
): Promise<void> {
  const endsAt = clock.elapsed() + settleMs
  let length = await unlessAborted(page.whenIdle(), signal)
  for (let isQuiet = false; !isQuiet && clock.elapsed() < endsAt; ) {
    const before = { count: traffic.count(), length }
    await wait(clock, Math.min(quietMs, endsAt - clock.elapsed()), signal)
    length = await unlessAborted(page.whenIdle(), signal)
    isQuiet = traffic.underWay() === 0 && traffic.count() === before.count && length === before.length
  }
}

/** The stamps of what was sent say nothing of what scripts made of it. */
function asAnswer({ status, headers }: Answer, html: string, leftFor: string | null): Answer {
  const { etag: _etag, 'last-modified': _modified, ...kept } = headers
  return {
    status,
    headers: {
      ...kept,
      'content-type': 'text/html; charset=utf-8',
      ...(leftFor === null ? {} : { refresh: `0; url=${leftFor}` }),
    },
    body: Buffer.from(html),
  }
}

async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', stop)
    work.catch(() => {})
  }
}

function tooSlow(url: string, ms: number): Failure {
  return new Failure(
    'timeout',
    'FETCH_FAILED',
    `'${url}' was not ready in a browser within ${ms / 1000} s.`,
    {
      hint: 'Its scripts are slow or never end. Crawl it without render, or again later.',
    },
  )
}

function failed(url: string, error: unknown): Failure {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return new Failure(
    'unavailable',
    'FETCH_FAILED',
    `'${url}' failed in the browser: ${first.slice(0, 200)}`,
    {
      hint: 'Crawl it without render, or again later.',
      cause: error,
    },
  )
}
