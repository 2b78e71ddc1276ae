import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutTo, widthOf, wrap } from './style.ts'

test('wide characters and escapes are measured as a terminal shows them', async () => {
  assert.equal(widthOf('日本\u001b[1mx\u001b[22m'), 5)
  assert.equal(cutTo('日本語', 5), '日本…')
  assert.deepEqual(wrap('a bb ccc', 4), ['a bb', 'ccc'])
})
