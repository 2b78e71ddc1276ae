import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collection, never, stillClock, write } from '../../../../test/conformance/store-fixtures.ts'
import type { Filter } from '../../../core/model/filter.ts'
import { sqliteStore } from './sqlite-store.ts'

const count = 1_200

/** More than `fewDocuments`: the newest of many, and one of many, use different queries. */
const cases: { name: string; filter: Filter; found: number[] }[] = [
  {
    name: 'the newest of more documents than are sorted',
    filter: [{ field: 'metadata.kind', op: 'equals', value: 'note' }],
    found: [1_199, 1_198, 1_197],
  },
  {
    name: 'the newest of a few',
    filter: [{ field: 'metadata.hundred', op: 'equals', value: 3 }],
    found: [399, 398, 397],
  },
  {
    name: 'one alone',
    filter: [{ field: 'metadata.number', op: 'equals', value: 7 }],
    found: [7],
  },
  {
    name: 'what meets a rare and a common condition',
    filter: [
      { field: 'metadata.kind', op: 'equals', value: 'note' },
      { field: 'metadata.number', op: 'one_of', values: [5, 900] },
    ],
    found: [900, 5],
  },
  {
    name: 'nothing',
    filter: [{ field: 'metadata.number', op: 'equals', value: -1 }],
    found: [],
  },
]

test('documents are found by their metadata, newest first', async context => {
  const store = await sqliteStore({ path: ':memory:', clock: stillClock })
  context.after(() => store.close())
  await store.ensureCollection(collection('notes'))
  await store.putDocuments(Array.from({ length: count }, documentOf), never)
  for (const { name, filter, found } of cases)
    await context.test(name, async () => {
      const documents = await store.findDocuments('notes', filter, 3)
      assert.deepEqual(
        documents.map(({ metadata }) => metadata.number),
        found,
      )
    })
})

function documentOf(_: unknown, number: number) {
  return write({
    collection: 'notes',
    source: String(number),
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString(),
    metadata: { kind: 'note', number, hundred: Math.floor(number / 100) },
    chunks: [{ text: 'one' }],
  })
}
