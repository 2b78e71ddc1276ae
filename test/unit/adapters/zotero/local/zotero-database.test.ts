import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { fileReader } from '../../../../../src/adapters/sources/file-reader.ts'
import {
  type ZoteroDatabaseOptions,
  zoteroDatabase,
} from '../../../../../src/adapters/zotero/local/zotero-database.ts'
import { Failure } from '../../../../../src/model/failure.ts'
import type { ItemSelection } from '../../../../../src/ports/reference-library.ts'
import {
  type BuiltLibrary,
  buildLibrary,
  cachedText,
  groupId,
} from '../../../../corpus/zotero/build-library.ts'
import type { ZoteroVersion } from '../../../../corpus/zotero/schema.ts'

const idle = new AbortController().signal
const files = fileReader({ home: '/', workingDirectory: '/', maxBytes: 1e6 })
const everything: ItemSelection = {
  collection: null,
  includeSubcollections: true,
  includeTags: [],
  excludeTags: [],
}

function makeFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-zotero-test-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function build(
  context: TestContext,
  options: { version?: ZoteroVersion; journal?: 'wal' | 'delete' } = {},
): BuiltLibrary & { folder: string } {
  const folder = makeFolder(context)
  const built = buildLibrary(folder, options)
  context.after(() => {
    if (built.writer.database.isOpen) built.writer.close()
  })
  return { ...built, folder }
}

async function open(context: TestContext, built: BuiltLibrary, options: Partial<ZoteroDatabaseOptions> = {}) {
  const temporaryFolder = makeFolder(context)
  const library = await zoteroDatabase({ ...built, files, temporaryFolder, ...options }, idle)
  context.after(() => library.close())
  return { library, temporaryFolder }
}

const keysOf = (items: readonly { key: string }[]) => items.map(({ key }) => key)

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

test('an item that is only in the write-ahead log is seen, beside the running writer', async context => {
  const built = build(context)
  const { library } = await open(context, built)
  assert.equal((await library.recentItems(1, idle))[0]?.key, 'FRESH001')
  built.writer.addItem({
    key: 'FRESH002',
    type: 'book',
    fields: { title: 'Later' },
    added: '2026-07-01 08:00:00',
  })
  assert.equal((await library.recentItems(1, idle))[0]?.key, 'FRESH002')
  assert.deepEqual(library.takeWarnings(), [])
})

test('a database left behind with its log is read from a copy, said so, and nothing is written beside it', async context => {
  const built = build(context)
  const folder = makeFolder(context)
  const databasePath = join(folder, 'zotero.sqlite')
  copyFileSync(built.databasePath, databasePath)
  copyFileSync(`${built.databasePath}-wal`, `${databasePath}-wal`)
  const { library, temporaryFolder } = await open(context, { ...built, databasePath })
  assert.ok(keysOf(await library.listItems(everything, idle)).includes('FRESH001'))
  assert.deepEqual(readdirSync(folder).sort(), ['zotero.sqlite', 'zotero.sqlite-wal'])
  assert.match(library.takeWarnings().join(), /copy with its write-ahead log/)
  assert.deepEqual(library.takeWarnings(), [])
  assert.equal(readdirSync(temporaryFolder).length, 1)
  await library.close()
  assert.deepEqual(readdirSync(temporaryFolder), [])
})

test('a copy that cannot be made is said to be the reason', async context => {
  const built = build(context)
  built.writer.close()
  const zotero = new DatabaseSync(built.databasePath)
  context.after(() => zotero.close())
  zotero.exec("PRAGMA locking_mode = EXCLUSIVE; UPDATE tags SET name = 'x' WHERE name = 'History';")
  const temporaryFolder = join(built.folder, 'not', 'there')
  await assert.rejects(zoteroDatabase({ ...built, files, temporaryFolder }, idle), {
    code: 'ZOTERO_DATABASE_UNREADABLE',
    message: /not\/there/,
  })
})

test('readings at the same time share one copy and none opens it half made', async context => {
  const built = build(context)
  const folder = makeFolder(context)
  const databasePath = join(folder, 'zotero.sqlite')
  copyFileSync(built.databasePath, databasePath)
  copyFileSync(`${built.databasePath}-wal`, `${databasePath}-wal`)
  const { library, temporaryFolder } = await open(context, { ...built, databasePath })
  const readings = await Promise.all(Array.from({ length: 8 }, () => library.count(idle)))
  assert.ok(readings.every(counts => counts.items === 10))
  assert.equal(readdirSync(temporaryFolder).length, 1)
})

test('a closed database in WAL mode is read without creating its log', async context => {
  const built = build(context)
  built.writer.close()
  const before = readdirSync(built.folder).sort()
  const { library } = await open(context, built)
  assert.ok(keysOf(await library.listItems(everything, idle)).includes('FRESH001'))
  assert.deepEqual(readdirSync(built.folder).sort(), before)
  assert.ok(!before.includes('zotero.sqlite-wal'))
})

for (const journal of ['wal', 'delete'] as const)
  test(`a database that Zotero holds exclusively (${journal}) is read from a fresh copy`, async context => {
    const built = build(context, { journal })
    built.writer.close()
    const zotero = new DatabaseSync(built.databasePath)
    context.after(() => zotero.close())
    zotero.exec("PRAGMA locking_mode = EXCLUSIVE; UPDATE tags SET name = 'Renamed' WHERE name = 'History';")
    const { library } = await open(context, built)
    const tags = (await library.listTags(null, idle)).map(({ tag }) => tag)
    assert.ok(tags.includes('Renamed'), tags.join())
    assert.match(library.takeWarnings().join(), /copy/)
    zotero.exec("UPDATE tags SET name = 'Renamed again' WHERE name = 'Renamed'")
    assert.ok((await library.listTags(null, idle)).some(({ tag }) => tag === 'Renamed again'))
  })

