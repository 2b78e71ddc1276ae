import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrangePages } from './arrange-page.ts'
import type { Block, PageLayout } from './page-layout.ts'
import { block, page } from './test/layout-fixtures.ts'

const textsOf = (blocks: readonly Block[]) =>
  blocks.map(({ lines }) => lines.map(line => line.text).join(' '))
const arrange = (...pages: PageLayout[]) => arrangePages(pages).map(({ page: { blocks } }) => textsOf(blocks))

const filler = (x: number, y: number, order: number) =>
  block(['Other text fills the page so that', 'its size is the usual one and the', 'rest can be compared.'], {
    x,
    y,
    order,
  })

test('a sentence that goes on in the next column is one paragraph; its footnote and a caption do not cut it', () => {
  const [texts = []] = arrange(
    page([
      filler(0, 100, 0),
      block(['The last paragraph of the column', 'does not end here because it has a'], {
        x: 0,
        y: 500,
        order: 10,
      }),
      block(['1 A footnote of the left column.'], { x: 0, y: 700, order: 20, size: 8 }),
      block(['Figure 1: A caption at the top.'], { x: 300, y: 100, order: 30 }),
      block(['rest in the right column.'], { x: 300, y: 200, order: 40 }),
      filler(300, 300, 50),
    ]),
  )
  const sentence =
    'The last paragraph of the column does not end here because it has a rest in the right column.'
  assert.ok(texts.includes(sentence), texts.join('\n'))
  assert.ok(texts.indexOf('1 A footnote of the left column.') < texts.indexOf(sentence))
  assert.equal(texts.indexOf('Figure 1: A caption at the top.'), texts.indexOf(sentence) + 1)
})

test('a sentence that goes on on the next page is at the end of its page, and the rest at the start of the next', () => {
  const pages = arrangePages([
    page([
      filler(0, 100, 0),
      block(['The last paragraph of the page', 'does not end here because it has a'], {
        x: 0,
        y: 500,
        order: 10,
      }),
      block(['1 A footnote below the text.'], { x: 0, y: 700, order: 20, size: 8 }),
    ]),
    page(
      [
        block(['Figure 2: A caption at the top.'], { x: 0, y: 100, order: 0 }),
        block(['rest on the next page.'], { x: 0, y: 200, order: 10 }),
        filler(0, 300, 20),
      ],
      { number: 2 },
    ),
  ]).map(arranged => arranged.page.blocks)
  assert.match(textsOf(pages[0] ?? []).at(-1) ?? '', /^The last paragraph/)
  assert.deepEqual(textsOf(pages[1] ?? []).slice(0, 2), [
    'rest on the next page.',
    'Figure 2: A caption at the top.',
  ])
  assert.equal(pages[1]?.[0]?.isContinued, true)
})

test('a sentence about a figure is no caption', () => {
  const [first] = arrangePages([
    page([
      filler(0, 100, 0),
      block(['Figure 3 shows that this is running', 'text with a second line.'], { x: 0, y: 300, order: 9 }),
    ]),
  ])
  assert.deepEqual(
    first?.page.blocks.map(({ role }) => role),
    ['body', 'body'],
  )
})

test('labels inside a drawing are not running text', () => {
  const [first] = arrangePages([
    page([filler(0, 100, 0), block(['0.5'], { x: 40, y: 400, order: 9, width: 12 })], {
      zones: [{ x0: 20, y0: 350, x1: 200, y1: 500 }],
    }),
  ])
  assert.deepEqual(
    first?.page.blocks.map(({ role }) => role),
    ['body', 'figure'],
  )
})
