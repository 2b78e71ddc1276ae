import type { CrawlState, SkipReason } from '../../../core/ports/crawler.ts'
import { urlKey } from './normalize-url.ts'
import { distance } from './text-likeness.ts'

export type RememberedPage = {
  finalUrl: string
  canonicalUrl: string
  /** Equal for pages that say the same. */
  digest: string
  /** Near for pages that say nearly the same. */
  likeness: string
}

/** The pages that were given, as far as it takes to know them again. */
export type PageMemory = {
  /** Why a page would only repeat one that was given; null when it would not. */
  judge(page: RememberedPage): { reason: SkipReason; detail: string | null } | null
  /** Takes a page in and gives its fingerprint. */
  remember(page: RememberedPage): string
  /** Takes a page in that is known from an earlier crawl. */
  recall(finalUrl: string, fingerprint: string | null): void
  state(): CrawlState['pages']
}

/** Of 64 bits; unrelated pages differ in about 32, and pages with the same frame around little text in fewer. */
const nearlySame = 8

export function pageMemory(known: CrawlState['pages'] = []): PageMemory {
  const digests = new Set<string>()
  /** Likenesses by the addresses that pages have or claim as canonical. */
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
      if (digests.has(digest)) return { reason: 'duplicate', detail: 'says the same as another page' }
      if (markdownTwins(finalUrl).some(twin => pages.has(urlKey(twin))))
        return { reason: 'duplicate', detail: 'the Markdown form of a page, or the other way round' }
      if (canonicalUrl !== finalUrl && resembles(canonicalUrl, likeness))
        return { reason: 'canonical', detail: canonicalUrl }
      // A page that was given before has claimed this address as its canonical one, and rightly.
      if (resembles(finalUrl, likeness)) return { reason: 'duplicate', detail: 'given under another address' }
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

/** `/guide.html.md`, `/guide.md` and `/guide/index.md` stand beside `/guide.html`, `/guide` and `/guide/`. */
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
