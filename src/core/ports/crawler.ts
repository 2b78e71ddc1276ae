import type { Failure } from '../model/failure.ts'
import type { RawSource } from '../model/source.ts'

/**
 * Which addresses belong to a crawl. `page` is the start page alone. `host` is its host. `domain` without lists is
 * the start's registrable domain (by public suffixes) with all its subdomains; `domains` names other domains instead,
 * each with its subdomains; `subdomains` keeps only hosts of which a label before the registrable domain begins with
 * one of them. Both lists given, both must hold. Where the start page redirects elsewhere, the scope moves with it.
 */
export type CrawlScope =
  | { kind: 'page' }
  | { kind: 'host' }
  | { kind: 'domain'; domains: readonly string[]; subdomains: readonly string[] }

/** What is remembered of a page from an earlier crawl. */
export type KnownPage = {
  etag: string | null
  lastModified: string | null
  /** As `CrawledPage.contentHash` was. */
  contentHash: string | null
  /** As `CrawledPage.fingerprint` was. */
  fingerprint: string | null
  /** As `CrawledPage.links` was. Without it a page that has links to follow is fetched whole to see them again. */
  links: readonly string[] | null
}

export type CrawlRequest = {
  /** An http or https address without credentials. */
  start: string
  scope: CrawlScope
  /** 1 is the start page only, 2 also what it links to, and so on. */
  maxDepth: number
  /** Pages given or found unchanged; never exceeded. */
  maxPages: number
  /** Of all answers together, unpacked; an answer that was too large counts as far as it was read. */
  maxBytes: number
  /** Of one answer, unpacked; the crawler's default unless given. */
  maxPageBytes?: number
  /** Everything sent, robots.txt, probes and retries included; derived from `maxPages` unless given. */
  maxRequests?: number
  /** Of the clock, for the whole crawl; none unless given. */
  maxMs?: number
  /**
   * Which links to follow: `*` stands for any characters, a pattern that begins with `/` is compared with path and
   * query, any other with the whole address. None means all. The start page is always fetched.
   */
  include: readonly string[]
  /** Which links never to follow, in the same notation; wins over `include`. */
  exclude: readonly string[]
  /** Keep to robots.txt, robots meta elements, X-Robots-Tag and rel=nofollow. */
  respectRobots: boolean
  /** Between two requests to one host; null leaves it to robots.txt and the crawler's politeness. */
  delayMs: number | null
  /** Requests at the same time to one host; the crawler's default unless given. */
  concurrencyPerHost?: number
  /** Look for pages in sitemaps and llms.txt too. */
  discover: boolean
  /**
   * Run the scripts of HTML pages in a browser before they are read; what the pages ask for counts against the limits
   * and goes past the same guard. No unless given. Throws Failure `NO_BROWSER` where there is none.
   */
  render?: boolean
  /** What is remembered of the page at this address (a `finalUrl` of before). */
  known(url: string): Promise<KnownPage | null>
  /** Goes on where a state was taken; the other fields must be as they were. */
  resumeFrom?: CrawlState
}

