import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type HttpClient, httpClient } from '../../../../../src/adapters/net/http.ts'
import { fileReader } from '../../../../../src/adapters/sources/file-reader.ts'
import { listGroups } from '../../../../../src/adapters/zotero/api/list-groups.ts'
import { type ZoteroApiOptions, zoteroApi } from '../../../../../src/adapters/zotero/api/zotero-api.ts'
import { systemClock } from '../../../../../src/app/clock.ts'
import { Failure } from '../../../../../src/model/failure.ts'
import type { ItemSelection } from '../../../../../src/ports/reference-library.ts'
import {
  type ApiEntry,
  type ApiLibrary,
  apiServer,
  jumpingClock,
} from '../../../../corpus/zotero/api-server.ts'

const idle = new AbortController().signal
const everything: ItemSelection = {
  collection: null,
  includeSubcollections: true,
  includeTags: [],
  excludeTags: [],
}
const key = 'P9NiFoyLeZu2bZNvvuQPDWsd'

function entry(name: string, data: Record<string, unknown>, more: Partial<ApiEntry> = {}): ApiEntry {
  return { key: name, version: 1, data: { key: name, version: 1, tags: [], ...data }, ...more }
}
const book = (name: string, data: Record<string, unknown> = {}) =>
  entry(name, {
    itemType: 'book',
    title: name,
    collections: [],
    creators: [],
    dateAdded: '2020-01-01T00:00:00Z',
    ...data,
  })
