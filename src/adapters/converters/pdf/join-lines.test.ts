import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectInnerWords, collectVocabulary, isBrokenUnmarked, joinHyphenated } from './join-lines.ts'

const none = new Set<string>()

test('a hyphen that only marked the line end is dropped', () => {
  assert.equal(joinHyphenated('the electro-', 'nics of it', none), 'drop')
  assert.equal(joinHyphenated('soft\u00ad', 'Ware', none), 'drop')
})

test('a hyphen that belongs to the word is kept', () => {
  const known = collectVocabulary(['a well-known fact'])
  assert.equal(joinHyphenated('a well-', 'known thing', known), 'keep')
  assert.equal(joinHyphenated('of Anglo-', 'Saxon times', none), 'keep')
  assert.equal(joinHyphenated('the COVID-', '19 years', none), 'keep')
  assert.equal(joinHyphenated('see 2.3.59-', '1 or there', none), 'keep')
  assert.equal(joinHyphenated('no hyphen', 'here', none), null)
})

test('a word broken without a hyphen is joined when it is known and one of its pieces is not', () => {
  const inner = collectInnerWords(['file the return in time', 'we turn it over now'])
  assert.ok(isBrokenUnmarked('payment with re', 'turn, earlier', inner))
})

test('two words that both stand alone elsewhere stay two', () => {
  const inner = collectInnerWords(['we can not do it', 'it is not so here', 'one cannot know it'])
  assert.ok(!isBrokenUnmarked('one can', 'not know', inner))
  assert.ok(!isBrokenUnmarked('an unknown', 'pair of words', inner))
})
