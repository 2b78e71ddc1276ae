import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildLines } from './build-lines.ts'
import { joinEntries } from './join-entries.ts'
import { word } from './test/glyph-fixtures.ts'

const textsOf = (placed: [text: string, x: number, y: number][]) =>
  joinEntries(buildLines(placed.map(([text, x, y], order) => word(text, { x, y, order })))).map(
    line => line.text,
  )

test('titles of a contents page stand with the page numbers at the edge of the page', () => {
  const texts = textsOf([
    ['Contents', 0, 80],
    ['Introduction', 0, 100],
    ['3', 300, 100],
    ['Usage', 0, 120],
    ['5', 300, 120],
    ['Index', 0, 140],
    ['9', 300, 140],
  ])
  assert.deepEqual(texts, ['Contents', 'Introduction  3', 'Usage  5', 'Index  9'])
})

test('a single number at the edge, such as that of a formula or of the page, stays alone', () => {
  assert.deepEqual(
    textsOf([
      ['Introduction', 0, 100],
      ['3', 300, 100],
      ['Usage', 0, 120],
    ]),
    ['Introduction', '3', 'Usage'],
  )
})
