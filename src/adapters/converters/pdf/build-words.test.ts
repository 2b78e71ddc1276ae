import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildWords } from './build-words.ts'
import type { Glyph } from './read-glyphs.ts'
import { glyphsOf } from './test/glyph-fixtures.ts'

const textsOf = (glyphs: readonly Glyph[]) => buildWords(glyphs).words.map(word => word.text)

test('a space ends a word, and so does a gap of a tenth of the size', () => {
  assert.deepEqual(textsOf(glyphsOf('to be', { x: 0, y: 0 })), ['to', 'be'])
  const close = [...glyphsOf('to', { x: 0, y: 0 }), ...glyphsOf('be', { x: 10.9, y: 0 })]
  assert.deepEqual(textsOf(close), ['tobe'])
  const apart = [...glyphsOf('to', { x: 0, y: 0 }), ...glyphsOf('be', { x: 11.1, y: 0 })]
  assert.deepEqual(textsOf(apart), ['to', 'be'])
})

test('a step back, another baseline and another size begin a new word', () => {
  for (const next of [
    { x: 7, y: 0 },
    { x: 10, y: 0.6 },
    { x: 10, y: 0, size: 9 },
  ])
    assert.deepEqual(textsOf([...glyphsOf('to', { x: 0, y: 0 }), ...glyphsOf('be', next)]), ['to', 'be'])
})

test('a word reaches from its first glyph to its last, by the extent of its font', () => {
  const [word] = buildWords(glyphsOf('word', { x: 100, y: 50 })).words
  assert.ok(word)
  const { x0, x1, y0, y1, drop } = word
  assert.deepEqual({ x0, x1, y0, y1, drop }, { x0: 100, x1: 120, y0: 42.5, y1: 52.5, drop: 2.5 })
})

test('words of a script that runs from right to left are read as they are spoken, numbers in them from left to right', () => {
  assert.deepEqual(textsOf(glyphsOf('\u05dd\u05d5\u05dc\u05e9', { x: 0, y: 0 })), [
    '\u05e9\u05dc\u05d5\u05dd',
  ])
  assert.deepEqual(textsOf(glyphsOf('12\u05d1\u05d0', { x: 0, y: 0 })), ['\u05d0\u05d112'])
})

test('a glyph of several letters keeps their order', () => {
  const [first, second] = glyphsOf('\u062e\u062d', { x: 0, y: 0 })
  assert.ok(first && second)
  assert.deepEqual(textsOf([first, { ...second, text: '\u0644\u0627' }]), ['\u0644\u0627\u062e'])
})

test('glyphs without meaning are counted, take their place, and say nothing', () => {
  const { words, unmapped } = buildWords(glyphsOf('a\u0004\ue000b', { x: 0, y: 0 }))
  assert.equal(unmapped, 2)
  assert.deepEqual(
    words.map(({ text, x1 }) => [text, x1]),
    [['ab', 20]],
  )
})

test('ligatures are written as letters', () => {
  assert.deepEqual(textsOf(glyphsOf('eﬃcient ﬁle', { x: 0, y: 0 })), ['efficient', 'file'])
})
