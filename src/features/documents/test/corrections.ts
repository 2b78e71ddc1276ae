import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Value, World } from '../../../../test/contract/world.ts'
import { makePdf } from '../../../adapters/converters/pdf/test/make-pdf.ts'

const words = ['The spring tide rises.', 'The neap tide falls.', 'The harbour is dry.', 'The boats wait.']

/** Four pages; `foot` returns what each prints in its foot. */
function article(foot: (page: number) => string | null): Uint8Array {
  const pages = words.map((text, at) => {
    const printed = foot(at + 1)
    return {
      lines: [{ text, x: 72, y: 200 }, ...(printed === null ? [] : [{ text: printed, x: 300, y: 760 }])],
    }
  })
  return makePdf({ title: 'INTRODUCTION', pages })
}

/** Promises about printed page numbers, and about correcting them and titles. */
export function testCorrections(world: () => World): void {
  /** The same file again is skipped, which saves a process per test. */
  async function ingest(name: string, foot: (page: number) => string | null): Promise<string> {
    const path = join(world().folder, name)
    await writeFile(path, article(foot))
    return (await world().call('ingest_file', { path, library: 'tides' })).doc_id
  }
  const labelsOf = async (doc_id: string) =>
    (await world().call('get_document', { doc_id })).pages.map((page: Value) => page.label)

  test('D-PAGES-1 pages have the numbers that are printed on them, and answers tell where these come from', async () => {
    const { call } = world()
    const doc_id = await ingest('printed.pdf', page => `– ${page + 462} –`)
    const { pages, page_label_source, corrected } = await call('get_document', { doc_id })
    assert.deepEqual(
      pages.map((page: Value) => page.label),
      ['463', '464', '465', '466'],
    )
    assert.deepEqual([page_label_source, corrected], ['printed', []])
    const { results } = await call('search', { query: 'neap tide', library: 'tides', top_k: 20 })
    const hit = results.find((result: Value) => result.doc_id === doc_id)
    assert.deepEqual([hit.page_label_source, hit.page_label.slice(0, 2)], ['printed', '46'])
    const bare = await ingest('bare.pdf', () => null)
    const listed = await call('list_documents', { library: 'tides' })
    const row = listed.documents.find((document: Value) => document.doc_id === bare)
    assert.deepEqual([row.page_label_source, row.corrected], ['none', []])
  })

  test('D-PAGES-2 correct_pages counts pages from a number, shows them, and undoes it', async () => {
    const { call, fail } = world()
    const doc_id = await ingest('bare.pdf', () => null)
    const shown = await call('correct_pages', { doc_id })
    assert.deepEqual([shown.page_label_source, shown.corrected], ['none', false])
    assert.deepEqual(shown.ranges, [{ from: 1, to: 4, first_label: null, last_label: null }])
    const first = await call('correct_pages', { doc_id, first: 465 })
    assert.deepEqual([first.page_label_source, first.corrected], ['corrected', true])
    assert.deepEqual(await labelsOf(doc_id), ['465', '466', '467', '468'])
    await call('correct_pages', { doc_id, first: 'iv' })
    const both = await call('correct_pages', { doc_id, at: 3, label: 1 })
    assert.deepEqual(both.ranges, [
      { from: 1, to: 2, first_label: 'iv', last_label: 'v' },
      { from: 3, to: 4, first_label: '1', last_label: '2' },
    ])
    const { results } = await call('search', { query: 'boats wait', library: 'tides', top_k: 20 })
    const hit = results.find((result: Value) => result.doc_id === doc_id)
    assert.equal(hit.page_label_source, 'corrected')
    const listed = await call('list_documents', { library: 'tides' })
    const row = listed.documents.find((document: Value) => document.doc_id === doc_id)
    assert.deepEqual(row.corrected, ['pages'])
    assert.match(await fail('correct_pages', { doc_id, at: 9, label: 1 }), /no physical page 9.*1 to 4/s)
    assert.match(await fail('correct_pages', { doc_id, first: 'cover' }), /"cover" is not a page number/)
    assert.match(await fail('correct_pages', { doc_id, at: 2 }), /label is missing/)
    assert.match(await fail('correct_pages', { doc_id, first: 1, clear: true }), /either first, or/)
    assert.match(await fail('correct_pages', { doc_id: 'nobody', first: 1 }), /Document not found/)
    await call('correct_pages', { doc_id, clear: true })
    assert.deepEqual(await labelsOf(doc_id), [null, null, null, null])
    const note = await call('ingest_content', { content: 'No pages.', source: 'note.md', library: 'tides' })
    assert.match(await fail('correct_pages', { doc_id: note.doc_id, first: 1 }), /has no pages/)
  })

  test('D-TITLE-1 correct_title sets a title and undoes it; both corrections stay when the file changes', async () => {
    const { call, fail } = world()
    const doc_id = await ingest('bare.pdf', () => null)
    assert.equal((await call('correct_title', { doc_id })).title, 'INTRODUCTION')
    const set = await call('correct_title', { doc_id, title: 'On Tides' })
    assert.deepEqual([set.title, set.corrected, set.original_title], ['On Tides', true, 'INTRODUCTION'])
    await call('correct_pages', { doc_id, first: 'xi' })
    const changed = await ingest('bare.pdf', page => `Draft ${7 - page}`)
    assert.notEqual(changed, doc_id)
    const document = await call('get_document', { doc_id: changed })
    assert.deepEqual([document.title, document.corrected], ['On Tides', ['title', 'pages']])
    assert.deepEqual(await labelsOf(changed), ['xi', 'xii', 'xiii', 'xiv'])
    const cleared = await call('correct_title', { doc_id: changed, clear: true })
    assert.deepEqual([cleared.title, cleared.corrected], ['INTRODUCTION', false])
    assert.match(await fail('correct_title', { doc_id: changed, title: 'x', clear: true }), /either title or/)
    assert.match(await fail('correct_title', { doc_id: 'nobody', title: 'x' }), /Document not found/)
  })
}
