import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../../../../core/ports/clock.ts'

export type ApiEntry = {
  key: string
  version: number
  data: Record<string, unknown>
  meta?: Record<string, unknown>
  links?: Record<string, unknown>
  library?: Record<string, unknown>
}

export type ApiLibrary = {
  version: number
  items: ApiEntry[]
  collections: ApiEntry[]
  /** Keys of permanently deleted items, with the version of the deletion. */
  deleted?: Record<string, number>
  files?: Record<string, { status: number; headers?: Record<string, string>; body?: string }>
  fulltext?: Record<string, Record<string, unknown>>
  groups?: unknown[]
}

export type Seen = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
}
type Answer = { status: number; headers?: Record<string, string>; body?: string }

/** The part of Zotero's API, version 3, that a reader needs. Records the requests. */
export async function apiServer(library: ApiLibrary, prefix = '/users/475425') {
  const seen: Seen[] = []
  const script: ((seen: Seen) => Answer | null)[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const asked = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
    }
    seen.push(asked)
    const scripted = script.length > 0 ? script.shift()?.(asked) : null
    send(response, scripted ?? answer(asked, library, prefix))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    library,
    seen,
    /** Responses for the next requests, one each; null means the usual response. */
    script,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function send(response: ServerResponse, { status, headers = {}, body = '' }: Answer): void {
  response.writeHead(status, headers)
  response.end(body)
}

function answer({ path, query }: Seen, library: ApiLibrary, prefix: string): Answer {
  const rest = path.startsWith(prefix) ? path.slice(prefix.length) : null
  if (rest === null) return { status: 404, body: 'Not found' }
  if (rest === '/groups') return list(library.groups ?? [], query, library.version)
  if (rest === '/collections') return list(library.collections, query, library.version)
  if (rest === '/items') return list(chooseItems(library.items, query), query, library.version)
  if (rest === '/items/top') return list(newest(living(library.items).filter(isTop)), query, library.version)
  if (rest === '/deleted') return deletedSince(library, Number(query.get('since')))
  const inside = /^\/collections\/(\w+)\/items$/.exec(rest)?.[1]
  if (inside !== undefined) return list(itemsInside(library.items, inside), query, library.version)
  const [, key = '', part = ''] = /^\/items\/(\w+)\/(children|file|fulltext)$/.exec(rest) ?? []
  if (part === 'file') return library.files?.[key] ?? { status: 404 }
  if (part === 'fulltext') return library.fulltext?.[key] ? json(library.fulltext[key]) : { status: 404 }
  if (part === 'children' && library.items.some(item => item.key === key))
    return list(
      living(library.items).filter(({ data }) => data.parentItem === key),
      query,
      library.version,
    )
  return { status: 404, body: 'Not found' }
}

/** At most 100 entries at a time; 25 by default. */
function list(entries: readonly unknown[], query: URLSearchParams, version: number): Answer {
  const start = Number(query.get('start') ?? 0)
  const limit = Math.min(100, Number(query.get('limit') ?? 25))
  const page = entries.slice(start, start + limit)
  return {
    ...(query.get('format') === 'keys' ? { status: 200, body: page.map(keyOf).join('\n') } : json(page)),
    headers: { 'Total-Results': String(entries.length), 'Last-Modified-Version': String(version) },
  }
}

function json(value: unknown): Answer {
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) }
}

function chooseItems(items: readonly ApiEntry[], query: URLSearchParams): ApiEntry[] {
  const keys = query.get('itemKey')?.split(',')
  const unwanted = query.get('itemType')?.replace(/^-/, '')
  return (query.get('includeTrashed') === '1' ? [...items] : living(items))
    .filter(({ version }) => version > Number(query.get('since') ?? -1))
    .filter(({ key }) => keys === undefined || keys.includes(key))
    .filter(({ data }) => data.itemType !== unwanted)
}

function itemsInside(items: readonly ApiEntry[], collection: string): ApiEntry[] {
  const parents = living(items).filter(({ data }) =>
    (data.collections as string[] | undefined)?.includes(collection),
  )
  const children = living(items).filter(({ data }) => parents.some(({ key }) => key === data.parentItem))
  return [...parents, ...children]
}

function deletedSince({ deleted = {}, version }: ApiLibrary, since: number): Answer {
  const items = Object.keys(deleted).filter(key => (deleted[key] ?? 0) > since)
  const answer = json({ collections: [], items, searches: [], tags: [], settings: [] })
  return { ...answer, headers: { ...answer.headers, 'Last-Modified-Version': String(version) } }
}

const living = (items: readonly ApiEntry[]) => items.filter(({ data }) => data.deleted !== 1)
const isTop = ({ data }: ApiEntry) => data.parentItem === undefined && data.itemType !== 'note'
const newest = (items: readonly ApiEntry[]) =>
  [...items].sort((one, other) => String(other.data.dateAdded).localeCompare(String(one.data.dateAdded)))
const keyOf = (entry: unknown) => (entry as ApiEntry).key

/** A clock that jumps ahead instead of waiting; time limits of a minute and more never expire. */
export function jumpingClock(): Clock & { pauses: number[] } {
  let time = 1000
  const pauses: number[] = []
  return {
    pauses,
    now: () => new Date(Date.UTC(2026, 0, 1) + time).toISOString(),
    elapsed: () => time,
    timeout(ms) {
      if (ms >= 60_000) return { signal: new AbortController().signal, dispose() {} }
      pauses.push(ms)
      time += ms
      return { signal: AbortSignal.abort(), dispose() {} }
    },
  }
}
