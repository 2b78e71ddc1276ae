import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sortRules } from './sort-rules.ts'

test('the borders of cells are joined to rules, and rules beside each other stay apart', () => {
  const { horizontal, vertical } = sortRules([
    { x0: 60, y0: 100.4, x1: 100, y1: 100.9 },
    { x0: 10, y0: 100, x1: 59, y1: 100.5 },
    { x0: 130, y0: 100, x1: 200, y1: 100.5 },
    { x0: 10, y0: 100, x1: 10.5, y1: 120 },
    { x0: 10, y0: 121, x1: 10.5, y1: 140 },
    { x0: 300, y0: 300, x1: 302, y1: 302 },
  ])
  assert.deepEqual(
    horizontal.map(({ x0, x1 }) => [x0, x1]),
    [
      [10, 100],
      [130, 200],
    ],
  )
  assert.deepEqual(
    vertical.map(({ y0, y1 }) => [y0, y1]),
    [[100, 140]],
  )
})
