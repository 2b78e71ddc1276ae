import { readFileSync } from 'node:fs'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { getCACertificates } from 'node:tls'
import type { Dispatcher } from 'undici'
import { abortFailure, Failure, throwIfAborted } from '../../core/model/failure.ts'
import { type ProxySettings, proxyFor } from './proxy-for.ts'

export type HttpOptions = {
  proxy?: ProxySettings
  /** PEM file of certificates to trust in addition to the system's. */
  extraCaFile?: string | null
  /** Resolves the names of hosts that are reached directly. Not called for IP addresses, nor behind a proxy. */
  lookup?: LookupFunction
  connectTimeoutMs?: number
}

/** Selects the network options of a client from the settings. */
export function httpOf({ proxy, extraCaFile }: Pick<HttpOptions, 'proxy' | 'extraCaFile'>): HttpOptions {
  return {
    ...(proxy === undefined ? {} : { proxy }),
    ...(extraCaFile === undefined ? {} : { extraCaFile }),
  }
}

export type HttpRequest = {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  /** A stream needs the header content-length. */
  body?: string | Uint8Array | Readable
  /** Largest accepted body; a larger one is Failure `RESPONSE_TOO_LARGE`. */
  maxBytes: number
  /** Called with each piece of the body as it arrives, for streamed responses; the next one is read when it resolves. */
  onPiece?: (piece: Uint8Array, status: number, headers: HttpResponse['headers']) => void | Promise<void>
  /** The body of a successful response goes to `onPiece` only, for files that are too large for memory. */
  isStreamed?: true
}

/** Header names are lower-case, repeated headers are joined by a comma. The body is as sent, possibly compressed. */
export type HttpResponse = { status: number; headers: Readonly<Record<string, string>>; body: Uint8Array }

/**
 * Sends one request and returns the response, whatever its status. Redirects are never followed and their bodies are
 * not read, so that the caller can check every hop. Reads nothing from the environment.
 */
export interface HttpClient {
  request(url: URL, request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>
  /** Whether a proxy is used, so that it resolves names and `lookup` is not called. */
  usesProxy(url: URL): boolean
  close(): Promise<void>
}

const defaultConnectTimeoutMs = 10_000

export function httpClient(options: HttpOptions = {}): HttpClient {
  const proxy = options.proxy ?? {}
  const dispatchers = new Map<string | null, Dispatcher>()
  let undici: typeof import('undici') | null = null

  async function dispatcherFor(url: URL): Promise<Dispatcher> {
    undici ??= await import('undici')
    const through = proxyFor(url, proxy)
    const known = dispatchers.get(through)
    if (known) return known
    const dispatcher = openDispatcher(undici, through, options)
    dispatchers.set(through, dispatcher)
    return dispatcher
  }

  return {
    usesProxy: url => proxyFor(url, proxy) !== null,
    async request(url, { method = 'GET', headers = {}, body, ...reading }, signal) {
      throwIfAborted(signal)
      const dispatcher = await dispatcherFor(url)
      try {
        const answer = await dispatcher.request({
          origin: url.origin,
          path: url.pathname + url.search,
          method,
          headers: { ...credentialsOf(url), ...headers },
          body: body ?? null,
          signal,
        })
        return await readAnswer(answer, url, reading)
      } catch (error) {
        if (signal.aborted) throw abortFailure(signal)
        throw error instanceof Failure ? error : unreachable(url, proxyFor(url, proxy), error)
      }
    },
    async close() {
      const open = [...dispatchers.values()]
      dispatchers.clear()
      await Promise.all(open.map(dispatcher => dispatcher.destroy()))
    },
  }
}

function openDispatcher(
  undici: typeof import('undici'),
  proxy: string | null,
  options: HttpOptions,
): Dispatcher {
  const timeout = options.connectTimeoutMs ?? defaultConnectTimeoutMs
  // Setting `ca` replaces the default certificates, so they are listed too.
  const trust = options.extraCaFile
    ? { ca: [...getCACertificates('default'), readCertificates(options.extraCaFile)] }
    : {}
  if (proxy !== null) {
    const tls = { ...trust, timeout }
    return new undici.ProxyAgent({ uri: proxy, requestTls: tls, proxyTls: tls })
  }
  const lookup = options.lookup ? { lookup: options.lookup } : {}
  return new undici.Agent({ connect: { ...trust, ...lookup, timeout } })
}

function readCertificates(path: string): string {
  const remedy = { hint: 'Set the path of a readable PEM file with the certificates to trust.' }
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Failure('invalid', 'CA_FILE_UNREADABLE', `The certificate file ${path} cannot be read.`, {
      ...remedy,
      cause,
    })
  }
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  throw new Failure('invalid', 'CA_FILE_UNREADABLE', `The file ${path} contains no PEM certificate.`, remedy)
}

function credentialsOf(url: URL): Record<string, string> {
  if (url.username === '' && url.password === '') return {}
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

async function readAnswer(
  answer: Dispatcher.ResponseData,
  url: URL,
  { maxBytes, onPiece, isStreamed }: Pick<HttpRequest, 'maxBytes' | 'onPiece' | 'isStreamed'>,
): Promise<HttpResponse> {
  const status = answer.statusCode
  const headers = plainHeaders(answer.headers)
  if (status >= 300 && status < 400) {
    answer.body.on('error', () => {}).destroy()
    return { status, headers, body: new Uint8Array() }
  }
  const pieces: Uint8Array[] = []
  let length = 0
  const announced = Number(headers['content-length'] ?? 0)
  if (announced > maxBytes) {
    answer.body.on('error', () => {}).destroy()
    throw tooLarge(url, maxBytes)
  }
  // SAFETY: undici's body yields Buffers when no encoding is set; its type is any.
  for await (const piece of answer.body as AsyncIterable<Uint8Array>) {
    length += piece.length
    if (length > maxBytes) throw tooLarge(url, maxBytes)
    if (isStreamed !== true || status >= 300) pieces.push(piece)
    await onPiece?.(piece, status, headers)
  }
  return { status, headers, body: Buffer.concat(pieces) }
}

function plainHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}

function tooLarge(url: URL, maxBytes: number): Failure {
  return new Failure(
    'too_large',
    'RESPONSE_TOO_LARGE',
    `${url.host} answered with more than the ${maxBytes} bytes that are accepted.`,
    { details: { host: url.host, maxBytes } },
  )
}

function unreachable(url: URL, proxy: string | null, cause: unknown): Failure {
  const reason = cause instanceof Error ? reasonOf(cause) : String(cause)
  const via = proxy === null ? '' : ` through the proxy ${new URL(proxy).host}`
  return new Failure('unavailable', 'HOST_UNREACHABLE', `${url.host} cannot be reached${via}: ${reason}.`, {
    hint: /CERT|certificate|SELF_SIGNED|UNABLE_TO/i.test(reason)
      ? 'The certificate is not trusted. If the host is yours, add its certificate authority as extra CA file.'
      : 'Check the address, the network and the proxy settings, then try again.',
    details: { host: url.host },
    cause,
  })
}

/** undici wraps the original error; an AggregateError has one error per address. */
function reasonOf(error: Error): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return reasonOf(error.errors[0])
  if (error.cause instanceof Error) return reasonOf(error.cause)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  return code !== null && !error.message.includes(code) ? `${error.message} (${code})` : error.message
}
