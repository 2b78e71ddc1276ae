import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layoutPage } from './layout-page.ts'
import type { Line, Word } from './page-layout.ts'
import { fillLost, hasLostText } from './recognise-page.ts'
import { blindOcr, convertPdf } from './test/convert-pdf.ts'
import { word } from './test/glyph-fixtures.ts'

const lost = (letters: number, place: { x: number; y: number }): Word => ({
  ...word('x'.repeat(letters), place),
  text: '',
})
const recognised = (text: string, place: { x: number; y: number }): Line => {
  const { x0, y0, x1, y1, size } = word(text, place)
  return {
    text,
    x0,
    y0,
    x1,
    y1,
    size,
    monospace: false,
    bold: false,
    italic: false,
    face: '',
    order: 0,
    tagged: null,
  }
}

test('a page without sentences is distinguished from one without signs', () => {
  assert.equal(hasLostText([word('Highlights', { x: 50, y: 100 }), lost(60, { x: 50, y: 120 })]), false)
  assert.equal(hasLostText([lost(60, { x: 50, y: 120 }), lost(60, { x: 50, y: 132 })]), true)
  const formulas = Array.from({ length: 80 }, (_, index) => lost(2, { x: 50, y: 12 * index }))
  assert.equal(hasLostText(formulas), false)
})

test('what the text layer does not tell is taken from the picture, the rest is not', () => {
  const words = [
    word('Highlights', { x: 50, y: 100, order: 0 }),
    lost(20, { x: 50, y: 160 }),
    lost(24, { x: 50, y: 172 }),
    word('Because', { x: 50, y: 240, order: 9 }),
  ]
  const lines = [
    recognised('Highl1ghts', { x: 50, y: 100 }),
    recognised('Enhance your database', { x: 50, y: 160 }),
    recognised('operations every day', { x: 50, y: 172 }),
    recognised('Becau5e', { x: 50, y: 240 }),
  ]
  const texts = layoutPage(fillLost(words, lines)).blocks.flatMap(block => block.lines.map(line => line.text))
  assert.deepEqual(texts, ['Highlights', 'Enhance your database', 'operations every day', 'Because'])
})

test('words stay as they are where nothing was recognised', () => {
  const words = [word('Highlights', { x: 50, y: 100 }), lost(20, { x: 50, y: 160 })]
  assert.deepEqual(fillLost(words, [recognised('elsewhere', { x: 300, y: 400 })]), words)
})

test('a page keeps its text layer, and its sentences without a meaning are read from the picture', async () => {
  const lines = Array.from({ length: 14 }, (_, index) => ({
    text: 'The text layer tells what this line says, word for word.',
    x: 72,
    y: 100 + 12 * index,
  }))
  const unknown = Array.from(
    { length: 120 },
    (_, index) => `\\${(1 + (index % 7)).toString(8).padStart(3, '0')}`,
  )
  const operators = `BT /F2 10 Tf 72 400 Td (${unknown.join('')}) Tj ET`
  const requests: number[] = []
  const ocr = {
    ...blindOcr,
    recognise: async ({ dpi }: { dpi: number | null }) => {
      const scale = (dpi ?? 72) / 72
      requests.push(scale)
      const box = { x0: 72 * scale, x1: 300 * scale, y0: 384 * scale, y1: 394 * scale }
      return { paragraphs: [[{ text: 'Enhance the performance of your database.', ...box }]], warnings: [] }
    },
  }
  const converted = await convertPdf({ pages: [{ lines, operators }] }, { ocr })
  assert.equal(requests.length, 1)
  assert.equal(converted.pages[0]?.ocr, true)
  assert.match(
    converted.markdown,
    /^The text layer tells .*word for word\.\s+Enhance the performance of your database\.$/s,
  )
})
