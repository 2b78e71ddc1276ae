import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildWords } from './build-words.ts'
import type { Glyph } from './read-glyphs.ts'
import { glyphsOf } from './test/glyph-fixtures.ts'

const wordsOf = (glyphs: readonly Glyph[]) =>
  buildWords(glyphs).words.map(({ text, raised }) => (raised ? `^${text}` : text))

/** A word on the baseline and a smaller one raised beside it. */
const raise = (word: string, mark: string) =>
  wordsOf([...glyphsOf(word, { x: 0, y: 100 }), ...glyphsOf(mark, { x: 5 * word.length, y: 96, size: 6.5 })])

test('figures and signs raised after a word or its punctuation are marks of footnotes', () => {
  for (const [word, mark] of [
    ['piracy', '1'],
    ['piracy', '12'],
    ['piracy', '1,2'],
    ['piracy.', '3'],
    ['“copyright,”', '4'],
    ['(Smith)', '5'],
    ['[25]', '2'],
    ['Author', '*'],
    ['Author', '†‡'],
  ] as const)
    assert.deepEqual(raise(word, mark), [word, `^${mark}`])
})

test('exponents, ordinals and other raised letters are no marks', () => {
  for (const [word, mark] of [
    ['node', '0'],
    ['x', '2'],
    ['10', '3'],
    ['cm', '2'],
    ['5km', '2'],
    ['sin', '2'],
    ['(a+b)', '2'],
    ['1', 'st'],
    ['word', 'nd'],
  ] as const)
    assert.deepEqual(raise(word, mark), [word, mark])
})

test('a smaller figure on the baseline or below it is no mark', () => {
  for (const y of [100, 102])
    assert.deepEqual(
      wordsOf([...glyphsOf('water', { x: 0, y: 100 }), ...glyphsOf('2', { x: 25, y, size: 6.5 })]),
      ['water', '2'],
    )
})

test('a mark drawn after all other words is found by its place', () => {
  const words = wordsOf([
    ...glyphsOf('piracy was', { x: 0, y: 100 }),
    ...glyphsOf('1', { x: 30, y: 96, size: 6 }),
  ])
  assert.deepEqual(words, ['piracy', 'was', '^1'])
})

test('the upper figure of a fraction is no mark', () => {
  const words = wordsOf([
    ...glyphsOf('up to', { x: 0, y: 100 }),
    ...glyphsOf('1', { x: 27, y: 96, size: 5.5 }),
    ...glyphsOf('⁄', { x: 29.8, y: 100 }),
    ...glyphsOf('4', { x: 31.4, y: 100, size: 5.5 }),
  ])
  assert.ok(!words.includes('^1'), words.join(' '))
})

test('the mark before the text of a note is one too', () => {
  const words = wordsOf([
    ...glyphsOf('1', { x: 0, y: 97, size: 5 }),
    ...glyphsOf('See below', { x: 3, y: 100, size: 8 }),
  ])
  assert.deepEqual(words, ['^1', 'See', 'below'])
})

test('raised figures of the font itself are marks after words, and stay in units', () => {
  assert.deepEqual(wordsOf(glyphsOf('piracy¹².', { x: 0, y: 100 })), ['piracy', '^12', '.'])
  assert.deepEqual(wordsOf(glyphsOf('5m² and km²', { x: 0, y: 100 })), ['5m²', 'and', 'km²'])
})
