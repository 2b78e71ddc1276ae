import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePhrases } from './parse-phrases.ts'
import { actingNamesIn, isPersonIn, shownNames } from './shown-names.ts'

const shown = (text: string) => shownNames(parsePhrases(text, () => false))

test('a sentence shows persons by trades and lives, and bodies by their kind', () => {
  assert.deepEqual(shown('Quorra Vint is a Dutch physicist.'), [{ shows: 'person', name: 'Quorra Vint' }])
  assert.deepEqual(shown('Quorra Vint began her career in Ulm.'), [{ shows: 'person', name: 'Quorra Vint' }])
  assert.deepEqual(shown('Harlow Glass is a maker of mirrors.'), [{ shows: 'body', name: 'Harlow Glass' }])
})

test('a sentence shows other forms of a name', () => {
  assert.deepEqual(shown('The Python Software Foundation (PSF) met.'), [
    { shows: 'abbreviation', short: 'PSF', name: 'Python Software Foundation' },
  ])
  assert.deepEqual(shown('She left Harlow University.'), [
    { shows: 'short name', short: 'Harlow', name: 'Harlow University' },
  ])
})

test('a name is a person’s where its surname alone does something', () => {
  assert.deepEqual(actingNamesIn('Wilford Simons came. Simons bought a mill, and Simons was rich.'), [
    'Wilford Simons',
  ])
  assert.deepEqual(actingNamesIn('Wilford Simons came.'), [])
})

test('a heading is a person’s name where the text uses the surname and a pronoun', () => {
  assert.ok(isPersonIn('Simons came, and he stayed.', 'Wilford Simons'))
  assert.ok(!isPersonIn('Simons came.', 'Wilford Simons'))
  assert.ok(!isPersonIn('He came.', 'Wilford Simons'))
})
