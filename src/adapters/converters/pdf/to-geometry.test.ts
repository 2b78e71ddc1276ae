import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rectsOf } from '../../../core/model/geometry.ts'
import { convertPdf, paragraph } from './test/convert-pdf.ts'

test('every line has its place, and its span is its text in the Markdown', async () => {
  const texts = [
    'The lamp had burned through the storm',
    'without a pause, wrote the care-',
    'taker of the tower.',
  ]
  const { geometry = [], markdown } = await convertPdf({
    pages: [{ lines: paragraph(texts, { x: 72, y: 200 }) }],
  })
  const [page] = geometry
  assert.deepEqual([geometry.length, page?.page, page?.width, page?.height], [1, 1, 612, 792])
  assert.deepEqual(
    page?.lines.map(({ start, end }) => markdown.slice(start, end)),
    ['The lamp had burned through the storm', 'without a pause, wrote the care', 'taker of the tower.'],
  )
  for (const [index, { x0, y0, x1, y1, isRightToLeft }] of page?.lines.entries() ?? []) {
    assert.ok(Math.abs(x0 - 72) < 2 && x1 > x0 + 70 && x1 < 300)
    assert.ok(y0 < 200 + 12 * index && y1 > 198 + 12 * index && y1 - y0 < 14)
    assert.equal(isRightToLeft, false)
  }
})

test('the mark of a heading is not part of its line', async () => {
  const lines = [
    { text: '1 Introduction', x: 72, y: 100, size: 18 },
    ...paragraph(['The lamp had burned through the storm', 'without a single pause.'], { x: 72, y: 130 }),
    { text: '2 Method', x: 72, y: 200, size: 18 },
    ...paragraph(['The oil was spent before the morning', 'came to the tower.'], { x: 72, y: 230 }),
  ]
  const outline = [
    { title: '1 Introduction', page: 0, y: 90 },
    { title: '2 Method', page: 0, y: 190 },
  ]
  const { geometry = [], markdown } = await convertPdf({ pages: [{ lines }], outline })
  const [heading] = geometry[0]?.lines ?? []
  assert.match(markdown, /^#+ 1 Introduction/)
  assert.equal(markdown.slice(heading?.start, heading?.end), '1 Introduction')
  const start = markdown.indexOf('Method')
  const [rect] = rectsOf(geometry, { start, end: start + 6 })
  assert.ok(rect && rect.x0 > 72 && rect.x1 < 165 && rect.y0 > 180 && rect.y1 < 210, JSON.stringify(rect))
})
