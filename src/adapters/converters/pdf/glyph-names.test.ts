import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spellLigatures, textOfGlyphName, textOfPrivateUse } from './glyph-names.ts'

const cases: [string, string | null][] = [
  ['one.os', '1'],
  ['zero.tosf', '0'],
  ['A.sc', 'A'],
  ['a.alt', 'a'],
  ['f_f_i', 'ffi'],
  ['T_h.liga', 'Th'],
  ['uni0031.os', '1'],
  ['uni00660069', 'fi'],
  ['u1D70B', '\u{1d70b}'],
  ['Ccaron.sc', 'Č'],
  ['quotedblleft.alt', '“'],
  ['oneoldstyle', '1'],
  ['Asmall', 'a'],
  ['Eacutesmall', 'é'],
  ['onesuperior', '¹'],
  ['four.superior', '⁴'],
  ['two.inferior', '₂'],
  ['tsuperior', 't'],
  ['parenleftbigg', '('],
  ['summationdisplay', '∑'],
  ['floorleft', '⌊'],
  ['greaterorequalslant', '⩾'],
  ['alpha', 'α'],
  ['Omega', 'Ω'],
  ['.notdef', null],
  ['g135', null],
  ['a11', null],
  ['uniD800', null],
  ['f_unknown', null],
]

test('the name of a glyph gives its text, whatever form it chooses', () => {
  for (const [name, text] of cases) assert.equal(textOfGlyphName(name), text, name)
})

test('private characters of Adobe are the letters whose forms they are', () => {
  const texts = ['\uf731', '\uf761', '\uf7e9', '\uf6f3', '\uf8f1', '\uf8f2', '\uf8fc', '\uf0b7'].map(
    textOfPrivateUse,
  )
  assert.deepEqual(texts, ['1', 'a', 'é', 't', '{', '', '}', null])
})

test('ligatures are written as letters', () => {
  assert.equal(spellLigatures('eﬃcient ﬁle, ﬂow, ﬅ'), 'efficient file, flow, st')
})
