import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildLines, layoutPage } from './layout-page.ts'
import type { Word } from './page-layout.ts'
import { word } from './test/glyph-fixtures.ts'

/** Lines of running text, twelve points apart. */
function column(name: string, place: { x: number; y: number; lines: number }): Word[] {
  return Array.from({ length: place.lines }, (_, index) =>
    word(`${name}${index + 1}-goes-on-and-on-like-this`, { x: place.x, y: place.y + 12 * index }),
  )
}

const textsOf = (words: Word[]) =>
  layoutPage(words).map(block => block.lines.map(line => line.text).join(' '))
const startsOf = (words: Word[]) => textsOf(words).map(text => text.split('-')[0])

test('a gap of just one size keeps columns apart, a smaller one does not', () => {
  const at = (x: number) => [word('(1)', { x: 0, y: 100 }), word('Terms', { x, y: 100 })]
  assert.deepEqual(textsOf(at(25)), ['(1)', 'Terms'])
  assert.deepEqual(textsOf(at(24.9)), ['(1) Terms'])
})

test('columns are read one after the other', () => {
  const words = [
    ...column('left', { x: 0, y: 100, lines: 4 }),
    ...column('right', { x: 200, y: 100, lines: 4 }),
  ]
  assert.deepEqual(startsOf(words), ['left1', 'right1'])
})

test('a short heading heads all that stands below it, up to its neighbours', () => {
  const words = [
    ...column('left', { x: 0, y: 130, lines: 3 }),
    ...column('right', { x: 200, y: 130, lines: 3 }),
    word('heading', { x: 150, y: 100, size: 14 }),
  ]
  assert.deepEqual(startsOf(words), ['heading', 'left1', 'right1'])
})

test('blocks that line up in rows and columns are a table, read row by row', () => {
  const cells = ['a', 'b', 'c'].flatMap((row, index) =>
    [0, 100, 200].map((x, column) => word(`${row}${column}`, { x, y: 100 + 30 * index })),
  )
  const blocks = layoutPage(cells)
  assert.deepEqual(
    blocks.map(block => block.lines[0]?.text),
    ['a0', 'a1', 'a2', 'b0', 'b1', 'b2', 'c0', 'c1', 'c2'],
  )
  assert.deepEqual(new Set(blocks.map(block => block.table)), new Set([0]))
})

test('text on its side is laid out by itself and says where it stands', () => {
  // Text that reads upwards along the left edge: in its own frame it runs from −300 to the right at a height of 20.
  const side = { ...word('sideways', { x: -300, y: 20 }), rotation: 270 }
  const blocks = layoutPage([...column('text', { x: 60, y: 250, lines: 3 }), side])
  const [line] = blocks.find(block => block.lines[0]?.text === 'sideways')?.lines ?? []
  assert.ok(line)
  assert.deepEqual([line.x0, line.x1, line.y0, line.y1], [12.5, 22.5, 260, 300])
})

test('the label of an axis that reads upwards comes before what stands beside and above its beginning', () => {
  const label = { ...word('label', { x: -300, y: 20 }), rotation: 270 }
  const beside = word('beside', { x: 60, y: 290 })
  const below = word('below', { x: 60, y: 400 })
  assert.deepEqual(textsOf([beside, below, label]), ['label', 'beside', 'below'])
})

const lineTextsOf = (words: Word[]) => buildLines(words).map(line => line.text)

test('a raised mark stands in the line of its word, close to it', () => {
  const words = [
    word('licence', { x: 0, y: 100 }),
    word('1', { x: 35.1, y: 96, size: 7 }),
    word('applies', { x: 42, y: 100 }),
  ]
  assert.deepEqual(lineTextsOf(words), ['licence1 applies'])
})

test('a raised mark that is set apart stays apart', () => {
  const words = [word('licence', { x: 0, y: 100 }), word('1', { x: 36, y: 96, size: 7 })]
  assert.deepEqual(lineTextsOf(words), ['licence 1'])
})

test('words above each other, as in a fraction, are lines of their own', () => {
  const words = [
    word('half', { x: 0, y: 100 }),
    word('one', { x: 30, y: 96 }),
    word('two', { x: 30, y: 104 }),
  ]
  assert.deepEqual(lineTextsOf(words), ['half one', 'two'])
})

test('a wide gap ends a line; lines of one height are read from left to right', () => {
  const words = [
    word('right', { x: 100, y: 100 }),
    word('left', { x: 0, y: 100.000004 }),
    word('below', { x: 0, y: 112 }),
  ]
  assert.deepEqual(lineTextsOf(words), ['left', 'right', 'below'])
})

test('letters spread over a line are one word, wider gaps part them', () => {
  const spread = [...'TEA'].map((letter, index) => word(letter, { x: 8 * index, y: 100, order: index }))
  const next = [...'SET'].map((letter, index) =>
    word(letter, { x: 32 + 8 * index, y: 100, order: 3 + index }),
  )
  assert.deepEqual(lineTextsOf([...spread, ...next]), ['TEA SET'])
})

test('an accent drawn on its letter becomes one with it', () => {
  const words = [word('na\u00a8', { x: 0, y: 100, order: 0 }), word('\u0131ve', { x: 10, y: 100, order: 1 })]
  assert.deepEqual(lineTextsOf(words), ['na\u00efve'])
})
