import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyCorrection, correctedParts, relabelChunk, splitCorrection } from './correction.ts'

const page = (number: number, label: string | null) => ({ number, label, start: 0, end: 0, ocr: false })
const document: Parameters<typeof applyCorrection>[0] = {
  title: 'INTRODUCTION',
  metadata: { shelf: 3 },
  pages: [page(1, null), page(2, '7'), page(3, null), page(4, null)],
  pageLabelSource: 'printed' as const,
}
const labelsOf = ({ pages }: { pages: readonly { label: string | null }[] }) =>
  pages.map(({ label }) => label)

test('pages are counted on from each corrected page, and earlier pages keep their labels', () => {
  const from = (labels: { page: number; label: string }[]) =>
    labelsOf(applyCorrection(document, { title: null, labels }))
  assert.deepEqual(from([{ page: 1, label: '465' }]), ['465', '466', '467', '468'])
  assert.deepEqual(from([{ page: 3, label: '1' }]), [null, '7', '1', '2'])
  assert.deepEqual(
    from([
      { page: 1, label: 'iv' },
      { page: 3, label: '1' },
    ]),
    ['iv', 'v', '1', '2'],
  )
})

test('a correction can be taken off again, whatever it corrected', () => {
  for (const correction of [
    { title: 'Free Culture', labels: [] },
    { title: null, labels: [{ page: 1, label: '465' }] },
    { title: 'Free Culture', labels: [{ page: 2, label: 'x' }] },
  ]) {
    const corrected = applyCorrection(document, correction)
    assert.equal(corrected.title, correction.title ?? document.title)
    assert.deepEqual(splitCorrection(corrected), { document, correction })
  }
  assert.deepEqual(splitCorrection(document), { document, correction: null })
  assert.equal(applyCorrection(document, null), document)
  assert.equal(applyCorrection(document, { title: null, labels: [] }), document)
})

test('the parts that were corrected are listed', () => {
  assert.deepEqual(correctedParts(document), [])
  const labels = [{ page: 1, label: '465' }]
  assert.deepEqual(correctedParts(applyCorrection(document, { title: 'T', labels })), ['title', 'pages'])
  assert.equal(applyCorrection(document, { title: 'T', labels }).pageLabelSource, 'corrected')
  assert.equal(applyCorrection(document, { title: 'T', labels: [] }).pageLabelSource, 'printed')
})

test('chunks get the labels of their pages', () => {
  const chunk = { id: 'c', ordinal: 0, start: 0, end: 1, sectionPath: [], tokens: 1 }
  const pages = { first: 1, last: 2, firstLabel: 'x', lastLabel: 'y' }
  assert.deepEqual(relabelChunk({ ...chunk, pages }, document.pages).pages, {
    first: 1,
    last: 2,
    firstLabel: null,
    lastLabel: '7',
  })
  assert.equal(relabelChunk({ ...chunk, pages: null }, document.pages).pages, null)
})
