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

const english = ['the cause of this and that', 'words from which we are known by sight, with care']

test('a hyphen of the language is kept, also when the document has the word nowhere else', () => {
  const known = collectVocabulary(english)
  for (const [first, last] of [
    ['well-', 'suited'],
    ['self-', 'explanatory'],
    ['command-', 'line'],
    ['state-', 'of-the-art'],
    ['classifier-', 'based'],
    ['so-', 'called'],
    ['two-', 'step'],
    ['\u03b1-', 'helix'],
    ['RT-', 'PCR'],
  ] as const)
    assert.equal(joinHyphenated(`the ${first}`, `${last} thing`, known), 'keep', first + last)
})

test('a word that the language writes closed is joined, whatever its parts mean', () => {
  const known = collectVocabulary(english)
  for (const [first, last] of [
    ['some-', 'times'],
    ['under-', 'standing'],
    ['band-', 'width'],
    ['re-', 'quires'],
    ['DE-', 'SIGN'],
    ['GREEN-', 'BAUMER'],
    ['inferi-', 'or'],
    ['well-estab-', 'lished'],
  ] as const)
    assert.equal(joinHyphenated(`the ${first}`, `${last} thing`, known), 'drop', first + last)
})

test('the document shows which parts it joins with hyphens', () => {
  const known = collectVocabulary([
    'eine Kosten-nutzen-rechnung und der Nutzen von mir',
    'die Rechnung ist nicht lang',
  ])
  assert.equal(joinHyphenated('die kosten-', 'rechnung', known), 'keep')
  assert.equal(joinHyphenated('die rech-', 'nung', known), 'drop')
  const style = collectVocabulary([...english, 'a non-linear and non-trivial case'])
  assert.equal(joinHyphenated('is non-', 'toxic', style), 'keep')
  assert.equal(joinHyphenated('is non-', 'toxic', collectVocabulary(english)), 'drop')
})

test('a hyphen before a conjunction replaces a part that follows later', () => {
  assert.equal(joinHyphenated('die Ein-', 'und Ausgabe', none), null)
  assert.equal(joinHyphenated('two-', 'and threefold', none), null)
})

test('the parts of a word broken at the end of a line are no words', () => {
  assert.deepEqual([...collectVocabulary(['the electro-', 'nics of it'])], ['the', 'of', 'it'])
})

test('a word broken without a hyphen is joined when it is known and one of its pieces is not', () => {
  const inner = collectInnerWords(['file the return in time', 'we turn it over now'])
  assert.ok(isBrokenUnmarked('payment with re', 'turn, earlier', inner))
})

test('two words that are both separate words elsewhere stay two', () => {
  const inner = collectInnerWords(['we can not do it', 'it is not so here', 'one cannot know it'])
  assert.ok(!isBrokenUnmarked('one can', 'not know', inner))
  assert.ok(!isBrokenUnmarked('an unknown', 'pair of words', inner))
})
