import type { Failure } from '../model/failure.ts'
import type { RawSource } from '../model/source.ts'

/**
 * Which addresses belong to a crawl. `page` is the start page only. `host` is its host. `domain` without lists is the
 * start's registrable domain (by public suffixes) with all its subdomains; `domains` names other domains instead, each
 * with its subdomains; `subdomains` keeps only hosts with a label before the registrable domain that begins with one of
 * them. When both lists are given, both must match. When the start page redirects elsewhere, the scope follows it.
 */
export type CrawlScope =
  | { kind: 'page' }
  | { kind: 'host' }
  | { kind: 'domain'; domains: readonly string[]; subdomains: readonly string[] }

/** What an earlier crawl stored about a page. */
export type KnownPage = {
  etag: string | null
  lastModified: string | null
  /** The earlier `CrawledPage.contentHash`. */
  contentHash: string | null
  /** The earlier `CrawledPage.fingerprint`. */
  fingerprint: string | null
  /** The earlier `CrawledPage.links`. Without it, a page whose links must be followed is fetched again. */
  links: readonly string[] | null
}

export type CrawlRequest = {
  /** An http or https address without credentials. */
  start: string
  scope: CrawlScope
  /** 1 is the start page only, 2 includes the pages it links to, and so on. */
  maxDepth: number
  /** Largest number of returned and unchanged pages. */
  maxPages: number
  /**
   * Largest size of all responses together, uncompressed; a response that was too large counts as far as it was read.
   */
  maxBytes: number
  /** Largest size of one response, uncompressed; the crawler's default when absent. */
  maxPageBytes?: number
  /** Largest number of requests, including robots.txt, probes and retries; derived from `maxPages` when absent. */
  maxRequests?: number
  /** Time limit of the whole crawl; none when absent. */
  maxMs?: number
  /**
   * Which links to follow: `*` matches any characters; a pattern that begins with `/` is compared with path and query,
   * any other with the whole address. An empty list follows all. The start page is always fetched.
   */
  include: readonly string[]
  /** Which links never to follow, in the same notation; has priority over `include`. */
  exclude: readonly string[]
  /** Obey robots.txt, robots meta elements, X-Robots-Tag and rel=nofollow. */
  respectRobots: boolean
  /** Pause between two requests to one host; null uses robots.txt and the crawler's default. */
  delayMs: number | null
  /** Concurrent requests to one host; the crawler's default when absent. */
  concurrencyPerHost?: number
  /** Also find pages in sitemaps and llms.txt. */
  discover: boolean
  /**
   * Run the scripts of HTML pages in a browser before they are read (default false). Requests of the pages count
   * against the limits and are restricted in the same way. Throws Failure `NO_BROWSER` when there is no browser.
   */
  render?: boolean
  /** Returns what an earlier crawl stored about the page with this `finalUrl`. */
  known(url: string): Promise<KnownPage | null>
  /** Continues from this state; the other fields must be the same as before. */
  resumeFrom?: CrawlState
}

/** Facts from the page itself, for metadata. Lists and texts are limited in length. */
export type PageFacts = {
  description: string | null
  language: string | null
  keywords: string[]
  author: string | null
  openGraph: Record<string, string>
  images: { url: string; alt: string }[]
  imageCount: number
  /** Audio, video and embedded players. */
  media: string[]
  /** JSON-LD blocks that parse, as text. */
  structuredData: string[]
  linkCounts: { internal: number; external: number; total: number }
}

export type CrawledPage = {
  /** The requested address, normalised. */
  url: string
  /** The address after redirects, normalised. It identifies the page and is also its `raw.source`. */
  finalUrl: string
  /** The canonical address that the page declares, if it is usable; otherwise `finalUrl`. */
  canonicalUrl: string
  depth: number
  /** The page, sitemap or llms.txt that led here; null for the start. */
  parentUrl: string | null
  title: string | null
  raw: RawSource
  /** SHA-256 of the bytes, hexadecimal. */
  contentHash: string
  /** Opaque. Equal for pages with the same content at different addresses, also in later crawls. */
  fingerprint: string
  etag: string | null
  status: number
  /** Links that may be followed, in scope or not, normalised, in order of appearance, each once. */
  links: readonly string[]
  facts: PageFacts
  /** ISO 8601. */
  crawledAt: string
}

