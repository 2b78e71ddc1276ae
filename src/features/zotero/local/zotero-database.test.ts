import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { Failure } from '../../../core/model/failure.ts'
import type { ItemSelection } from '../../../core/ports/reference-library.ts'
import { cachedText } from '../test/corpus/build-library.ts'
import {
  build,
  everything,
  files,
  idle,
  keysOf,
  makeFolder,
  open,
  otherDatabase,
  textFile,
} from './test/database-fixtures.ts'
import { zoteroDatabase } from './zotero-database.ts'

test('items of the own library and of groups are given, in order of key; trash, notes and feeds are not', async context => {
  const { library } = await open(context, build(context))
  const items = await library.listItems(everything, idle)
  assert.deepEqual(keysOf(items), [
    'ALONE001',
    'ARTICLE1',
    'ARTICLE2',
    'ARTICLE3',
    'BOOK0001',
    'FRESH001',
    'GROUPIT1',
    'MISSING1',
    'NOFILES1',
    'WEBPAGE1',
  ])
  assert.equal(items.find(({ key }) => key === 'GROUPIT1')?.library, 'Reading group')
})

test('keys come from the native field, from extra, from Better BibTeX’s database, and are else generated apart', async context => {
  const built = build(context)
  const bibtex = new DatabaseSync(join(built.folder, 'better-bibtex.sqlite'))
  bibtex.exec(`CREATE TABLE citationkey (itemID, itemKey, libraryID, citationKey, pinned);
    INSERT INTO citationkey VALUES (1, 'NOFILES1', 1, 'fromPlugin', 0), (2, 'GROUPIT1', 2, 'fromGroup', 0),
      (3, 'GROUPIT1', 1, 'wrongLibrary', 0);`)
  bibtex.close()
  const { library } = await open(context, built)
  const items = await library.listItems(everything, idle)
  const keys = Object.fromEntries(
    items.map(({ key, reference }) => [key, [reference.citekey, reference.isCitekeyGenerated]]),
  )
  assert.deepEqual(keys.BOOK0001, ['martin2017clean', false])
  assert.deepEqual(keys.ARTICLE1, ['pinnedKey2019', false])
  assert.deepEqual(keys.NOFILES1, ['fromPlugin', false])
  assert.deepEqual(keys.GROUPIT1, ['fromGroup', false])
  assert.equal(keys.ARTICLE2?.[1], true)
  assert.equal(keys.ARTICLE3?.[1], true)
  assert.notEqual(keys.ARTICLE2?.[0], keys.ARTICLE3?.[0])
})

test('a running Better BibTeX is asked about the rest only; out of reach it costs a warning', async context => {
  const built = build(context)
  const asked: string[] = []
  const { library } = await open(context, built, {
    askBetterBibtex: async names => {
      asked.push(...names)
      return new Map([['2:GROUPIT1', 'fromZotero']])
    },
  })
  const items = await library.listItems(everything, idle)
  assert.equal(items.find(({ key }) => key === 'GROUPIT1')?.reference.citekey, 'fromZotero')
  assert.ok(asked.includes('1:ARTICLE2') && !asked.includes('1:BOOK0001'))
  const { library: alone } = await open(context, built, {
    askBetterBibtex: async () => {
      throw new Failure('unavailable', 'HOST_UNREACHABLE', 'Nobody is there.')
    },
  })
  assert.equal((await alone.listItems(everything, idle)).length, items.length)
  assert.match(alone.takeWarnings().join(), /Better BibTeX.*Nobody is there/)
})

test('a selection is a collection with or without what lies below it, narrowed by tags', async context => {
  const { library } = await open(context, build(context))
  const select = async (selection: Partial<ItemSelection>) =>
    keysOf(await library.listItems({ ...everything, ...selection }, idle))
  assert.deepEqual(await select({ collection: 'THESIS01' }), ['ARTICLE1', 'ARTICLE2', 'BOOK0001'])
  assert.deepEqual(await select({ collection: 'THESIS01', includeSubcollections: false }), ['ARTICLE1'])
  assert.deepEqual(await select({ collection: 'THESIS01', includeTags: ['HISTORY'] }), [
    'ARTICLE1',
    'BOOK0001',
  ])
  assert.deepEqual(await select({ collection: 'THESIS01', includeTags: ['HISTORY'], excludeTags: ['ml'] }), [
    'ARTICLE1',
  ])
  assert.deepEqual(await select({ collection: 'LOOPCOL1' }), [])
})

test('collections are listed as a tree without trash, each with its items counted', async context => {
  const { library } = await open(context, build(context))
  const collections = await library.listCollections(idle)
  assert.deepEqual(
    collections
      .filter(({ key }) => !key.startsWith('LOOP'))
      .map(({ key, items, library: name }) => [key, items, name]),
    [
      ['THESIS01', 1, 'My Library'],
      ['CHAPTER1', 1, 'My Library'],
      ['DRAFTS01', 1, 'My Library'],
      ['GROUPCOL', 1, 'Reading group'],
    ],
  )
  assert.equal((await library.findCollection('Thesis/Chapter 1', idle)).key, 'CHAPTER1')
  await assert.rejects(library.findCollection('Chapter 1', idle), { code: 'AMBIGUOUS_COLLECTION' })
  await assert.rejects(library.findCollection('Thrown away', idle), { code: 'COLLECTION_NOT_FOUND' })
})

