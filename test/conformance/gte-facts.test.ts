import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { gteFacts } from '../../src/adapters/embedders/gte-facts.ts'
import type { RelationReading, WordWindow } from '../../src/core/ports/relation-reader.ts'

const reader = gteFacts()
after(() => reader.close())

const window = (text: string, dates: WordWindow['dates'] = []): WordWindow => ({
  header: [],
  words: text.split(' '),
  dates,
})
const plain = window('The brewery was snapped up by Orskov Holdings in 1998 .', [{ first: 9, last: 9 }])
const married = window('Ada Holm married Per Lund in 1921 .', [{ first: 6, last: 6 }])

async function read(...windows: WordWindow[]): Promise<RelationReading[]> {
  return reader.readWindows(windows, new AbortController().signal)
}

test('the bundled reader finds two names, how they are related, and since when', async () => {
  const [reading] = await read(married)
  assert.ok(reading !== undefined)
  const [best] = reading.pairs.toSorted((one, other) => other.score - one.score)
  assert.ok(best !== undefined && best.score > 0)
  assert.deepEqual([best.relation, best.begin, best.end], ['MARRIED_TO', 0, null])
  const span = (number: number) => [reading.spans[number]?.first, reading.spans[number]?.last]
  assert.deepEqual(
    [span(best.from), span(best.to)],
    [
      [0, 1],
      [3, 4],
    ],
  )
})

test('the reading of a window does not depend on the others', async () => {
  const [, together] = await read(plain, married)
  assert.deepEqual(await read(married), [together])
})

test('spans are inside of the window, and pairs join two of them', async () => {
  const words = Array.from({ length: 600 }, (_, at) => (at % 7 === 0 ? 'Holm' : 'wrote'))
  const [reading] = await read({ header: ['Holm'], words, dates: [{ first: 500, last: 500 }] })
  assert.ok(reading !== undefined)
  for (const { first, last } of reading.spans) assert.ok(first <= last && last <= words.length)
  for (const { from, to } of reading.pairs)
    assert.ok(from !== to && reading.spans[from] !== undefined && reading.spans[to] !== undefined)
})

test('an empty window has no mentions', async () => {
  assert.deepEqual(await read(window('')), [{ spans: [], pairs: [] }])
})
