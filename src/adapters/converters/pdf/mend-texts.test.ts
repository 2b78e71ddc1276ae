import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mendTexts } from './mend-texts.ts'

const simple = { composite: false, type: 'Type1', name: 'ABCDEF+Sample' }
const mend = (facts: Record<string, unknown>, drawn: [number, string][]) =>
  Object.fromEntries(mendTexts({ ...simple, ...facts }, new Map(drawn)))

test('a glyph that the file does not map has the text of its name', () => {
  const differences = new Map([
    [0x81, 'one.os'],
    [0x62, 'floorleft'],
    [0x03, 'f_f_i'],
  ])
  assert.deepEqual(
    mend({ differences }, [
      [0x81, '\x81'],
      [0x62, 'b'],
      [0x03, '\x03'],
    ]),
    { 129: '1', 98: '⌊', 3: 'ffi' },
  )
})

test('what the file maps stays as it is', () => {
  const differences = new Map([
    [0x41, 'B'],
    [0x61, 'A.sc'],
    [0x62, 'one.os'],
  ])
  assert.deepEqual(
    mend({ differences }, [
      [0x41, 'A'],
      [0x61, 'a'],
      [0x62, 'x'],
    ]),
    {},
  )
})

test('private characters become letters, dingbats become bullets, symbols what they show', () => {
  assert.deepEqual(mend({}, [[0x31, '\uf731']]), { 49: '1' })
  assert.deepEqual(mend({ name: 'ABCDEF+Wingdings-Regular' }, [[0xd8, 'Ø']]), { 216: '➢' })
  assert.deepEqual(mend({ name: 'Wingdings3', composite: true }, [[5, 'Ê']]), { 5: '•' })
  assert.deepEqual(mend({ name: 'ABCDEF+SymbolMT', composite: true }, [[0x6f, '\uf0ae']]), { 111: '→' })
  assert.deepEqual(
    mend({ name: 'Symbol' }, [
      [0xfc, '\uf0fc'],
      [0xf2, '\uf0f2'],
      [0xd5, '\uf0d5'],
    ]),
    {
      252: '}',
      242: '∫',
      213: '∏',
    },
  )
})

test('the space of a font that numbers its glyphs is a space', () => {
  assert.deepEqual(
    mend({ composite: true, type: 'CIDFontType2' }, [
      [3, '\x03'],
      [4, '\x04'],
    ]),
    { 3: ' ' },
  )
  assert.deepEqual(mend({ composite: true, type: 'CIDFontType0' }, [[1, '\x01']]), { 1: ' ' })
})

/** A font of pictures, as TeX made them, with the letters from a to z and more codes. */
function pictures(codes: readonly number[]) {
  const all = [...Array.from({ length: 26 }, (_, index) => 0x61 + index), ...codes]
  const differences = new Map(all.map(code => [code, `a${code}`]))
  const drawn = all.map((code): [number, string] => [code, String.fromCharCode(code)])
  return mend({ isType3Font: true, differences }, drawn)
}

test('ligatures, dashes and quotation marks of old TeX files are read', () => {
  assert.deepEqual(pictures([0x0c, 0x0e, 0x7b, 0x5c, 0x22]), {
    12: 'fi',
    14: 'ffi',
    123: '–',
    92: '“',
    34: '”',
  })
  assert.deepEqual(pictures([0x1c, 0x15, 0x7b]), { 28: 'fi', 21: '–' })
  assert.deepEqual(pictures([0x1c, 0x9f, 0xb2]), { 28: 'fi', 159: '§', 178: 'š' })
  assert.deepEqual(pictures([0x0c, 0x13, 0x7f]), { 12: 'fi', 19: '´', 127: '¨' })
})

test('pictures of letters in any order, as in scans, are not taken for TeX', () => {
  assert.deepEqual(pictures([0x0c, 0x03, 0x8b]), {})
})

test('a font of an old TeX file that a page hardly uses is read by what earlier pages used', () => {
  const differences = new Map(Array.from({ length: 128 }, (_, code) => [code, `a${code}`]))
  const facts = { isType3Font: true, differences }
  const drawnIn = (text: string) =>
    new Map([...text].map((character): [number, string] => [character.charCodeAt(0), character]))
  assert.equal(mendTexts(facts, drawnIn('Di\u000berences')).get(0x0b), undefined)
  assert.equal(mendTexts({ ...facts }, drawnIn('packages and hills')).size, 0)
  mendTexts(facts, drawnIn('packages and hills'))
  assert.equal(mendTexts(facts, drawnIn('Di\u000berences')).get(0x0b), 'ff')
})

test('signs of ZapfDingbats are no letters', () => {
  const drawn: [number, string][] = [...'l4'].map(letter => [letter.charCodeAt(0), letter])
  assert.deepEqual(mend({ name: 'ZapfDingbats' }, drawn), { 108: '●', 52: '✔' })
})
