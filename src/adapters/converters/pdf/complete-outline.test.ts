import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeOutline } from './complete-outline.ts'
import { listParts } from './document-parts.ts'
import { guessHeadings } from './guess-headings.ts'
import type { Block } from './page-layout.ts'
import { placeOutline } from './place-outline.ts'
import { block, page } from './test/layout-fixtures.ts'
import { toPageLines } from './write-markdown.ts'

const line = (text: string, y: number, style: { size?: number; bold?: boolean } = {}) =>
  block([text], { x: 72, y, width: 200, ...style })
const prose = (y: number) =>
  block(['Running text of the document that is long enough to be', 'what most letters of it belong to.'], {
    x: 72,
    y,
    width: 400,
  })

function complete(entries: readonly [number, string][], ...blocks: Block[]) {
  const pages = [toPageLines(page(blocks))]
  const targets = entries.map(([level, title]) => ({ level, title, page: 1, y: null }))
  const guessed = guessHeadings(pages, listParts(pages), new Set())
  return completeOutline(placeOutline(targets, pages), guessed).headings.map(({ level, title }) => [
    level,
    title,
  ])
}

test('headings that the outline leaves out are added at the level of their style', () => {
  assert.deepEqual(
    complete(
      [
        [1, 'On Tea'],
        [2, 'Leaves'],
      ],
      line('On Tea', 20, { size: 20, bold: true }),
      line('Leaves', 50, { size: 14, bold: true }),
      prose(80),
      line('Water', 120, { size: 14, bold: true }),
      prose(150),
    ),
    [
      [1, 'On Tea'],
      [2, 'Leaves'],
      [2, 'Water'],
    ],
  )
})

test('entries for figures, files and what is not printed are no sections', () => {
  assert.deepEqual(
    complete(
      [
        [1, 'Cover'],
        [1, 'Leaves'],
        [1, 'Figure 2 A leaf in water.'],
        [1, 'chapter7.html'],
        [1, 'Water'],
      ],
      line('Leaves', 50, { size: 14, bold: true }),
      prose(80),
      line('Water', 120, { size: 14, bold: true }),
      prose(150),
    ),
    [
      [1, 'Leaves'],
      [1, 'Water'],
    ],
  )
})

test('"Chapter 2" above a name that the outline lists is no heading of its own', () => {
  assert.deepEqual(
    complete(
      [
        [1, 'Leaves'],
        [1, 'Water'],
      ],
      line('Chapter 1', 20, { size: 20, bold: true }),
      line('Leaves', 50, { size: 24, bold: true }),
      prose(80),
      line('Chapter 2', 120, { size: 20, bold: true }),
      line('Water', 150, { size: 24, bold: true }),
      prose(180),
    ),
    [
      [1, 'Leaves'],
      [1, 'Water'],
    ],
  )
})
