import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildWords } from './build-words.ts'
import { layoutPage } from './layout-page.ts'
import type { Glyph } from './read-glyphs.ts'
import { straightenSlanted } from './straighten-slanted.ts'
import { glyphsOf } from './test/glyph-fixtures.ts'

/** Turns text about its first letter, as a viewer shows it. */
function turn(glyphs: readonly Glyph[], degrees: number): Glyph[] {
  const [first] = glyphs
  assert.ok(first)
  const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return glyphs.map(glyph => ({
    ...glyph,
    x: first.x + (glyph.x - first.x) * cosine - (glyph.y - first.y) * sine,
    y: first.y + (glyph.x - first.x) * sine + (glyph.y - first.y) * cosine,
    dx: glyph.dx * cosine,
    dy: glyph.dx * sine,
  }))
}

test('a watermark across the page is words, apart from the text below it', () => {
  const text = glyphsOf('Steep the leaves', { x: 72, y: 100 })
  const mark = turn(glyphsOf('For Review Only', { x: 150, y: 500 }), -45)
  const { words } = buildWords(straightenSlanted([...mark, ...text]))
  const { blocks } = layoutPage(words)
  const read = blocks.map(({ role, lines }) => [role, lines.map(line => line.text).join(' ')])
  assert.deepEqual(read, [
    ['aside', 'For Review Only'],
    ['body', 'Steep the leaves'],
  ])
})

test('text of a scan that is not quite straight stays where it is', () => {
  const skewed = turn(glyphsOf('Steep', { x: 72, y: 100 }), 3)
  assert.deepEqual(straightenSlanted(skewed), skewed)
})
