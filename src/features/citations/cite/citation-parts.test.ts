import assert from 'node:assert/strict'
import { test } from 'node:test'
import { citeSpan } from './citation-parts.ts'

const cases: [
  promise: string,
  pages: [number, number, string | null, string | null] | null,
  expected: string,
][] = [
  ['one physical page', [45, 45, null, null], '(martin2017, p. 45)'],
  ['several physical pages', [45, 46, null, null], '(martin2017, pp. 45–46)'],
  ['printed labels come first', [9, 10, 'iv', 'v'], '(martin2017, pp. iv–v)'],
  ['pages that print the same label are one page', [9, 10, 'iv', 'iv'], '(martin2017, p. iv)'],
  ['labels and physical pages are never mixed', [9, 10, 'iv', null], '(martin2017, pp. 9–10)'],
  ['no pages', null, '(martin2017)'],
]

for (const [promise, pages, expected] of cases)
  test(promise, () => {
    const [first = 0, last = 0, firstLabel = null, lastLabel = null] = pages ?? []
    assert.equal(
      citeSpan({ citekey: 'martin2017', pages: pages && { first, last, firstLabel, lastLabel } }),
      expected,
    )
  })
