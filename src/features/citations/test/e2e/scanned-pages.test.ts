import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openWorld } from '../../../../../test/contract/world.ts'
import { ingestToEnd } from '../../../../../test/support/ingest-to-end.ts'
import { makeScan, scanSize } from '../../../../adapters/converters/ocr/test/make-scan.ts'
import { makePdf } from '../../../../adapters/converters/pdf/test/make-pdf.ts'

const german = 'Süße Brötchen für alle Gäste aus Köln'
const english = 'The paper mill was built beside the river'

test('image-only pages in German and English are found by their words, umlauts and all', async () => {
  const world = await openWorld('library')
  try {
    for (const [name, text] of Object.entries({ german, english }))
      await writeFile(join(world.folder, `${name}.pdf`), makePdf({ pages: [await scanOf(text)] }))
    await world.wired.engine.projects.add('scans', {})
    const done = await ingestToEnd(world, { project: 'scans', source: world.folder })
    assert.deepEqual(done.documents, { added: 2, updated: 0, skipped: 0, failed: 0 })
    const find = async (text: string) =>
      (await world.call('query_hybrid', { project: 'scans', text })).items[0]
    const bread = await find('Brötchen für Gäste')
    assert.match(bread.render_text, /Süße Brötchen für alle Gäste aus Köln/)
    assert.deepEqual([bread.citation, bread.page_span], ['(german, PDF p. 1)', [1, 1]])
    assert.match((await find('paper mill')).render_text, /The paper mill was built beside the river/)
    const verdict = await world.call('verify_citation', { project: 'scans', quote: german })
    assert.deepEqual([verdict.verdict, verdict.matches[0].ocr], ['exact', true])
  } finally {
    await world.close()
  }
})

test('of a mixed PDF only the pages without text are read from their picture, and each says which it is', async () => {
  const world = await openWorld('library')
  try {
    const typed = {
      lines: [{ text: 'Typed words stand on this page, and nobody needs to guess them.', x: 20, y: 60 }],
    }
    const pages = [typed, await scanOf(english), typed]
    const path = join(world.folder, 'mixed.pdf')
    await writeFile(path, makePdf({ pages, labels: '[0 <</S/r>> 1 <</S/D/St 7>>]' }))
    await world.wired.engine.projects.add('mixed', {})
    await ingestToEnd(world, { project: 'mixed', source: path })
    const [summary] = await world.wired.engine.catalog.findDocuments('proj-mixed', [], 1)
    const document = await world.wired.engine.catalog.readDocument(summary?.id ?? '')
    assert.deepEqual(
      document.pages.map(page => [page.number, page.label, page.ocr]),
      [
        [1, 'i', false],
        [2, '7', true],
        [3, '8', false],
      ],
    )
    const verdict = await world.call('verify_citation', { project: 'mixed', quote: english, page: '7' })
    const [match] = verdict.matches
    assert.deepEqual(
      [verdict.verdict, match.page_span, match.page_labels, match.on_stated_page, match.ocr],
      ['exact', [2, 2], ['7', '7'], true, true],
    )
  } finally {
    await world.close()
  }
})

async function scanOf(text: string) {
  const { picture } = await makeScan([{ text, x: 12, y: 80, size: 24 }])
  return { picture, ...scanSize }
}
