import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageLabelSource } from '../../../core/model/page-label.ts'
import { labelPages } from './label-pages.ts'

function pagesOf(count: number, label: (number: number) => string | null = () => null) {
  return Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    label: label(at + 1),
    start: at,
    end: at + 1,
    ocr: false,
  }))
}

const ranges: [range: string | null, pages: number, first: string | null, last: string | null][] = [
  ['463–477', 15, '463', '477'],
  ['463--477', 15, '463', '477'],
  ['463 - 477', 15, '463', '477'],
  ['463-77', 15, '463', '477'],
  ['1198-203', 6, '1198', '1203'],
  ['xi–xx', 10, 'xi', 'xx'],
  ['S12–S20', 9, 'S12', 'S20'],
  ['S12–20', 9, 'S12', 'S20'],
  ['e465', 1, 'e465', 'e465'],
  ['463–477', 16, null, null],
  ['463–477', 14, null, null],
  ['477–463', 15, null, null],
  ['463–477, 480', 15, null, null],
  ['e12345', 9, null, null],
  ['xi–20', 10, null, null],
  ['in press', 3, null, null],
  [null, 15, null, null],
]
for (const [range, count, first, last] of ranges)
  test(`${count} pages of ${range} are ${first} to ${last}`, () => {
    const labelled = labelPages({ pages: pagesOf(count), pageLabelSource: 'none' }, range)
    assert.deepEqual(
      [labelled?.source, labelled?.pages[0]?.label, labelled?.pages.at(-1)?.label],
      first === null ? [undefined, undefined, undefined] : ['reference', first, last],
    )
  })

const earlier: [
  source: PageLabelSource,
  label: (number: number) => string | null,
  expected: string | null,
][] = [
  ['embedded', number => String(number), '463'],
  ['embedded', number => String(number + 10), null],
  ['printed', number => String(number), null],
  ['reference', number => String(number), '463'],
]
for (const [source, label, expected] of earlier)
  test(`labels that are ${source} (${label(1)}, ${label(2)} …) ${expected === null ? 'stay' : 'give way'}`, () => {
    const labelled = labelPages({ pages: pagesOf(15, label), pageLabelSource: source }, '463–477')
    assert.equal(labelled?.pages[0]?.label ?? null, expected)
  })

test('when the reference no longer fits, its labels go', () => {
  const pages = pagesOf(15, number => String(number + 462))
  const labelled = labelPages({ pages, pageLabelSource: 'reference' }, '1–20')
  assert.equal(labelled?.source, 'none')
  assert.ok(labelled?.pages.every(page => page.label === null))
  assert.equal(labelPages({ pages: [], pageLabelSource: 'none' }, '463–477'), undefined)
})
