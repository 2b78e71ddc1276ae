import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { editDistance, widenTerms } from '../../../src/search/widen-terms.ts'

const vocabulary = { connect: 9, connector: 2, contract: 5, warrant: 3, wave: 1, valve: 4, straße: 1 }
const store = {
  listTerms: async ({ prefix }: { prefix: string }) =>
    Object.entries(vocabulary)
      .filter(([term]) => term.startsWith(prefix))
      .map(([term, chunks]) => ({ term, chunks })),
}
const widen = async (...terms: string[]) => (await widenTerms(terms, ['x'], store)).terms

describe('misspelt words', () => {
  test('a word that no document has is joined by the nearest that some have', async () => {
    assert.deepEqual(await widen('conect'), ['conect', 'connect'])
    assert.deepEqual(await widen('warrnat'), ['warrnat', 'warrant'])
    assert.deepEqual(await widen('valvee'), ['valvee', 'valve'])
  })
  test('a word that is found is left alone', async () =>
    assert.deepEqual(await widen('connect'), ['connect']))
  test('the first three letters must be right, and short words have one mistake at most', async () => {
    assert.deepEqual(await widen('bonnect'), ['bonnect'])
    assert.deepEqual(await widen('wavxy'), ['wavxy'])
  })
  test('numbers and names are not guessed at', async () => {
    assert.deepEqual(await widen('1984', '=connec-t', 'con'), ['1984', '=connec-t', 'con'])
  })
  test('what stands in for what is told', async () => {
    const { standIns } = await widenTerms(['conect'], ['x'], store)
    assert.deepEqual(standIns, [{ term: 'conect', by: ['connect'] }])
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
