import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeTerm } from './lexical-table.ts'

for (const [term, token] of [
  ['plain7', 'plain7'],
  ['=err_too_big', '_3derr_5ftoo_5fbig'],
  ['Node', '_4eode'],
  ['日本', '日本'],
  ['a"b', 'a_22b'],
  ['\u0000', '_00'],
  ['\ud800', '_d800'],
  ['😀', '😀'],
] as const)
  test(`${JSON.stringify(term)} becomes ${token}`, () => assert.equal(encodeTerm(term), token))

test('different terms stay different, however long', () => {
  const terms = ['_', '_5f', '5f', '%5f', 'é', 'e\u0301', 'x'.repeat(201), 'x'.repeat(202), 'x'.repeat(200)]
  assert.equal(new Set(terms.map(encodeTerm)).size, terms.length)
  assert.ok(encodeTerm('\u0000'.repeat(100_000)).length < 300)
})
