import { Failure } from '../../../core/model/failure.ts'
import type { CrawlEvent, CrawlReport, CrawlRequest, CrawlState } from '../../../core/ports/crawler.ts'
import { crawlHosts, isTooLarge, limitReached } from './crawl-hosts.ts'
import type { CrawlSettings } from './crawler.ts'
import { discoverPages } from './discover-pages.ts'
import { fetchPart } from './fetch-part.ts'
import { checkState, frontier as makeFrontier, type QueueItem } from './frontier.ts'
import { normalizeUrl, urlKey } from './normalize-url.ts'
import { pageMemory } from './page-memory.ts'
import { maxRobotsBytes } from './parse-robots.ts'
import type { RenderLease } from './renderer.ts'
import { type Settlement, settleVisit, tally } from './settle-visit.ts'
import type { Answer } from './transport.ts'
import { type Visit, type VisitContext, visitPage } from './visit-page.ts'

/**
 * A finished visit with its redirects. `stopped`: an error that is not the page's, so the page stays in the queue.
 */
export type Attempt =
  | { kind: 'made'; visit: Visit; hops: readonly string[] }
  | { kind: 'stopped'; error: unknown }

/** The state of one crawl and its steps. */
export type CrawlRun = {
  /** Queues what sitemaps and llms.txt list, once the start page was read and its final address is known. */
  discover(): Promise<void>
  /** Starts as many visits as the limits allow. */
  fill(): void
  /** Returns the first visit in the queue; null if none runs. */
  first(): Promise<Attempt> | null
  /** Removes the first visit from the queue and returns its event. */
  settleFirst(attempt: Extract<Attempt, { kind: 'made' }>): CrawlEvent
  /** Returns why no visit was started. */
  whyEnded(): CrawlReport['ended']
  report(ended: CrawlReport['ended']): CrawlReport
  state(): CrawlState
  /** Waits for running visits and releases the browser. */
  close(): Promise<void>
}

