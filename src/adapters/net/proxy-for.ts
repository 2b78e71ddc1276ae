import { Failure } from '../../core/model/failure.ts'

/** The values of HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
export type ProxySettings = { http?: string | null; https?: string | null; no?: string | null }

/** Returns the proxy for this URL; null for a direct connection. */
export function proxyFor(url: URL, settings: ProxySettings): string | null {
  const proxy = url.protocol === 'https:' ? settings.https || settings.http : settings.http
  if (!proxy || isExempt(url, settings.no ?? '')) return null
  return normalProxy(proxy)
}

/**
 * NO_PROXY has no standard; this is what curl and similar programs agree on: names separated by commas or spaces, each
 * covering itself and its subdomains, with an optional port. A leading dot is ignored, `*.` excludes the name itself,
 * `*` covers everything.
 */
function isExempt(url: URL, list: string): boolean {
  const host = bareHost(url.hostname)
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return list
    .split(/[\s,]+/)
    .filter(entry => entry !== '')
    .some(entry => {
      const [, name = entry, onlyPort = ''] = /^(\[[^\]]+\]|[^:]+):(\d+)$/.exec(entry) ?? []
      if (onlyPort !== '' && onlyPort !== port) return false
      if (name === '*') return true
      const wanted = bareHost(name.replace(/^\*?\./, ''))
      return host.endsWith(`.${wanted}`) || (host === wanted && !name.startsWith('*.'))
    })
}

function bareHost(host: string): string {
  return host
    .replace(/^\[(.+)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()
}

/** `proxy.example:3128` without a scheme is common and means http. */
function normalProxy(proxy: string): string {
  const address = proxy.includes('://') ? proxy : `http://${proxy}`
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address
  throw new Failure('invalid', 'PROXY_INVALID', 'The proxy setting is not an http(s) address.', {
    hint: 'Write it as http://host:port, with user:password@ before the host if the proxy requires it.',
  })
}
