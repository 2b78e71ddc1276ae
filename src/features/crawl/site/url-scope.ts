import type { CrawlScope } from '../../../core/ports/crawler.ts'
import { isPublicSuffix, registrableDomain } from './public-suffix.ts'

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
