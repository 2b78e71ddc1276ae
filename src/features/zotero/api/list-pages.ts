import type { HttpResponse } from '../../../adapters/net/http.ts'
import { isRecord, type Loose, listOf } from '../../../core/text/json-values.ts'
import { type ApiClient, type ApiConnection, type ApiKind, type ApiRequest, apiClient } from './api-client.ts'
import { badAnswer } from './api-failures.ts'

/**
 * All entries of a listing, and the library version at which it was read. `hasMoved`: the library changed meanwhile.
 */
export type Listing = { entries: unknown[]; version: number | null; hasMoved: boolean }

export type ListingRequest = ApiRequest & {
  host: string
  kind: ApiKind
  /** Statuses that mean an empty listing. */
  empty?: readonly number[]
}

const pageSize = 100

const mostReadings = 3

/**
 * Reads all pages of a listing. When the library changes between two pages, entries may be missed, so the listing is
 * read again from the start. After the last attempt it is returned with `hasMoved`.
 */
export async function listPages(
  client: ApiClient,
  request: ListingRequest,
  signal: AbortSignal,
): Promise<Listing> {
  for (let reading = 1; ; reading++) {
    const listing = await readPages(client, request, signal)
    if (!listing.hasMoved || reading === mostReadings) return listing
  }
}

/** The groups of a user that the API key can see, in order of name. */
export async function listGroups(
  connection: ApiConnection,
  userId: number,
  signal: AbortSignal,
): Promise<{ id: number; name: string }[]> {
  const host = new URL(connection.baseUrl).host
  const request = { path: `users/${userId}/groups`, host, kind: connection.kind }
  const { entries } = await listPages(apiClient(connection), request, signal)
  return entries
    .flatMap(entry => {
      const record = recordOf(entry)
      const id = numberOf(record.id)
      const name = stringOf(recordOf(record.data).name)
      return id === null || name === null ? [] : { id, name }
    })
    .sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id)
}

async function readPages(client: ApiClient, request: ListingRequest, signal: AbortSignal): Promise<Listing> {
  const entries: unknown[] = []
  let version: number | null = null
  let hasMoved = false
  while (true) {
    const query = pageQuery(request, entries.length)
    const page = await client.get({ path: request.path, query }, request.empty ?? [], signal)
    if (request.empty?.includes(page.status)) return { entries, version, hasMoved }
    const found = parseJson(page, request.host)
    if (!Array.isArray(found)) throw badAnswer(request.host, 'a listing is not a list')
    const pageVersion = versionOf(page)
    hasMoved ||= entries.length > 0 && pageVersion !== version
    version = entries.length === 0 ? pageVersion : Math.min(version ?? 0, pageVersion ?? 0)
    entries.push(...found)
    if (found.length === 0 || !hasNext(page, entries.length)) return { entries, version, hasMoved }
  }
}

/** No page size for the running Zotero: it returns everything at once, and repeats the search for every page. */
function pageQuery({ query, kind }: ListingRequest, start: number): Record<string, string> {
  const from: Record<string, string> = start === 0 ? {} : { start: String(start) }
  return kind === 'local' ? { ...query, ...from } : { ...query, ...from, limit: String(pageSize) }
}

function hasNext({ headers }: HttpResponse, read: number): boolean {
  const total = Number(headers['total-results'] ?? Number.NaN)
  if (!Number.isNaN(total)) return read < total
  return /rel="?next"?/.test(headers.link ?? '')
}

export function parseJson({ body }: HttpResponse, host: string): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch (cause) {
    throw badAnswer(host, 'it is not JSON', cause)
  }
}

/** The version of the library, from the header of a listing. */
export function versionOf({ headers }: HttpResponse): number | null {
  const version = Number(headers['last-modified-version'] ?? Number.NaN)
  return Number.isInteger(version) ? version : null
}

/** The value if it is an object, else an empty object. */
export function recordOf(value: unknown): Loose {
  return isRecord(value) ? value : {}
}

/** The value if it is a text that is not empty. Zotero writes `false` and "" for missing values. */
export function stringOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function stringsOf(value: unknown): string[] {
  return listOf(value).flatMap(entry => stringOf(entry) ?? [])
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
