import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editDistance } from './edit-distance.ts'

test('letters changed, left out, added or swapped count one each', () => {
  const cases: [string, string, number][] = [
    ['', '', 0],
    ['same', 'same', 0],
    ['', 'word', 4],
    ['word', '', 4],
    ['colour', 'color', 1],
    ['reed', 'read', 1],
    ['recieve', 'receive', 1],
    ['kitten', 'sitting', 3],
  ]
  for (const [one, other, distance] of cases) {
    assert.equal(editDistance(one, other), distance, `${one} ${other}`)
    assert.equal(editDistance(other, one), distance, `${other} ${one}`)
  }
})

test('what is farther than asked for is told as one more', () => {
  assert.equal(editDistance('kitten', 'sitting', 3), 3)
  assert.equal(editDistance('kitten', 'sitting', 2), 3)
  assert.equal(editDistance('a', 'a long text', 2), 3)
})
