import { typeOfResponse } from '../../../adapters/net/read-response.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import {
  type Browser,
  type BrowserPage,
  findBrowser,
  openBrowser,
  type PagePart,
  type PartAnswer,
} from './browser.ts'
import { hostGate, wait } from './host-gate.ts'
import { detectCharset } from './identify-page.ts'
import type { Answer } from './transport.ts'

/** One crawl's use of the shared browser. */
export type RenderLease = {
  render(work: Omit<RenderWork, 'limits' | 'clock'>, signal: AbortSignal): Promise<Answer>
  /** Ends the use; the last release closes the browser. */
  release(): Promise<void>
}

/** One browser for all crawls with `render`: started by the first page, closed after the last crawl. */
export type Renderer = {
  lease(): RenderLease
  close(): Promise<void>
}

/** Each page is a process of its own, so more of them would take CPU and memory from everything else. */
const pagesAtOnce = 2

export function renderer(options: {
  /** Null searches the usual install paths. */
  browserPath: string | null
  clock: Clock
  limits?: Partial<RenderLimits>
}): Renderer {
  const { clock } = options
  const limits = { ...defaultRenderLimits, ...options.limits }
  const gate = hostGate(clock, { concurrency: pagesAtOnce, delayMs: 0 })
  let opened: Promise<Browser> | null = null
  let leases = 0

  function browser(): Promise<Browser> {
    const before = opened?.catch(() => null) ?? Promise.resolve(null)
    // A browser that crashed is replaced for the next page.
    opened = before.then(open => (open?.isOpen() ? open : openBrowser(findBrowser(options.browserPath))))
    return opened
  }

  async function close(): Promise<void> {
    const last = opened
    opened = null
    await last?.then(open => open.close()).catch(() => {})
  }

  return {
    lease() {
      leases++
      let isHeld = true
      return {
        async render(work, signal) {
          const leave = await gate.enter(signal)
          try {
            return await renderPage(await browser(), { ...work, limits, clock }, signal)
          } finally {
            leave()
          }
        },
        async release() {
          if (!isHeld) return
          isHeld = false
          leases--
          if (leases === 0) await close()
        },
      }
    },
    close,
  }
}

export type RenderLimits = {
  /** For the whole page. */
  timeoutMs: number
  /** A page is done once nothing was requested and its length did not change for this long… */
  quietMs: number
  /** …or after this long in any case. */
  settleMs: number
  /** Maximum size of the rendered document. */
  maxBytes: number
  /** Maximum number of files that one page may request. */
  maxParts: number
}

const defaultRenderLimits: RenderLimits = {
  timeoutMs: 20_000,
  quietMs: 500,
  settleMs: 6_000,
  maxBytes: 10_000_000,
  maxParts: 200,
}

/** Fetches a file of a page by the rules of the crawl; null if it is blocked or unavailable. */
type FetchPart = (part: PagePart, signal: AbortSignal) => Promise<Answer | null>

type RenderWork = {
  url: string
  /** The page as the server sent it; it is not fetched again. */
  answer: Answer
  fetchPart: FetchPart
  limits: RenderLimits
  clock: Clock
}

/** Runs the scripts of a page and returns an answer whose body is the resulting document. */
async function renderPage(browser: Browser, work: RenderWork, signal: AbortSignal): Promise<Answer> {
  const { clock, limits, url } = work
  const limit = clock.timeout(limits.timeoutMs)
  const either = AbortSignal.any([signal, limit.signal])
  const traffic = pageTraffic(work, either)
  let page: BrowserPage | null = null
  try {
    page = await unlessAborted(browser.newPage(traffic.answer), either)
    await unlessAborted(page.open(url), either)
    await untilQuiet({ page, traffic, work }, either)
    const html = await unlessAborted(page.read(limits.maxBytes), either)
    return asAnswer(work.answer, html, traffic.leftFor())
  } catch (error) {
    if (signal.aborted || error instanceof Failure) throw error
    throw limit.signal.aborted ? renderTooSlow(url, limits.timeoutMs) : renderFailed(url, error)
  } finally {
    limit.dispose()
    // Not awaited: a page that hangs must not block the crawl.
    page?.close().catch(() => {})
  }
}

type Traffic = {
  answer(part: PagePart): Promise<PartAnswer | null>
  underWay(): number
  /** Number of requests that started or ended. */
  count(): number
  /** The address that the page's scripts navigated to; null if they did not. */
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
    // Images, fonts and styles hold no searchable text, and a crawl never sends data.
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

/** The transport has decompressed the body, and cookies are not kept. */
const notForwarded = [
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'set-cookie',
  'refresh',
]

/** Declares the detected charset: a browser reads a page without one as Western European. */
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
  { page, traffic, work }: { page: BrowserPage; traffic: Traffic; work: RenderWork },
  signal: AbortSignal,
): Promise<void> {
  const { clock } = work
  const { quietMs, settleMs } = work.limits
  const endsAt = clock.elapsed() + settleMs
  let length = await unlessAborted(page.whenIdle(), signal)
  for (let isQuiet = false; !isQuiet && clock.elapsed() < endsAt; ) {
    const before = { count: traffic.count(), length }
    await wait(clock, Math.min(quietMs, endsAt - clock.elapsed()), signal)
    length = await unlessAborted(page.whenIdle(), signal)
    isQuiet = traffic.underWay() === 0 && traffic.count() === before.count && length === before.length
  }
}

/** Drops ETag and Last-Modified, which describe the page before its scripts ran. */
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

function renderTooSlow(url: string, ms: number): Failure {
  return new Failure('timeout', 'FETCH_FAILED', `'${url}' did not finish rendering within ${ms / 1000} s.`, {
    hint: 'Its scripts are slow or never end. Crawl it without render, or try again later.',
  })
}

function renderFailed(url: string, error: unknown): Failure {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return new Failure(
    'unavailable',
    'FETCH_FAILED',
    `'${url}' failed in the browser: ${first.slice(0, 200)}`,
    {
      hint: 'Crawl it without render, or try again later.',
      cause: error,
    },
  )
}
