import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildLines } from './build-lines.ts'
import { findTermRows } from './find-term-rows.ts'
import { word } from './test/glyph-fixtures.ts'

/** Words at their places, drawn in this order; each text is one word. */
const lists = (placed: [text: string, x: number, y: number, size?: number][]) => {
  const words = placed.map(([text, x, y, size = 10], order) => word(text, { x, y, order, size }))
  return findTermRows(buildLines(words)).map(rows => rows.map(row => row.map(line => line.text).join(' ')))
}

test('terms stand with their meanings when they are drawn row by row', () => {
  const found = lists([
    ['path', 0, 100],
    ['shows-the-current-path', 80, 100],
    ['addpath', 0, 112],
    ['adds-a-directory-that', 80, 112],
    ['is-searched-first', 90, 124],
    ['pkg', 0, 136],
    ['lists-the-packages', 80, 136],
  ])
  assert.deepEqual(found, [
    [
      'path shows-the-current-path',
      'addpath adds-a-directory-that is-searched-first',
      'pkg lists-the-packages',
    ],
  ])
})

test('a single row that is set like the rows of a list is one too', () => {
  const found = lists([
    ...['one', 'two', 'six'].flatMap((term, index): [string, number, number][] => [
      [term, 0, 100 + 12 * index],
      [`meaning-of-${term}`, 80, 100 + 12 * index],
    ]),
    ['ten', 0, 300],
    ['meaning-of-ten', 80, 300],
  ])
  assert.equal(found.length, 2)
})

test('columns of running text are no lists, although they are drawn line by line', () => {
  const rows = Array.from({ length: 6 }, (_, index): [string, number, number][] => [
    [`left-line-${index}-that-fills-its-width`, 0, 100 + 12 * index],
    [`right-line-${index}-of-the-same-kind-as-it`, 175, 100 + 12 * index],
  ])
  assert.deepEqual(lists(rows.flat()), [])
})

test('numbers of sections and marks of references are no terms', () => {
  for (const marks of [
    ['1.1', '1.2', '1.3'],
    ['[Abe01]', '[Bee02]', '[Cox03]'],
  ]) {
    const rows = marks.flatMap((mark, index): [string, number, number][] => [
      [mark, 0, 100 + 12 * index],
      ['Title-of-a-work-or-section', 80, 100 + 12 * index],
    ])
    assert.deepEqual(lists(rows), [])
  }
})

test('the last lines of paragraphs with a source at their end are no terms', () => {
  const rows = [0, 1, 2].flatMap((index): [string, number, number][] => [
    ['a-line-of-running-text-that-fills-the-column-and', 0, 100 + 40 * index],
    ['ends-here.', 0, 112 + 40 * index],
    ['(issue-645)', 160, 112 + 40 * index],
  ])
  assert.deepEqual(lists(rows), [])
})

test('long terms and meanings of signs are rows of a list that others make; a heading ends its list', () => {
  const row = (term: string, meaning: string, y: number): [string, number, number][] => [
    [term, 0, y],
    [meaning, 200, y],
  ]
  const found = lists([
    ...row('boolean', 'bool', 100),
    ...row('a-boolean-that-may-be-undefined-too', 'bool3', 112),
    ...row('integer', 'int', 124),
    ...row('character', 'string', 136),
    ['Operators', 0, 152, 12],
    ...row('remainder', '%', 166),
    ...row('alternative', 'or', 178),
  ])
  assert.deepEqual(found, [
    ['boolean bool', 'a-boolean-that-may-be-undefined-too bool3', 'integer int', 'character string'],
    ['remainder %', 'alternative or'],
  ])
})
