import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makePdf } from '../../../src/adapters/converters/pdf/test/make-pdf.ts'
import { openWorld, type Value, type World } from '../../contract/world.ts'
import { ingestToEnd } from '../../support/ingest-to-end.ts'

const project = 'tides'
const words = ['The spring tide rises early.', 'The neap tide falls late.', 'The harbour is dry at noon.']

function article(foot: (page: number) => string | null, labels?: string): Uint8Array {
  const pages = words.map((text, at) => {
    const printed = foot(at + 1)
    return {
      lines: [{ text, x: 72, y: 200 }, ...(printed === null ? [] : [{ text: printed, x: 300, y: 760 }])],
    }
  })
  return makePdf({ pages, ...(labels === undefined ? {} : { labels }) })
}

const reference = (pages: string) =>
  `@article{moon2001, title = {On Tides}, author = {Moon, Jane}, year = 2001, journal = {Sea}, pages = {${pages}}}`

async function openProject(embedder = 'hash:32'): Promise<World> {
  const world = await openWorld('library', { embedder, flags: ['--toolsets', 'citations,documents'] })
  await world.wired.engine.projects.add(project, {})
  return world
}

async function ingest(world: World, file: Uint8Array, pages: string, options: object = {}): Promise<Value> {
  const source = join(world.folder, 'moon2001.pdf')
  const references_path = join(world.folder, 'refs.bib')
  await writeFile(source, file)
  await writeFile(references_path, reference(pages))
  return ingestToEnd(world, { project, source, options: { references_path, ...options } })
}

async function hitOf(world: World): Promise<Value> {
  const { items } = await world.call('query_hybrid', { project, text: 'neap tide falls' })
  return items[0]
}

test('C-PAGES-1 a citation to paste has the printed page, and without any the page of the PDF', async () => {
  const world = await openProject()
  try {
    await ingest(
      world,
      article(page => `${page + 62}`),
      '1–99',
    )
    const printed = await hitOf(world)
    assert.equal(printed.page_label_source, 'printed')
    assert.equal(printed.citation, '(moon2001, pp. 63–65)')
    const named = { project, chunk_id: printed.chunk_id }
    assert.equal((await world.call('format_citation', named)).in_text, '(Moon, 2001, pp. 63–65)')
    assert.equal((await world.call('get_passage', named)).page_label_source, 'printed')
    const [sample] = (await world.call('inspect_collection', { project, sample: 1 })).sample
    assert.deepEqual([sample.doc.page_labels, sample.doc.page_label_source], [['63', '65'], 'printed'])
    await ingest(
      world,
      article(() => null),
      '1–99',
    )
    const bare = await hitOf(world)
    assert.deepEqual([bare.page_labels, bare.page_label_source], [null, 'none'])
    assert.equal(bare.citation, '(moon2001, PDF pp. 1–3)')
    const again = { project, chunk_id: bare.chunk_id }
    assert.equal((await world.call('format_citation', again)).in_text, '(Moon, 2001, PDF pp. 1–3)')
  } finally {
    await world.close()
  }
})

test('C-PAGES-2 a range that fits gives the pages their numbers, now and when the reference comes later', async () => {
  const world = await openProject()
  try {
    await ingest(
      world,
      article(() => null),
      '463–470',
    )
    assert.equal((await hitOf(world)).page_label_source, 'none')
    const again = await ingest(
      world,
      article(() => null),
      '463–465',
    )
    assert.deepEqual([again.documents.skipped, again.documents.updated], [1, 0])
    const hit = await hitOf(world)
    assert.deepEqual([hit.page_labels, hit.page_label_source], [['463', '465'], 'reference'])
    assert.equal(hit.citation, '(moon2001, pp. 463–465)')
    await ingest(
      world,
      article(() => null, '[0 <</S/D>>]'),
      '463–465',
    )
    assert.deepEqual(
      (await hitOf(world)).page_labels,
      ['463', '465'],
      'labels that only repeat 1, 2, 3 give way',
    )
    await ingest(
      world,
      article(() => null, '[0 <</S/D/St 7>>]'),
      '463–465',
    )
    const declared = await hitOf(world)
    assert.deepEqual([declared.page_labels, declared.page_label_source], [['7', '9'], 'embedded'])
  } finally {
    await world.close()
  }
})

test('C-VERIFY-1 a stated page is compared with the printed numbers first, corrected or not', async () => {
  const world = await openProject()
  try {
    await ingest(
      world,
      article(page => `${page + 1}`),
      '1–99',
    )
    const check = async (page: number) => {
      const answer = await world.call('verify_citation', { project, quote: words[1], page })
      const [match] = answer.matches
      return [answer.page_check.matched, match.page_label_source, match.page_labels[0]]
    }
    assert.deepEqual(await check(3), ['label', 'printed', '3'])
    assert.deepEqual(await check(2), ['pdf', 'printed', '3'])
    const { doc_id } = await hitOf(world)
    await world.call('correct_pages', { doc_id, first: 465 })
    assert.deepEqual(await check(466), ['label', 'corrected', '466'])
    assert.deepEqual(await check(3), ['none', 'corrected', '466'])
  } finally {
    await world.close()
  }
})

test('C-PAGES-3 corrections stay when a project is ingested again, forced, and moved to another model', async () => {
  const world = await openProject()
  try {
    await ingest(
      world,
      article(() => null),
      '1–99',
    )
    const { doc_id } = await hitOf(world)
    await world.call('correct_pages', { doc_id, first: 465 })
    await world.call('correct_title', { doc_id, title: 'Of Tides' })
    const right = async () => {
      const hit = await hitOf(world)
      assert.deepEqual(
        [hit.title, hit.page_labels, hit.page_label_source],
        ['Of Tides', ['465', '467'], 'corrected'],
      )
      return hit
    }
    await right()
    await ingest(
      world,
      article(() => null),
      '463–465',
    )
    await right()
    await ingest(
      world,
      article(page => `Draft ${9 - page}`),
      '463–465',
    )
    await right()
    await ingest(
      world,
      article(page => `Draft ${9 - page}`),
      '463–465',
      { force_rebuild: true },
    )
    const hit = await right()
    const cleared = await world.call('correct_title', { doc_id: hit.doc_id, clear: true })
    assert.equal(cleared.title, 'On Tides')
    await world.call('correct_pages', { doc_id: hit.doc_id, clear: true })
    assert.equal((await hitOf(world)).page_label_source, 'reference')
  } finally {
    await world.close()
  }
})
