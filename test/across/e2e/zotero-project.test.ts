import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makePdf } from '../../../src/adapters/converters/pdf/test/make-pdf.ts'
import { openHttp } from '../../../src/app/open-http.ts'
import { runProgram } from '../../../src/app/run-program.ts'
import { openWorld, testProcess, type Value } from '../../contract/world.ts'
import { fromRoom } from '../../support/rooms.ts'

type BuiltLibrary = {
  databasePath: string
  storageFolder: string
  linkedBaseFolder: string
  writer: Value
}

const { buildLibrary, cachedText } = await fromRoom<{
  buildLibrary(folder: string): BuiltLibrary
  cachedText: string
}>('zotero', 'test/corpus/build-library.ts')

const words = 'A clean desk is the beginning of every orderly book, said the printer to his apprentice.'

async function openLibrary(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'quire-zotero-project-'))
  const home = await mkdtemp(join(tmpdir(), 'quire-zotero-home-'))
  const built = buildLibrary(folder)
  const pages = [{ lines: [{ text: words, x: 40, y: 60 }] }]
  await writeFile(
    join(built.storageFolder, 'ATTSTORE', 'desk.pdf'),
    makePdf({ pages, labels: '[0 <</S/D/St 41>>]' }),
  )
  const flags = [
    '--zotero-db-path',
    built.databasePath,
    '--zotero-linked-dir',
    built.linkedBaseFolder,
    '--zotero-mode',
    'local-only',
  ]
  const world = await openWorld('library', { home, flags })
  context.after(async () => {
    await world.close()
    built.writer.database.close()
    await rm(folder, { recursive: true })
    await rm(home, { recursive: true })
  })
  await world.wired.engine.projects.add('thesis', {})
  return { world, built, home, flags }
}

test('a collection with its subcollections is ingested with the metadata, citekeys and annotations of its items', async context => {
  const { world } = await openLibrary(context)
  const options = { collection: 'thesis', include_annotations: true }
  const done = await world.call('ingest_from_source', { project: 'thesis', source: 'zotero', options })
  assert.equal(done.documents.failed, 0, JSON.stringify(done.errors))
  const { items } = await world.call('query_hybrid', {
    project: 'thesis',
    text: 'orderly book',
    filters: { citekey: 'martin2017clean', zotero_attachment_key: 'ATTSTORE', type: 'book' },
  })
  const [desk] = items
  assert.match(desk.render_text, /A clean desk is the beginning/)
  assert.deepEqual(
    [desk.citation, desk.page_span, desk.page_labels, desk.authors, desk.year, desk.tags, desk.collections],
    [
      '(martin2017clean, p. 41)',
      [1, 1],
      ['41', '41'],
      ['Robert Martin', 'Deskworks'],
      2017,
      ['#ml-tutorial', 'History'],
      ['Chapter 1'],
    ],
  )
  const marks = await world.call('query', {
    project: 'thesis',
    text: 'in the way',
    filters: { type: 'annotation' },
  })
  const quote = marks.items.find((item: Value) => item.render_text.includes('nothing is in the way'))
  assert.deepEqual(
    [quote.citation, quote.page_span, quote.page_labels, quote.annotation.quote],
    ['(martin2017clean, p. v)', [5, 5], ['v', 'v'], 'nothing is in the way'],
  )
  assert.equal(marks.count, 2, 'trashed annotations are not there')
  const all = await world.call('query', { project: 'thesis', text: 'anything', top_k: 20 })
  const keys = new Set(all.items.map((item: Value) => item.citekey))
  assert.ok(keys.has('pinnedKey2019'), 'the key in "extra" counts')
  assert.ok(all.items.every((item: Value) => !/Thrown away|together/i.test(item.title)))
  const { citation } = await world.call('format_citation', { project: 'thesis', citekey: 'martin2017clean' })
  assert.match(citation, /^Martin, R\., & Deskworks\. \(2017.*\)\. The Clean Desk\. Paper Press\.$/)
})

