import { Failure } from '../../core/model/failure.ts'
import type { UrlReader } from '../../core/ports/source-reader.ts'
import { fetchGuard, type ResolveName } from '../net/fetch-guard.ts'
import { type HttpClient, type HttpResponse, httpClient } from '../net/http.ts'
import type { ProxySettings } from '../net/proxy-for.ts'
import { decodeBody, nameOfResponse, typeOfResponse } from '../net/read-response.ts'

export type UrlReaderOptions = {
  /** Hosts (or host:port) that may be fetched although their address is private. */
  fetchAllow: readonly string[]
  userAgent: string
  /** For the whole call: name resolution, all redirects, the body. */
  timeoutMs?: number
  /** Of the body, compressed and decompressed. */
  maxBytes: number
  maxRedirects?: number
  proxy?: ProxySettings
  extraCaFile?: string | null
  /** Resolves names to addresses; the system's resolver by default. */
  resolveName?: ResolveName
}

type Answer = { url: URL; response: HttpResponse }

/** Fetches over HTTP. At every redirect, the connection goes to the address that was checked. */
export function urlReader(options: UrlReaderOptions): UrlReader & { close(): Promise<void> } {
  const { timeoutMs = 10_000, maxRedirects = 5, maxBytes } = options
  const guard = fetchGuard(options.fetchAllow, options.resolveName)
  const connection = { proxy: options.proxy ?? {}, extraCaFile: options.extraCaFile ?? null }
  const guarded = httpClient({ ...connection, lookup: guard.lookup })
  const trusted = httpClient(connection)

  async function clientFor(url: URL): Promise<HttpClient> {
    if (guard.allows(url)) return trusted
    guard.checkHost(url)
    if (guarded.usesProxy(url)) await guard.checkResolved(url)
    return guarded
  }

  async function follow(start: URL, signal: AbortSignal): Promise<Answer> {
    let url = start
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const client = await clientFor(url)
      const headers = {
        'user-agent': options.userAgent,
        accept: '*/*',
        'accept-encoding': 'gzip, deflate, br',
      }
      const response = await client.request(url, { headers, maxBytes }, signal)
      const target = redirectTarget(url, response)
      if (!target) return { url, response }
      url = target
    }
    throw fetchFailure(start, `more than ${maxRedirects} redirects`)
  }

  return {
    async read(given, signal) {
      const url = parseUrl(given)
      const limit = AbortSignal.timeout(timeoutMs)
      const { url: finalUrl, response } = await follow(url, AbortSignal.any([signal, limit])).catch(
        (error: unknown) => {
          throw wordFetchError(error, {
            url,
            timedOut: limit.aborted && !signal.aborted,
            timeoutMs,
            maxBytes,
          })
        },
      )
      if (response.status < 200 || response.status >= 300) throw statusFailure(url, response.status)
      return {
        source: url.href,
        name: nameOfResponse(finalUrl, response.headers),
        bytes: await decodeBody(response, { url, maxBytes }),
        ...typeOfResponse(response.headers),
        lastModified: response.headers['last-modified'] ?? null,
        fileType: null,
      }
    },
    async close() {
      await Promise.all([guarded.close(), trusted.close()])
    },
  }
}

/** The URL without its fragment. */
function parseUrl(given: string): URL {
  const wrongStart = () =>
    new Failure('invalid', 'INVALID_URL', 'URL must start with http:// or https://', {
      hint: 'Pass the full address of a page or file. Use ingest_file for files on the server.',
    })
  if (!/^https?:\/\//i.test(given.trim())) throw wrongStart()
  const url = URL.parse(given.trim())
  if (!url) throw new Failure('invalid', 'INVALID_URL', `'${withoutCredentials(given)}' is not a valid URL.`)
  if (url.username !== '' || url.password !== '')
    throw new Failure('invalid', 'INVALID_URL', 'URL must not carry a user name or password.', {
      hint: 'Download the file and pass it with ingest_file or ingest_content.',
    })
  url.hash = ''
  return url
}

function withoutCredentials(given: string): string {
  return given.replace(/\/\/[^/?#]*@/, '//')
}

function redirectTarget(from: URL, { status, headers }: HttpResponse): URL | null {
  const location = headers.location
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return null
  const target = URL.parse(location, from.href)
  if (target?.protocol !== 'http:' && target?.protocol !== 'https:')
    throw fetchFailure(from, 'it redirects to an address that is not http:// or https://')
  target.username = ''
  target.password = ''
  target.hash = ''
  return target
}

function statusFailure(url: URL, status: number): Failure {
  const isGone = status === 404 || status === 410
  return new Failure(
    isGone ? 'not_found' : 'unavailable',
    'FETCH_FAILED',
    `HTTP ${status} fetching '${url.href}'`,
    {
      hint: isGone
        ? 'Check the address: the server found nothing there.'
        : 'The server refused or failed. Try again later, or download the file and use ingest_file.',
      details: { status },
    },
  )
}

function fetchFailure(url: URL, reason: string, cause?: unknown): Failure {
  return new Failure('unavailable', 'FETCH_FAILED', `Network error fetching '${url.href}': ${reason}`, {
    hint: 'Check the address and the network of the server, then try again.',
    cause,
  })
}

function wordFetchError(
  error: unknown,
  context: { url: URL; timedOut: boolean; timeoutMs: number; maxBytes: number },
): unknown {
  const { url } = context
  if (context.timedOut)
    return new Failure(
      'timeout',
      'FETCH_FAILED',
      `Network error fetching '${url.href}': no complete answer within ${context.timeoutMs / 1000} s`,
      {
        hint: 'The server is slow. Try again later, or download the file and use ingest_file.',
        cause: error,
      },
    )
  if (!(error instanceof Failure)) return error
  if (error.code === 'RESPONSE_TOO_LARGE') return tooLarge(url, context.maxBytes)
  if (error.code === 'HOST_UNREACHABLE') return fetchFailure(url, error.message, error)
  return error
}

function tooLarge(url: URL, maxBytes: number): Failure {
  return new Failure(
    'too_large',
    'TOO_LARGE',
    `'${url.href}' has more than the ${maxBytes} bytes that are accepted.`,
    {
      hint: 'Fetch a smaller part of it, or raise the limit of the server.',
      details: { maxBytes },
    },
  )
}
