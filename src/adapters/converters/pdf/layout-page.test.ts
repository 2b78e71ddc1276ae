import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layoutPage } from './layout-page.ts'
import type { Word } from './page-layout.ts'
import { word } from './test/glyph-fixtures.ts'

/** Lines of running text, twelve points apart, drawn from `order` on. */
function column(name: string, place: { x: number; y: number; lines: number; order?: number }): Word[] {
  return Array.from({ length: place.lines }, (_, index) =>
    word(`${name}${index + 1}-goes-on-and-on-like-this`, {
      x: place.x,
      y: place.y + 12 * index,
      order: (place.order ?? 0) + index,
    }),
  )
}

const textsOf = (words: Word[]) =>
  layoutPage(words).blocks.map(block => block.lines.map(line => line.text).join(' '))

test('columns are blocks of their own, whatever the order in which their lines are drawn', () => {
  const left = column('left', { x: 0, y: 100, lines: 6 })
  const right = column('right', { x: 162, y: 100, lines: 6 })
  const byRows = left.flatMap((line, index) => [
    { ...line, order: 2 * index },
    ...right.slice(index, index + 1).map(other => ({ ...other, order: 2 * index + 1 })),
  ])
  const blocks = layoutPage(byRows).blocks
  assert.deepEqual(
    blocks.map(block => block.lines.length),
    [6, 6],
  )
})

test('a line over two columns begins a new block, and so do the columns below it', () => {
  const words = [
    word('heading-over-both-columns-of-the-page-and-more', { x: 0, y: 88, order: 0 }),
    ...column('left', { x: 0, y: 100, lines: 4, order: 1 }),
    ...column('right', { x: 200, y: 100, lines: 4, order: 5 }),
  ]
  assert.deepEqual(
    layoutPage(words).blocks.map(block => block.lines.length),
    [1, 4, 4],
  )
})

test('cells that are aligned in rows and columns are a Markdown table', () => {
  const cells = ['a', 'b', 'c', 'd'].flatMap((row, index) =>
    [0, 100, 200].map((x, at) =>
      word(at === 0 ? row : `${at}${index}`, { x, y: 100 + 15 * index, order: 3 * index + at }),
    ),
  )
  const [table, ...others] = layoutPage(cells).blocks
  assert.equal(others.length, 0)
  assert.equal(table?.role, 'table')
  assert.equal(
    table?.lines.map(line => line.text).join('\n'),
    '| a | 10 | 20 |\n| --- | --- | --- |\n| b | 11 | 21 |\n| c | 12 | 22 |\n| d | 13 | 23 |',
  )
})

test('rotated text is laid out by itself, with its position on the page', () => {
  // Text that reads upwards along the left edge: in its own frame it runs from −300 to the right at a height of 20.
  const side = { ...word('sideways', { x: -300, y: 20 }), rotation: 270 }
  const { blocks } = layoutPage([...column('text', { x: 60, y: 250, lines: 3 }), side])
  const block = blocks.find(({ lines }) => lines[0]?.text === 'sideways')
  assert.equal(block?.role, 'aside')
  assert.deepEqual([block?.x0, block?.x1, block?.y0, block?.y1], [12.5, 22.5, 260, 300])
})

test('a page whose text is rotated is read in its own direction', () => {
  const turned = column('text', { x: -300, y: 20, lines: 3 }).map(one => ({ ...one, rotation: 270 }))
  const { blocks, turn } = layoutPage(turned)
  assert.equal(turn, 270)
  assert.deepEqual(
    blocks.map(block => [block.role, block.lines.length]),
    [['body', 3]],
  )
  assert.equal(textsOf(turned).length, 1)
})

test('the points of a chart that are drawn as letters are left out; the marks of a list are kept', () => {
  const points = Array.from({ length: 20 }, (_, index) =>
    word('●', { x: 100 + 3 * index, y: 300 - 2 * index, order: index, size: 4 }),
  )
  const item = [word('●', { x: 0, y: 400, order: 30 }), word('item', { x: 12, y: 400, order: 31 })]
  const texts = layoutPage([...points, ...item]).blocks.flatMap(block => block.lines.map(line => line.text))
  assert.deepEqual(texts, ['● item'])
})
