import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDrawings } from './read-drawings.ts'

const codes = {
  save: 1,
  restore: 2,
  transform: 3,
  constructPath: 4,
  paintSolidColorImageMask: 5,
  fill: 6,
  stroke: 7,
  endPath: 8,
}
const identity = [1, 0, 0, 1, 0, 0] as const

function read(...operators: [code: number, args: unknown[]][]) {
  const list = {
    fnArray: operators.map(([code]) => code),
    argsArray: operators.map(([, args]) => args),
    lastChunk: true,
    separateAnnots: null,
  }
  return readDrawings(list, codes, identity).flatMap(drawing => drawing.rules)
}

test('a rule drawn as a picture of one colour is a rule; a larger picture is none', () => {
  const rules = read(
    [codes.save, []],
    [codes.transform, [200, 0, 0, 0.5, 50, 100]],
    [codes.paintSolidColorImageMask, []],
    [codes.restore, []],
    [codes.transform, [200, 0, 0, 90, 50, 300]],
    [codes.paintSolidColorImageMask, []],
  )
  assert.deepEqual(rules, [{ x0: 50, y0: 100, x1: 250, y1: 100.5 }])
})

test('thin parts of one filled path are rules, its areas are not', () => {
  const bar = (y: number, height: number) => [0, 10, y, 1, 210, y, 1, 210, y + height, 1, 10, y + height, 4]
  const path = [...bar(100, 0.5), ...bar(120, 0.5), ...bar(140, 40)]
  const rules = read([codes.constructPath, [codes.fill, [path], [10, 100, 210, 180]]])
  assert.deepEqual(
    rules.map(({ y0 }) => y0),
    [100, 120],
  )
})

test('the sides of a stroked frame are rules, and a path that only clips is not drawn', () => {
  const frame = [0, 10, 100, 1, 210, 100, 1, 210, 180, 1, 10, 180, 4]
  assert.equal(read([codes.constructPath, [codes.stroke, [frame], [10, 100, 210, 180]]]).length, 4)
  assert.equal(read([codes.constructPath, [codes.endPath, [frame], [10, 100, 210, 180]]]).length, 0)
})
