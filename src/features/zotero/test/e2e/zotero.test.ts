import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { httpClient } from '../../../../adapters/net/http.ts'
import { fileReader } from '../../../../adapters/sources/file-reader.ts'
import type { ItemSelection, ReferenceLibrary } from '../../../../core/ports/reference-library.ts'
import { zoteroApi } from '../../api/zotero-api.ts'
import { zoteroDatabase } from '../../local/zotero-database.ts'
import { defaultZoteroSettings, openZotero, type ZoteroSettings } from '../../open-zotero.ts'
import { advanceSync, emptySyncState, planSync } from '../../sync-state.ts'
import { type ApiEntry, apiServer, jumpingClock } from '../corpus/api-server.ts'
import { buildLibrary } from '../corpus/build-library.ts'
import { recordedHttp } from '../corpus/recorded-http.ts'

const idle = new AbortController().signal
const everything: ItemSelection = {
  collection: null,
  includeSubcollections: true,
  includeTags: [],
  excludeTags: [],
}
const files = fileReader({ home: '/', workingDirectory: '/', maxBytes: 1e8 })
const shared = join(import.meta.dirname, '../../../../../../shared/data/zotero')
const skip = existsSync(shared) ? false : 'the real Zotero data lies outside the repository'

function makeFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-zotero-e2e-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a real database of Zotero 9 is read whole, and nothing is left beside it', { skip }, async context => {
  const before = readdirSync(shared)
  const options = { databasePath: join(shared, 'zotero.sqlite'), storageFolder: join(shared, 'storage') }
  const library = await zoteroDatabase({ ...options, linkedBaseFolder: null, files }, idle)
  context.after(() => library.close())
  const items = await library.listItems(everything, idle)
  assert.deepEqual(await library.count(idle), {
    items: 49,
    attachments: 1,
    notes: 48,
    annotations: 1,
    collections: 0,
    tags: 0,
    libraries: 2,
  })
  assert.equal(new Set(items.map(({ reference }) => reference.citekey)).size, 49)
  assert.ok(items.every(({ reference }) => !reference.isCitekeyGenerated && reference.issued !== null))
  const [file] = items.flatMap(item => item.attachments)
  assert.match(file?.missing ?? '', /no file at/)
  assert.equal((await library.listAnnotations(file?.key ?? '', idle))[0]?.comment, 'note here')
  assert.deepEqual(readdirSync(shared), before)
  assert.deepEqual(library.takeWarnings(), [])
})

test('recorded answers of the web API are read whole', { skip }, async () => {
  const http = recordedHttp(join(shared, 'api-responses'))
  const options = {
    baseUrl: 'https://api.zotero.org',
    kind: 'web',
    apiKey: null,
    clock: jumpingClock(),
  } as const
  const api = zoteroApi({ ...options, http, files, libraryId: 475425, libraryType: 'user' })
  const items = await api.listItems(everything, idle)
  assert.equal(items.length, 20)
  assert.equal((await api.listCollections(idle)).length, 15)
  const page = items.find(({ key }) => key === 'NM66T6EF')?.reference
  assert.deepEqual(
    [page?.type, page?.title, page?.accessed?.year],
    ['webpage', 'HowStuffWorks "How Earthquakes Work"', 2011],
  )
  const conference = items.find(({ reference }) => reference.type === 'paper-conference')
  assert.ok(conference)
})

