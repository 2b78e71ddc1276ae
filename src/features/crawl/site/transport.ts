import type { LookupFunction } from 'node:net'
import { fetchGuard, type ResolveName } from '../../../adapters/net/fetch-guard.ts'
import { type HttpClient, type HttpResponse, httpClient } from '../../../adapters/net/http.ts'
import type { ProxySettings } from '../../../adapters/net/proxy-for.ts'
import { decodeBody } from '../../../adapters/net/read-response.ts'
import { Failure } from '../../../core/model/failure.ts'

export type TransportOptions = {
  /** Hosts (or host:port) that may be fetched even if their address is private. */
  fetchAllow: readonly string[]
  userAgent: string
  /** For one request: connection, headers and the whole body. */
  requestTimeoutMs: number
  proxy?: ProxySettings
  extraCaFile?: string | null
  /** Resolves host names; the system's resolver by default. */
  resolveName?: ResolveName
}

/** A decompressed response. Redirects are returned, not followed. */
export type Answer = { status: number; headers: Readonly<Record<string, string>>; body: Uint8Array }

export type Send = {
  url: string
  method?: 'GET' | 'HEAD'
  headers?: Readonly<Record<string, string>>
  /** Maximum size of the body, compressed and decompressed. */
  maxBytes: number
}

/**
 * Sends one request after checking its address. Every request of a crawl uses it: pages, robots.txt, sitemaps, probes.
 */
export type Transport = {
  /** Whether the host is in `fetchAllow`, so it is one of the user's own. */
  isOwn(url: string): boolean
  /**
   * Throws FORBIDDEN_ADDRESS for addresses that must not be fetched, as far as this is known without resolving names.
   */
  check(url: string): void
  send(request: Send, signal: AbortSignal): Promise<Answer>
  close(): Promise<void>
}

export function transport(options: TransportOptions): Transport {
  const guard = fetchGuard(options.fetchAllow, options.resolveName)
  const connection = { proxy: options.proxy ?? {}, extraCaFile: options.extraCaFile ?? null }
  const guarded = httpClient({ ...connection, lookup: guard.lookup })
  const { resolveName } = options
  const trusted = httpClient(resolveName ? { ...connection, lookup: asLookup(resolveName) } : connection)

  async function clientFor(url: URL): Promise<HttpClient> {
    if (guard.allows(url)) return trusted
    guard.checkHost(url)
    if (guarded.usesProxy(url)) await guard.checkResolved(url)
    return guarded
  }

  return {
    isOwn: url => guard.allows(new URL(url)),
    check(url) {
      const parsed = new URL(url)
      if (!guard.allows(parsed)) guard.checkHost(parsed)
    },
    async send({ url: address, method = 'GET', headers = {}, maxBytes }, signal) {
      const url = new URL(address)
      const limit = AbortSignal.timeout(options.requestTimeoutMs)
      const all = { 'user-agent': options.userAgent, 'accept-encoding': 'gzip, deflate, br', ...headers }
      try {
        const client = await clientFor(url)
        const either = AbortSignal.any([signal, limit])
        const answer = await client.request(url, { method, headers: all, maxBytes }, either)
        return { ...answer, body: await unpack(answer, url, maxBytes) }
      } catch (error) {
        throw limit.aborted && !signal.aborted
          ? requestTooSlow(address, options.requestTimeoutMs)
          : reworded(error, address)
      }
    },
    async close() {
      await Promise.all([guarded.close(), trusted.close()])
    },
  }
}

async function unpack(answer: HttpResponse, url: URL, maxBytes: number): Promise<Uint8Array> {
  return answer.body.length === 0 ? answer.body : decodeBody(answer, { url, maxBytes })
}

/** For hosts in `fetchAllow`: their names may resolve to any address. */
function asLookup(resolve: ResolveName): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      addresses => {
        const [first] = addresses
        if (first === undefined) callback(new Error(`${hostname} has no address`), [])
        else if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
    )
  }
}

function requestTooSlow(url: string, ms: number): Failure {
  return new Failure(
    'timeout',
    'FETCH_FAILED',
    `'${url}' did not respond completely within ${ms / 1000} s.`,
    {
      hint: 'The server is slow. Try again later, or with fewer parallel requests.',
    },
  )
}

function reworded(error: unknown, url: string): unknown {
  if (!(error instanceof Failure) || error.code !== 'HOST_UNREACHABLE') return error
  // If the guard refuses a resolved address, its error is the cause of the failed connection.
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof Failure && cause.code === 'FORBIDDEN_ADDRESS') return cause
  return new Failure('unavailable', 'FETCH_FAILED', `'${url}' cannot be fetched: ${error.message}`, {
    hint: 'Check the address and the network of the server, then try again.',
    cause: error,
  })
}
