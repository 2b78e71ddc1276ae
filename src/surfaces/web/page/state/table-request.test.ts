import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tableInput } from './table-request.ts'

test('the address holds order and filter of the table', () => {
  const input = (search: string) => tableInput(new URLSearchParams(search))
  assert.deepEqual(input(''), { sort: 'newest', reverse: false })
  assert.deepEqual(input('sort=title&reverse=1&contains=oak&type=pdf&language=de'), {
    sort: 'title',
    reverse: true,
    contains: 'oak',
    file_type: 'pdf',
    language: 'de',
  })
  assert.deepEqual(input('sort=nonsense'), { sort: 'newest', reverse: false })
})
