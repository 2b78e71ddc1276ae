import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trimText } from './item.ts'

const cases: [string, number, string][] = [
  ['short enough', 12, 'short enough'],
  ['cut between two words', 17, 'cut between...'],
  ['cut right here now', 17, 'cut right here...'],
  ['unbroken'.repeat(10), 13, 'unbrokenun...'],
  ['a 👩 b 👩 c', 7, 'a 👩...'],
  ['first line\nsecond line', 16, 'first line...'],
]

for (const [text, limit, expected] of cases)
  test(`${JSON.stringify(text.slice(0, 24))} within ${limit} characters`, () => {
    const trimmed = trimText(text, limit)
    assert.equal(trimmed, expected)
    assert.ok(trimmed.length <= limit)
    assert.ok(trimmed.isWellFormed())
  })
