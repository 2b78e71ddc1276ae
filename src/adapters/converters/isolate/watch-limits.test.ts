import assert from 'node:assert/strict'
import test from 'node:test'
import { cpuOfPs, measureUse } from './watch-limits.ts'

test('processor time is read as ps writes it', () => {
  const cases: [string, number | null][] = [
    ['0:00.42', 420],
    ['12:03', 723_000],
    ['01:00:05', 3_605_000],
    ['2-03:04:05', 183_845_000],
    ['', null],
    ['-', null],
  ]
  for (const [written, ms] of cases) assert.equal(cpuOfPs(written), ms, written)
})

test('a process that works holds memory and has used the processor; one that is gone holds nothing', async () => {
  const own = await measureUse(process.pid)
  assert.ok(own.bytes > 10_000_000)
  assert.ok(own.cpuMs === null || own.cpuMs > 0)
  assert.equal((await measureUse(2 ** 22 + 1)).bytes, 0)
})
