import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchInput } from './search-request.ts'

const inputOf = (address: string) => searchInput(new URLSearchParams(address))

test('without a question nothing is asked', () => {
  assert.equal(inputOf(''), null)
  assert.equal(inputOf('q=++&in=papers'), null)
})

test('the question alone searches all libraries', () => {
  assert.deepEqual(inputOf('q=laid+paper'), {
    query: 'laid paper',
    top_k: 12,
    explain: true,
    library: null,
    since: null,
  })
})

test('the address says how many hits are shown, between twelve and a most', () => {
  const counts = ['q=x&top=24', 'q=x&top=3', 'q=x&top=many', 'q=x&top=9999'].map(text => inputOf(text)?.top_k)
  assert.deepEqual(counts, [24, 12, 12, 96])
})

test('every filter of the address is part of the request', () => {
  const input = inputOf('q=x&in=papers&type=pdf&language=fr&since=2026-01-01&document=abc')
  assert.deepEqual(input?.filter, { file_type: 'pdf', language: 'fr', doc_id: 'abc' })
  assert.deepEqual([input?.library, input?.since], ['papers', '2026-01-01'])
})