export function crawlRun(request: CrawlRequest, settings: CrawlSettings, signal: AbortSignal): CrawlRun {
  checkState(request.resumeFrom)
  const { clock, transport } = settings
  const frontier = makeFrontier(request, requireStart(request.start), {
    queue: settings.maxQueued,
    traps: settings.traps,
  })
  const memory = pageMemory(request.resumeFrom?.pages)
  const counts = structuredClone(request.resumeFrom?.counts ?? emptyCounts())
  const startedAt = clock.elapsed() - counts.ms
  const requestsPerPage = request.render === true ? 30 : 3
  const maxRequests = request.maxRequests ?? request.maxPages * requestsPerPage + 100
  const maxPageBytes = request.maxPageBytes ?? settings.maxPageBytes
  const bytesLeft = () => request.maxBytes - counts.bytes
  const maxBytes = () => Math.max(0, Math.min(maxPageBytes, bytesLeft()))
  const hosts = crawlHosts(request, settings, { counts, maxRequests, maxBytes })
  const partOf = fetchPart({
    hostOf: hosts.at,
    maxBytes,
    maxRedirects: settings.maxRedirects,
    warn: sentence => counts.warnings.push(sentence),
  })
  const followsFrom = (depth: number) => depth < request.maxDepth && request.scope.kind !== 'page'
  const { respectRobots } = request
  const settlement: Settlement = { frontier, memory, counts, clock, respectRobots, followsFrom }
  let lease: RenderLease | null = null
  const underWay: { item: QueueItem; attempt: Promise<Attempt> }[] = []
  let isDiscovered = request.resumeFrom?.isDiscovered ?? !(request.discover && followsFrom(1))

  const visiting: Omit<VisitContext, 'hops'> = {
    userAgent: settings.userAgent,
    maxRedirects: settings.maxRedirects,
    maxBytes,
    hostOf: hosts.at,
    known: url => request.known(url),
    followsFrom,
    notFoundAnswer: hosts.notFoundAnswer,
    render: request.render === true ? render : null,
    refuseHop(url, item) {
      transport.check(url)
      const mayMove = item.url === frontier.root && !hasDomains(request)
      if (!mayMove && !frontier.isInScope(url)) return 'out_of_scope'
      return isOthers(url, item) ? 'duplicate' : null
    },
  }

  function render(url: string, answer: Answer, given: AbortSignal): Promise<Answer> {
    lease ??= settings.renderer.lease()
    return lease.render({ url, answer, fetchPart: (part, signal) => partOf(url, part, signal) }, given)
  }

  async function attempt(item: QueueItem): Promise<Attempt> {
    const hops: string[] = []
    const made = (visit: Visit): Attempt => ({ kind: 'made', visit, hops })
    if (hosts.hasGivenUp(item.url)) return made(givenUp)
    try {
      return made(await visitPage(item, { ...visiting, hops }, signal))
    } catch (error) {
      if (signal.aborted || !(error instanceof Failure) || stopping.includes(error.code))
        return { kind: 'stopped', error }
      if (!isTooLarge(error)) return made({ kind: 'failed', failure: error })
      if (bytesLeft() <= 0) return { kind: 'stopped', error: limitReached('bytes', request.maxBytes) }
      return made({ kind: 'skipped', reason: 'too_large', detail: `more than ${maxPageBytes} bytes` })
    }
  }

  /**
   * Whether an address is in the queue as another item. Seen addresses stay seen, so the time of the call does not
   * matter.
   */
  function isOthers(url: string, item: QueueItem): boolean {
    return frontier.isSeen(url) && urlKey(url) !== urlKey(item.url)
  }

  /** Returns how many visits may run so that the byte limit holds even if each response is as large as allowed. */
  function room(): number {
    if (bytesLeft() <= 0 || counts.requests >= maxRequests) return 0
    // Each visit may fetch the robots.txt of a new host, and one of them fetches the probe for missing pages.
    const affordable = Math.max(1, Math.floor(bytesLeft() / (maxPageBytes + maxRobotsBytes)) - 1)
    const wanted = request.maxPages - counts.pages - counts.unchanged
    return Math.min(settings.concurrency, affordable, wanted, frontier.waiting())
  }

  function countsNow(): CrawlState['counts'] {
    return { ...structuredClone(counts), ms: clock.elapsed() - startedAt }
  }

  return {
    async discover() {
      if (isDiscovered || counts.pages + counts.unchanged === 0) return
      const context = {
        hostOf: hosts.at,
        isInScope: frontier.isInScope,
        maxBytes,
        maxSitemaps: settings.maxSitemaps,
        maxPages: settings.maxQueued,
      }
      const { found, discovered } = await discoverPages(frontier.root, context, signal)
      for (const { url, parentUrl } of found) tally(counts, frontier.offer({ url, depth: 2, parentUrl }))
      counts.discovered = discovered
      isDiscovered = true
    },
    fill() {
      for (let place = underWay.length; place < room(); place++) {
        const item = frontier.at(place)
        if (item !== undefined) underWay.push({ item, attempt: attempt(item) })
      }
    },
    first: () => underWay[0]?.attempt ?? null,
    settleFirst({ visit, hops }) {
      const item = underWay.shift()?.item ?? frontier.at(0)
      if (item === undefined) throw new Error('no visit was under way')
      frontier.take()
      if (hosts.hasGivenUp(item.url)) return settleVisit(item, givenUp, settlement)
      hosts.count(item.url, visit)
      const other = hops.find(hop => isOthers(hop, item))
      if (other !== undefined) return settleVisit(item, redirectedTo(other), settlement)
      for (const hop of hops) frontier.markSeen(hop)
      return settleVisit(item, visit, settlement)
    },
    whyEnded() {
      if (frontier.waiting() === 0) return 'done'
      if (counts.pages + counts.unchanged >= request.maxPages) return 'max_pages'
      return counts.bytes >= request.maxBytes ? 'max_bytes' : 'max_requests'
    },
    report: ended => ({ ...countsNow(), ended, waiting: frontier.waiting() }),
    state: () => ({
      version: 1,
      ...frontier.state(),
      pages: memory.state(),
      counts: countsNow(),
      isDiscovered,
    }),
    async close() {
      await Promise.all(underWay.map(each => each.attempt))
      await lease?.release()
    },
  }
}

/** Errors that would also occur on every other page. */
const stopping = ['CRAWL_LIMIT', 'NO_BROWSER']

const givenUp: Visit = { kind: 'skipped', reason: 'host_unavailable', detail: null }

function redirectedTo(url: string): Visit {
  return { kind: 'skipped', reason: 'duplicate', detail: `redirects to ${url}` }
}

function requireStart(given: string): string {
  const start = normalizeUrl(given)
  if (start !== null) return start
  const shown = given.replace(/\/\/[^/?#]*@/, '//').slice(0, 200)
  throw new Failure('invalid', 'INVALID_URL', `'${shown}' is not a web address that can be crawled.`, {
    hint: 'Pass a full http:// or https:// address without user name and password.',
  })
}

function hasDomains({ scope }: CrawlRequest): boolean {
  return scope.kind === 'domain' && scope.domains.length > 0
}

function emptyCounts(): CrawlState['counts'] {
  return {
    pages: 0,
    unchanged: 0,
    failed: 0,
    skipped: {},
    requests: 0,
    bytes: 0,
    ms: 0,
    discovered: { sitemaps: [], llmsTxt: null, llmsFullTxt: null },
    warnings: [],
  }
}
