import { createHash } from 'node:crypto'

/** Query parameters that record where a visitor came from. */
const tracking =
  /^(utm_\w+|mtm_\w+|pk_\w+|piwik_\w+|oly_\w+|hsa_\w+|_?ga|_gl|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|igsh|mc_cid|mc_eid|_hsenc|_hsmi|mkt_tok|vero_id|ref_src|ref_url|s_cid|wickedid)$/i

/** Query parameters that identify a session, never a page. */
const session =
  /^(phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|cfid|cftoken|zenid|oscsid|oscid|xtcsid|sessionid|session_id|sess_id|sessid|session-id)$/i

/** Names that may identify a session or a page: removed only if the value looks machine-generated. */
const ambiguousSession = /^(sid|s|session|sess|token)$/i
const machineMade = /^(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{20,}$/i

/**
 * Returns the address as the crawler fetches and stores it: absolute, http or https, without fragment, default port,
 * tracking and session parameters, with uniform escapes. Null if it is not a web address or contains a password.
 */
export function normalizeUrl(given: string, base?: string): string | null {
  const url = URL.parse(given.trim(), base)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  if (url.username !== '' || url.password !== '' || url.hostname === '') return null
  url.hash = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/\.+$/, '')
  url.pathname = plainEscapes(withoutSession(url.pathname))
  const query = url.search.slice(1).split('&').filter(isMeaningful).map(plainEscapes)
  url.search = query.length === 0 ? '' : `?${query.join('&')}`
  return url.href
}

/**
 * Returns a digest that is equal for addresses of the same page: with and without the last slash, http and https,
 * with parameters in any order.
 */
export function urlKey(normalized: string): string {
  const url = new URL(normalized)
  const path = url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  const query = url.search === '' ? '' : url.search.slice(1).split('&').toSorted().join('&')
  return digestOf(`${url.host}${path}?${query}`)
}

/** Returns 66 bits of a SHA-256: small enough to keep 100,000 of them, large enough to make collisions unlikely. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 11)
}

/** Removes `;jsessionid=1A2B` (Java) and `/(S(abc))` (ASP.NET). */
function withoutSession(path: string): string {
  return path
    .replace(/;(jsessionid|phpsessid|sid|sessionid)=[^/;]*/gi, '')
    .replace(/\/\((?:[A-Z]\([\w-]{10,}\))+\)(?=\/|$)/gi, '')
}

function isMeaningful(parameter: string): boolean {
  if (parameter === '') return false
  const [name = '', value = ''] = parameter.split('=')
  if (tracking.test(name) || session.test(name)) return false
  return !(ambiguousSession.test(name) && machineMade.test(value))
}

/** Unescapes unreserved characters and writes other escapes in capitals (RFC 3986, 6.2.2). */
function plainEscapes(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, escaped => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : escaped.toUpperCase()
  })
}