export type SkipReason =
  /** Forbidden by robots.txt. */
  | 'robots'
  /** The server returned an error for robots.txt, which forbids crawling. */
  | 'robots_unavailable'
  | 'noindex'
  /** rel=nofollow. */
  | 'nofollow'
  | 'out_of_scope'
  /** By `include` or `exclude`. */
  | 'excluded'
  /** Another address returned the same text, or a redirect led to a page that is visited anyway. */
  | 'duplicate'
  /** It declares another page as canonical, and that page was returned with nearly the same text. */
  | 'canonical'
  /** A meta refresh: the page it leads to is visited instead. */
  | 'redirect'
  | 'too_large'
  | 'not_found'
  /** The response is like that for addresses that do not exist, but with a success status. */
  | 'soft_404'
  /** The server requires a login or refuses. */
  | 'access_denied'
  | 'not_a_document'
  /** A sitemap or feed: its links are followed, but it is not returned. */
  | 'listing'
  /** Addresses without end: calendars, loops, combinations of filters. */
  | 'trap'
  /** A file that repeats the whole site, such as llms-full.txt. */
  | 'copy_of_site'
  /** The host failed repeatedly and is no longer requested. */
  | 'host_unavailable'
  /** The page has too many links, or too many addresses are queued. */
  | 'too_many_links'

export type CrawlReport = {
  pages: number
  unchanged: number
  failed: number
  /** Number of skipped addresses by reason. Links that were never requested are counted without an event. */
  skipped: Partial<Record<SkipReason, number>>
  requests: number
  /** Uncompressed. */
  bytes: number
  ms: number
  /** `done` when no page was left to visit; otherwise the limit that ended the crawl. */
  ended: 'done' | 'max_pages' | 'max_bytes' | 'max_requests' | 'max_ms'
  /** Addresses that were still queued. */
  waiting: number
  /** Sitemaps and llms.txt that were read; `llmsFullTxt` exists but is not read, because it repeats the pages. */
  discovered: { sitemaps: string[]; llmsTxt: string | null; llmsFullTxt: string | null }
  /** Messages for users. */
  warnings: string[]
}

type Visited = { url: string; depth: number; parentUrl: string | null }

export type CrawlEvent =
  | { kind: 'page'; page: CrawledPage }
  /** The server returned 304, or the bytes are the same as before. */
  | (Visited & { kind: 'unchanged'; finalUrl: string })
  /** `status` is the response's status if it is the reason. */
  | (Visited & { kind: 'skipped'; reason: SkipReason; detail: string | null; status: number | null })
  | (Visited & { kind: 'failed'; failure: Failure })
  /** Always the last event. */
  | { kind: 'report'; report: CrawlReport }

/** Plain JSON. Only the crawler interprets the fields besides `version`. */
export type CrawlState = {
  version: 1
  root: string
  queue: { url: string; depth: number; parentUrl: string | null }[]
  /** Digests of addresses that were queued or visited. */
  seen: string[]
  /** Fingerprints of returned pages, with digests of their addresses. */
  pages: [urlKey: string, fingerprint: string][]
  traps: Record<string, number>
  counts: Omit<CrawlReport, 'ended' | 'waiting'>
  isDiscovered: boolean
}

export interface Crawl extends AsyncIterable<CrawlEvent> {
  /**
   * The state as of the last event that was taken: everything after it is visited again on resume. Store it after
   * handling an event, so that a killed crawl loses nothing.
   */
  state(): CrawlState
}

/**
 * Visits the pages of a site.
 *
 * A caller may rely on this:
 * - Pages are visited breadth first. If the site returns the same responses, events come in the same order, however
 *   many requests run concurrently.
 * - Only a few pages are fetched ahead: when the caller does not take the next event, the crawl stops.
 * - Every limit of the request is kept, whatever the site returns, and the crawl ends.
 * - No request is sent to a private address that was not allowed, also not after a redirect or for a file.
 * - When the signal aborts, the iterator throws its Failure; `state()` still works.
 * - It throws Failure `INVALID_URL` for an invalid start, and `INVALID_STATE` for a state of another crawler. A problem
 *   with a page is an event, not an exception.
 */
export interface Crawler {
  crawl(request: CrawlRequest, signal: AbortSignal): Crawl
  close(): Promise<void>
}
