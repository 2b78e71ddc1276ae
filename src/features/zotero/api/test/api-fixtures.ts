import type { TestContext } from 'node:test'
import { httpClient } from '../../../../adapters/net/http.ts'
import { fileReader } from '../../../../adapters/sources/file-reader.ts'
import { Failure } from '../../../../core/model/failure.ts'
import type { ItemSelection } from '../../../../core/ports/reference-library.ts'
import { type ApiEntry, type ApiLibrary, apiServer, jumpingClock } from '../../test/corpus/api-server.ts'
import { type ZoteroApiOptions, zoteroApi } from '../zotero-api.ts'

export const idle = new AbortController().signal
export const everything: ItemSelection = {
  collection: null,
  includeSubcollections: true,
  includeTags: [],
  excludeTags: [],
}
export const key = 'P9NiFoyLeZu2bZNvvuQPDWsd'

export function entry(name: string, data: Record<string, unknown>, more: Partial<ApiEntry> = {}): ApiEntry {
  return { key: name, version: 1, data: { key: name, version: 1, tags: [], ...data }, ...more }
}
export const book = (name: string, data: Record<string, unknown> = {}) =>
  entry(name, {
    itemType: 'book',
    title: name,
    collections: [],
    creators: [],
    dateAdded: '2020-01-01T00:00:00Z',
    ...data,
  })
export const stored = { links: { enclosure: { href: 'x' } } }
export const file = (
  name: string,
  parentItem: string | undefined,
  data: Record<string, unknown> = {},
  more = stored,
) =>
  entry(
    name,
    {
      itemType: 'attachment',
      linkMode: 'imported_file',
      filename: `${name}.pdf`,
      contentType: 'application/pdf',
      ...(parentItem === undefined ? {} : { parentItem }),
      ...data,
    },
    more,
  )
export const folder = (
  name: string,
  parentCollection: string | false = false,
  data: Record<string, unknown> = {},
) => entry(name, { name: `Name of ${name}`, parentCollection, ...data }, { meta: { numItems: 1 } })

export async function start(
  context: TestContext,
  library: Partial<ApiLibrary>,
  options: Partial<ZoteroApiOptions> = {},
) {
  const server = await apiServer({ version: 10, items: [], collections: [], ...library })
  const http = httpClient()
  context.after(() => Promise.all([server.close(), http.close()]))
  const clock = jumpingClock()
  const connection: ZoteroApiOptions = {
    baseUrl: server.url,
    kind: 'web',
    apiKey: key,
    libraryId: 475425,
    libraryType: 'user',
    http,
    clock,
    files: fileReader({ home: '/', workingDirectory: '/', maxBytes: 1e6 }),
    ...options,
  }
  return { server, clock, connection, api: zoteroApi(connection) }
}

export function waitForever(_url: URL, _request: unknown, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Failure('cancelled', 'CANCELLED', 'Given up.')))
  })
}
