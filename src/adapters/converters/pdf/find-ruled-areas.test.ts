import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildLines } from './build-lines.ts'
import { findRuledAreas } from './find-ruled-areas.ts'
import { word } from './test/glyph-fixtures.ts'

const level = (y: number) => ({ x0: 10, y0: y, x1: 300, y1: y + 0.5 })
const upright = (x: number) => ({ x0: x, y0: 46, x1: x + 0.5, y1: 440 })

test('the rules of the head and the foot of a page enclose no table, rules around columns do', () => {
  const rows = Array.from({ length: 24 }, (_, index) => 60 + 16 * index)
  const words = [30, ...rows, 470].flatMap(y => [
    word('water', { x: 20, y }),
    word('wet', { x: 150, y }),
    word('dry', { x: 250, y }),
  ])
  const lines = buildLines(words.map((one, order) => ({ ...one, order })))
  const horizontal = [level(45), level(450)]
  assert.deepEqual(findRuledAreas({ horizontal, vertical: [upright(145)] }, lines), [])
  assert.equal(findRuledAreas({ horizontal, vertical: [upright(145), upright(240)] }, lines).length, 1)
  assert.equal(
    findRuledAreas({ horizontal: [level(45), level(80), level(450)], vertical: [] }, lines).length,
    1,
  )
})
