import { Failure } from '../../../core/model/failure.ts'
import type { CrawlRequest, CrawlState, SkipReason } from '../../../core/ports/crawler.ts'
import { isNeverDocument } from './identify-page.ts'
import { urlKey } from './normalize-url.ts'
import { type TrapLimits, trapDetector } from './trap-detector.ts'
import { matchesAny, urlScope } from './url-scope.ts'

export type QueueItem = { url: string; depth: number; parentUrl: string | null }

export type FrontierLimits = { queue: number; traps: TrapLimits }

/** The queue of a crawl, and every address it has seen. */
export type Frontier = {
  readonly root: string
  waiting(): number
  /** Returns the item `place` positions behind the first. */
  at(place: number): QueueItem | undefined
  /** Removes the first item. */
  take(): void
  isInScope(url: string): boolean
  isSeen(url: string): boolean
  markSeen(url: string): void
  /** Sets the address that the start page redirected to. */
  moveRoot(url: string): void
  /** Queues an address unless it was seen; returns why it was skipped. */
  offer(item: QueueItem): SkipReason | null
  /** The same for the target of a redirect, to which `include` and `exclude` do not apply. */
  offerInstead(item: QueueItem): SkipReason | null
  state(): Pick<CrawlState, 'root' | 'queue' | 'seen' | 'traps'>
}

export function frontier(request: CrawlRequest, start: string, limits: FrontierLimits): Frontier {
  const from = request.resumeFrom
  let root = from?.root ?? start
  let isInScope = urlScope(request.scope, root)
  const seen = new Set(from?.seen ?? [urlKey(start)])
  const traps = trapDetector(limits.traps, from?.traps)
  let queue: QueueItem[] = from ? [...from.queue] : [{ url: start, depth: 1, parentUrl: null }]
  let first = 0

  function refuse({ url }: QueueItem): SkipReason | null {
    if (!isInScope(url)) return 'out_of_scope'
    if (isNeverDocument(url)) return 'not_a_document'
    if (/\/llms-full\.txt$/i.test(new URL(url).pathname)) return 'copy_of_site'
    return null
  }

  function offerUnless(item: QueueItem, isExcluded: boolean): SkipReason | null {
    const key = urlKey(item.url)
    if (seen.has(key)) return null
    if (seen.size >= limits.queue * 4 || queue.length - first >= limits.queue) return 'too_many_links'
    seen.add(key)
    const refusal = refuse(item) ?? (isExcluded ? 'excluded' : null)
    if (refusal !== null) return refusal
    if (traps.judge(item.url) !== null) return 'trap'
    queue.push(item)
    return null
  }

  return {
    get root() {
      return root
    },
    waiting: () => queue.length - first,
    at: place => queue[first + place],
    take() {
      first++
      if (first < 1_000) return
      queue = queue.slice(first)
      first = 0
    },
    isInScope: url => isInScope(url),
    isSeen: url => seen.has(urlKey(url)),
    markSeen: url => void seen.add(urlKey(url)),
    moveRoot(url) {
      root = url
      isInScope = urlScope(request.scope, root)
    },
    offer: item => offerUnless(item, isExcluded(item.url, request)),
    offerInstead: item => offerUnless(item, false),
    state: () => ({ root, queue: queue.slice(first), seen: [...seen], traps: traps.counts() }),
  }
}

function isExcluded(url: string, { include, exclude }: CrawlRequest): boolean {
  return matchesAny(exclude, url) || (include.length > 0 && !matchesAny(include, url))
}

/** Throws INVALID_STATE if a stored state does not have the shape of this version. */
export function checkState(state: CrawlState | undefined): void {
  if (state === undefined) return
  const isOurs =
    state.version === 1 &&
    typeof state.root === 'string' &&
    [state.queue, state.seen, state.pages].every(Array.isArray) &&
    typeof state.counts?.requests === 'number'
  if (isOurs) return
  throw new Failure(
    'invalid',
    'INVALID_STATE',
    'The state to resume from was not written by this version of the crawler.',
    {
      hint: 'Start the crawl again without a state.',
    },
  )
}
