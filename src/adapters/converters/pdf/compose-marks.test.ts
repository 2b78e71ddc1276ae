import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeMarks } from './compose-marks.ts'
import { glyphsOf } from './test/glyph-fixtures.ts'

const textOf = (...runs: Parameters<typeof glyphsOf>[]) =>
  composeMarks(runs.flatMap(run => glyphsOf(...run))).map(({ text }) => text)

test('a slash drawn before its sign negates it', () => {
  assert.deepEqual(textOf(['a', { x: 0, y: 0 }], ['\u0338', { x: 6, y: 0 }], ['=b', { x: 6, y: 0 }]), [
    'a',
    '≠',
    'b',
  ])
  assert.deepEqual(textOf(['\u0338', { x: 6, y: 0 }], ['∈', { x: 6.5, y: 0 }]), ['∉'])
})

test('an ordinary slash on a relation negates it, and stays elsewhere', () => {
  assert.deepEqual(textOf(['/', { x: 6, y: 0 }], ['∈B', { x: 7, y: 0 }]), ['∉', 'B'])
  assert.deepEqual(textOf(['and/or', { x: 0, y: 0 }]), [...'and/or'])
  assert.deepEqual(textOf(['https://a', { x: 0, y: 0 }]), [...'https://a'])
})

test('a slash far from any sign stays', () => {
  assert.deepEqual(textOf(['\u0338', { x: 6, y: 0 }], ['=', { x: 60, y: 0 }]), ['\u0338', '='])
  assert.deepEqual(textOf(['=\u0338', { x: 6, y: 0 }]), ['=', '\u0338'])
})
