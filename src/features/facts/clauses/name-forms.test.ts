import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAbbreviation, isSpellingOf, sharesWord } from './name-forms.ts'

test('a shorter name is the same person with the same surname and given names or their initials', () => {
  assert.ok(isSpellingOf('J. Doe', 'Jane Ann Doe'))
  assert.ok(isSpellingOf('Doe', 'Jane Doe'))
  assert.ok(!isSpellingOf('Mary Doe', 'Jane Doe'))
  assert.ok(!isSpellingOf('Jane Roe', 'Jane Doe'))
})

test('the letters of an abbreviation begin words of the name, in order', () => {
  assert.ok(isAbbreviation('PSF', 'Python Software Foundation'))
  assert.ok(!isAbbreviation('PFS', 'Python Software Foundation'))
  assert.ok(!isAbbreviation('Psf', 'Python Software Foundation'))
})

test('two names share a word in any case', () => {
  assert.ok(sharesWord('Jane Doe', 'DOE family'))
  assert.ok(!sharesWord('Jane Doe', 'Mary Roe'))
})
