import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkFootnotes } from './link-footnotes.ts'
import { block, page } from './test/layout-fixtures.ts'

const textsOf = (pages: ReturnType<typeof linkFootnotes>) =>
  pages.map(({ blocks }) => blocks.map(({ lines }) => lines.map(line => line.text).join(' ')))

const body = (text: string) => block([text], { x: 72, y: 100 })
const note = (text: string) => block([text], { x: 72, y: 700, size: 8, role: 'footnote' })

test('a note begins with the name of its mark, whether the mark is raised or not', () => {
  assert.deepEqual(
    textsOf(
      linkFootnotes([
        page([body('Tea[^1] and water[^2] mix.'), note('[^1] Green tea.'), note('2 Soft water.')]),
      ]),
    ),
    [['Tea[^1] and water[^2] mix.', '[^1]: Green tea.', '[^2]: Soft water.']],
  )
})

test('a mark that is used again on a later page gets the number of that page', () => {
  const pages = [
    page([body('Tea[^1] is hot.'), note('[^1] Green tea.')]),
    page([body('Milk[^1] is not.'), note('[^1] Cold milk.')], { number: 2 }),
  ]
  assert.deepEqual(textsOf(linkFootnotes(pages)), [
    ['Tea[^1] is hot.', '[^1]: Green tea.'],
    ['Milk[^1.2] is not.', '[^1.2]: Cold milk.'],
  ])
})

test('a note that continues the one before it has no mark of its own', () => {
  assert.deepEqual(textsOf(linkFootnotes([page([note('and this is the rest of it.')])])), [
    ['and this is the rest of it.'],
  ])
})
