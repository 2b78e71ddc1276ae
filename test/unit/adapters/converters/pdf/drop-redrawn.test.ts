import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropRedrawn } from '../../../../../src/adapters/converters/pdf/drop-redrawn.ts'
import type { Word } from '../../../../../src/adapters/converters/pdf/page-layout.ts'

function word(text: string, x0: number, order: number, y1 = 110): Word {
  return {
    text,
    x0,
    x1: x0 + 6 * text.length,
    y0: y1 - 10,
    y1,
    size: 10,
    rotation: 0,
    order,
  } as Word // SAFETY: the other facts of a word play no part here.
}

const textsOf = (words: Word[]) => words.map(({ text }) => text)

test('a word drawn twice on the same spot is read once', () => {
  assert.deepEqual(textsOf(dropRedrawn([word('ENABLE', 50, 0), word('ENABLE', 50.4, 1)])), ['ENABLE'])
})

test('a piece of a word drawn over it is left out', () => {
  assert.deepEqual(textsOf(dropRedrawn([word('permission', 50, 0), word('ission', 74, 1)])), ['permission'])
})

test('the same word beside or below is another word', () => {
  const words = [word('very', 50, 0), word('very', 80, 1), word('very', 50, 2, 124)]
  assert.equal(dropRedrawn(words).length, 3)
})
