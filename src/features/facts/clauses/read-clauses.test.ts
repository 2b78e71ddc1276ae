import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDocument } from '../read-document.ts'
import { compare, lists, summed } from '../test/truth/compare.ts'
import { readSentencesOf, readTexts } from '../test/truth/read-truth.ts'

test('every development sentence states what is written below it, and no more', () => {
  for (const item of readSentencesOf('development.txt')) {
    const { wrong, missed } = compare(item, readDocument)
    assert.deepEqual([wrong, missed], [[], []], item.text)
  }
})

test('of the development texts nothing is read that they do not state, and nearly all that they state', () => {
  const all = readTexts('development-texts.txt', 'development-texts').map(item => compare(item, readDocument))
  assert.deepEqual(
    all.flatMap(({ wrong }) => wrong),
    [],
  )
  assert.ok(all.flatMap(({ missed }) => missed).length <= 3)
})

for (const [name, items] of Object.entries(lists))
  test(`of the facts that a reader found in the ${name}, six of ten are found, and of those found 19 of 20 are right`, () => {
    const { precision, recall } = summed(items, readDocument)
    assert.ok(precision >= 0.95 && recall >= 0.6, `precision ${precision}, recall ${recall}`)
  })
