import { getDomain, parse } from 'tldts'
import type { CrawlScope } from '../../../core/ports/crawler.ts'

/** Whether an address belongs to a crawl that starts at `root`. */
export function urlScope(scope: CrawlScope, root: string): (normalized: string) => boolean {
  const start = new URL(root)
  const isOnPort = (url: URL) => url.port === '' || url.port === start.port
  if (scope.kind === 'page') return normalized => normalized === root
  if (scope.kind === 'host')
    return normalized => {
      const url = new URL(normalized)
      return url.hostname === start.hostname && isOnPort(url)
    }
  const domains = (scope.domains.length > 0 ? scope.domains : [registrableDomain(start.hostname)]).map(
    bareName,
  )
  // Below a name under which everyone registers are everyone's sites; who wants them all must name it.
  const reachesBelow = scope.domains.length > 0 || !isPublicSuffix(start.hostname)
  const subdomains = scope.subdomains.map(bareName)
  return normalized => {
    const url = new URL(normalized)
    if (!isOnPort(url) && !scope.domains.some(domain => domain.endsWith(`:${url.port}`))) return false
    const host = url.hostname
    if (!domains.some(domain => host === domain || (reachesBelow && host.endsWith(`.${domain}`))))
      return false
    return subdomains.length === 0 || subdomains.some(name => hasLabel(host, name))
  }
}

/** `docs` fits docs.example.org and docs-v2.example.org and api.docs.example.org; a whole host name fits itself. */
function hasLabel(host: string, name: string): boolean {
  if (host === name || (name.includes('.') && host.endsWith(`.${name}`))) return true
  const own = host.slice(0, -registrableDomain(host).length)
  return `.${own}`.includes(`.${name}`)
}

/** People also write whole addresses, ports and stars. */
function bareName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^\*?\./, '')
    .replace(/[/?#].*$/, '')
    .replace(/(?<=[\w\]]):\d+$/, '')
    .replace(/\.$/, '')
}

/**
 * The name someone registered: `docs.example.co.uk` → `example.co.uk`. Services that give each customer a name of
 * their own (`github.io`, `readthedocs.io`) count as suffixes too: two of their customers are two sites. Addresses,
 * single names and suffixes themselves are their own.
 */
export function registrableDomain(hostname: string): string {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}

/** Whether others register below this name, so that names below it are not its own: `github.io`, `co.uk`. */
function isPublicSuffix(hostname: string): boolean {
  const { publicSuffix, isIcann, isPrivate } = parse(hostname, { allowPrivateDomains: true })
  return publicSuffix === hostname && (isIcann === true || isPrivate === true)
}

/** Whether an address fits one of the patterns: `*` is any text, a pattern from `/` on looks at path and query only. */
export function matchesAny(patterns: readonly string[], normalized: string): boolean {
  if (patterns.length === 0) return false
  const { pathname, search } = new URL(normalized)
  return patterns.some(pattern =>
    matchesGlob(pattern, pattern.startsWith('/') ? pathname + search : normalized),
  )
}

/** Steps through once and goes back only to the last star, so no pattern can make it slow. */
function matchesGlob(pattern: string, text: string): boolean {
  let at = 0
  let inText = 0
  let star = -1
  let starText = 0
  while (inText < text.length) {
    if (pattern[at] === '*') {
      star = at++
      starText = inText
    } else if (at < pattern.length && pattern[at] === text[inText]) {
      at++
      inText++
    } else if (star >= 0) {
      at = star + 1
      inText = ++starText
    } else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}
