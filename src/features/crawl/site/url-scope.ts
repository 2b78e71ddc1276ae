import { getDomain, parse } from 'tldts'
import type { CrawlScope } from '../../../core/ports/crawler.ts'

/** Returns a function that tells whether an address is in the scope of a crawl that starts at `root`. */
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
  // Hosts below a public suffix belong to different owners; they are in scope only if the caller names the suffix.
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

/**
 * `docs` matches docs.example.org, docs-v2.example.org and api.docs.example.org; a whole host name matches itself.
 */
function hasLabel(host: string, name: string): boolean {
  if (host === name || (name.includes('.') && host.endsWith(`.${name}`))) return true
  const own = host.slice(0, -registrableDomain(host).length)
  return `.${own}`.includes(`.${name}`)
}

/** Reduces whole addresses, ports and wildcards to a host name. */
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
 * Returns the registered domain: `docs.example.co.uk` → `example.co.uk`. Hosting services that give each customer a
 * subdomain (`github.io`, `readthedocs.io`) count as suffixes, so two customers are two sites. IP addresses, single
 * names and suffixes are returned unchanged.
 */
export function registrableDomain(hostname: string): string {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}

/** Whether names below this one have different owners: `github.io`, `co.uk`. */
function isPublicSuffix(hostname: string): boolean {
  const { publicSuffix, isIcann, isPrivate } = parse(hostname, { allowPrivateDomains: true })
  return publicSuffix === hostname && (isIcann === true || isPrivate === true)
}

/**
 * Whether an address matches one of the patterns. `*` matches any text; a pattern that starts with `/` is matched
 * against path and query.
 */
export function matchesAny(patterns: readonly string[], normalized: string): boolean {
  if (patterns.length === 0) return false
  const { pathname, search } = new URL(normalized)
  return patterns.some(pattern =>
    matchesGlob(pattern, pattern.startsWith('/') ? pathname + search : normalized),
  )
}

/** Backtracks only to the last star, so its time is bounded by pattern length × text length. */
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
