import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { ModelFiles } from '../../../../test/support/small-models.ts'

/** A request as the hub or its file server saw it. */
export type Seen = { host: 'hub' | 'files'; path: string; range: string | null; token: string | null }

/** What the file server does with one request for a large file, instead of sending it. */
export type Mishap =
  | { kind: 'cut'; after: number }
  | { kind: 'stall'; after: number }
  | { kind: 'flip'; at: number }
  | { kind: 'ignore range' }
  | { kind: 'status'; status: number; headers?: Record<string, string> }

export type FakeModel = { files: ModelFiles; commit?: string; gated?: { token: string } }

export type ModelHub = {
  url: string
  seen: Seen[]
  models: Map<string, FakeModel>
  /** Each is used for one request, in this order; `hub` is for requests of the hub itself. */
  mishaps: { hub: Mishap[]; files: Mishap[] }
}

/** Larger files are stored apart (Git LFS) and sent by another host. */
const largeBytes = 1_000_000
const pageSize = 3
export const commit = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00'

/**
 * A hub on loopback that speaks the protocol of huggingface.co: the API of a model and its tree (in pages), `resolve`
 * with redirects, X-Linked-* headers, hashes of Git and LFS, ranges, X-Error-Code, 429. Large files come from another
 * origin, as they do there.
 */
export async function startHub(t: TestContext): Promise<ModelHub> {
  const hub: ModelHub = { url: '', seen: [], models: new Map(), mishaps: { hub: [], files: [] } }
  const files = await listen(t, (request, response) => {
    const bytes = allBytes(hub).get(request.url?.split('/').at(-1) ?? '')
    note(hub, 'files', request)
    if (bytes === undefined) return void response.writeHead(403).end()
    sendBytes(response, bytes, { range: request.headers.range, mishap: hub.mishaps.files.shift() })
  })
  const main = await listen(t, (request, response) => {
    note(hub, 'hub', request)
    const mishap = hub.mishaps.hub.shift()
    if (mishap?.kind === 'status') return void response.writeHead(mishap.status, mishap.headers).end()
    answer(hub, { request, response, files: `http://localhost:${portOf(files)}` })
  })
  hub.url = `http://127.0.0.1:${portOf(main)}`
  return hub
}

type Exchange = { request: IncomingMessage; response: ServerResponse; files: string }

function answer(hub: ModelHub, exchange: Exchange): void {
  const { request, response } = exchange
  const url = new URL(request.url ?? '/', 'http://hub')
  const [, api, id = '', verb, rest = ''] =
    /^\/(?:(api)\/models\/)?([^/]+\/[^/]+)\/(revision|tree|resolve)\/(.*)$/.exec(url.pathname) ?? []
  const model = hub.models.get(id)
  if (model === undefined) return void refuse(response, 401, 'RepoNotFound', 'Repository not found')
  const token = request.headers.authorization?.replace('Bearer ', '') ?? null
  if (model.gated !== undefined && verb === 'resolve' && token !== model.gated.token)
    return void refuse(
      response,
      token === null ? 401 : 403,
      'GatedRepo',
      'Access to this model is restricted.',
    )
  const sha = model.commit ?? commit
  if (api !== undefined && verb === 'revision')
    return void sendJson(response, {
      id,
      sha,
      gated: model.gated === undefined ? false : 'auto',
      siblings: [],
    })
  if (api !== undefined && verb === 'tree') return void sendTree(response, model, url)
  const path = decodeURIComponent(rest.slice(rest.indexOf('/') + 1))
  const bytes = model.files.get(path)
  if (bytes === undefined) return void refuse(response, 404, 'EntryNotFound', 'Entry not found')
  if (bytes.length < largeBytes) {
    // Small files are redirected once, by a relative address, to a cache of the hub itself.
    if (url.searchParams.has('cached'))
      return void sendBytes(response, bytes, { range: request.headers.range })
    const location = `${url.pathname}?cached=1`
    response.writeHead(307, { location, etag: `"${gitHash(bytes)}"`, 'x-repo-commit': sha }).end()
    return
  }
  response
    .writeHead(302, {
      location: `${exchange.files}/blobs/${sha256(bytes)}`,
      'x-linked-etag': `"${sha256(bytes)}"`,
      'x-linked-size': String(bytes.length),
      'x-repo-commit': sha,
    })
    .end()
}

function sendTree(response: ServerResponse, { files }: FakeModel, url: URL): void {
  const from = Number(url.searchParams.get('cursor') ?? 0)
  const entries = [...files].map(([path, bytes]) => ({
    type: 'file',
    path,
    size: bytes.length,
    oid: gitHash(bytes),
    ...(bytes.length < largeBytes
      ? {}
      : { lfs: { oid: sha256(bytes), size: bytes.length, pointerSize: 134 } }),
  }))
  // The real hub writes its own name into the link, also when a mirror passes it on.
  const next = `https://huggingface.co${url.pathname}?recursive=true&cursor=${from + pageSize}`
  if (from + pageSize < entries.length) response.setHeader('link', `<${next}>; rel="next"`)
  sendJson(response, entries.slice(from, from + pageSize))
}

function sendBytes(
  response: ServerResponse,
  whole: Buffer,
  { range, mishap }: { range?: string | undefined; mishap?: Mishap | undefined },
): void {
  if (mishap?.kind === 'status') return void response.writeHead(mishap.status, mishap.headers).end()
  const asked = mishap?.kind === 'ignore range' ? null : /^bytes=(\d+)-$/.exec(range ?? '')
  const from = Number(asked?.[1] ?? 0)
  if (asked && from >= whole.length)
    return void response.writeHead(416, { 'content-range': `bytes */${whole.length}` }).end()
  const body = Buffer.from(whole.subarray(from))
  if (mishap?.kind === 'flip') body[mishap.at - from] = (body[mishap.at - from] ?? 0) ^ 0xff
  response.writeHead(asked ? 206 : 200, {
    'content-length': body.length,
    'accept-ranges': 'bytes',
    ...(asked ? { 'content-range': `bytes ${from}-${whole.length - 1}/${whole.length}` } : {}),
  })
  if (mishap?.kind === 'cut')
    return void response.write(body.subarray(0, mishap.after), () => response.destroy())
  if (mishap?.kind === 'stall') return void response.write(body.subarray(0, mishap.after))
  response.end(body)
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  response.writeHead(status, { 'x-error-code': code, 'x-error-message': message }).end(message)
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

function note(hub: ModelHub, host: Seen['host'], { url, headers }: IncomingMessage): void {
  hub.seen.push({ host, path: url ?? '', range: headers.range ?? null, token: headers.authorization ?? null })
}

function allBytes(hub: ModelHub): Map<string, Buffer> {
  const all = [...hub.models.values()].flatMap(({ files }) => [...files.values()])
  return new Map(all.map(bytes => [sha256(bytes), bytes]))
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function gitHash(bytes: Buffer): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function listen(t: TestContext, handler: Handler): Promise<Server> {
  const server = createServer(handler).listen(0)
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return server
}

function portOf(server: Server): number {
  // SAFETY: the server listens on a port, not on a pipe.
  return (server.address() as AddressInfo).port
}