test('a crash in the middle of a transaction is rolled back in the copy, not in the original', async context => {
  const built = build(context, { journal: 'delete' })
  const { database } = built.writer
  database.exec('PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE')
  for (let index = 0; index < 300; index++)
    built.writer.addItem({
      key: `SPILL${index}`,
      type: 'book',
      fields: { title: `Spilled ${'x'.repeat(500)} ${index}` },
    })
  const folder = makeFolder(context)
  const databasePath = join(folder, 'zotero.sqlite')
  copyFileSync(built.databasePath, databasePath)
  copyFileSync(`${built.databasePath}-journal`, `${databasePath}-journal`)
  database.exec('ROLLBACK')
  const { library } = await open(context, { ...built, databasePath })
  const keys = keysOf(await library.listItems(everything, idle))
  assert.equal(keys.filter(key => key.startsWith('SPILL')).length, 0)
  assert.ok(keys.includes('BOOK0001'))
  assert.deepEqual(readdirSync(folder).sort(), ['zotero.sqlite', 'zotero.sqlite-journal'])
})

test('the version grows with every write, also one that only reached the log', async context => {
  const built = build(context)
  const { library } = await open(context, built)
  const before = (await library.version(idle)) ?? 0
  built.writer.addItem({ key: 'FRESH003', type: 'book' })
  utimesSync(`${built.databasePath}-wal`, new Date(before + 5000), new Date(before + 5000))
  assert.ok(((await library.version(idle)) ?? 0) > before)
})

test('all four forms of paths lead to their files; what is missing says why', async context => {
  const { library } = await open(context, build(context))
  const items = await library.listItems(everything, idle)
  const attachments = items.flatMap(item => item.attachments)
  const contents = new Map<string, string>()
  for (const attachment of attachments.filter(({ missing }) => missing === null)) {
    const read = await library.readAttachment(attachment, idle)
    assert.equal(read.origin, 'local')
    assert.equal(read.source, attachment.uri)
    contents.set(attachment.key, Buffer.from(read.bytes).toString())
  }
  assert.deepEqual(Object.fromEntries(contents), {
    ALONE001: '1/ALONE001',
    ATTABSOL: 'absolute',
    ATTADDRS: 'addressed',
    ATTRELAT: 'relative',
    ATTSECND: '1/ATTSECND',
    ATTSNAPS: '1/ATTSNAPS',
    ATTSTORE: '1/ATTSTORE',
    GROUPATT: '2/GROUPATT',
  })
  const missing = attachments.filter(attachment => attachment.missing !== null)
  assert.deepEqual(
    missing.map(({ key, keeper }) => [key, keeper]),
    [
      ['ATTMISSI', 'manager'],
      ['ATTLINKU', 'nobody'],
    ],
  )
  assert.match(missing[0]?.missing ?? '', /no file at .*lost\.pdf/)
  assert.match(missing[1]?.missing ?? '', /link to a web page/)
})

test('several files of an item are all given, those in the trash and pictures of notes are not', async context => {
  const { library } = await open(context, build(context))
  const items = new Map((await library.listItems(everything, idle)).map(item => [item.key, item]))
  assert.deepEqual(keysOf(items.get('BOOK0001')?.attachments ?? []), ['ATTSECND', 'ATTSTORE'])
  assert.deepEqual(items.get('NOFILES1')?.attachments, [])
  assert.equal(items.get('GROUPIT1')?.attachments[0]?.uri, `zotero://select/groups/${groupId}/items/GROUPATT`)
})

test('a file that lost its attachment, or lies in the trash, is refused by name', async context => {
  const { library } = await open(context, build(context))
  const items = await library.listItems(everything, idle)
  const [lost] = items.find(({ key }) => key === 'MISSING1')?.attachments ?? []
  assert.ok(lost)
  await assert.rejects(library.readAttachment(lost, idle), {
    code: 'ATTACHMENT_NOT_FOUND',
    message: /lost\.pdf/,
  })
  const below = { ...lost, key: 'ATTOFTRS', name: 'gone.pdf' }
  await assert.rejects(library.readAttachment(below, idle), { code: 'ATTACHMENT_NOT_FOUND' })
  const trashed = { ...lost, key: 'ATTTRASH', name: 'old.pdf' }
  await assert.rejects(library.readAttachment(trashed, idle), {
    code: 'ATTACHMENT_NOT_FOUND',
    message: /old\.pdf/,
  })
})

test('accents in a file name are found however the disk spells them', async context => {
  const built = build(context)
  mkdirSync(join(built.storageFolder, 'ATTMISSI'))
  writeFileSync(join(built.storageFolder, 'ATTMISSI', 'Müller.pdf'.normalize('NFD')), 'found')
  built.writer.run(
    'UPDATE itemAttachments SET path = ? WHERE path = ?',
    'storage:Müller.pdf',
    'storage:lost.pdf',
  )
  const { library } = await open(context, built)
  const items = await library.listItems(everything, idle)
  assert.equal(items.find(({ key }) => key === 'MISSING1')?.attachments[0]?.missing, null)
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

function textFile(
  folder: string,
  text = 'I am no database, but long enough to look like one. '.repeat(100),
): string {
  const path = join(folder, 'text.sqlite')
  writeFileSync(path, text)
  return path
}

function otherDatabase(folder: string, sql: string): string {
  const path = join(folder, 'other.sqlite')
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
  return path
}
