import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { Runtime } from '../../core/contract/invoke.ts'
import { sessions } from './session-cookie.ts'

export type GuardOptions = {
  /** Whether the server listens on loopback only. */
  isLoopback: boolean
  /** The name or address in the settings that it listens on. */
  ownHost?: string
  /**
   * Host names that clients may use in addition to those of loopback, without ports; or whole origins
   * (`https://quire.example.org:8443`) of pages that use this server.
   */
  allowedHosts: readonly string[]
  token: string | null
  log: Runtime<unknown>['log']
  /** Whether a request needs no token, because its answer holds no data. */
  isOpen?(request: Request): boolean
  /** Milliseconds since 1970, to end sessions in time. */
  now?(): number
}

type Refusal = { status: 401 | 403; code: string; message: string; hint: string }

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/**
 * Refuses requests of foreign web pages in a browser on this machine (Host against DNS rebinding, Origin and fetch
 * metadata against cross-site requests) and requests without the token.
 */
export function guards(options: GuardOptions): MiddlewareHandler {
  const named = options.allowedHosts.map(parseAllowed)
  const names = new Set(named.map(({ name }) => name))
  const origins = new Set(named.flatMap(({ origin }) => origin))
  // The server's own name is a valid host, but pages of other ports of that name are not allowed.
  const allowed = new Set([...loopbackHosts, options.ownHost?.toLowerCase(), ...names])
  const isTheToken = options.token === null ? null : tokenCheck(options.token)
  const session = options.token === null ? null : sessions(options.token)
  const { isOpen = () => false, now = Date.now } = options

  return async (context, next) => {
    const { headers } = context.req.raw
    const { method } = context.req
    const refusal = checkHost(headers) ?? checkOrigin(headers, method) ?? checkToken(context.req.raw)
    if (refusal !== null) {
      options.log.write('warn', 'refused', {
        code: refusal.code,
        method: context.req.method,
        path: context.req.path,
      })
      const { status, code, message, hint } = refusal
      if (status === 401) context.header('WWW-Authenticate', 'Bearer realm="quire"')
      return context.json({ error: { code, message, hint } }, status)
    }
    await next()
  }

  function checkHost(headers: Headers): Refusal | null {
    const name = hostName(headers.get('host') ?? '')
    if (name !== null && (allowed.has(name) || (!options.isLoopback && isAddress(name)))) return null
    return forbidden('HOST_NOT_ALLOWED', `This server does not accept the host name ${JSON.stringify(name)}.`)
  }

  function checkOrigin(headers: Headers, method: string): Refusal | null {
    const origin = headers.get('origin')
    if (origin !== null && !isOwnOrigin(origin, headers.get('host') ?? ''))
      return forbidden('ORIGIN_NOT_ALLOWED', `Pages of ${origin.slice(0, 200)} may not use this server.`)
    // A page of another site can send a GET without Origin, but browsers set Sec-Fetch-Site. Another port is "same-site".
    const site = headers.get('sec-fetch-site')
    const isForeign = site === 'cross-site' || site === 'same-site'
    const isLink = headers.get('sec-fetch-mode') === 'navigate' && (method === 'GET' || method === 'HEAD')
    if (isForeign && !isLink)
      return forbidden('ORIGIN_NOT_ALLOWED', 'Pages of other sites and ports may not use this server.')
    return null
  }

  /** Compares scheme, host and port: pages of another port of this machine are foreign too. */
  function isOwnOrigin(origin: string, host: string): boolean {
    const own = host.toLowerCase()
    const given = origin.toLowerCase()
    if (origins.has(given) || withoutPort(given) === withoutPort(`http://${own}`)) return true
    // A proxy that keeps the Host header may use TLS with its clients.
    return names.has(hostName(own) ?? '') && withoutPort(given) === withoutPort(`https://${own}`)
  }

  function checkToken(request: Request): Refusal | null {
    if (isTheToken === null || isOpen(request)) return null
    const given = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    if (given !== undefined && isTheToken(given)) return null
    if (given === undefined && isSignedIn(request)) return null
    return {
      status: 401,
      code: 'TOKEN_REQUIRED',
      message: given === undefined ? 'This server requires a token.' : 'The token is wrong.',
      hint: 'Send the header "Authorization: Bearer <token>" with the token the server was started with.',
    }
  }

  /** A session counts only for requests of this server's own page, which browsers mark. */
  function isSignedIn({ headers }: Request): boolean {
    const site = headers.get('sec-fetch-site')
    const isOwnPage =
      site === null ? headers.get('origin') !== null : site === 'same-origin' || site === 'none'
    return isOwnPage && session?.holds(headers.get('cookie'), now()) === true
  }
}

function forbidden(code: string, message: string): Refusal {
  const hint =
    code === 'HOST_NOT_ALLOWED'
      ? 'Use http://127.0.0.1, or name the host with --allowed-hosts when starting the server.'
      : 'Only pages of this server itself may use it. Allow another by its whole origin: --allowed-hosts https://app.example.org'
  return { status: 403, code, message, hint }
}

/** Parses an entry of the allowed hosts. A name allows its pages at the default ports. */
function parseAllowed(entry: string): { name: string; origin: string[] } {
  const text = entry.toLowerCase().replace(/\/+$/, '')
  const [, scheme, authority = text] = /^(https?):\/\/(.*)$/.exec(text) ?? []
  const name = hostName(authority) ?? authority
  return { name, origin: scheme === undefined ? [`http://${name}`, `https://${name}`] : [withoutPort(text)] }
}

/** Removes the default port: browsers omit it in an origin, but a Host header may contain it. */
function withoutPort(origin: string): string {
  return origin.replace(/^(http:\/\/.*):80$/, '$1').replace(/^(https:\/\/.*):443$/, '$1')
}

/** The host name of `name:port`, lower case, IPv6 in brackets; null when it is anything else. */
function hostName(authority: string): string | null {
  return /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/i.exec(authority)?.[1]?.toLowerCase() ?? null
}

/** Whether the name is an IP address: DNS rebinding works only with names. */
function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0
}

/** Compares digests in constant time: they have equal lengths, so the duration reveals nothing about the token. */
export function tokenCheck(token: string): (given: string) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(token)
  return given => timingSafeEqual(digest(given), expected)
}

/** Default headers. A response that sets one of them keeps its own value. */
const defaultHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  for (const [name, value] of Object.entries(defaultHeaders))
    if (!context.res.headers.has(name)) context.res.headers.set(name, value)
}
