import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import { type Authenticator, isRefused, type TokenRefusal } from '../../core/contract/authenticate.ts'
import type { Runtime } from '../../core/contract/invoke.ts'
import { Failure } from '../../core/model/failure.ts'
import { person, type Rights, stranger, withRights } from '../../core/model/rights.ts'
import { type Attempts, wrongTokens } from './attempts.ts'
import type { ClientAddress } from './client-address.ts'
import { endWithToken } from './end-with-token.ts'
import { bearerInCookie, sessions } from './session-cookie.ts'

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
  /** The server's own token, whose holder is an admin. */
  token: string | null
  /** Knows all other tokens; without it there are none. */
  access?: Authenticator
  /** The address of the metadata about this resource, where an authorization server issues tokens for it. */
  metadataUrl?: string | null
  /** The address of the client; the empty text when it is not known. */
  clientOf?: ClientAddress
  log: Runtime<unknown>['log']
  /** Told of requests whose token is missing or refused. */
  audit?: Runtime<unknown>['audit']
  /** Whether a request needs no token, because its answer holds no data. `path` is the one that the router uses. */
  isOpen?(path: string, request: Request): boolean
  /** Counts wrong tokens, if others count them too. */
  attempts?: Attempts
  /** How often the token of an open stream is checked again. */
  recheckMs?: number
  /** Milliseconds since 1970, to end sessions in time. */
  now?(): number
}

type Refusal = {
  status: 401 | 403 | 429 | 503
  code: string
  message: string
  hint: string
  /** Seconds. */
  retryAfter?: number
  /** Why the token was refused, in the words of RFC 6750. */
  reason?: 'invalid_token' | 'insufficient_scope'
  /** The id of the token, where it is known. */
  token?: string | null
}

/** The holder of the server's own token. */
export const serverRights: Rights = { id: 'server', role: 'admin', collections: null }

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/**
 * Refuses requests of foreign web pages in a browser on this machine (Host against DNS rebinding, Origin and fetch
 * metadata against cross-site requests) and requests without a token, and runs the others with the rights of their token.
 */
export function guards(options: GuardOptions): MiddlewareHandler {
  const named = options.allowedHosts.map(parseAllowed)
  const names = new Set(named.map(({ name }) => name))
  const origins = new Set(named.flatMap(({ origin }) => origin))
  // The server's own name is a valid host, but pages of other ports of that name are not allowed.
  const allowed = new Set([...loopbackHosts, options.ownHost?.toLowerCase(), ...names])
  const isTheToken = options.token === null ? null : tokenCheck(options.token)
  const session = options.token === null ? null : sessions(options.token)
  const { isOpen = () => false, now = Date.now, clientOf = () => '' } = options
  const { attempts = wrongTokens(now) } = options

  return async (context, next) => {
    const { headers } = context.req.raw
    const { method } = context.req
    const client = clientOf(context.env, headers)
    const admitted =
      checkHost(headers) ??
      checkOrigin(headers, method) ??
      (await admit(context.req.raw, context.req.path, client))
    if ('status' in admitted) {
      const { status, code, message, hint, retryAfter, reason, token } = admitted
      const { path } = context.req
      options.log.write('warn', 'refused', {
        ...{ code, method, path },
        ...(client === '' ? {} : { client }),
        ...(typeof token === 'string' ? { token } : {}),
      })
      // Neither pages that ask whether they need a token nor guesses fill the audit.
      if (reason !== undefined) options.audit?.({ token: token ?? null, method, path, outcome: code })
      if (status === 401 || reason !== undefined) context.header('WWW-Authenticate', challenge(reason))
      if (retryAfter !== undefined) context.header('Retry-After', String(retryAfter))
      return context.json({ error: { code, message, hint } }, status)
    }
    await withRights(admitted, next)
    const given = tokenIn(context.req.raw)
    const { access } = options
    // The server's own token does not end while it runs.
    if (admitted.id === null || admitted === serverRights || given === null || access === undefined) return
    const isValid = async () => !isRefused(await access.check(given))
    const response = endWithToken(context.res, isValid, options.recheckMs)
    if (response !== context.res) context.res = response
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

  /** Returns the rights of whoever sends the request. */
  async function admit(request: Request, path: string, client: string): Promise<Rights | Refusal> {
    const isRequired = isTheToken !== null || (await options.access?.isRequired()) === true
    if (!isRequired) return person
    if (isOpen(path, request)) return stranger
    const given = tokenIn(request)
    if (given === null)
      return isSignedIn(request) ? serverRights : refuseToken('This server requires a token.')
    if (isTheToken?.(given) === true) return serverRights
    const waitMs = attempts.waitMs(client, given)
    if (waitMs > 0) return tooManyAttempts(waitMs)
    const answer = await checkToken(given)
    if ('status' in answer) return answer
    if (!isRefused(answer)) {
      attempts.noteRight(given)
      return answer
    }
    attempts.noteWrong(client)
    const { refused, token = null, lacksScope } = answer
    return lacksScope === true
      ? { ...refuseScope(refused), token }
      : { ...refuseToken(refused), reason: 'invalid_token', token }
  }

  async function checkToken(given: string): Promise<Rights | TokenRefusal | Refusal> {
    try {
      return (await options.access?.check(given)) ?? { refused: 'The token is wrong.' }
    } catch (error) {
      if (error instanceof Failure && error.kind === 'unavailable') return cannotCheck(error)
      throw error
    }
  }

  /** What a client needs to get a token, by RFC 6750 and RFC 9728. */
  function challenge(reason: Refusal['reason']): string {
    const { metadataUrl = null } = options
    return [
      'Bearer realm="quire"',
      ...(reason === undefined ? [] : [`error="${reason}"`]),
      ...(metadataUrl === null ? [] : [`resource_metadata="${metadataUrl}"`]),
    ].join(', ')
  }

  /** A session counts only for requests of this server's own page. */
  function isSignedIn({ headers }: Request): boolean {
    return isOwnPage(headers) && session?.holds(headers.get('cookie'), now()) === true
  }
}

/** The token in the header of a request, or in the cookie of this server's own page. */
function tokenIn({ headers }: Request): string | null {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  return bearer ?? (isOwnPage(headers) ? bearerInCookie(headers.get('cookie')) : null)
}

/** Whether a page of this server sends the request, which browsers mark. */
export function isOwnPage(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  return site === null ? headers.get('origin') !== null : site === 'same-origin' || site === 'none'
}

function refuseToken(message: string): Refusal {
  return {
    status: 401,
    code: 'TOKEN_REQUIRED',
    message,
    hint: 'Send the header "Authorization: Bearer <token>" with a token of this server: the one it was started with, one of quire token add, or one of its authorization server.',
  }
}

/** A genuine token of an authorization server that grants nothing here. */
function refuseScope(message: string): Refusal {
  return {
    status: 403,
    code: 'SCOPE_REQUIRED',
    message,
    hint: 'Ask the authorization server for a token with one of the scopes quire:read, quire:write and quire:admin.',
    reason: 'insufficient_scope',
  }
}

/** Whoever cannot be checked is not let in. */
function cannotCheck({ code, message, hint }: Failure): Refusal {
  return { status: 503, code, message, hint: hint ?? 'Try again in a moment.', retryAfter: 5 }
}

function tooManyAttempts(waitMs: number): Refusal {
  return {
    status: 429,
    code: 'RATE_LIMITED',
    message: 'Too many wrong tokens were sent from this address.',
    hint: 'Check the token, and try again later.',
    retryAfter: Math.ceil(waitMs / 1000),
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
