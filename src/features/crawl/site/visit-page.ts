import { typeOfResponse } from '../../../adapters/net/read-response.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { KnownPage, SkipReason } from '../../../core/ports/crawler.ts'
import type { CrawlHost } from './crawl-host.ts'
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
  /** Of the answer to a request made now. */
  maxBytes(): number
  /** Takes in every address that a redirect led to. */
  hops: string[]
  hostOf(url: string): CrawlHost
  known(url: string): Promise<KnownPage | null>
  /** Whether links of a page at this depth will be followed. */
  followsFrom(depth: number): boolean
  /** Why a redirect is not followed to an address; null when it is. */
  refuseHop(url: string, item: QueueItem): SkipReason | null
  notFoundAnswer(url: string, signal: AbortSignal): Promise<NotFoundAnswer>
  /** Makes of a page what its scripts make of it; null when pages are read as they are sent. */
  render: ((url: string, answer: Answer, signal: AbortSignal) => Promise<Answer>) | null
}

/** Markdown first: where a site has it, it is the page without its furniture. */
const accept =
  'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, application/pdf;q=0.8, text/plain;q=0.8, */*;q=0.5'
const redirects = [301, 302, 303, 307, 308]

type Arrival = { finalUrl: string; answer: Answer; known: KnownPage | null }

/** Fetches and reads the page of one item. Throws only what stops a crawl or what the host failed with. */
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

/** Only pages have scripts to run. */
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

/** Every hop is a new address: guard, robots, scope and memory are asked again. */
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
    // Without its links a page that leads further must be seen whole again.
    // What a server says of a page says nothing of what its scripts make of it.
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
      hint: 'The site sends its visitors in circles. Try another address of it.',
    },
  )
}

/** Some servers take an Accept they cannot fully meet as a reason to refuse. */
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

/** An answer to a question without conditions can be compared by its bytes alone. */
function asHash(known: KnownPage | null): KnownPage | null {
  return known === null ? null : { ...known, etag: null, lastModified: null, links: null }
}

/** A dead link is no failure of a crawl, unless it is where the crawl was to begin. */
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
      ? 'Check the address: the server says that nothing is there.'
      : 'The server refused or failed. Try again later, or slower.',
    details: { status },
  })
  return { kind: 'failed', failure }
}

function badRedirect(url: string): Failure {
  return new Failure('unavailable', 'FETCH_FAILED', `'${url}' redirects to itself or to no web address.`, {
    hint: 'Open the address in a browser and crawl where it really leads.',
  })
}
