import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeLabels } from './score-labels.ts'

test('a label on a page without a number is inferred when it continues the run, else invented', () => {
  const truth = { file: 'a.pdf', pages: [null, 'iii', null, '1', '2', null, null] }
  const given = ['ii', 'iii', '2004', '1', null, '3', 'v']
  assert.deepEqual(judgeLabels(truth, given), [
    'inferred',
    'right',
    'invented',
    'right',
    'missing',
    'inferred',
    'invented',
  ])
})

test('where only a slug shows the number, no other is right', () => {
  const truth = { file: 'a.pdf', pages: ['13', null, '17'], elsewhere: { 2: '15' } }
  assert.deepEqual(judgeLabels(truth, ['14', '14', '17']), ['wrong', 'invented', 'right'])
  assert.deepEqual(judgeLabels(truth, ['13', '15', '17']), ['right', 'inferred', 'right'])
  assert.deepEqual(judgeLabels(truth, ['13', null, '17']), ['right', 'none', 'right'])
})
