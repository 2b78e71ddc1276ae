import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLanguage } from './choose-language.ts'

const guess = (language: string, confidence: number, evidence: number) => ({ language, confidence, evidence })
const english = { en: 97, fr: 3 }

test('long text is in the language that was detected, whatever its collection holds', () => {
  assert.equal(chooseLanguage(guess('fr', 0.95, 2000), { declared: null, counts: { en: 100 } }), 'fr')
})

test('short or uncertain text takes the language of its collection', () => {
  assert.equal(chooseLanguage(guess('nl', 0.9, 25), { declared: null, counts: english }), 'en')
  assert.equal(chooseLanguage(guess('la', 0.55, 900), { declared: null, counts: english }), 'en')
  assert.equal(chooseLanguage(guess('und', 0, 3), { declared: null, counts: english }), 'en')
})

test('a language that the collection holds needs less evidence, and so does a declared one', () => {
  const half = { en: 10, fr: 9 }
  assert.equal(chooseLanguage(guess('fr', 0.7, 80), { declared: null, counts: half }), 'fr')
  assert.equal(chooseLanguage(guess('fr', 0.7, 80), { declared: 'fr', counts: english }), 'fr')
  assert.equal(chooseLanguage(guess('fr', 0.7, 80), { declared: null, counts: english }), 'en')
})

test('in an empty collection the guess counts when it rests on a sentence, then what the source declares', () => {
  assert.equal(chooseLanguage(guess('de', 0.5, 70), { declared: null, counts: {} }), 'de')
  assert.equal(chooseLanguage(guess('de', 0.5, 20), { declared: 'en', counts: {} }), 'en')
  assert.equal(chooseLanguage(guess('zh', 0.99, 20), { declared: null, counts: {} }), 'zh')
  assert.equal(chooseLanguage(guess('de', 0.5, 20), { declared: null, counts: {} }), 'und')
})

test('documents of unknown language do not decide what the others are', () => {
  assert.equal(chooseLanguage(guess('und', 0, 3), { declared: null, counts: { und: 9, de: 1 } }), 'de')
})