const stored = { links: { enclosure: { href: 'x' } } }
const file = (
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
const folder = (name: string, parentCollection: string | false = false, data: Record<string, unknown> = {}) =>
  entry(name, { name: `Name of ${name}`, parentCollection, ...data }, { meta: { numItems: 1 } })

async function start(
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

test('a listing is read to its last page, a hundred at a time, each item once', async context => {
  const items = Array.from({ length: 230 }, (_, index) => book(`BOOK${String(index).padStart(4, '0')}`))
  const { api, server } = await start(context, { items })
  const found = await api.listItems(everything, idle)
  assert.equal(new Set(found.map(item => item.key)).size, 230)
  const pages = server.seen.filter(({ path }) => path.endsWith('/items'))
  assert.deepEqual(
    pages.map(({ query }) => [query.get('limit'), query.get('start')]),
    [
      ['100', null],
      ['100', '100'],
      ['100', '200'],
    ],
  )
})

test('every request asks for version 3 and carries the key, half a second after the one before', async context => {
  const items = Array.from({ length: 201 }, (_, index) => book(`BOOK${String(index).padStart(4, '0')}`))
  const { api, server, clock } = await start(context, { items })
  await api.listItems(everything, idle)
  assert.equal(server.seen.length, 4)
  for (const { headers } of server.seen) {
    assert.equal(headers['zotero-api-version'], '3')
    assert.equal(headers['zotero-api-key'], key)
  }
  assert.deepEqual(clock.pauses, [500, 500, 500])
})

test('a library that changes between two pages is read again from the start', async context => {
  const items = Array.from({ length: 150 }, (_, index) => book(`BOOK${String(index).padStart(4, '0')}`))
  const { api, server } = await start(context, { items })
  server.script.push(
    () => null,
    () => null,
    () => {
      server.library.version = 11
      server.library.items = items.slice(1)
      return null
    },
  )
  assert.equal((await api.listItems(everything, idle)).length, 149)
  assert.deepEqual(api.takeWarnings(), [])
})

test('a library that never rests is given as found, and that is said', async context => {
  const items = Array.from({ length: 150 }, (_, index) => book(`BOOK${String(index).padStart(4, '0')}`))
  const { api, server } = await start(context, { items })
  const restless = () => {
    server.library.version += 1
    return null
  }
  server.script.push(...Array.from({ length: 10 }, () => restless))
  assert.equal((await api.listItems(everything, idle)).length, 150)
  assert.match(api.takeWarnings().join(), /kept changing/)
})

test('a collection is read with those below it; trash, notes and foreign files are left out', async context => {
  const { api, server } = await start(context, {
    collections: [
      folder('TOPCOL01'),
      folder('SUBCOL01', 'TOPCOL01'),
      folder('GONECOL1', false, { deleted: true }),
    ],
    items: [
      book('INTOP001', { collections: ['TOPCOL01'], tags: [{ tag: 'Keep' }] }),
      book('INSUB001', { collections: ['SUBCOL01'] }),
      book('OUTSIDE1'),
      book('TRASHED1', { collections: ['TOPCOL01'], deleted: 1 }),
      entry('NOTE0001', { itemType: 'note', parentItem: 'INTOP001' }),
      file('FILE0001', 'INTOP001'),
      file('FILE0002', 'INTOP001', { deleted: 1 }),
    ],
  })
  assert.deepEqual(
    (await api.listCollections(idle)).map(({ key: name, parentKey, items }) => [name, parentKey, items]),
    [
      ['TOPCOL01', null, 1],
      ['SUBCOL01', 'TOPCOL01', 1],
    ],
  )
  const found = await api.listItems({ ...everything, collection: 'TOPCOL01' }, idle)
  assert.deepEqual(
    found.map(item => [item.key, item.attachments.map(attachment => attachment.key)]),
    [
      ['INSUB001', []],
      ['INTOP001', ['FILE0001']],
    ],
  )
  assert.deepEqual(found[1]?.reference.collections, ['Name of TOPCOL01'])
  assert.deepEqual(await api.listTags('TOPCOL01', idle), [{ tag: 'Keep', items: 1 }])
  const alone = { ...everything, collection: 'TOPCOL01', includeSubcollections: false }
  assert.equal((await api.listItems(alone, idle)).length, 1)
  assert.ok(!server.seen.some(({ path }) => path.includes('GONECOL1')))
})

test('what the server cannot give says why; a file without a parent is an item by itself', async context => {
  const { api } = await start(context, {
    items: [
      book('BOOK0001'),
      file('STORED01', 'BOOK0001'),
      file('LINKED01', 'BOOK0001', { linkMode: 'linked_file', path: '/home/me/a.pdf' }, {
        links: {},
      } as never),
      file('LINKED02', 'BOOK0001', { linkMode: 'linked_url', url: 'https://example.org' }),
      file('ABSENT01', 'BOOK0001', {}, { links: {} } as never),
      file('IMAGE001', 'BOOK0001', { linkMode: 'embedded_image' }),
      file('ALONE001', undefined, { title: 'Alone' }),
    ],
  })
  const items = await api.listItems(everything, idle)
  assert.deepEqual(
    items.map(item => item.key),
    ['ALONE001', 'BOOK0001'],
  )
  const reasons = Object.fromEntries((items[1]?.attachments ?? []).map(found => [found.key, found.missing]))
  assert.equal(reasons.STORED01, null)
  assert.match(reasons.LINKED01 ?? '', /only the computer it lies on/)
  assert.match(reasons.LINKED02 ?? '', /link to a web page/)
  assert.match(reasons.ABSENT01 ?? '', /not been uploaded/)
  assert.ok(!('IMAGE001' in reasons))
  assert.equal(items[0]?.attachments[0]?.uri, 'zotero://select/library/items/ALONE001')
})

test('the newest items come first, with their files', async context => {
  const meta = { meta: { numChildren: 1 } }
  const { api, server } = await start(context, {
    items: [
      { ...book('OLD00001', { dateAdded: '2019-01-01T00:00:00Z' }), ...meta },
      { ...book('NEW00001', { dateAdded: '2024-01-01T00:00:00Z' }), ...meta },
      book('MID00001', { dateAdded: '2021-01-01T00:00:00Z' }),
      file('FILE0001', 'NEW00001'),
    ],
  })
  const recent = await api.recentItems(2, idle)
  assert.deepEqual(
    recent.map(item => [item.key, item.attachments.length]),
    [
      ['NEW00001', 1],
      ['MID00001', 0],
    ],
  )
  assert.equal(server.seen.filter(({ path }) => path.endsWith('/children')).length, 1)
})

test('annotations of a file come in reading order, and none where the file is unknown', async context => {
  const annotation = (name: string, page: number) =>
    entry(name, {
      itemType: 'annotation',
      parentItem: 'FILE0001',
      annotationType: 'highlight',
      annotationText: `page ${page}`,
      annotationComment: '',
      annotationColor: '#ff6666',
      annotationPageLabel: `${page}`,
      annotationSortIndex: `0000${page}|000000|00000`,
      annotationPosition: JSON.stringify({ pageIndex: page - 1 }),
      tags: [{ tag: 'important' }],
    })
  const { api } = await start(context, {
    items: [file('FILE0001', undefined), annotation('ANNO0001', 7), annotation('ANNO0002', 3)],
  })
  const found = await api.listAnnotations('FILE0001', idle)
  assert.deepEqual(
    found.map(({ page, pageLabel, text, tags }) => [page, pageLabel, text, tags]),
    [
      [3, '3', 'page 3', ['important']],
      [7, '7', 'page 7', ['important']],
    ],
  )
  assert.deepEqual(await api.listAnnotations('UNKNOWN1', idle), [])
})

test('cached text comes with its pages, and null where the server has none', async context => {
  const { api } = await start(context, {
    fulltext: { FILE0001: { content: 'Text.', indexedPages: 3, totalPages: 5 } },
  })
  assert.deepEqual(await api.cachedText('FILE0001', idle), { text: 'Text.', indexedPages: 3, totalPages: 5 })
  assert.equal(await api.cachedText('FILE0002', idle), null)
})

test('a file is fetched where the server sends us, and no other host ever gets the key', async context => {
  const storage = await apiServer({ version: 0, items: [], collections: [] })
  context.after(() => storage.close())
  storage.script.push(() => ({ status: 200, headers: { 'Last-Modified': 'yesterday' }, body: '%PDF-1.4' }))
  const { api } = await start(context, {
    items: [book('BOOK0001'), file('FILE0001', 'BOOK0001')],
    files: { FILE0001: { status: 302, headers: { Location: `${storage.url}/bucket/x.pdf?signature=1` } } },
  })
  const [item] = await api.listItems(everything, idle)
  const [attachment] = item?.attachments ?? []
  assert.ok(attachment)
  const read = await api.readAttachment(attachment, idle)
  assert.equal(Buffer.from(read.bytes).toString(), '%PDF-1.4')
  assert.deepEqual([read.origin, read.name, read.source], ['web', 'FILE0001.pdf', attachment.uri])
  assert.equal(storage.seen.length, 1)
  assert.equal(storage.seen[0]?.headers['zotero-api-key'], undefined)
})

test('a file the server does not have, and one it sends to this computer’s disk, are refused', async context => {
  const { api } = await start(context, {
    items: [book('BOOK0001'), file('FILE0001', 'BOOK0001')],
    files: { FILE0001: { status: 302, headers: { Location: 'file:///etc/passwd' } } },
  })
  const [item] = await api.listItems(everything, idle)
  const [attachment] = item?.attachments ?? []
  assert.ok(attachment)
  await assert.rejects(api.readAttachment(attachment, idle), { code: 'ATTACHMENT_NOT_FOUND' })
  const unknown = { ...attachment, key: 'FILE0009' }
  await assert.rejects(api.readAttachment(unknown, idle), {
    code: 'ATTACHMENT_NOT_FOUND',
    message: /FILE0001\.pdf/,
  })
})

test('the running Zotero points to its files, which are read from the disk', async context => {
  const place = mkdtempSync(join(tmpdir(), 'quire-zotero-api-'))
  context.after(() => rmSync(place, { recursive: true, force: true }))
  writeFileSync(join(place, 'ä b.pdf'), 'local bytes')
  const location = pathToFileURL(join(place, 'ä b.pdf')).href
  const { api, clock } = await start(
    context,
    {
      items: [book('BOOK0001'), file('FILE0001', 'BOOK0001', {}, { links: {} } as never)],
      files: { FILE0001: { status: 302, headers: { Location: location } } },
    },
    { kind: 'local', apiKey: null },
  )
  const [item] = await api.listItems(everything, idle)
  const [attachment] = item?.attachments ?? []
  assert.ok(attachment)
  assert.equal(attachment.missing, null)
  const read = await api.readAttachment(attachment, idle)
  assert.deepEqual([Buffer.from(read.bytes).toString(), read.origin], ['local bytes', 'local'])
  assert.deepEqual(clock.pauses, [], 'nothing needs to be spared on this computer')
})

test('the running Zotero cannot tell its version, and is asked one thing at a time', async context => {
  const { connection } = await start(context, {})
  let open = 0
  let most = 0
  const http: HttpClient = {
    ...connection.http,
    async request(url, request, signal) {
      most = Math.max(most, ++open)
      const answer = await connection.http.request(url, request, signal)
      open -= 1
      return answer
    },
  }
  const api = zoteroApi({ ...connection, http, kind: 'local', apiKey: null })
  const answers = await Promise.all([api.version(idle), api.listCollections(idle), api.version(idle)])
  assert.deepEqual(answers, [null, [], null])
  assert.equal(most, 1)
  assert.equal(await api.changesSince(1, idle), null)
})

test('a Zotero that speaks HTTP/1.0 and closes every connection is understood', async context => {
  const server = createServer(socket => {
    socket.once('data', () => {
      socket.end(`HTTP/1.0 200 OK\r\nContent-Type: application/json\r\nTotal-Results: 0\r\n\r\n[]`)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { connection } = await start(context, {})
  context.after(() => server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  const api = zoteroApi({ ...connection, baseUrl, kind: 'local', apiKey: null, libraryId: 0 })
  assert.deepEqual(await Promise.all([api.listCollections(idle), api.listCollections(idle)]), [[], []])
})

test('a request that fails does not hold up those behind it', async context => {
  const { api, server } = await start(context, {})
  server.script.push(() => ({ status: 403 }))
  const [refused, answered] = await Promise.allSettled([api.listCollections(idle), api.version(idle)])
  assert.deepEqual([refused.status, answered.status], ['rejected', 'fulfilled'])
})

test('a server that asks for a pause gets it, on refusals and on answers', async context => {
  const { api, server, clock } = await start(context, {})
  server.script.push(
    () => ({ status: 429, headers: { 'Retry-After': '7' } }),
    () => ({ status: 200, headers: { Backoff: '12', 'Last-Modified-Version': '10' }, body: '' }),
  )
  assert.equal(await api.version(idle), 10)
  assert.equal(await api.version(idle), 10)
  assert.deepEqual(clock.pauses, [7000, 12000])
})

test('a stumbling server is asked four times, each pause twice as long', async context => {
  const { api, server, clock } = await start(context, {})
  server.script.push(...Array.from({ length: 4 }, () => () => ({ status: 502 })))
  await assert.rejects(api.version(idle), { code: 'ZOTERO_FAILED', kind: 'unavailable' })
  assert.equal(server.seen.length, 4)
  assert.deepEqual(clock.pauses, [1000, 2000, 4000])
})

test('a pause too long to wait for is told to the caller', async context => {
  const { api, server } = await start(context, {})
  server.script.push(() => ({ status: 429, headers: { 'Retry-After': '3600' } }))
  await assert.rejects(api.version(idle), { kind: 'rate_limited', hint: 'Try again in 3600 seconds.' })
  assert.equal(server.seen.length, 1)
})

const refusals: [string, number, Partial<ZoteroApiOptions>, string, RegExp][] = [
  ['a wrong key', 403, {}, 'ZOTERO_FORBIDDEN', /settings\/keys/],
  ['a private library without a key', 403, { apiKey: null }, 'ZOTERO_FORBIDDEN', /ZOTERO_API_KEY/],
  ['an unknown library', 404, {}, 'ZOTERO_LIBRARY_NOT_FOUND', /ZOTERO_LIBRARY_ID/],
  [
    'a local API that is switched off',
    403,
    { kind: 'local', apiKey: null },
    'ZOTERO_LOCAL_API_OFF',
    /Settings/,
  ],
  ['a local user that is another', 400, { kind: 'local', apiKey: null }, 'ZOTERO_LIBRARY_NOT_FOUND', /id 0/],
]
for (const [what, status, options, code, hint] of refusals)
  test(`${what} is ${code}, with what to do`, async context => {
    const { api, server } = await start(context, {}, options)
    server.script.push(() => ({ status, body: `echo ${key}` }))
    await assert.rejects(api.listCollections(idle), { code, hint })
    assert.equal(server.seen.length, 1)
  })

test('an address where nobody listens: on this computer Zotero is not running, on the web it is tried again', async context => {
  const { server, connection, clock } = await start(context, {})
  await server.close()
  const local = zoteroApi({ ...connection, kind: 'local', apiKey: null })
  await assert.rejects(local.version(idle), {
    code: 'ZOTERO_UNREACHABLE',
    message: /^Zotero is not running/,
    hint: /Start Zotero/,
  })
  assert.deepEqual(clock.pauses, [])
  await assert.rejects(zoteroApi(connection).version(idle), { code: 'ZOTERO_UNREACHABLE' })
  assert.deepEqual(
    clock.pauses.filter(ms => ms >= 1000),
    [1000, 2000, 4000],
  )
})

test('a server that never answers is given up after the time limit', async context => {
  const { connection } = await start(context, {})
  const http = { ...connection.http, request: waitForever }
  const api = zoteroApi({ ...connection, http, kind: 'local', clock: systemClock, timeoutMs: 20 })
  await assert.rejects(api.version(idle), { code: 'ZOTERO_TIMEOUT', kind: 'timeout' })
})

test('a caller who gives up is not kept waiting', async context => {
  const { connection } = await start(context, {})
  const api = zoteroApi({
    ...connection,
    http: { ...connection.http, request: waitForever },
    clock: systemClock,
  })
  const stop = new AbortController()
  const waiting = api.version(stop.signal)
  stop.abort()
  await assert.rejects(waiting, { code: 'CANCELLED' })
})

test('a caller who gives up while others are served does not wait for them', async context => {
  const { connection } = await start(context, {})
  const http = { ...connection.http, request: waitForever }
  const api = zoteroApi({ ...connection, http, clock: systemClock })
  const first = new AbortController()
  const second = new AbortController()
  const served = api.version(first.signal)
  const queued = api.version(second.signal)
  second.abort()
  await assert.rejects(queued, { code: 'CANCELLED' })
  first.abort()
  await assert.rejects(served, { code: 'CANCELLED' })
})

test('pages are followed by the Link header where no total is given', async context => {
  const { connection } = await start(context, {})
  const pages = [[folder('COL00001')], [folder('COL00002')]]
  const http: HttpClient = {
    ...connection.http,
    async request(url) {
      const start = Number(url.searchParams.get('start') ?? 0)
      const link =
        start === 0
          ? '<https://api.zotero.org/x?start=1>; rel="next", <https://x>; rel="last"'
          : '<https://x>; rel="first"'
      return { status: 200, headers: { link }, body: Buffer.from(JSON.stringify(pages[start] ?? [])) }
    },
  }
  const collections = await zoteroApi({ ...connection, http }).listCollections(idle)
  assert.deepEqual(
    collections.map(({ key: name }) => name),
    ['COL00001', 'COL00002'],
  )
})

test('an answer that is not the API’s is said to be so', async context => {
  const { api, server } = await start(context, {})
  server.script.push(() => ({ status: 200, body: '<html>Sign in to the hotel network</html>' }))
  await assert.rejects(api.listCollections(idle), { code: 'ZOTERO_ANSWER_INVALID' })
  server.script.push(() => ({ status: 200, body: '{"error":"no"}' }))
  await assert.rejects(api.listCollections(idle), { code: 'ZOTERO_ANSWER_INVALID' })
})

test('the key is in no description, no failure and no warning', async context => {
  const { api, server } = await start(context, {})
  const words = [api.description]
  for (const status of [401, 403, 404, 418]) {
    server.script.push(() => ({ status, body: key }))
    const failure: unknown = await api.listCollections(idle).catch((error: unknown) => error)
    assert.ok(failure instanceof Failure)
    words.push(failure.message, failure.hint ?? '', JSON.stringify(failure.details), failure.stack ?? '')
  }
  assert.ok(!words.join().includes(key))
  assert.match(api.description, /user library 475425/)
})

test('changes since a version name items, whatever of theirs changed, and what is gone', async context => {
  const at = (version: number, item: ApiEntry) => ({ ...item, version })
  const { api, server } = await start(context, {
    version: 20,
    items: [
      at(5, book('SAME0001')),
      at(15, book('CHANGED1')),
      at(5, book('PARENT01')),
      at(16, file('NEWFILE1', 'PARENT01')),
      at(5, book('MARKED01')),
      at(5, file('OLDFILE1', 'MARKED01')),
      at(17, entry('ANNO0001', { itemType: 'annotation', parentItem: 'OLDFILE1' })),
      at(18, book('TRASHED1', { deleted: 1 })),
    ],
    deleted: { DELETED1: 19, LONGGONE: 3 },
  })
  assert.deepEqual(await api.changesSince(10, idle), {
    version: 20,
    changed: ['CHANGED1', 'MARKED01', 'PARENT01'],
    removed: ['DELETED1', 'TRASHED1'],
  })
  server.script.push(
    () => null,
    () => {
      server.library.version = 25
      return null
    },
  )
  const later = await api.changesSince(16, idle)
  assert.equal(later?.version, 20, 'what happened between two answers is read next time')
})

test('a group is called by its own name', async context => {
  const library = { library: { type: 'group', id: 99, name: 'Reading group' } }
  const server = await apiServer(
    { version: 1, items: [{ ...book('BOOK0001'), ...library }], collections: [] },
    '/groups/99',
  )
  context.after(() => server.close())
  const { connection } = await start(context, {})
  const api = zoteroApi({ ...connection, baseUrl: server.url, libraryId: 99, libraryType: 'group' })
  const [item] = await api.listItems(everything, idle)
  assert.equal(item?.library, 'Reading group')
})

test('the groups of a user are listed by name', async context => {
  const group = (id: number, name: string) => ({ id, version: 1, data: { id, name } })
  const { connection } = await start(context, { groups: [group(2, 'Zebra'), group(1, 'Ant')] })
  assert.deepEqual(await listGroups(connection, 475425, idle), [
    { id: 1, name: 'Ant' },
    { id: 2, name: 'Zebra' },
  ])
})

function waitForever(_url: URL, _request: unknown, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Failure('cancelled', 'CANCELLED', 'Given up.')))
  })
}
