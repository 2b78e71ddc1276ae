import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findGutters } from './find-gutters.ts'
import type { Word } from './page-layout.ts'
import { word } from './test/glyph-fixtures.ts'

/** Rows of words at the given positions. */
const rowsOf = (rows: number, xs: (row: number) => number[]): Word[] =>
  Array.from({ length: rows }, (_, row) =>
    xs(row).map((x, index) => word('letters', { x, y: 100 + 12 * row, order: 10 * row + index })),
  ).flat()

test('an empty strip between columns is a gutter, also when it is narrow', () => {
  const [gutter, ...others] = findGutters(rowsOf(8, () => [0, 42]))
  assert.equal(others.length, 0)
  assert.deepEqual([gutter?.x0, gutter?.x1, gutter?.rows], [35, 42, 8])
})

test('wide spaces that happen to lie above each other are none', () => {
  assert.deepEqual(findGutters(rowsOf(5, row => [0, 42 + (row % 3) * 3, 84 + row])), [])
})

test('a few rows with a wide gap, as in a small table, are enough', () => {
  assert.equal(findGutters(rowsOf(4, () => [0, 80])).length, 1)
  assert.equal(findGutters(rowsOf(3, () => [0, 80])).length, 0)
})

test('words of program code need a wider gap, because they are aligned', () => {
  const code = rowsOf(8, () => [0, 50]).map(one => ({ ...one, monospace: true }))
  assert.deepEqual(findGutters(code), [])
})

test('the gap after the marks of a list is none', () => {
  const list = rowsOf(8, () => [0, 42]).map((one, index) =>
    index % 2 === 0 ? { ...one, text: '[12]' } : one,
  )
  assert.deepEqual(findGutters(list), [])
})

test('the gap between the dots of a contents page and its page numbers is none', () => {
  const contents = rowsOf(8, () => [0, 60]).map((one, index) =>
    index % 2 === 0 ? { ...one, text: '.' } : { ...one, text: '7' },
  )
  assert.deepEqual(findGutters(contents), [])
})

test('the numbers of sections on a contents page are no column', () => {
  const entries = ['Setup', 'Options', 'Dates', 'Titles', 'Headings', 'References', 'Lists'].flatMap(
    (title, row) => [
      word(`3.${row + 1}`, { x: 0, y: 100 + 12 * row }),
      word(title, { x: 30, y: 100 + 12 * row }),
      word('. . . .', { x: 120, y: 100 + 12 * row }),
    ],
  )
  assert.deepEqual(findGutters(entries.filter(({ text }) => !text.startsWith('.'))), [])
})

test('a wide space in a line above two columns is not part of their gutter', () => {
  const above = [word('the end.', { x: 0, y: 76 }), word('This', { x: 46.5, y: 76, order: 1 })]
  const columns = rowsOf(8, () => [0, 60])
  const [gutter] = findGutters([...above, ...columns])
  assert.deepEqual([gutter?.x0, gutter?.x1, gutter?.rows], [35, 60, 8])
})
