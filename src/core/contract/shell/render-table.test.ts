import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeTerminal } from '../../../../test/support/fake-terminal.ts'
import { renderTable } from './render-table.ts'
import { widthOf } from './style.ts'

test('a table is aligned and gives way in its flexible columns', async () => {
  const rows = [
    { title: 'A very long title that does not fit in here at all', id: '1' },
    { title: '日本語', id: '22' },
  ]
  const table = renderTable(
    rows,
    [
      { title: 'TITLE', cell: row => row.title, isFlexible: true },
      { title: 'ID', cell: row => row.id, align: 'right' },
    ],
    fakeTerminal({ columns: 40 }),
  )
  const lines = table.split('\n')
  assert.deepEqual(new Set(lines.map(widthOf)), new Set([40]))
  assert.match(lines[1] ?? '', /…/)
})
