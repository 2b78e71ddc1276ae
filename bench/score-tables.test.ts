import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countEqual, parseTables, plainCell, scoreTables } from './score-tables.ts'

const truth = [
  ['Name', 'Size', 'Size'],
  ['red', '1,5', '-2'],
  ['blue', '', '3'],
]

test('Markdown tables are read with their escapes, and text between them is not', () => {
  const markdown = 'Text.\n\n| a | b\\|c |\n| --- | :-: |\n| 1 |  |\n\nMore | text\n| no table |\n'
  assert.deepEqual(
    parseTables(markdown).map(rows => rows.map(row => row.map(plainCell))),
    [
      [
        ['a', 'b|c'],
        ['1', ''],
      ],
    ],
  )
})

test('cells are equal without marks, bullets and line ends, but a minus counts', () => {
  assert.equal(plainCell('**Copy-<br>sets**'), plainCell('Copysets'))
  assert.equal(plainCell('• Diabète'), plainCell('Diabète'))
  assert.equal(plainCell('−16.55 %'), plainCell('-16.55%'))
  assert.notEqual(plainCell('-16.55%'), plainCell('16.55%'))
})

test('an extra row or column costs its own cells only', () => {
  assert.equal(countEqual(truth, truth), 8)
  assert.equal(countEqual(truth, [['Name', '', ''], ...truth]), 8)
  assert.equal(
    countEqual(
      truth,
      truth.map(row => ['', ...row]),
    ),
    8,
  )
  assert.equal(countEqual(truth, [['blue', '', '3'], ...truth.slice(0, 2)]), 6)
})

test('each true table of a page takes its own given table; one without a table has no hit', () => {
  const other = [
    ['x', 'y'],
    ['1', '2'],
  ]
  assert.deepEqual(scoreTables([truth, other], [other, truth]), [
    { hits: 8, given: 8, real: 8 },
    { hits: 4, given: 4, real: 4 },
  ])
  assert.deepEqual(scoreTables([truth, other], [other]), [
    { hits: 0, given: 0, real: 8 },
    { hits: 4, given: 4, real: 4 },
  ])
})
