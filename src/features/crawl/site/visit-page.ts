import { typeOfResponse } from '../../../adapters/net/read-response.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { KnownPage, SkipReason } from '../../../core/ports/crawler.ts'
import type { CrawlHost } from './crawl-hosts.ts'
import type { QueueItem } from './frontier.ts'
import { identifyPage } from './identify-page.ts'
import { normalizeUrl } from './normalize-url.ts'
import { type Reading, readAnswer } from './read-answer.ts'
import { type NotFoundAnswer, shinglesWithoutAddress, soft404 } from './soft-404.ts'
import { likenessOf } from './text-likeness.ts'
import type { Answer } from './transport.ts'

export type Visit =
  | {
      kind: 'page'
      finalUrl: string
      status: number
      etag: string | null
      reading: Reading
      likeness: string
      isSame: boolean
    }
  | { kind: 'unchanged'; finalUrl: string; known: KnownPage }
  | { kind: 'skipped'; reason: SkipReason; detail: string | null; status?: number }
  | { kind: 'failed'; failure: Failure }

export type VisitContext = {
  userAgent: string
  maxRedirects: number
  /** Maximum size of the response to a request that is sent now. */
  maxBytes(): number
  /** Receives every address that a redirect led to. */
  hops: string[]
  hostOf(url: string): CrawlHost
  known(url: string): Promise<KnownPage | null>
  /** Whether links of a page at this depth are followed. */
  followsFrom(depth: number): boolean
  /** Returns why a redirect to an address is not followed; null if it is. */
  refuseHop(url: string, item: QueueItem): SkipReason | null
  notFoundAnswer(url: string, signal: AbortSignal): Promise<NotFoundAnswer>
  /** Runs the scripts of a page; null if pages are read without running them. */
  render: ((url: string, answer: Answer, signal: AbortSignal) => Promise<Answer>) | null
}

/** Prefers Markdown: it is the page without navigation and layout. */
const accept =
  'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, application/pdf;q=0.8, text/plain;q=0.8, */*;q=0.5'
const redirects = [301, 302, 303, 307, 308]

type Arrival = { finalUrl: string; answer: Answer; known: KnownPage | null }

/** Fetches and parses the page of one item. Throws the Failure of the host, or what stops the crawl. */
export async function visitPage(item: QueueItem, context: VisitContext, signal: AbortSignal): Promise<Visit> {
  const arrival = await follow(item, context, signal)
  if ('reason' in arrival) return { kind: 'skipped', ...arrival }
  const { finalUrl, known } = arrival
  const answer = await rendered(arrival, context, signal)
  if (answer.status === 304 && known !== null) return { kind: 'unchanged', finalUrl, known }
  if (answer.status < 200 || answer.status >= 300) return refused(item, finalUrl, answer)
  const reading = await readAnswer(finalUrl, answer, context.userAgent)
  if (reading.kind === 'other' || answer.body.length === 0) {
    const detail = answer.body.length === 0 ? 'empty' : reading.raw.mediaType
    return { kind: 'skipped', reason: 'not_a_document', detail }
  }
  const shingles = shinglesWithoutAddress(reading.text, finalUrl)
  if (reading.kind === 'html' && item.parentUrl !== null && reading.refreshUrl === null) {
    const notFound = await context.notFoundAnswer(finalUrl, signal)
    const page = {
      finalUrl,
      wasRedirected: finalUrl !== item.url,
      title: reading.title,
      text: reading.text,
      shingles,
    }
    const detail = soft404(page, notFound)
    if (detail !== null) return { kind: 'skipped', reason: 'soft_404', detail }
  }
  return {
    kind: 'page',
    finalUrl,
    status: answer.status,
    etag: answer.headers.etag ?? null,
    reading,
    likeness: likenessOf(shingles),
    isSame: known !== null && known.contentHash === reading.contentHash,
  }
}

