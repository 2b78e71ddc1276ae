import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Item, orderBlocks } from './order-blocks.ts'
import { block } from './test/layout-fixtures.ts'

const itemsOf = (...blocks: ReturnType<typeof block>[]): Item[] =>
  blocks.map(one => ({ block: one, box: { x0: one.x0, y0: one.y0, x1: one.x1, y1: one.y1 } }))
const read = (items: Item[]) => {
  const { chosen } = orderBlocks(items)
  return { name: chosen.name, starts: chosen.items.map(item => item.block.lines[0]?.text.split(' ')[0]) }
}
const column = (name: string, place: { x: number; y: number; order: number }) =>
  block([`${name} begins here and goes`, 'on over several lines of text', 'until it ends.'], place)

test('columns are read one after the other', () => {
  const items = itemsOf(
    column('Left', { x: 0, y: 100, order: 0 }),
    column('Right', { x: 300, y: 100, order: 9 }),
  )
  assert.deepEqual(read(items), { name: 'drawn', starts: ['Left', 'Right'] })
})

test('the drawing order counts when the text does not contradict it', () => {
  const items = itemsOf(
    column('Second', { x: 300, y: 100, order: 9 }),
    column('First', { x: 0, y: 100, order: 0 }),
    column('Third', { x: 0, y: 300, order: 20 }),
  )
  assert.deepEqual(read(items).starts, ['First', 'Second', 'Third'])
})

test('a drawing order that jumps back and breaks words is corrected by columns', () => {
  const items = itemsOf(
    block(['Top of the left column with a', 'sentence that ends in the mid-'], { x: 0, y: 100, order: 0 }),
    block(['Top of the right column goes on', 'with text that is not related', 'and stops.'], {
      x: 300,
      y: 100,
      order: 5,
    }),
    block(['dle of a word and then continues', 'for another line', 'or two.'], { x: 0, y: 200, order: 9 }),
    block(['Bottom right.', 'It has', 'three lines.'], { x: 300, y: 200, order: 14 }),
  )
  assert.deepEqual(read(items), { name: 'columns', starts: ['Top', 'dle', 'Top', 'Bottom'] })
})

test('a heading over two columns separates what is above it from what is below', () => {
  const wide = block(['Over both columns of the page there is a heading that is wide'], {
    x: 0,
    y: 200,
    order: 1,
    width: 520,
  })
  const items = itemsOf(
    column('D', { x: 300, y: 300, order: 4 }),
    column('B', { x: 300, y: 100, order: 0 }),
    wide,
    column('A', { x: 0, y: 100, order: 3 }),
    column('C', { x: 0, y: 300, order: 2 }),
  )
  assert.deepEqual(read(items), { name: 'columns', starts: ['A', 'B', 'Over', 'C', 'D'] })
})

test('three columns are read from left to right', () => {
  const items = itemsOf(
    column('C', { x: 440, y: 100, order: 0 }),
    column('B', { x: 220, y: 100, order: 5 }),
    column('A', { x: 0, y: 100, order: 9 }),
  )
  assert.deepEqual(read(items), { name: 'columns', starts: ['A', 'B', 'C'] })
})

test('a cut beside a line that protrudes does not go through other blocks', () => {
  const items = itemsOf(
    block(['Long begins here and goes', 'on over several lines', 'of text.'], {
      x: 0,
      y: 100,
      order: 9,
      width: 230,
    }),
    column('Left', { x: 0, y: 200, order: 7 }),
    column('Right', { x: 220, y: 100, order: 0 }),
    block(['code'], { x: 220, y: 150, order: 1, width: 30 }),
    column('Last', { x: 220, y: 200, order: 2 }),
  )
  assert.deepEqual(read(items).starts, ['Long', 'Left', 'Right', 'code', 'Last'])
})

test('a heading of the text below two columns comes after both of them', () => {
  const items = itemsOf(
    column('Right', { x: 300, y: 100, order: 0 }),
    column('Left', { x: 0, y: 100, order: 9 }),
    block(['Heading'], { x: 0, y: 150, order: 5, width: 60 }),
    block(['Text over both columns of the', 'page', 'is here.'], { x: 0, y: 170, order: 6, width: 500 }),
  )
  assert.deepEqual(read(items).starts, ['Left', 'Right', 'Heading', 'Text'])
})

test('on a page that is read from the right, examples of another script are read from the left', () => {
  // Boxes are mirrored: the source of the example is on the left of the page.
  const items = itemsOf(
    column('Result', { x: 0, y: 100, order: 9 }),
    column('Source', { x: 300, y: 100, order: 0 }),
  ).map(item => ({ ...item, isOpposite: true }))
  assert.deepEqual(read(items), { name: 'drawn', starts: ['Source', 'Result'] })
})
