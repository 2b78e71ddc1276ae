import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutText } from './text-parts.ts'

test('the parts of a text are the whole text, in order', () => {
  const text = Array.from({ length: 400 }, (_, at) => `Paragraph ${at} has some words.`).join('\n\n')
  const parts = cutText(text)
  assert.ok(parts.length > 1)
  assert.equal(parts.map(({ start, end }) => text.slice(start, end)).join(''), text)
})

test('a text is cut between paragraphs', () => {
  const text = Array.from({ length: 400 }, (_, at) => `Paragraph ${at} has some words.`).join('\n\n')
  for (const { start, end } of cutText(text))
    assert.match(text.slice(start, end).trim(), /^Paragraph \d+ .*\.$/s)
})

test('one line of megabytes is cut', () => {
  const parts = cutText('x'.repeat(2_000_000))
  assert.ok(parts.every(({ start, end }) => end - start <= 40_000))
})

test('an empty text has no parts', () => assert.deepEqual(cutText(''), []))
