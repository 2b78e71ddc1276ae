import assert from 'node:assert/strict'
import { test } from 'node:test'
import { citeSpan } from './citation-parts.ts'

const cases: [
  promise: string,
  pages: [number, number, string | null, string | null] | null,
  expected: string,
  fileType?: string,
][] = [
  ['one page of a PDF without printed numbers', [77, 77, null, null], '(martin2017, PDF p. 77)'],
  ['several pages of a PDF without printed numbers', [77, 78, null, null], '(martin2017, PDF pp. 77–78)'],
  ['a page of an annotated PDF', [77, 77, null, null], '(martin2017, PDF p. 77)', 'annotation'],
  ['a slide', [5, 5, null, null], '(martin2017, slide 5)', 'pptx'],
  ['several slides', [5, 6, null, null], '(martin2017, slides 5–6)', 'odp'],
  ['a page that a caller named', [45, 46, null, null], '(martin2017, pp. 45–46)', 'text'],
  ['a printed page', [77, 77, '63', '63'], '(martin2017, p. 63)'],
  ['printed labels come first', [9, 10, 'iv', 'v'], '(martin2017, pp. iv–v)'],
  ['pages that print the same label are one page', [9, 10, 'iv', 'iv'], '(martin2017, p. iv)'],
  ['labels and physical pages are never mixed', [9, 10, 'iv', null], '(martin2017, PDF pp. 9–10)'],
  ['no pages', null, '(martin2017)'],
]

for (const [promise, pages, expected, fileType = 'pdf'] of cases)
  test(promise, () => {
    const [first = 0, last = 0, firstLabel = null, lastLabel = null] = pages ?? []
    assert.equal(
      citeSpan({ citekey: 'martin2017', pages: pages && { first, last, firstLabel, lastLabel, fileType } }),
      expected,
    )
  })
