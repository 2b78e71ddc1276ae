import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findSimilarWords } from './plan-search.ts'

const vocabulary = { connect: 9, connector: 2, contract: 5, warrant: 3, wave: 1, valve: 4, straße: 1 }
const store = {
  listTerms: async ({ prefix }: { prefix: string }) =>
    Object.entries(vocabulary)
      .filter(([term]) => term.startsWith(prefix))
      .map(([term, chunks]) => ({ term, chunks })),
}
const similarWords = (...words: string[][]) => findSimilarWords(words, ['x'], store)

describe('misspelt words', () => {
  test('a word that no document has is stood in for by the nearest that some have', async () => {
    assert.deepEqual(await similarWords(['conect'], ['warrnat'], ['valvee']), [
      { word: 'conect', by: ['connect'] },
      { word: 'warrnat', by: ['warrant'] },
      { word: 'valvee', by: ['valve'] },
    ])
  })
  test('a word that is found is left alone', async () =>
    assert.deepEqual(await similarWords(['connect']), []))
  test('a word that is found in one of its forms is left alone, though its other forms are not', async () => {
    assert.deepEqual(await similarWords(['connect', 'connecter'], ['valvez', 'valve']), [])
  })
  test('of a word that is found in no form, the nearest to any form stand in', async () => {
    assert.deepEqual(await similarWords(['konect', 'conectr']), [
      { word: 'konect', by: ['connect', 'connector'] },
    ])
  })
  test('the first three letters must be right, and short words have one mistake at most', async () => {
    assert.deepEqual(await similarWords(['bonnect'], ['wavxy']), [])
  })
  test('numbers and names are not guessed at', async () => {
    assert.deepEqual(await similarWords(['1984'], ['=connec-t'], ['con']), [])
  })
})
