import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFacts } from './dense-facts.ts'
import { rangesOf } from './outbox.ts'

test('equality is answered by facts, the rest of a filter is left to be tested', () => {
  const year = { field: 'metadata.year', op: 'equals', value: 2020 } as const
  const range = { field: 'metadata.year', op: 'between', from: 2000, to: 2020 } as const
  assert.deepEqual(toFacts([]), { facts: [], isWhole: true })
  assert.deepEqual(toFacts([range]), { facts: [], isWhole: false })
  const both = toFacts([year, range])
  assert.equal(both?.isWhole, false)
  assert.deepEqual(both?.facts, toFacts([year])?.facts)
})

test('the number 2020, the text "2020", a member of a list and a field of the document are different facts', () => {
  const facts = [
    { field: 'metadata.language', op: 'equals', value: '2020' } as const,
    { field: 'metadata.language', op: 'equals', value: 2020 } as const,
    { field: 'metadata.language', op: 'contains', value: '2020' } as const,
    { field: 'language', op: 'equals', value: '2020' } as const,
  ].flatMap(condition => toFacts([condition])?.facts.flat() ?? [])
  assert.equal(new Set(facts).size, 4)
  for (const fact of facts) assert.match(fact, /^[\w-]{22}$/)
})

test('the index is not asked about single documents, nor about what no stored text has', () => {
  assert.equal(toFacts([{ field: 'source', op: 'equals', value: 'a' }]), null)
  assert.equal(toFacts([{ field: 'chunk_id', op: 'one_of', values: ['a'] }]), null)
  assert.equal(toFacts([{ field: 'metadata.tag', op: 'equals', value: 'a\0' }]), null)
})

test('keys become ranges without gaps', () => {
  assert.deepEqual(rangesOf([]), [])
  assert.deepEqual(rangesOf([7, 3, 4, 5, 4]), [
    [3, 6],
    [7, 8],
  ])
})
