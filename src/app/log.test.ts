import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from './log.ts'

test('the log writes one line per event, in the form and from the level asked for', () => {
  const lines: string[] = []
  const clock = { now: () => '2026-01-02T03:04:05.678+00:00' }
  const write = (line: string) => lines.push(line)
  const text = createLog({ level: 'info', format: 'text', clock, write })
  text.write('debug', 'hidden')
  text.write('warn', 'call', { tool: 'search', note: 'two words\nand a line', ms: 3, id: null })
  createLog({ level: 'error', format: 'json', clock, write }).write('error', 'surprise', { error: 'x' })
  assert.deepEqual(lines, [
    '03:04:05 warn  call tool=search note="two words\\nand a line" ms=3 id=null\n',
    '{"time":"2026-01-02T03:04:05.678+00:00","level":"error","event":"surprise","error":"x"}\n',
  ])
})
