import { setTimeout as wait } from 'node:timers/promises'
import {
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
  httpClient,
} from '../../../adapters/net/http.ts'
import type { NetworkChoices } from '../../../core/feature.ts'
import { abortFailure, Failure, throwIfAborted } from '../../../core/model/failure.ts'
import { pauseOf, wordHubStatus } from './hub-failures.ts'

export type HubOptions = {
  /** Address of the hub, without a slash at its end. */
  url: string
  token: string | null
  network: NetworkChoices
  /** The first pause after an error; each further one is twice as long. */
  backoffMs?: number
}

/** A file of a model at one commit. `sha256` is known for large files, `gitHash` for the others. */
export type HubFile = { path: string; size: number } & ({ sha256: string } | { gitHash: string })

/** What the hub says about a model. */
export type HubModel = {
  /** The id as the hub spells it; it differs when the model was renamed. */
  id: string
  commit: string
  files: HubFile[]
}

/** One answer to a request for a file, in pieces. */
export type FileRequest = {
  model: string
  commit: string
  path: string
  /** First byte to send. */
  from: number
  size: number
  onPiece: NonNullable<HttpRequest['onPiece']>
}

/** Reads from a Hugging Face hub, or from a mirror of it. */
export interface Hub {
  describe(model: string, signal: AbortSignal): Promise<HubModel>
  /** Streams a file. Resolves to the final response, also when the range cannot be satisfied (416). */
  stream(request: FileRequest, signal: AbortSignal): Promise<HttpResponse>
  close(): Promise<void>
}

const listingBytes = 16 * 1024 * 1024
const errorBytes = 1024 * 1024
const mostRedirects = 5
const mostAttempts = 6
/** When the hub asks for a longer pause, the command fails and can be repeated later. */
const longestPauseMs = 120_000

export function openHub({ url, token, network, backoffMs = 1_000 }: HubOptions): Hub {
  const client: HttpClient = httpClient(network)
  const endpoint = new URL(`${url}/`)

  /** The token goes to the hub only: large files are at other hosts, with signed addresses. */
  const headersFor = (address: URL): Record<string, string> => ({
    'user-agent': network.userAgent,
    // A compressed file could not be continued from its middle.
    'accept-encoding': 'identity',
    ...(token !== null && address.origin === endpoint.origin ? { authorization: `Bearer ${token}` } : {}),
  })

  async function send(
    model: string,
    { address, ...request }: HttpRequest & { address: URL },
    signal: AbortSignal,
  ): Promise<HttpResponse> {
    let next = address
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const headers = { ...headersFor(next), ...request.headers }
      const answer = await client.request(next, { ...request, headers }, signal)
      const target = answer.headers.location
      if (answer.status < 300 || answer.status >= 400 || target === undefined) return answer
      next = redirected(next, target)
    }
    throw new Failure('unavailable', 'HUB_FAILED', `${address.host} redirects in circles for "${model}".`)
  }

  /** Repeats a request after responses that report an error that may pass. */
  async function persist(
    model: string,
    request: HttpRequest & { address: URL },
    signal: AbortSignal,
  ): Promise<HttpResponse> {
    for (let attempt = 1; ; attempt++) {
      const answer = await send(model, request, signal)
      if (answer.status < 300 || answer.status === 416) return answer
      const pause = pauseOf(answer, Date.now()) ?? backoffMs * 2 ** (attempt - 1)
      const mayPass = answer.status === 429 || answer.status === 408 || answer.status >= 500
      if (!mayPass || attempt >= mostAttempts || pause > longestPauseMs)
        throw wordHubStatus(answer, { model, url: request.address, hasToken: token !== null })
      await wait(pause, undefined, { signal }).catch(() => {
        throw abortFailure(signal)
      })
    }
  }

  async function getJson(model: string, address: URL, signal: AbortSignal) {
    const answer = await persist(model, { address, maxBytes: listingBytes }, signal)
    try {
      const value: unknown = JSON.parse(Buffer.from(answer.body).toString('utf8'))
      return { value, next: nextPage(answer, endpoint) }
    } catch (cause) {
      throw new Failure('unavailable', 'HUB_FAILED', `The answer of ${address.host} is not JSON.`, {
        hint: 'Check hub.url (HF_ENDPOINT): it must be a Hugging Face hub or a mirror of it.',
        cause,
      })
    }
  }

  return {
    async describe(model, signal) {
      throwIfAborted(signal)
      const info = await getJson(model, new URL(`api/models/${model}/revision/main`, endpoint), signal)
      const { id, commit } = readInfo(info.value, model)
      const files: HubFile[] = []
      let page: URL | null = new URL(`api/models/${id}/tree/${commit}?recursive=true`, endpoint)
      while (page !== null) {
        const listing = await getJson(model, page, signal)
        files.push(...readTree(listing.value))
        page = listing.next
      }
      return { id, commit, files }
    },
    stream({ model, commit, path, from, size, onPiece }, signal) {
      const name = path.split('/').map(encodeURIComponent).join('/')
      const address = new URL(`${model}/resolve/${commit}/${name}`, endpoint)
      const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {}
      // An error page may be longer than a small file.
      const maxBytes = Math.max(size, errorBytes)
      return persist(model, { address, headers, maxBytes, onPiece, isStreamed: true }, signal)
    },
    close: () => client.close(),
  }
}

function redirected(from: URL, target: string): URL {
  const to = URL.parse(target, from.href)
  const isSafe = to !== null && (to.protocol === 'https:' || to.protocol === from.protocol)
  if (isSafe) return to
  throw new Failure('unavailable', 'HUB_FAILED', `${from.host} redirects to an address that is not safe.`)
}

/** Mirrors may send links to the original hub, so that only the path of a link is used. */
function nextPage({ headers }: HttpResponse, endpoint: URL): URL | null {
  const link = /<([^>]+)>\s*;\s*rel="?next"?/.exec(headers.link ?? '')?.[1]
  const target = link === undefined ? null : URL.parse(link, endpoint.href)
  if (target === null) return null
  const { pathname, search } = target
  const isBelow = pathname.startsWith(endpoint.pathname)
  return new URL(pathname.slice(isBelow ? endpoint.pathname.length : 1) + search, endpoint)
}

function readInfo(value: unknown, model: string): { id: string; commit: string } {
  const { id, sha } = objectOf(value)
  if (typeof sha === 'string' && /^[0-9a-f]{40,64}$/.test(sha))
    return { id: isModelId(id) ? id : model, commit: sha }
  throw new Failure('unavailable', 'HUB_FAILED', `The hub names no commit of "${model}".`, {
    hint: 'Check hub.url (HF_ENDPOINT): it must be a Hugging Face hub or a mirror of it.',
  })
}

/** `organisation/name`, or a plain name of an early model. */
export function isModelId(id: unknown): id is string {
  return typeof id === 'string' && /^[\w][\w.-]{0,95}(\/[\w][\w.-]{0,95})?$/.test(id) && !/\.\.|--/.test(id)
}

function readTree(value: unknown): HubFile[] {
  return (Array.isArray(value) ? value : []).flatMap((entry: unknown): HubFile[] => {
    const { type, path, size, oid, lfs } = objectOf(entry)
    if (type !== 'file' || typeof path !== 'string' || typeof size !== 'number') return []
    const sha256 = objectOf(lfs).oid
    if (typeof sha256 === 'string') return [{ path, size, sha256 }]
    return typeof oid === 'string' ? [{ path, size, gitHash: oid }] : []
  })
}

function objectOf(value: unknown): Record<string, unknown> {
  // SAFETY: a non-null object is indexable; every value read from it is checked.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
