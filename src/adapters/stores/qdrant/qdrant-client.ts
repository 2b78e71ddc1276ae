import { abortFailure, Failure } from '../../../core/model/failure.ts'
import { httpClient, httpOf } from '../../net/http.ts'

export type QdrantClient = {
  /** Kind and addresses of the nodes. */
  readonly description: string
  /** Sends a request to one node, or to the next when that one does not answer. Resolves to `result` of the answer. */
  send(request: QdrantRequest, signal: AbortSignal): Promise<unknown>
  close(): Promise<void>
}

export type QdrantRequest = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  path: string
  body?: unknown
  /** How long each node may take. */
  withinMs: number
}

const defaultPort = 6333
/** Answers hold ids and numbers, never vectors. */
const mostBytes = 16 * 1024 * 1024

/** Speaks Qdrant's REST protocol with the nodes of one server or cluster. The key is in no message. */
export function qdrantClient(options: {
  url: string
  key: string | null
  caFile: string | null
}): QdrantClient {
  const nodes = readAddress(options.url)
  const client = httpClient({ ...httpOf({ extraCaFile: options.caFile }), connectTimeoutMs: 2_000 })
  const headers = {
    'content-type': 'application/json',
    ...(options.key === null ? {} : { 'api-key': options.key }),
  }
  /** The node that answered last. */
  let preferred = 0

  async function ask(node: URL, request: QdrantRequest, signal: AbortSignal): Promise<unknown> {
    const late = AbortSignal.timeout(request.withinMs)
    const both = AbortSignal.any([signal, late])
    const { method, path, body } = request
    const answer = await client
      .request(
        new URL(path, node),
        {
          method,
          headers,
          maxBytes: mostBytes,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        },
        both,
      )
      .catch(error => {
        if (signal.aborted) throw abortFailure(signal)
        throw late.aborted ? unreachable(node, `it did not answer within ${request.withinMs} ms`) : error
      })
    return resultOf(node, answer.status, answer.body)
  }

  /** The server closes a connection that was idle; a request that was on its way then is sent again. It may be sent twice. */
  async function askTwice(node: URL, request: QdrantRequest, signal: AbortSignal): Promise<unknown> {
    try {
      return await ask(node, request, signal)
    } catch (error) {
      if (signal.aborted || !isOfConnection(error)) throw error
      return ask(node, request, signal)
    }
  }

  return {
    description: describeAddress(options.url),
    async send(request, signal) {
      let failure: unknown = null
      for (const at of nodes.keys()) {
        const index = (preferred + at) % nodes.length
        const node = nodes[index]
        if (node === undefined) continue
        try {
          const result = await askTwice(node, request, signal)
          preferred = index
          return result
        } catch (error) {
          if (signal.aborted || !isOfNode(error)) throw error
          failure ??= error
        }
      }
      throw failure
    },
    close: () => client.close(),
  }
}

/** Whether another node may answer where this one did not. */
function isOfNode(error: unknown): boolean {
  return !(error instanceof Failure) || error.code !== refused
}

/** Whether the connection failed, and not the server. */
function isOfConnection(error: unknown): boolean {
  return error instanceof Failure && error.code === 'HOST_UNREACHABLE'
}

const refused = 'INDEX_REFUSED'

function resultOf(node: URL, status: number, body: Uint8Array): unknown {
  const text = new TextDecoder().decode(body)
  if (status >= 200 && status < 300) {
    const answer = parse(text)
    if (answer !== null && 'result' in answer) return answer.result
    throw unreachable(node, 'its answer is not one of Qdrant')
  }
  const error = parse(text)?.status
  const reason = errorIn(error) ?? `status ${status}`
  if (status >= 500) throw unreachable(node, reason)
  throw new Failure('unavailable', refused, `Qdrant at ${node.host} refused a request: ${reason}`, {
    hint:
      status === 401 || status === 403
        ? 'Set vectors.key, or vectors.key_file, to the API key of the server.'
        : 'Searches go on without it. quire doctor says more.',
    details: { status },
  })
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    // SAFETY: any object can be read by names.
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function errorIn(status: unknown): string | null {
  if (typeof status !== 'object' || status === null || !('error' in status)) return null
  return String(status.error).slice(0, 300)
}

/** Whether the server says that it has no such collection. */
export function isMissing(error: unknown): boolean {
  return error instanceof Failure && error.code === refused && error.details?.status === 404
}

/** Whether the server says that it has such a collection already. */
export function isThereAlready(error: unknown): boolean {
  return error instanceof Failure && error.code === refused && error.details?.status === 409
}

function unreachable(node: URL, reason: string): Failure {
  return new Failure(
    'unavailable',
    'INDEX_UNREACHABLE',
    `Qdrant at ${node.host} cannot be used: ${reason}.`,
    {
      hint: 'Searches go on without it. Check that the server runs and that vectors.url names it.',
    },
  )
}

/** The nodes of `qdrant://host:port,host:port`. Throws INVALID_SETTING; the message has nothing before an `@`. */
export function readAddress(url: string): URL[] {
  const [, scheme, hosts = ''] = /^(qdrants?):\/\/([^/?#]+)\/?$/i.exec(url.trim()) ?? []
  if (scheme === undefined)
    throw invalid('The address of the index of vectors must be qdrant://host:port, without a path.')
  if (hosts.includes('@')) throw invalid('The address of Qdrant has no user and no password.')
  const protocol = scheme.toLowerCase() === 'qdrants' ? 'https' : 'http'
  return hosts.split(',').map(host => {
    const node = URL.parse(`${protocol}://${host.trim()}`)
    if (node === null || host.trim() === '')
      throw invalid(`"${host}" in the address of the index of vectors is not a host with a port.`)
    if (!/:\d+$/.test(host.trim())) node.port = `${defaultPort}`
    return node
  })
}

/** The address without anything before an `@`, for messages. */
export function describeAddress(url: string): string {
  return url.trim().replace(/\/\/[^/?#]*@/, '//')
}

function invalid(message: string): Failure {
  return new Failure('invalid', 'INVALID_SETTING', message, {
    hint: 'Example: --vectors qdrant://127.0.0.1:6333, or qdrants://a.example.org,b.example.org with TLS. The key is set with vectors.key or vectors.key_file.',
  })
}
