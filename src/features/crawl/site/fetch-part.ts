import { Failure } from '../../../core/model/failure.ts'
import type { PagePart } from './browser.ts'
import type { CrawlHost } from './crawl-hosts.ts'
import type { Answer } from './transport.ts'

export type PartContext = {
  hostOf(url: string): CrawlHost
  /** Maximum size of the response to a request that is sent now. */
  maxBytes(): number
  maxRedirects: number
  warn(sentence: string): void
}

export type FetchPartOf = (pageUrl: string, part: PagePart, signal: AbortSignal) => Promise<Answer | null>

/** Maximum size of one file that a page requests. */
const maxPartBytes = 5_000_000
/** Maximum size of all cached scripts. The pages of a site mostly request the same ones. */
const maxKeptBytes = 30_000_000

/**
 * Fetches the files that rendered pages request, in the same way as pages: every redirect is checked, the host's delay
 * is respected, and requests and bytes count against the limits of the crawl. Files on the page's own site must be
 * allowed by its robots.txt. Returns null for files that are blocked or unavailable.
 */
export function fetchPart(context: PartContext): FetchPartOf {
  const scripts = new Map<string, Promise<Answer | null>>()
  const refused = new Set<string>()
  let keptBytes = 0

  async function follow(pageUrl: string, part: PagePart, signal: AbortSignal): Promise<Answer | null> {
    let { url } = part
    for (let hop = 0; hop <= context.maxRedirects; hop++) {
      if (!/^https?:\/\//i.test(url)) return null
      const host = context.hostOf(url)
      if (new URL(url).origin === new URL(pageUrl).origin) {
        const robots = await host.robots(signal)
        if (robots.kind === 'unavailable' || !robots.rules.allows(url)) return null
      }
      const maxBytes = Math.min(maxPartBytes, context.maxBytes())
      const answer = await host.send({ url, headers: { accept: part.accept }, maxBytes }, signal)
      if (answer.status < 300 || answer.status >= 400) return answer
      const target = URL.parse(answer.headers.location ?? '', url)
      if (target === null) return null
      url = target.href
    }
    return null
  }

  async function tried(pageUrl: string, part: PagePart, signal: AbortSignal): Promise<Answer | null> {
    try {
      return await follow(pageUrl, part, signal)
    } catch (error) {
      if (error instanceof Failure && error.code === 'FORBIDDEN_ADDRESS') note(error)
      return null
    }
  }

  function note({ details }: Failure): void {
    const host = String(details.host ?? '')
    if (refused.has(host) || refused.size >= 20) return
    refused.add(host)
    context.warn(`A script requested '${host}', a private or local address; the request was blocked.`)
  }

  return async (pageUrl, part, signal) => {
    if (part.kind !== 'script') return tried(pageUrl, part, signal)
    const known = scripts.get(part.url)
    if (known !== undefined) return known
    const fetched = tried(pageUrl, part, signal)
    scripts.set(part.url, fetched)
    const answer = await fetched
    keptBytes += answer?.body.length ?? 0
    if (answer === null || keptBytes > maxKeptBytes) scripts.delete(part.url)
    return answer
  }
}
