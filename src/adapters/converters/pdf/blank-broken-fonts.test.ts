import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blankBrokenFonts } from './blank-broken-fonts.ts'
import { buildWords } from './build-words.ts'
import { glyphsOf, plainFont } from './test/glyph-fixtures.ts'

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
