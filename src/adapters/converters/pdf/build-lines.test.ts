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

test('letters of a word that are spaced out are one word; single letters side by side are not', () => {
  const spell = (letters: string, x: number) =>
    [...letters].map((letter, index) => word(letter, { x: x + 9 * index, y: 100 }))
  assert.deepEqual(lineTextsOf([word('6.', { x: 0, y: 100 }), ...spell('discussion', 20)]), ['6. discussion'])
  assert.deepEqual(lineTextsOf([word('Let', { x: 0, y: 100 }), ...spell('xyz', 20)]), ['Let x y z'])
})

test('vowel signs that are drawn on letters from right to left stay with their letters, in reading order', () => {
  const drawn: [string, number][] = [
    ['د', 90],
    ['َ', 92],
    ['ج', 84.9],
    ['ا', 79.8],
    ['أ', 70],
    ['ب', 64.9],
    ['ِ', 66],
  ]
  const words = drawn.map(([text, x], order) => word(text, { x, y: 100, order }))
  assert.deepEqual(lineTextsOf(words), ['دَجا أبِ'])
})

test('letters of a watermark are not on the lines that they cross', () => {
  const words = [
    word('small', { x: 0, y: 100, order: 0 }),
    word('W', { x: 28, y: 130, size: 80, order: 1 }),
    word('print', { x: 70, y: 100, order: 2 }),
  ]
  assert.deepEqual(lineTextsOf(words).toSorted(), ['W', 'print', 'small'])
})

test('a page number is on the line of its dots, and an indented step on the line of its number', () => {
  const words = [
    word('Notes', { x: 0, y: 100, order: 0 }),
    word('.', { x: 30, y: 100, order: 1 }),
    word('.', { x: 40, y: 100, order: 2 }),
    word('63', { x: 70, y: 100, order: 3 }),
    word('(a10)', { x: 0, y: 112, order: 4 }),
    word('stop', { x: 60, y: 112, order: 5 }),
  ]
  assert.deepEqual(lineTextsOf(words), ['Notes . . 63', '(a10) stop'])
})

test('a line that is too long for its column is not joined with the line of the next column', () => {
  const words = Array.from({ length: 7 }, (_, row) => [
    word(row === 3 ? 'left-line-that-is-too-long-here' : 'left-line-of-the-column', {
      ...{ x: 0, y: 100 + 12 * row, order: row },
    }),
    word('right-line-of-the-page', { x: 150, y: 100 + 12 * row, order: 20 + row }),
  ]).flat()
  const lines = lineTextsOf(words.toSorted((a, b) => a.order - b.order))
  assert.equal(lines.filter(text => text === 'right-line-of-the-page').length, 7)
})

test('a Persian sentence with long Latin names is read from the right, and its figures from the left', () => {
  // As drawn, from left to right: the first word of the sentence is the last one.
  const words = [
    word('\u062f\u0648\u0634', { x: 0, y: 100, order: 0 }),
    word('documentclass', { x: 20, y: 100, order: 1 }),
    word('\u0646\u06cc\u0628', { x: 90, y: 100, order: 2 }),
    word('\u06f1\u06f0', { x: 110, y: 100, order: 3 }),
  ]
  assert.deepEqual(lineTextsOf(words), ['\u06f1\u06f0 \u0646\u06cc\u0628 documentclass \u062f\u0648\u0634'])
})

test('a line that is stretched to the width of its column is one line; cells of equal width are not', () => {
  const place = (texts: string[], gap: number) => {
    let x = 0
    return texts.map((text, order) => {
      const placed = word(text, { x, y: 100, order })
      x = placed.x1 + gap
      return placed
    })
  }
  assert.deepEqual(lineTextsOf(place(['The', 'use', 'of', 'sections', 'and'], 30)), [
    'The use of sections and',
  ])
  assert.equal(lineTextsOf(place(['one', 'two', 'six', 'ten'], 30)).length, 4)
})

test('an accent as wide as its letter, as in small capitals, becomes one with it', () => {
  const words = [word('N\u00a8', { x: 0, y: 100, order: 0 }), word('urnberg', { x: 4.7, y: 100, order: 1 })]
  const [accent, letter] = words.map(one => ({ ...one, x1: one.x1 + 1 }))
  assert.deepEqual(lineTextsOf(accent && letter ? [accent, letter] : []), ['N\u00fcrnberg'])
})

test('a line is as high as its letters, also when the boxes of its signs reach far below it', () => {
  const sign = { ...word('|', { x: 30, y: 100, order: 1 }), y1: 109.6, drop: 9.6 }
  const [line] = buildLines([word('norm', { x: 0, y: 100 }), sign])
  assert.equal(line?.y1, 103.5)
})