test('everything the library holds is counted, nothing of the trash', async context => {
  const { library } = await open(context, build(context))
  assert.deepEqual(await library.count(idle), {
    items: 10,
    attachments: 10,
    notes: 2,
    annotations: 3,
    collections: 6,
    tags: 3,
    libraries: 2,
  })
})

test('tags are counted over items that are not in the trash', async context => {
  const { library } = await open(context, build(context))
  assert.deepEqual(await library.listTags(null, idle), [
    { tag: '#ml-tutorial', items: 1 },
    { tag: 'History', items: 1 },
    { tag: 'history of science', items: 1 },
  ])
  assert.deepEqual(await library.listTags('DRAFTS01', idle), [])
})

test('annotations come in reading order with label, page, colour, comment and tags; those in the trash do not', async context => {
  const { library } = await open(context, build(context))
  const annotations = await library.listAnnotations('ATTSTORE', idle)
  assert.deepEqual(annotations, [
    {
      key: 'ANNOTE01',
      attachmentKey: 'ATTSTORE',
      kind: 'highlight',
      text: 'nothing is in the way',
      comment: '',
      color: '#ffd400',
      pageLabel: 'v',
      page: 5,
      tags: [],
    },
    {
      key: 'ANNOTE02',
      attachmentKey: 'ATTSTORE',
      kind: 'note',
      text: '',
      comment: 'so true',
      color: '#ffd400',
      pageLabel: '4',
      page: 10,
      tags: ['key point'],
    },
  ])
  assert.deepEqual(await library.listAnnotations('ATTTRASH', idle), [])
})

test('the text Zotero cached is given with its pages, and null where there is none', async context => {
  const { library } = await open(context, build(context))
  assert.deepEqual(await library.cachedText('ATTSTORE', idle), {
    text: cachedText,
    indexedPages: 12,
    totalPages: 12,
  })
  assert.equal(await library.cachedText('ATTSECND', idle), null)
  assert.equal(await library.cachedText('../ATTSTORE', idle), null)
})

test('the stamp changes with the item, its tags, its files and its annotations, and with nothing else', async context => {
  const built = build(context)
  const { library } = await open(context, built)
  const stamp = async () =>
    (await library.listItems(everything, idle)).find(({ key }) => key === 'BOOK0001')?.stamp
  const { run } = built.writer
  const seen = [await stamp()]
  run("UPDATE items SET version = 99, synced = 1 WHERE key = 'BOOK0001'")
  assert.equal(await stamp(), seen[0])
  run("UPDATE itemDataValues SET value = 'Another title' WHERE value = 'The <i>Clean</i> Desk'")
  seen.push(await stamp())
  run("UPDATE tags SET name = 'Past' WHERE name = 'History'")
  seen.push(await stamp())
  run("UPDATE itemAnnotations SET comment = 'changed my mind' WHERE comment = 'so true'")
  seen.push(await stamp())
  writeFileSync(join(built.storageFolder, 'ATTSTORE', 'desk.pdf'), 'a new edition')
  seen.push(await stamp())
  built.writer.addAttachment({ key: 'ATTTHIRD', parent: 'BOOK0001', linkMode: 0, path: 'storage:third.pdf' })
  seen.push(await stamp())
  assert.equal(new Set(seen).size, seen.length)
})

for (const version of [5, 6] as const)
  test(`a database of Zotero ${version}, which lacks newer tables and fields, is read all the same`, async context => {
    const { library } = await open(context, build(context, { version, journal: 'delete' }))
    const items = await library.listItems(everything, idle)
    assert.equal(items.length, 10)
    assert.equal(items.find(({ key }) => key === 'BOOK0001')?.reference.citekey, 'martin2017clean')
    assert.equal((await library.listAnnotations('ATTSTORE', idle)).length, version === 5 ? 0 : 2)
  })

const broken: [string, (folder: string) => string, string][] = [
  ['a file that does not exist', folder => join(folder, 'none.sqlite'), 'ZOTERO_DATABASE_NOT_FOUND'],
  ['a folder', folder => folder, 'ZOTERO_DATABASE_NOT_FOUND'],
  ['a text file', folder => textFile(folder), 'NOT_A_ZOTERO_DATABASE'],
  ['an empty file', folder => textFile(folder, ''), 'NOT_A_ZOTERO_DATABASE'],
  [
    'another program’s database',
    folder => otherDatabase(folder, 'CREATE TABLE t (a)'),
    'NOT_A_ZOTERO_DATABASE',
  ],
  [
    'a database from before Zotero 5',
    folder =>
      otherDatabase(
        folder,
        'CREATE TABLE version (a); CREATE TABLE items (a); CREATE TABLE libraries (libraryID, libraryType)',
      ),
    'ZOTERO_TOO_OLD',
  ],
]
for (const [what, make, code] of broken)
  test(`${what} is refused as ${code}, with what to do`, async context => {
    const folder = makeFolder(context)
    const opening = zoteroDatabase(
      { databasePath: make(folder), storageFolder: folder, linkedBaseFolder: null, files },
      idle,
    )
    await assert.rejects(opening, (error: unknown) => {
      assert.ok(error instanceof Failure)
      assert.equal(error.code, code)
      assert.ok((error.hint ?? '').length > 20)
      return true
    })
  })

test('a database that a future Zotero made unreadable for older programs is refused as too new', async context => {
  const built = build(context)
  built.writer.run("UPDATE version SET version = 8 WHERE schema = 'compatibility'")
  await assert.rejects(open(context, built), { code: 'ZOTERO_TOO_NEW', hint: /Update this program/ })
})