/** What a page says of itself, for metadata. Lists and texts are cut to a sensible length. */
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
  /** The address that was asked for, normalised. */
  url: string
  /** Where redirects led to, normalised: the page's identity, also as `raw.source`. */
  finalUrl: string
  /** What the page names as its canonical address, when that is a usable one; else `finalUrl`. */
  canonicalUrl: string
  depth: number
  /** The page, sitemap or llms.txt that led here; null for the start. */
  parentUrl: string | null
  title: string | null
  raw: RawSource
  /** SHA-256 of the bytes, hexadecimal. */
  contentHash: string
  /** Opaque. Tells a page that says the same again under another address, also in later crawls. */
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
  /** robots.txt could not be read for an error of the server, which means: keep out. */
  | 'robots_unavailable'
  | 'noindex'
  /** rel=nofollow. */
  | 'nofollow'
  | 'out_of_scope'
  /** By `include` or `exclude`. */
  | 'excluded'
  /** Another address gave the same text, or a redirect led to a page that has its own turn. */
  | 'duplicate'
  /** Names another page as canonical, and that page, of nearly the same text, was given. */
  | 'canonical'
  /** A meta refresh: the page it leads to is visited instead. */
  | 'redirect'
  | 'too_large'
  | 'not_found'
  /** Answers "found", but as it answers for addresses that do not exist. */
  | 'soft_404'
  /** The server wants a login or refuses. */
  | 'access_denied'
  | 'not_a_document'
  /** A sitemap or feed: not kept, but followed. */
  | 'listing'
  /** Addresses that seem to go on for ever: calendars, loops, combinations of filters. */
  | 'trap'
  /** llms-full.txt and the like: the whole site once more. */
  | 'copy_of_site'
  /** The host failed again and again, and is left alone. */
  | 'host_unavailable'
  /** A page with more links, or a crawl with more addresses waiting, than are kept. */
  | 'too_many_links'

export type CrawlReport = {
  pages: number
  unchanged: number
  failed: number
  /** Addresses left out, by reason. Links that were never tried are counted here without an event of their own. */
  skipped: Partial<Record<SkipReason, number>>
  requests: number
  /** Unpacked. */
  bytes: number
  ms: number
  /** `done` when nothing was left to visit; else the limit that ended the crawl. */
  ended: 'done' | 'max_pages' | 'max_bytes' | 'max_requests' | 'max_ms'
  /** Addresses that still waited. */
  waiting: number
  /** Sitemaps and llms.txt that were read; `llmsFullTxt` exists but is not, for it repeats the pages. */
  discovered: { sitemaps: string[]; llmsTxt: string | null; llmsFullTxt: string | null }
  /** Sentences for people. */
  warnings: string[]
}

type Visited = { url: string; depth: number; parentUrl: string | null }

export type CrawlEvent =
  | { kind: 'page'; page: CrawledPage }
  /** The server said so (304), or the bytes are the same as before. */
  | (Visited & { kind: 'unchanged'; finalUrl: string })
  /** `status` is what the server answered, where that is why the page was left out. */
  | (Visited & { kind: 'skipped'; reason: SkipReason; detail: string | null; status: number | null })
  | (Visited & { kind: 'failed'; failure: Failure })
  /** Always the last one. */
  | { kind: 'report'; report: CrawlReport }

/** Plain JSON. What it holds beside `version` is the crawler's own business. */
export type CrawlState = {
  version: 1
  root: string
  queue: { url: string; depth: number; parentUrl: string | null }[]
  /** Digests of addresses that were queued or visited. */
  seen: string[]
  /** Fingerprints of pages that were given, with digests of their addresses. */
  pages: [urlKey: string, fingerprint: string][]
  traps: Record<string, number>
  counts: Omit<CrawlReport, 'ended' | 'waiting'>
  isDiscovered: boolean
}

export interface Crawl extends AsyncIterable<CrawlEvent> {
  /**
   * Where the crawl stands, as of the last event taken: what was taken is done, everything else would be visited
   * again. To be stored after an event was dealt with, so that a killed crawl loses nothing.
   */
  state(): CrawlState
}

/**
 * Visits the pages of a site.
 *
 * A caller may rely on this:
 * - Breadth first, and the events of a site that answers the same come in the same order, however many requests run
 *   side by side.
 * - Few pages are fetched ahead of the caller: who does not ask for the next event stops the crawl.
 * - Every limit of the request holds, whatever the site answers, and the crawl ends.
 * - Nothing is sent to a private address that was not allowed, at no hop and for no file.
 * - An aborted signal makes the iterator throw its Failure; `state()` still answers.
 * - Throws Failure `INVALID_URL` for a start that cannot be one, and `INVALID_STATE` for a state that is not its own.
 *   What goes wrong with a page is an event.
 */
export interface Crawler {
  crawl(request: CrawlRequest, signal: AbortSignal): Crawl
  close(): Promise<void>
}
