import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareLetters, type Letters } from './compare-letters.ts'

const marked = (pieces: readonly Letters[]) =>
  pieces.map(({ text, isSame }) => (isSame ? text : `[${text}]`)).join('')

const cases: readonly [quoted: string, found: string, ofQuoted: string, ofFound: string][] = [
  ['the map', 'the map', 'the map', 'the map'],
  ['the colour', 'the color', 'the colo[u]r', 'the color'],
  ['a cat sat', 'a dog sat', 'a [cat] sat', 'a [dog] sat'],
  ['', 'new', '', '[new]'],
]
for (const [quoted, found, ofQuoted, ofFound] of cases)
  test(`“${quoted}” against “${found}”`, () => {
    const compared = compareLetters(quoted, found)
    assert.deepEqual([marked(compared.quoted), marked(compared.found)], [ofQuoted, ofFound])
  })

test('long texts are compared by words', () => {
  const text = 'many words of a long text '.repeat(120)
  const compared = compareLetters(text, text.replace('long', 'short'))
  assert.deepEqual(
    compared.quoted.filter(({ isSame }) => !isSame).map(piece => piece.text),
    ['long'],
  )
})
