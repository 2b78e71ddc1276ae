import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdsNul, replaceNul } from './nul.ts'

test('U+0000 is found and replaced in texts, keys, lists and objects', () => {
  const value = { 'a\0': ['b\0c', 1, null, { d: '\0' }], e: true }
  assert.ok(holdsNul(value))
  assert.deepEqual(replaceNul(value, '-'), { 'a-': ['b-c', 1, null, { d: '-' }], e: true })
})

test('a value without it is returned as it is', () => {
  const value = { a: ['b', Float32Array.of(0)], c: null }
  assert.ok(!holdsNul(value))
  assert.equal(replaceNul(value, '-'), value)
})
