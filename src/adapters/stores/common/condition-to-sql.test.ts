import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prefixEnd } from './condition-to-sql.ts'

for (const [prefix, end] of [
  ['a', 'b'],
  ['/papers/', '/papers0'],
  ['\ud7ff', '\ue000'],
  ['😀', '😁'],
  ['a\u{10ffff}', 'b'],
  ['\u{10ffff}', null],
  ['', null],
] as const)
  test(`what starts with ${JSON.stringify(prefix)} ends before ${JSON.stringify(end)}`, () => {
    assert.equal(prefixEnd(prefix), end)
  })
