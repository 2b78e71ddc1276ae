import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ApiEntry, apiServer } from '../test/corpus/api-server.ts'
import { listGroups } from './list-pages.ts'
import { book, entry, everything, file, folder, idle, key, start } from './test/api-fixtures.ts'
import { zoteroApi } from './zotero-api.ts'

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
  assert.match(reasons.LINKED01 ?? '', /only the user’s own computer/)
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
