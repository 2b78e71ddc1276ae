import type { CrawlState, SkipReason } from '../../../core/ports/crawler.ts'
import { urlKey } from './normalize-url.ts'
import { distance } from './text-likeness.ts'

export type RememberedPage = {
  finalUrl: string
  canonicalUrl: string
  /** Equal for pages with the same text. */
  digest: string
  /** Differs in few bits for pages with nearly the same text. */
  likeness: string
}

/** Fingerprints of the pages that this crawl has returned, to detect duplicates. */
export type PageMemory = {
  /** Returns why a page repeats one that was returned before; null if it does not. */
  judge(page: RememberedPage): { reason: SkipReason; detail: string | null } | null
  /** Adds a page and returns its fingerprint. */
  remember(page: RememberedPage): string
  /** Adds a page by the fingerprint of an earlier crawl. */
  recall(finalUrl: string, fingerprint: string | null): void
  state(): CrawlState['pages']
}

/**
 * Largest difference in bits, of 64. Unrelated pages differ in about 32, pages that share a layout around little text
 * in fewer.
 */
const nearlySame = 8

export function pageMemory(known: CrawlState['pages'] = []): PageMemory {
  const digests = new Set<string>()
  /** Likenesses by the key of a page's own address and of its canonical address. */
  const likenesses = new Map<string, string>()
  const pages = new Map<string, string>()

  function keep(key: string, fingerprint: string): void {
    const [digest = '', likeness = '', canonical = ''] = fingerprint.split('.')
    if (digest === '' || !/^[\da-f]{16}$/.test(likeness)) return
    digests.add(digest)
    likenesses.set(key, likeness)
    if (!likenesses.has(canonical)) likenesses.set(canonical, likeness)
    pages.set(key, fingerprint)
  }

  function resembles(url: string, likeness: string): boolean {
    const other = likenesses.get(urlKey(url))
    return other !== undefined && distance(other, likeness) <= nearlySame
  }

  for (const [key, fingerprint] of known) keep(key, fingerprint)
  return {
    judge({ finalUrl, canonicalUrl, digest, likeness }) {
      if (digests.has(digest)) return { reason: 'duplicate', detail: 'has the same text as another page' }
      if (markdownTwins(finalUrl).some(twin => pages.has(urlKey(twin))))
        return { reason: 'duplicate', detail: 'a Markdown copy of another page, or the page of such a copy' }
      if (canonicalUrl !== finalUrl && resembles(canonicalUrl, likeness))
        return { reason: 'canonical', detail: canonicalUrl }
      // A page returned before named this address as its canonical one, and the texts match.
      if (resembles(finalUrl, likeness))
        return { reason: 'duplicate', detail: 'returned under another address' }
      return null
    },
    remember({ finalUrl, canonicalUrl, digest, likeness }) {
      const fingerprint = [digest, likeness, urlKey(canonicalUrl)].join('.')
      keep(urlKey(finalUrl), fingerprint)
      return fingerprint
    },
    recall(finalUrl, fingerprint) {
      if (fingerprint !== null) keep(urlKey(finalUrl), fingerprint)
    },
    state: () => [...pages],
  }
}

/**
 * Sites serve `/guide.html.md`, `/guide.md` and `/guide/index.md` as copies of `/guide.html`, `/guide` and `/guide/`.
 */
function markdownTwins(url: string): string[] {
  const address = new URL(url)
  const { pathname } = address
  const withPath = (path: string) => Object.assign(new URL(url), { pathname: path }).href
  if (/\.md$/i.test(pathname)) {
    const stem = pathname.slice(0, -3)
    return [stem, `${stem}.html`, stem.replace(/\/index(\.html)?$/i, '/')].map(withPath)
  }
  const stem = pathname.replace(/\.html?$/i, '').replace(/\/$/, '')
  return [`${stem}.md`, `${pathname}.md`, `${stem}/index.md`, `${stem}/index.html.md`].map(withPath)
}
