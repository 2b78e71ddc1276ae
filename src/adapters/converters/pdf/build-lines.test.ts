import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildLines } from './build-lines.ts'
import type { Word } from './page-layout.ts'
import { word } from './test/glyph-fixtures.ts'

const lineTextsOf = (words: Word[]) => buildLines(words).map(line => line.text)

test('a sign above the line that is no mark of a footnote is close to its word', () => {
  const words = [
    word('licence', { x: 0, y: 100 }),
    word('1', { x: 35.1, y: 96, size: 7 }),
    word('applies', { x: 42, y: 100 }),
  ]
  assert.deepEqual(lineTextsOf(words), ['licence1 applies'])
})

test('the mark of a footnote is written as a reference and does not touch the next word', () => {
  const words = [
    word('licence', { x: 0, y: 100 }),
    { ...word('1', { x: 35.1, y: 96, size: 7 }), raised: true },
    word('applies', { x: 42, y: 100 }),
  ]
  assert.deepEqual(lineTextsOf(words), ['licence[^1] applies'])
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
  assert.deepEqual(lineTextsOf(words), ['half', 'one', 'two'])
})

test('a wide gap ends a line; lines are in drawing order', () => {
  const words = [
    word('right', { x: 100, y: 100 }),
    word('left', { x: 0, y: 100.000004 }),
    word('below', { x: 0, y: 112 }),
  ]
  assert.deepEqual(lineTextsOf(words), ['right', 'left', 'below'])
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
