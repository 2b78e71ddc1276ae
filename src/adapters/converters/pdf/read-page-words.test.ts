import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildWords } from './build-words.ts'
import type { Glyph } from './read-glyphs.ts'
import { blankBrokenFonts, dropRedrawn } from './read-page-words.ts'
import { glyphsOf, plainFont } from './test/glyph-fixtures.ts'

const textOf = (glyphs: readonly Glyph[]) => glyphs.map(({ text }) => text).join('')

test('a word drawn twice on the same spot is read once', () => {
  const bold = [...glyphsOf('ENABLE', { x: 50, y: 110 }), ...glyphsOf('ENABLE', { x: 50.4, y: 110 })]
  assert.equal(textOf(dropRedrawn(bold)), 'ENABLE')
})

test('a piece of a word drawn over it is left out', () => {
  const pieces = [...glyphsOf('permission', { x: 50, y: 110 }), ...glyphsOf('ission', { x: 70, y: 110 })]
  assert.equal(textOf(dropRedrawn(pieces)), 'permission')
})

test('the same word beside or below is another word', () => {
  const words = [
    ...glyphsOf('very', { x: 50, y: 110 }),
    ...glyphsOf('very', { x: 80, y: 110 }),
    ...glyphsOf('very', { x: 50, y: 124 }),
  ]
  assert.equal(dropRedrawn(words).length, words.length)
})

test('dots of leaders that meet are all kept', () => {
  const leaders = [...glyphsOf('....', { x: 50, y: 110 }), ...glyphsOf('....', { x: 65, y: 110 })]
  assert.equal(dropRedrawn(leaders).length, 8)
})

test('pieces of a rule that overlap are all kept, even where the file takes them for letters', () => {
  const rule = [...glyphsOf('ﬃﬃﬃﬃﬃﬃ', { x: 50, y: 110 }), ...glyphsOf('ﬃ', { x: 75.4, y: 110 })]
  assert.equal(dropRedrawn(rule).length, 7)
})

test('an address drawn twice is read once, for all its equal letters', () => {
  const bold = [...glyphsOf('www.quire', { x: 50, y: 110 }), ...glyphsOf('www.quire', { x: 50.3, y: 110 })]
  assert.equal(textOf(dropRedrawn(bold)), 'www.quire')
})

test('punctuation drawn twice is read once, and so are leaders that are part of the repeated text', () => {
  const text = 'a,b.(c):d-e........9'
  const twice = [...glyphsOf(text, { x: 50, y: 110 }), ...glyphsOf(text, { x: 50.3, y: 110 })]
  assert.equal(textOf(dropRedrawn(twice)), text)
})

const broken = { ...plainFont, name: 'broken' }
const inBroken = (text: string) =>
  glyphsOf(text, { x: 50, y: 130 }).map(glyph => ({ ...glyph, font: broken }))

test('signs of a font most of whose glyphs mean nothing mean nothing either', () => {
  const glyphs = [
    ...glyphsOf('Highlights', { x: 50, y: 110 }),
    ...inBroken('\u0002\u0003\u0004!\u0005"#\u0006'.repeat(4)),
  ]
  const { words, unmapped } = buildWords(blankBrokenFonts(glyphs))
  assert.deepEqual(
    words.map(word => word.text).filter(text => text !== ''),
    ['Highlights'],
  )
  assert.equal(unmapped, 32)
})

test('a few unknown signs among letters cost only themselves', () => {
  const glyphs = inBroken('the root \u0002\u0003 of a sum \u0004')
  assert.deepEqual(blankBrokenFonts(glyphs), glyphs)
})
