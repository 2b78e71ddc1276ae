import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LexicalScoring, scoreTerm } from '../../../core/model/lexical-scoring.ts'
import { sizeTable } from './chunk-sizes.ts'
import type { CollectionRow } from './collections.ts'
import { type Database, openDatabase } from './database.ts'
import { createLexicalTable, insertTerms } from './lexical-table.ts'
import { postings } from './postings.ts'

const collection = { key: 1 } as CollectionRow
const scoring: Pick<LexicalScoring, 'k1' | 'b' | 'weights'> = {
  k1: 1.2,
  b: 0.75,
  weights: { heading: 2, body: 1 },
}

/** How often the term is in the heading and in the body, by key: few and many times, in near and in far keys, in any order. */
const occurrences: readonly (readonly [key: number, heading: number, body: number])[] = [
  [700_000, 1, 0],
  [3, 0, 1],
  [4, 6, 31],
  [5, 7, 31],
  [6, 6, 32],
  [300, 0, 900],
  [558, 70_000, 2],
  [559, 2, 70_000],
  [100_000, 40, 40],
  [1, 3, 3],
]

test('every entry counts what the formula says, when it is read and when it is kept', async () => {
  const prepare = (opened: Database) => createLexicalTable(opened, collection.key)
  const database = await openDatabase(':memory:', { busyTimeoutMs: 100, prepare })
  const table = sizeTable()
  table.addDocument(1, { documentId: 'd', language: 'en' })
  const others = Array.from({ length: 600 }, (_, index) => [10_000 + index, 0, 0] as const)
  for (const [key, heading, body] of [...occurrences, ...others]) {
    const terms = { heading: Array(heading).fill('term'), body: [...Array(body).fill('term'), 'other'] }
    insertTerms(database, { collectionKey: 1, chunkKey: key, terms })
    table.add({ documentKey: 1, key, chunkId: String(key), terms: heading + body + 1 })
  }
  const { chunks, terms } = table.place()
  const most = 65_535
  const expected = occurrences
    .map(([key, heading, body]) => ({
      key,
      score: scoreTerm(
        {
          heading: Math.min(most, heading),
          body: Math.min(most, body),
          length: Math.min(most - 1, heading + body + 1),
        },
        { chunks, containing: occurrences.length, meanLength: terms / chunks },
        scoring,
      ),
    }))
    .sort((one, other) => one.key - other.key)
  const reader = postings(database)
  for (const when of ['read', 'kept']) {
    const open = reader.open(collection, table.place())
    assert.equal(open.add('term', scoring), occurrences.length)
    const best = open.best(1_000).sort((one, other) => one.key - other.key)
    assert.deepEqual(
      best.map(({ key }) => key),
      expected.map(({ key }) => key),
      when,
    )
    for (const [index, { score }] of best.entries())
      assert.ok(Math.abs(score - (expected[index]?.score ?? 0)) < 1e-12, when)
    const highest = [...best].sort((one, other) => other.score - one.score)
    assert.deepEqual(
      new Set(open.best(3).map(({ key }) => key)),
      new Set(highest.slice(0, 3).map(({ key }) => key)),
    )
    const allowed = [1, 3, 4, 99, 700_000, 10_001, 5_000_000]
    const inside = highest.filter(({ key }) => allowed.includes(key))
    assert.deepEqual(new Set(open.bestOf(allowed, 2)), new Set(inside.slice(0, 2)))
  }
  database.close()
})

test('chunks that share the last place are all among the best', async () => {
  const prepare = (opened: Database) => createLexicalTable(opened, collection.key)
  const database = await openDatabase(':memory:', { busyTimeoutMs: 100, prepare })
  const table = sizeTable()
  table.addDocument(1, { documentId: 'd', language: 'en' })
  for (let key = 1; key <= 501; key++) {
    const body = key % 100 === 0 ? ['term', 'term', 'x'] : ['term', 'x', 'y']
    insertTerms(database, { collectionKey: 1, chunkKey: key, terms: { heading: [], body } })
    table.add({ documentKey: 1, key, chunkId: String(key), terms: 3 })
  }
  const open = postings(database).open(collection, table.place())
  open.add('term', scoring)
  assert.deepEqual(
    open.best(3).map(({ key }) => key),
    [100, 200, 300, 400, 500],
  )
  assert.equal(open.best(6).length, 501)
  assert.equal(open.best(10_000).length, 501)
  assert.equal(open.bestOf([1, 2, 3], 1).length, 3)
  database.close()
})
