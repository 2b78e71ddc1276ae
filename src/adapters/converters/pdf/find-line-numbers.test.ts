import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLineNumbers } from './find-line-numbers.ts'
import type { Line, PageLayout } from './page-layout.ts'

function line(text: string, x: number, y: number): Line {
  const box = { x0: x, x1: x + 6 * text.length, y0: y, y1: y + 10 }
  const plain = { monospace: false, bold: false, italic: false, face: '', order: 0, tagged: null }
  return { text, ...box, size: 10, ...plain }
}

function page(lines: Line[]): PageLayout {
  const blocks = [{ x0: 0, y0: 0, x1: 600, y1: 800, lines, table: null, role: 'body' as const }]
  const nothing = { label: null, zones: [], rules: [], turn: 0, ocr: false }
  return { number: 1, width: 600, height: 800, blocks, ...nothing }
}

const rows = Array.from({ length: 20 }, (_, row) => row)
const text = rows.map(row => line(`line ${row} of the text`, 100, 100 + 20 * row))

const found = (lines: Line[]) => [...findLineNumbers(page(lines))].map(({ text: number }) => Number(number))

test('numbers that count the lines in a margin are found', () => {
  const numbers = rows.map(row => line(`${row + 46}`, 40, 100 + 20 * row))
  assert.deepEqual(
    found([...text, ...numbers]),
    rows.map(row => row + 46),
  )
})

test('a number at every fifth line is enough, on the right as well', () => {
  const more = rows.map(row => line(`line ${row + 20} of the text`, 100, 500 + 20 * row))
  const numbers = [5, 10, 15, 20, 25, 30].map(n => line(`${n}`, 560, 80 + 20 * n))
  assert.deepEqual(found([...text, ...more, ...numbers]), [5, 10, 15, 20, 25, 30])
})

test('a column of figures between other columns, figures that do not count, and a page number are not', () => {
  const before = rows.map(row => line(`row ${row}`, 20, 100 + 20 * row))
  assert.deepEqual(found([...text, ...before, ...rows.map(row => line(`${row}`, 80, 100 + 20 * row))]), [])
  assert.deepEqual(
    found([...text, ...[812, 40, 333, 7, 92].map((n, at) => line(`${n}`, 40, 100 + 20 * at))]),
    [],
  )
  assert.deepEqual(found([...text, line('12', 300, 760)]), [])
})