for (const mode of ['wal', 'exclusive'] as const)
  test(`while another process writes (${mode}), every reading is one moment of the library`, async context => {
    const folder = makeFolder(context)
    const built = buildLibrary(folder, { journal: mode === 'wal' ? 'wal' : 'delete' })
    built.writer.close()
    const program = join(import.meta.dirname, 'running-zotero.ts')
    const zotero = spawn(process.execPath, [program, built.databasePath, mode], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    await once(zotero.stdout, 'data')
    const library = await zoteroDatabase(
      { ...built, files, temporaryFolder: makeFolder(context) },
      idle,
    ).catch((error: unknown) => error)
    // A database that is written all the time may be refused, but a half-written state must not be read.
    if (library instanceof Error) {
      assert.equal(mode, 'exclusive')
      assert.equal('code' in library && library.code, 'ZOTERO_DATABASE_BUSY')
      await stop(zotero)
      return
    }
    const opened = library as ReferenceLibrary
    let last = 0
    for (let reading = 0; reading < 5; reading++) {
      const items = await opened.listItems(everything, idle).catch(busyOnly)
      const written = items.filter(({ key }) => key.startsWith('RUN'))
      assert.ok(written.every(({ key, reference }) => reference.title === `Title of ${key}`))
      assert.ok(written.length >= last || items.length === 0)
      last = Math.max(last, written.length)
    }
    await stop(zotero)
    assert.ok((await opened.listItems(everything, idle)).length > 10)
    await opened.close()
  })

test('files that this computer lacks come from the web, one by one, with the same identity', async context => {
  const { library, server } = await openBoth(context, 'local-first')
  const items = await library.listItems({ ...everything, collection: null }, idle)
  const found = new Map<string, string>()
  for (const attachment of items.flatMap(item => item.attachments)) {
    if (attachment.missing !== null) continue
    const read = await library.readAttachment(attachment, idle)
    assert.equal(read.source, attachment.uri)
    found.set(attachment.key, `${read.origin}: ${Buffer.from(read.bytes)}`)
  }
  assert.equal(found.get('ATTMISSI'), 'web: from the server')
  assert.equal(found.get('ATTSTORE'), 'local: 1/ATTSTORE')
  assert.equal(found.get('ATTRELAT'), 'local: relative')
  assert.equal(server.seen.filter(({ path }) => path.endsWith('/file')).length, 1)
  assert.ok(
    items
      .flatMap(item => item.attachments)
      .some(({ key, missing }) => key === 'ATTLINKU' && missing !== null),
  )
})

test('an item is the same reference whether it is read from the database or over the API', async context => {
  const folder = makeFolder(context)
  const built = buildLibrary(folder)
  const database = await zoteroDatabase({ ...built, files, temporaryFolder: folder }, idle)
  const local = await database.listItems({ ...everything, collection: 'CHAPTER1' }, idle)
  const twin = local.find(({ key }) => key === 'BOOK0001')
  const http = httpClient()
  const entry = (key: string, data: Record<string, unknown>): ApiEntry => ({
    key,
    version: 7,
    data: { key, ...data },
  })
  const server = await apiServer({
    version: 7,
    collections: [entry('CHAPTER1', { name: 'Chapter 1', parentCollection: false })],
    items: [
      {
        ...entry('BOOK0001', {
          itemType: 'book',
          title: 'The <i>Clean</i> Desk',
          date: 'September 2017',
          publisher: 'Paper Press',
          citationKey: 'martin2017clean',
          creators: [
            { creatorType: 'author', firstName: 'Robert', lastName: 'Martin' },
            { creatorType: 'author', name: 'Deskworks' },
          ],
          tags: [{ tag: 'History' }, { tag: '#ml-tutorial', type: 1 }],
          collections: ['CHAPTER1'],
        }),
        meta: { parsedDate: '2017-09' },
      },
      entry('ATTSECND', {
        itemType: 'attachment',
        linkMode: 'imported_url',
        filename: 'appendix.pdf',
        parentItem: 'BOOK0001',
      }),
      entry('ATTSTORE', {
        itemType: 'attachment',
        linkMode: 'imported_file',
        filename: 'desk.pdf',
        parentItem: 'BOOK0001',
      }),
    ],
  })
  context.after(async () => {
    built.writer.close()
    await Promise.all([database.close(), http.close(), server.close()])
  })
  const options = { baseUrl: server.url, kind: 'local', apiKey: null, clock: jumpingClock() } as const
  const api = zoteroApi({ ...options, http, files, libraryId: 475425, libraryType: 'user' })
  const [remote] = await api.listItems({ ...everything, collection: 'Chapter 1' }, idle)
  assert.deepEqual(remote?.reference, twin?.reference)
  assert.deepEqual(
    remote?.attachments.map(({ key, uri, keeper, name }) => ({ key, uri, keeper, name })),
    twin?.attachments.map(({ key, uri, keeper, name }) => ({ key, uri, keeper, name })),
  )
})

test('without the web, what only the web has is refused by name and everything else is read', async context => {
  const { library, server } = await openBoth(context, 'local-first')
  await server.close()
  const items = await library.listItems(everything, idle)
  const lost = items.flatMap(item => item.attachments).find(({ key }) => key === 'ATTMISSI')
  assert.ok(lost)
  await assert.rejects(library.readAttachment(lost, idle), {
    kind: 'unavailable',
    message: /lost\.pdf.*web API.*cannot be reached/s,
  })
})

test('a library id that is no number is refused before anything is opened', () => {
  const parts = { http: httpClient(), clock: jumpingClock(), files, home: '/', platform: 'linux' } as const
  assert.throws(() => openZotero({ ...defaultZoteroSettings, libraryId: Number.NaN }, parts), {
    code: 'ZOTERO_LIBRARY_ID_INVALID',
  })
})

test('a sync that reads the write-ahead log finds what is added between two runs, once', async context => {
  const folder = makeFolder(context)
  const built = buildLibrary(folder)
  const library = await zoteroDatabase({ ...built, files, temporaryFolder: folder }, idle)
  context.after(() => {
    built.writer.close()
    return library.close()
  })
  const read = async () => ({
    source: library.description,
    version: await library.version(idle),
    items: await library.listItems(everything, idle),
  })
  const first = await read()
  const keys = first.items.map(({ key }) => key)
  const state = advanceSync(emptySyncState, first, { taken: new Set(keys), removed: new Set() })
  built.writer.addItem({ key: 'FRESH002', type: 'book', fields: { title: 'Second' } })
  built.writer.run("INSERT INTO deletedItems (itemID) SELECT itemID FROM items WHERE key = 'NOFILES1'")
  const second = await read()
  const plan = planSync(state, second)
  assert.deepEqual([plan.added, plan.changed, plan.removed], [['FRESH002'], [], ['NOFILES1']])
  const done = { taken: new Set(plan.added), removed: new Set(plan.removed) }
  assert.deepEqual(planSync(advanceSync(state, second, done), second).added, [])
})

/** The library of special cases on this computer, and the same library on a server that has the file missing here. */
async function openBoth(context: TestContext, mode: ZoteroSettings['mode']) {
  const folder = makeFolder(context)
  const built = buildLibrary(folder)
  const attachment: ApiEntry = {
    key: 'ATTMISSI',
    version: 1,
    data: {
      key: 'ATTMISSI',
      itemType: 'attachment',
      linkMode: 'imported_file',
      parentItem: 'MISSING1',
      tags: [],
    },
  }
  const server = await apiServer({
    version: 5,
    items: [attachment],
    collections: [],
    files: { ATTMISSI: { status: 200, body: 'from the server' } },
  })
  const http = httpClient()
  const { databasePath, storageFolder, linkedBaseFolder } = built
  const library = openZotero(
    {
      ...defaultZoteroSettings,
      mode,
      databasePath,
      storageFolder,
      linkedBaseFolder,
      libraryId: 475425,
      localUrl: null,
      webUrl: server.url,
    },
    { http, clock: jumpingClock(), files, home: folder, platform: 'linux', temporaryFolder: folder },
  )
  context.after(async () => {
    built.writer.close()
    await library.close()
    await http.close()
    await server.close()
  })
  return { library, server }
}

function busyOnly(error: unknown): Awaited<ReturnType<ReferenceLibrary['listItems']>> {
  assert.ok(error instanceof Error && 'code' in error && error.code === 'ZOTERO_DATABASE_BUSY', String(error))
  return []
}

async function stop(zotero: ReturnType<typeof spawn>): Promise<void> {
  zotero.stdin?.end()
  if (zotero.exitCode === null) await once(zotero, 'exit')
}
