import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildLines } from './build-lines.ts'
import { joinFormulas } from './join-formulas.ts'
import type { Box, Word } from './page-layout.ts'
import { word } from './test/glyph-fixtures.ts'

/** A tall bracket of TeX, which hangs down from its baseline. */
const tall = (text: string, place: { x: number; y: number; order: number }): Word => ({
  ...word(text, place),
  face: 'CMEX10',
  y1: place.y + 30,
  drop: 30,
})

const textsOf = (words: Word[], rules: Box[] = []) =>
  joinFormulas(buildLines(words), rules).map(line => line.text)

test('a matrix between tall brackets is one line, row by row', () => {
  const words = [
    word('C', { x: 0, y: 112, order: 0 }),
    word('=', { x: 9, y: 112, order: 1 }),
    tall('(', { x: 20, y: 92, order: 2 }),
    word('1', { x: 30, y: 104, order: 3 }),
    word('2', { x: 44, y: 104, order: 4 }),
    word('3', { x: 30, y: 118, order: 5 }),
    word('4', { x: 44, y: 118, order: 6 }),
    tall(')', { x: 54, y: 92, order: 7 }),
  ]
  assert.deepEqual(textsOf(words), ['C = ( 1 2 3 4 )'])
})

test('the upper part of a fraction comes before the lower one, and what follows it after both', () => {
  const words = [
    word('x', { x: 0, y: 100, order: 0 }),
    word('=', { x: 9, y: 100, order: 1 }),
    word('a', { x: 22, y: 93, order: 2 }),
    word('b', { x: 22, y: 107, order: 3 }),
    word('+', { x: 32, y: 100, order: 4 }),
    word('c', { x: 42, y: 100, order: 5 }),
  ]
  const bar = { x0: 20, x1: 29, y0: 97, y1: 97.4 }
  assert.deepEqual(textsOf(words, [bar]), ['x = a b + c'])
})

test('a tall bracket in a line of text is a word of the line', () => {
  const words = [
    word('noting', { x: 0, y: 100, order: 0 }),
    word('that', { x: 34, y: 100, order: 1 }),
    tall('{', { x: 60, y: 92, order: 2 }),
    word('xs', { x: 65, y: 100, order: 3 }),
    word('are', { x: 80, y: 100, order: 4 }),
    word('functions', { x: 100, y: 100, order: 5 }),
  ]
  const [line, ...others] = joinFormulas(buildLines(words), [])
  assert.equal(line?.text, 'noting that {xs are functions')
  assert.equal(line?.y1, 102.5)
  assert.deepEqual(others, [])
})

test('rows of numbers without signs of formulas stay apart, also with a rule between them', () => {
  const words = ['12', '34', '56', '78'].map((text, index) =>
    word(text, { x: 12 * (index % 2), y: 100 + 14 * Math.floor(index / 2), order: index }),
  )
  assert.equal(textsOf(words, [{ x0: 0, x1: 22, y0: 104, y1: 104.4 }]).length, 2)
})