test('include and exclude tags choose items, and an item without a readable file is a warning', async context => {
  const { world } = await openLibrary(context)
  const ingest = (options: object) =>
    world.call('ingest_from_source', { project: 'thesis', source: 'zotero', options })
  const ml = await ingest({ collection_key: 'THESIS01', include_tags: ['ML'] })
  assert.equal(ml.documents_processed, 2, 'both files of the one book')
  const rest = await ingest({ collection_key: 'THESIS01', exclude_tags: ['ml'] })
  assert.equal(rest.documents_processed, 2, 'the two articles')
  const refused = await world.refuse('ingest_from_source', {
    project: 'thesis',
    source: 'zotero',
    options: { collection: 'no such' },
  })
  assert.equal(refused.error.code, 'VALIDATION_ERROR')
  assert.match(refused.error.message, /no such/)
})

test('where a file has no text Zotero’s own is used, without pages and with a word about it', async context => {
  const { world, built } = await openLibrary(context)
  await writeFile(join(built.storageFolder, 'ATTSTORE', 'desk.pdf'), makePdf({ pages: [{}] }))
  const options = { collection_key: 'CHAPTER1', include_tags: ['ml'] }
  const done = await world.call('ingest_from_source', { project: 'thesis', source: 'zotero', options })
  assert.match(done.warnings.join('\n'), /comes from the reference manager, without page numbers/)
  const { items } = await world.call('query_hybrid', { project: 'thesis', text: 'desk nothing in the way' })
  assert.ok(cachedText.includes(items[0].render_text.slice(0, 40)))
  assert.equal(items[0].page_span, null)
})

test('zotero sync brings new items, drops what was thrown away, and then finds nothing to do', async context => {
  const { world, built, home, flags } = await openLibrary(context)
  const sync = async () => {
    const written: string[] = []
    const argv = [
      '--home',
      home,
      '--embedder',
      'hash',
      ...flags,
      'zotero',
      'sync',
      'thesis',
      '--collection',
      'Thesis',
      '--json',
    ]
    const code = await runProgram(testProcess(world.folder, argv, { onOutput: text => written.push(text) }))
    assert.equal(code, 0)
    return JSON.parse(written.join(''))
  }
  const first = await sync()
  assert.deepEqual([first.state, first.removed, first.failed], ['synced', 0, 0])
  const size = (await world.call('inspect_collection', { project: 'thesis' })).documents
  built.writer.run("INSERT INTO deletedItems (itemID) SELECT itemID FROM items WHERE key = 'ARTICLE1'")
  const second = await sync()
  assert.deepEqual([second.removed, second.added], [1, 0])
  assert.equal((await world.call('inspect_collection', { project: 'thesis' })).documents, size - 1)
  const third = await sync()
  assert.deepEqual([third.added, third.updated, third.removed, third.failed], [0, 0, 0, 0])
})

test('over HTTP the library of this computer is open only where a folder is', async context => {
  const { world, flags, home } = await openLibrary(context)
  const input = { project: 'thesis', source: 'zotero' }
  const ingest = async (wired: typeof world.wired, options: object) => {
    const server = await openHttp(wired)
    const response = await fetch(`${server.url}/api/v1/citations/ingest_from_source`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...input, options: { collection: 'thesis', ...options } }),
    })
    const answer: Value = await response.json()
    await server.close()
    return answer
  }
  const named = await ingest(world.wired, { zotero_config: { local: true } })
  assert.deepEqual([named.error.code, named.error.details.reason], ['VALIDATION_ERROR', 'FORBIDDEN_PATH'])
  assert.match(named.error.message, /--root/)
  const usual = await ingest(world.wired, {})
  assert.match(usual.error.message, /No Zotero library is configured for the mode web-only/)
  const open = await openWorld('library', { home, flags: [...flags, '--root', home] })
  context.after(() => open.close())
  const done = await ingest(open.wired, { zotero_config: { local: true } })
  assert.ok(done.chunks_written > 0, JSON.stringify(done))
})
