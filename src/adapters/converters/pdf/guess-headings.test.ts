import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTitle } from './find-title.ts'
import { guessHeadings, listParts } from './guess-headings.ts'
import type { Block } from './page-layout.ts'
import { block, page } from './test/layout-fixtures.ts'
import { toPageLines } from './write-markdown.ts'

const prose = (y: number) =>
  block(
    [
      'Running text of the document that is long enough to be',
      'what most letters of it belong to. It has a few lines,',
      'so that headings can be told from it by their size and',
      'weight, and it ends with a full stop.',
    ],
    { x: 72, y, width: 400 },
  )
const pagesOf = (...blocks: Block[]) => [toPageLines(page(blocks))]
const headingsOf = (...blocks: Block[]) => {
  const pages = pagesOf(...blocks)
  return guessHeadings(pages, listParts(pages), new Set()).map(({ level, title }) => [level, title])
}
const line = (text: string, y: number, style: { size?: number; bold?: boolean } = {}) =>
  block([text], { x: 72, y, width: 200, ...style })

test('numbered headings are nested by their numbers, also when they are only bold', () => {
  assert.deepEqual(
    headingsOf(
      line('1 Leaves', 80, { bold: true }),
      prose(100),
      line('1.1 Green leaves', 180, { bold: true }),
      prose(200),
      line('2 Water', 280, { bold: true }),
      prose(300),
    ),
    [
      [1, '1 Leaves'],
      [2, '1.1 Green leaves'],
      [1, '2 Water'],
    ],
  )
})

test('the usual names of sections need no other sign', () => {
  assert.deepEqual(headingsOf(line('Abstract', 80), prose(100), line('References', 280), prose(300)), [
    [1, 'Abstract'],
    [1, 'References'],
  ])
})

test('sentences, addresses and numbered items in the style of the text are no headings', () => {
  assert.deepEqual(
    headingsOf(
      prose(20),
      line('1. This is the first item of a list', 80),
      line('tea@example.org', 120, { bold: true }),
      line('A bold sentence that ends with a full stop.', 140, { bold: true }),
      prose(160),
    ),
    [],
  )
})

test('the title is the largest text before the first section, and what is with it is no heading', () => {
  const pages = pagesOf(
    line('Preprint of the Tea Society', 40, { size: 9 }),
    line('On the Steeping of', 60, { size: 18 }),
    line('Leaves', 80, { size: 18 }),
    line('A. Author and B. Author', 100, { size: 12 }),
    line('Abstract', 130, { bold: true }),
    prose(150),
  )
  const parts = listParts(pages)
  const { title, parts: above } = findTitle(parts, null)
  assert.equal(title, 'On the Steeping of Leaves')
  assert.deepEqual(
    guessHeadings(pages, parts, above).map(heading => heading.title),
    ['Abstract'],
  )
})

test('a declared title counts when it is printed, or when no other is', () => {
  const printed = listParts(pagesOf(line('On Tea', 60, { size: 18 }), prose(100)))
  assert.equal(findTitle(printed, 'Microsoft template').title, 'On Tea')
  const wider = listParts(pagesOf(line('ON TEA AND WATER', 60, { size: 18 }), prose(100)))
  assert.equal(findTitle(wider, 'On Tea and Water').title, 'On Tea and Water')
  assert.equal(findTitle(listParts(pagesOf(prose(100))), 'Declared').title, 'Declared')
})
