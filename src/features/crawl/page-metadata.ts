import type { Document } from '../../core/model/document.ts'
import type { JsonObject, JsonValue } from '../../core/model/json.ts'
import type { CrawledPage, KnownPage } from '../../core/ports/crawler.ts'
import { countWords } from '../../core/text/count-words.ts'

/** Returns the metadata of a crawled page. `_crawl` is read by the next crawl and never shown to callers. */
export function pageMetadata(page: CrawledPage, document: Pick<Document, 'markdown'>): JsonObject {
  const { hostname, pathname } = new URL(page.finalUrl)
  const { facts } = page
  const known: Record<string, JsonValue | null> = {
    url: page.finalUrl,
    canonical_url: page.canonicalUrl,
    domain: hostname,
    path: pathname,
    source_type: 'web_crawl',
    crawl_date: page.crawledAt.slice(0, 10),
    crawl_timestamp: page.crawledAt,
    crawl_depth: page.depth,
    parent_url: page.parentUrl,
    file_size: page.raw.bytes.byteLength,
    line_count: document.markdown.split('\n').length,
    word_count: countWords(document.markdown),
    page_title: page.title,
    page_description: facts.description,
    page_language: facts.language,
    page_keywords: facts.keywords.length === 0 ? null : facts.keywords,
    page_author: facts.author,
    images: facts.images.length === 0 ? null : facts.images,
    image_count: facts.imageCount,
    media: facts.media.length === 0 ? null : facts.media,
    structured_data: facts.structuredData.length === 0 ? null : facts.structuredData,
    link_counts: { ...facts.linkCounts },
    ...Object.fromEntries(Object.entries(facts.openGraph).map(([name, value]) => [`og_${name}`, value])),
    _crawl: {
      etag: page.etag,
      last_modified: page.raw.lastModified,
      content_hash: page.contentHash,
      fingerprint: page.fingerprint,
      links: [...page.links],
    },
  }
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  )
}

/** Reads what an earlier crawl stored as `_crawl`; null if the document was not crawled. */
export function knownPage({ _crawl: crawl }: JsonObject): KnownPage | null {
  if (crawl === null || typeof crawl !== 'object' || Array.isArray(crawl)) return null
  const text = (value: JsonValue | undefined) => (typeof value === 'string' ? value : null)
  return {
    etag: text(crawl.etag),
    lastModified: text(crawl.last_modified),
    contentHash: text(crawl.content_hash),
    fingerprint: text(crawl.fingerprint),
    links: Array.isArray(crawl.links) ? crawl.links.filter(link => typeof link === 'string') : null,
  }
}

/** Returns the page's title without the site's name, else its first heading, else the last segment of its address. */
export function pageTitle(page: CrawledPage, document: Pick<Document, 'markdown'>): string {
  const start = document.markdown.split('\n').slice(0, 10).join('\n')
  const heading = /^# +(.+)$/m.exec(start)?.[1]?.trim() ?? null
  if (page.title !== null) return withoutSite(page.title, heading)
  const { pathname, hostname } = new URL(page.finalUrl)
  return heading ?? (pathname.split('/').findLast(part => part !== '') || hostname)
}

/** Cuts a title such as "Install | Example Docs" to "Install" if the page's heading is "Install". */
function withoutSite(title: string, heading: string | null): string {
  const plain = heading?.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*_\\]/g, '') ?? ''
  if (plain.length < 2 || !title.replace(/[`*_\\]/g, '').startsWith(plain)) return title
  const rest = title.replace(/[`*_\\]/g, '').slice(plain.length)
  return /^\s*[—–|·•:»<-]\s/u.test(rest) ? plain : title
}
