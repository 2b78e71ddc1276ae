import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { editDistance } from '../../../src/model/edit-distance.ts'
import { findStandIns } from '../../../src/search/find-stand-ins.ts'

const vocabulary = { connect: 9, connector: 2, contract: 5, warrant: 3, wave: 1, valve: 4, straße: 1 }
const store = {
  listTerms: async ({ prefix }: { prefix: string }) =>
    Object.entries(vocabulary)
      .filter(([term]) => term.startsWith(prefix))
      .map(([term, chunks]) => ({ term, chunks })),
}
const standIns = (...words: string[][]) => findStandIns(words, ['x'], store)

describe('misspelt words', () => {
  test('a word that no document has is stood in for by the nearest that some have', async () => {
    assert.deepEqual(await standIns(['conect'], ['warrnat'], ['valvee']), [
      { word: 'conect', by: ['connect'] },
      { word: 'warrnat', by: ['warrant'] },
      { word: 'valvee', by: ['valve'] },
    ])
  })
  test('a word that is found is left alone', async () => assert.deepEqual(await standIns(['connect']), []))
  test('a word that is found in one of its forms is left alone, though its other forms are not', async () => {
    assert.deepEqual(await standIns(['connect', 'connecter'], ['valvez', 'valve']), [])
  })
  test('of a word that is found in no form, the nearest to any form stand in', async () => {
    assert.deepEqual(await standIns(['konect', 'conectr']), [
      { word: 'konect', by: ['connect', 'connector'] },
    ])
  })
  test('the first three letters must be right, and short words have one mistake at most', async () => {
    assert.deepEqual(await standIns(['bonnect'], ['wavxy']), [])
  })
  test('numbers and names are not guessed at', async () => {
    assert.deepEqual(await standIns(['1984'], ['=connec-t'], ['con']), [])
  })
})

test('the distance of words counts letters added, left out, changed and swapped', () => {
  const cases: [string, string, number][] = [
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', 'abcd', 1],
    ['abc', 'acb', 1],
    ['abc', 'xyz', 3],
    ['kitten', 'sitting', 3],
    ['abcdef', 'a', 3],
  ]
  for (const [one, other, distance] of cases)
    assert.equal(editDistance(one, other, 2), distance, `${one} ${other}`)
})
