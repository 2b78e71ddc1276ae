import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countOn, parseLabel, repeatsNumbers } from './page-label.ts'

const counted: [label: string, steps: number, expected: string | null][] = [
  ['465', 1, '466'],
  ['9', 1, '10'],
  ['iv', 1, 'v'],
  ['XII', 2, 'XIV'],
  ['xlix', 1, 'l'],
  ['S12', 3, 'S15'],
  ['e465', 1, 'e466'],
  ['A-3', 1, 'A-4'],
  ['2-14', 1, '2-15'],
  ['466', -1, '465'],
  ['i', -1, null],
  ['0', -1, null],
]
for (const [label, steps, expected] of counted)
  test(`${steps} pages from ${label} is ${expected}`, () => {
    const parsed = parseLabel(label)
    assert.ok(parsed !== null)
    assert.equal(countOn(parsed, steps), expected)
  })

test('text that is not a page number has no label', () => {
  for (const text of ['', 'page', 'iiii', 'ivv', 'Iv', '12a', 'a-b', '1234567', '12.5', 'Chapter 3'])
    assert.equal(parseLabel(text), null, text)
})

test('labels that only repeat the physical numbers are recognised', () => {
  const page = (number: number, label: string | null) => ({ number, label })
  assert.equal(repeatsNumbers([page(1, '1'), page(2, '2')]), true)
  assert.equal(repeatsNumbers([page(1, 'i'), page(2, '2')]), false)
  assert.equal(repeatsNumbers([page(1, '1'), page(2, null)]), false)
})
