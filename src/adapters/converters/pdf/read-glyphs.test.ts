import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPdf } from './open-pdf.ts'
import { type Glyph, readGlyphs } from './read-glyphs.ts'
import { makePdf } from './test/make-pdf.ts'

/** Widths of Helvetica, in thousandths of the size. */
const widths = { a: 556, i: 222, space: 278 }

async function draw(operators: string): Promise<Glyph[]> {
  const document = await openPdf(makePdf({ pages: [{ operators, width: 600, height: 800 }] }), null)
  try {
    return (await readGlyphs(await document.getPage(1))).glyphs
  } finally {
    await document.loadingTask.destroy()
  }
}

const places = (glyphs: readonly Glyph[]) =>
  glyphs.map(({ text, x, y }) => [text, Number(x.toFixed(2)), Number(y.toFixed(2))])

test('every glyph is at the position of the pen, by the widths of its font', async () => {
  const glyphs = await draw('BT /F1 10 Tf 100 700 Td (ai a) Tj ET')
  assert.deepEqual(places(glyphs), [
    ['a', 100, 100],
    ['i', 105.56, 100],
    [' ', 107.78, 100],
    ['a', 110.56, 100],
  ])
  assert.equal(glyphs[0]?.dx.toFixed(2), (widths.a / 100).toFixed(2))
  assert.equal(glyphs[0]?.size, 10)
})

test('spacing of letters and words, and the numbers between strings, move the pen', async () => {
  const glyphs = await draw('BT /F1 10 Tf 1 Tc 3 Tw 100 700 Td [(i i) -500 (i)] TJ ET')
  assert.deepEqual(
    places(glyphs).map(([, x]) => x),
    [100, 103.22, 110, 118.22],
  )
  assert.equal(glyphs[0]?.dx.toFixed(2), '2.22', 'spacing is no part of a glyph')
})

test('stretch and rise are heeded', async () => {
  const glyphs = await draw('BT /F1 10 Tf 50 Tz 100 700 Td (a) Tj 4 Ts (a) Tj ET')
  assert.deepEqual(places(glyphs), [
    ['a', 100, 100],
    ['a', 102.78, 96],
  ])
})

test('new lines go down by the leading, from the start of the line', async () => {
  const glyphs = await draw(
    "BT /F1 10 Tf 14 TL 100 700 Td (a) Tj T* (b) Tj (c) ' 0 -20 TD (d) Tj T* (e) Tj ET",
  )
  assert.deepEqual(places(glyphs), [
    ['a', 100, 100],
    ['b', 100, 114],
    ['c', 100, 128],
    ['d', 100, 148],
    ['e', 100, 168],
  ])
})

test('transformations nest, and are undone', async () => {
  const glyphs = await draw(
    'q 2 0 0 2 50 0 cm BT /F1 10 Tf 1 0 0 1 10 300 Tm (a) Tj ET Q BT /F1 10 Tf 10 300 Td (b) Tj ET',
  )
  assert.deepEqual(
    glyphs.map(({ text, x, y, size }) => [text, x, y, size]),
    [
      ['a', 70, 200, 20],
      ['b', 10, 500, 10],
    ],
  )
})

test('text on its side says which way it runs', async () => {
  const glyphs = await draw(
    'BT /F1 10 Tf 0 1 -1 0 100 300 Tm (u) Tj 0 -1 1 0 100 300 Tm (d) Tj -1 0 0 -1 100 300 Tm (o) Tj ET',
  )
  assert.deepEqual(
    glyphs.map(({ text, rotation }) => [text, rotation]),
    [
      ['u', 270],
      ['d', 90],
      ['o', 180],
    ],
  )
})
