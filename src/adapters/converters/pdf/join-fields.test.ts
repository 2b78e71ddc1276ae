import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildLines } from './build-lines.ts'
import { joinFields } from './join-fields.ts'
import { word } from './test/glyph-fixtures.ts'

const textsOf = (lines: ReturnType<typeof joinFields>) => lines.map(line => line.text)

test('labels of a form with a blank between them are one line', () => {
  const lines = buildLines([
    word('Name', { x: 0, y: 100, order: 0 }),
    word('Date', { x: 200, y: 100, order: 1 }),
    word('Place', { x: 0, y: 114, order: 2 }),
    word('Sign', { x: 200, y: 114, order: 3 }),
  ])
  const blank = { x0: 24, x1: 195, y0: 101, y1: 101.5 }
  assert.deepEqual(textsOf(joinFields(lines, [blank])), ['Name Date', 'Place', 'Sign'])
})

test('the text of a field is in the line of its label, although it is drawn last', () => {
  const lines = buildLines([
    word('Button:', { x: 0, y: 100, order: 0 }),
    word('Below', { x: 0, y: 130, order: 1 }),
    { ...word('Send', { x: 60, y: 100, order: 2 }), isField: true as const },
  ])
  assert.deepEqual(textsOf(joinFields(lines, [])), ['Button: Send', 'Below'])
})

test('the rule of a fraction is no blank', () => {
  const lines = buildLines([
    word('div =', { x: 0, y: 100, order: 0 }),
    word('operators', { x: 60, y: 100, order: 3 }),
  ])
  const fraction = { x0: 30, x1: 54, y0: 97.4, y1: 97.8 }
  assert.equal(joinFields(lines, [fraction]).length, 2)
})
