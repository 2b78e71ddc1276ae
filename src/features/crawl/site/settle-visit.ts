import type { Clock } from '../../../core/ports/clock.ts'
import type { CrawlEvent, CrawlState, SkipReason } from '../../../core/ports/crawler.ts'
import type { Frontier, QueueItem } from './frontier.ts'
import { isNeverDocument } from './identify-page.ts'
import { urlKey } from './normalize-url.ts'
import type { PageMemory } from './page-memory.ts'
import type { Link } from './read-answer.ts'
import type { Visit } from './visit-page.ts'

export type Settlement = {
  frontier: Frontier
  memory: PageMemory
  counts: CrawlState['counts']
  clock: Clock
  respectRobots: boolean
  /** Whether links of a page at this depth are followed. */
  followsFrom(depth: number): boolean
}

/** Turns the result of a visit into an event and queues its links. Called in the order of the queue. */
export function settleVisit(item: QueueItem, visit: Visit, settlement: Settlement): CrawlEvent {
  const { frontier, memory, counts } = settlement
  if (visit.kind === 'failed') {
    counts.failed++
    return { kind: 'failed', ...item, failure: visit.failure }
  }
  if (visit.kind === 'skipped') return skip(item, visit, counts)
  const { finalUrl } = visit
  if (finalUrl !== item.url && item.url === frontier.root) frontier.moveRoot(finalUrl)
  if (visit.kind === 'unchanged') {
    memory.recall(finalUrl, visit.known.fingerprint)
    followLinks({ item, from: finalUrl, links: asLinks(visit.known.links ?? []) }, settlement)
    counts.unchanged++
    return { kind: 'unchanged', ...item, finalUrl }
  }
  return settlePage(item, visit, settlement)
}

function settlePage(
  item: QueueItem,
  visit: Extract<Visit, { kind: 'page' }>,
  settlement: Settlement,
): CrawlEvent {
  const { frontier, memory, counts, clock, respectRobots } = settlement
  const { finalUrl, reading, likeness } = visit
  const { refreshUrl, canonicalUrl, digest } = reading
  const directives = respectRobots ? reading.directives : { noindex: false, nofollow: false }
  if (refreshUrl !== null && !isSamePlace(refreshUrl, finalUrl)) {
    if (finalUrl === frontier.root) frontier.moveRoot(refreshUrl)
    tally(counts, frontier.offerInstead({ ...item, url: refreshUrl }))
    return skip(item, { reason: 'redirect', detail: `redirects to ${refreshUrl}` }, counts)
  }
  const links = directives.nofollow ? [] : reading.links
  if (directives.nofollow) tally(counts, 'nofollow', reading.links.length)
  if (directives.noindex) {
    followLinks({ item, from: finalUrl, links }, settlement)
    return skip(item, { reason: 'noindex', detail: null }, counts)
  }
  if (reading.kind === 'listing') {
    followLinks({ item, from: finalUrl, links }, settlement)
    return skip(item, { reason: 'listing', detail: `lists ${links.length} addresses` }, counts)
  }
  const page = { finalUrl, canonicalUrl, digest, likeness }
  const repetition = memory.judge(page)
  if (repetition !== null) return skip(item, repetition, counts)
  const fingerprint = memory.remember(page)
  const followed = followLinks({ item, from: finalUrl, links }, settlement)
  tally(counts, 'too_many_links', reading.droppedLinks)
  if (visit.isSame) {
    counts.unchanged++
    return { kind: 'unchanged', ...item, finalUrl }
  }
  counts.pages++
  return {
    kind: 'page',
    page: {
      ...item,
      finalUrl,
      canonicalUrl,
      title: reading.title,
      raw: reading.raw,
      contentHash: reading.contentHash,
      fingerprint,
      etag: visit.etag,
      status: visit.status,
      links: followed,
      facts: reading.facts,
      crawledAt: clock.now(),
    },
  }
}

/**
 * Queues links if the depth allows it. Returns all links that may be followed, for later crawls with a greater depth.
 */
function followLinks(
  { item, from, links }: { item: QueueItem; from: string; links: readonly Link[] },
  { frontier, counts, respectRobots, followsFrom }: Settlement,
): string[] {
  const followed = links.filter(link => !(respectRobots && link.isNofollow))
  tally(counts, 'nofollow', links.length - followed.length)
  if (followsFrom(item.depth))
    for (const { url } of followed)
      tally(counts, frontier.offer({ url, depth: item.depth + 1, parentUrl: from }))
  return followed.map(({ url }) => url).filter(url => !isNeverDocument(url))
}

function asLinks(urls: readonly string[]): Link[] {
  return urls.map(url => ({ url, isNofollow: false }))
}

function skip(
  item: QueueItem,
  { reason, detail, status = null }: { reason: SkipReason; detail: string | null; status?: number | null },
  counts: CrawlState['counts'],
): CrawlEvent {
  tally(counts, reason)
  return { kind: 'skipped', ...item, reason, detail, status }
}

export function tally(counts: CrawlState['counts'], reason: SkipReason | null, times = 1): void {
  if (reason !== null && times > 0) counts.skipped[reason] = (counts.skipped[reason] ?? 0) + times
}

/** Whether two addresses differ only in a slash, the protocol or the order of parameters. */
function isSamePlace(left: string, right: string): boolean {
  return urlKey(left) === urlKey(right)
}