/** Renders the page if the crawl renders and the response is HTML. */
async function rendered(
  { finalUrl, answer }: Arrival,
  { render }: VisitContext,
  signal: AbortSignal,
): Promise<Answer> {
  const { mediaType } = typeOfResponse(answer.headers)
  const isPage = answer.status >= 200 && answer.status < 300 && answer.body.length > 0
  if (render === null || !isPage || identifyPage(finalUrl, mediaType, answer.body) !== 'html') return answer
  return render(finalUrl, answer, signal)
}

/** Follows redirects. Guard, robots.txt, scope and seen addresses are checked for every hop. */
async function follow(
  item: QueueItem,
  context: VisitContext,
  signal: AbortSignal,
): Promise<Arrival | { reason: SkipReason; detail: string | null }> {
  let url = item.url
  for (let hop = 0; hop <= context.maxRedirects; hop++) {
    const host = context.hostOf(url)
    const robots = await host.robots(signal)
    if (robots.kind === 'unavailable') return { reason: 'robots_unavailable', detail: robots.detail }
    if (!robots.rules.allows(url)) return { reason: 'robots', detail: null }
    const known = await context.known(url)
    // Not conditional if the links of the page are needed but not stored, or if the page is rendered: its scripts may
    // produce something new although the page itself is unchanged.
    const isConditional =
      known !== null && context.render === null && (known.links !== null || !context.followsFrom(item.depth))
    const headers = isConditional ? conditions(known) : {}
    const answer = await ask(host, { url, headers, maxBytes: context.maxBytes() }, signal)
    if (!redirects.includes(answer.status))
      return { finalUrl: url, answer, known: isConditional ? known : asHash(known) }
    const target = normalizeUrl(answer.headers.location ?? '', url)
    if (target === null || answer.headers.location === undefined) throw badRedirect(url)
    if (target === url) throw badRedirect(url)
    const refusal = context.refuseHop(target, item)
    if (refusal !== null) return { reason: refusal, detail: `redirects to ${target}` }
    context.hops.push(target)
    url = target
  }
  throw new Failure(
    'unavailable',
    'FETCH_FAILED',
    `'${item.url}' redirects more than ${context.maxRedirects} times.`,
    {
      hint: 'The site redirects in a loop. Try another address of it.',
    },
  )
}

/** Some servers refuse an Accept header that they cannot fully satisfy (406); then any type is accepted. */
async function ask(
  host: CrawlHost,
  { url, headers, maxBytes }: { url: string; headers: Record<string, string>; maxBytes: number },
  signal: AbortSignal,
): Promise<Answer> {
  const answer = await host.send({ url, headers: { accept, ...headers }, maxBytes }, signal)
  if (answer.status !== 406) return answer
  return host.send({ url, headers: { accept: '*/*', ...headers }, maxBytes }, signal)
}

function conditions({ etag, lastModified }: KnownPage): Record<string, string> {
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  }
}

/** The response to an unconditional request can only be compared by its hash. */
function asHash(known: KnownPage | null): KnownPage | null {
  return known === null ? null : { ...known, etag: null, lastModified: null, links: null }
}

/** Skips missing and forbidden pages; the start page, and any other error status, is a failure. */
function refused(item: QueueItem, url: string, { status }: Answer): Visit {
  const isGone = status === 404 || status === 410
  const isDenied = [401, 402, 403, 407, 451].includes(status)
  if (item.parentUrl !== null && (isGone || isDenied)) {
    const reason = isGone ? 'not_found' : 'access_denied'
    return { kind: 'skipped', reason, detail: `status ${status}`, status }
  }
  const kind = isGone ? 'not_found' : isDenied ? 'forbidden' : status === 429 ? 'rate_limited' : 'unavailable'
  const failure = new Failure(kind, 'FETCH_FAILED', `HTTP ${status} fetching '${url}'`, {
    hint: isGone
      ? 'Check the address: the server found no page there.'
      : 'The server refused the request or failed. Try again later.',
    details: { status },
  })
  return { kind: 'failed', failure }
}

function badRedirect(url: string): Failure {
  return new Failure(
    'unavailable',
    'FETCH_FAILED',
    `'${url}' redirects to itself or to an invalid address.`,
    {
      hint: 'Open the address in a browser and crawl the address it ends at.',
    },
  )
}
