import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listParts } from './document-parts.ts'
import { findTitle } from './find-title.ts'
import { block, page } from './test/layout-fixtures.ts'
import { toPageLines } from './write-markdown.ts'

const line = (text: string, y: number, size = 12) => block([text], { x: 72, y, width: 200, size })
const prose = block(
  Array.from({ length: 5 }, () => 'Running text of the document that is long enough to end the title.'),
  { x: 72, y: 300, width: 400 },
)
const titleOf = (declared: string | null, ...blocks: ReturnType<typeof line>[]) =>
  findTitle(listParts([toPageLines(page([...blocks, prose]))]), declared).title

test('a declared title that leaves out the end of the printed one does not replace it', () => {
  assert.equal(
    titleOf('Introduction to teapots', line('Introduction to teapots 2.x', 60, 24)),
    'Introduction to teapots 2.x',
  )
})

test('"or" between the two names of a work is part of its title', () => {
  assert.equal(
    titleOf(null, line('How To Survive With Many Pots', 60, 18), line('or', 90, 14), line('On Tea', 120, 18)),
    'How To Survive With Many Pots or On Tea',
  )
})

test('the mark of a footnote is no part of a title', () => {
  assert.equal(titleOf(null, line('On Tea[^1]', 60, 18)), 'On Tea')
})
