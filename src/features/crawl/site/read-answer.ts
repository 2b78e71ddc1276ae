import { createHash } from 'node:crypto'
import { nameOfResponse, typeOfResponse } from '../../../adapters/net/read-response.ts'
import type { RawSource } from '../../../core/model/source.ts'
import type { PageFacts } from '../../../core/ports/crawler.ts'
import { charsetInside, decodeText } from '../../../core/text/decode-text.ts'
import { detectCharset, identifyPage, type PageKind } from './identify-page.ts'
import { digestOf, normalizeUrl } from './normalize-url.ts'
import { markdownLinks, markdownTitle, parseSitemap } from './parse-links.ts'
import { joinDirectives, parseRobotsTag, type RobotsDirectives } from './parse-robots.ts'
import { emptyFacts, pageFacts, readHtml } from './read-html.ts'
import { textDigest } from './text-likeness.ts'
import type { Answer } from './transport.ts'

export type Link = { url: string; isNofollow: boolean }

/** A successful response, parsed as far as a crawl needs it. */
export type Reading = {
  kind: PageKind
  raw: RawSource
  contentHash: string
  /** Equal for two pages with the same text. */
  digest: string
  title: string | null
  text: string
  canonicalUrl: string
  refreshUrl: string | null
  directives: RobotsDirectives
  /** Normalised, without duplicates, in order. */
  links: Link[]
  /** Number of links beyond `maxLinks`. */
  droppedLinks: number
  facts: PageFacts
}

/** A page with more links is a generated list. */
const maxLinks = 5_000

export async function readAnswer(url: string, answer: Answer, agent: string): Promise<Reading> {
  const { headers, body } = answer
  const type = typeOfResponse(headers)
  const kind = identifyPage(url, type.mediaType, body)
  const raw: RawSource = {
    source: url,
    name: nameOfResponse(new URL(url), headers),
    bytes: body,
    mediaType: type.mediaType ?? (kind === 'html' ? 'text/html' : null),
    charset:
      kind === 'html' || kind === 'markdown' || kind === 'text'
        ? detectCharset(body, type.charset)
        : type.charset,
    lastModified: headers['last-modified'] ?? null,
    fileType: null,
  }
  const contentHash = createHash('sha256').update(body).digest('hex')
  const directives = parseRobotsTag(headers['x-robots-tag'] ?? '', agent)
  const plain: Reading = {
    kind,
    raw,
    contentHash,
    digest: digestOf(contentHash),
    title: null,
    text: '',
    canonicalUrl: canonicalOf(headers.link ?? '', url) ?? url,
    refreshUrl: refreshOf(headers.refresh, url),
    directives,
    links: [],
    droppedLinks: 0,
    facts: { ...emptyFacts, linkCounts: countLinks([], url) },
  }
  if (kind === 'html') return readPage(plain, url, agent)
  if (kind === 'listing') return readListing(plain, url)
  if (kind !== 'markdown' && kind !== 'text') return plain
  const text = decode(raw)
  const targets = kind === 'markdown' ? markdownLinks(text) : []
  const found = resolveLinks(
    targets.map(target => ({ target, isNofollow: false })),
    url,
  )
  return {
    ...plain,
    ...found,
    facts: { ...emptyFacts, linkCounts: countLinks(found.links, url) },
    title: kind === 'markdown' ? markdownTitle(text) : null,
    digest: textDigest(text),
    text,
  }
}

async function readPage(plain: Reading, url: string, agent: string): Promise<Reading> {
  const page = await readHtml(decode(plain.raw), agent)
  const base = (page.base === null ? null : normalizeUrl(page.base, url)) ?? url
  const found = resolveLinks(page.links, base)
  return {
    ...plain,
    ...found,
    title: page.title,
    text: page.text,
    // Pages without text, such as galleries, are compared by their bytes.
    digest: page.text === '' ? plain.digest : textDigest(`${page.title} ${page.text}`),
    canonicalUrl: (page.canonical === null ? null : normalizeUrl(page.canonical, base)) ?? plain.canonicalUrl,
    refreshUrl: (page.refresh === null ? null : normalizeUrl(page.refresh, base)) ?? plain.refreshUrl,
    directives: joinDirectives(plain.directives, page.directives),
    facts: { ...pageFacts(page, base), linkCounts: countLinks(found.links, url) },
  }
}

/** XML that is neither a sitemap nor a feed is skipped. */
function readListing(plain: Reading, url: string): Reading {
  const listing = parseSitemap(decode(plain.raw), maxLinks)
  if (listing === null) return { ...plain, kind: 'other' }
  const targets = listing.locations.map(target => ({ target, isNofollow: false }))
  return { ...plain, ...resolveLinks(targets, url) }
}

function decode(raw: RawSource): string {
  // The converter reports damaged text; for links and likeness any decoding will do.
  try {
    return decodeText(raw, raw.charset === 'utf-8' ? null : charsetInside(raw.bytes)).text
  } catch {
    return new TextDecoder('latin1').decode(raw.bytes)
  }
}

function resolveLinks(
  targets: readonly { target: string; isNofollow: boolean }[],
  base: string,
): Pick<Reading, 'links' | 'droppedLinks'> {
  const links = new Map<string, Link>()
  let droppedLinks = 0
  for (const { target, isNofollow } of targets) {
    const url = normalizeUrl(target, base)
    if (url === null || links.has(url)) continue
    if (links.size < maxLinks) links.set(url, { url, isNofollow })
    else droppedLinks++
  }
  return { links: [...links.values()], droppedLinks }
}

function countLinks(links: readonly Link[], url: string): PageFacts['linkCounts'] {
  const { hostname } = new URL(url)
  const internal = links.filter(link => new URL(link.url).hostname === hostname).length
  return { internal, external: links.length - internal, total: links.length }
}

/** Parses `Link: <https://example.org/page>; rel="canonical"`, which documents other than HTML use. */
function canonicalOf(header: string, url: string): string | null {
  const target = /<([^>]{1,2000})>\s*;[^,]{0,200}\brel\s*=\s*"?canonical\b/i.exec(header)?.[1]
  return target === undefined ? null : normalizeUrl(target, url)
}

function refreshOf(header: string | undefined, url: string): string | null {
  const target = /^\s*\d\s*;\s*(?:url\s*=\s*)?["']?([^"'\s]+)/i.exec(header ?? '')?.[1]
  return target === undefined ? null : normalizeUrl(target, url)
}
