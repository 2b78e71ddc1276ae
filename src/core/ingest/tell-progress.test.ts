import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Progress } from '../model/progress.ts'
import { formatDuration, tellProgress, timesOf } from './tell-progress.ts'

function listen(total: number) {
  const heard: Progress[] = []
  const time = { ms: 0 }
  const waits: AbortController[] = []
  const clock = {
    elapsed: () => time.ms,
    timeout() {
      const wait = new AbortController()
      waits.push(wait)
      return { signal: wait.signal, dispose: () => waits.splice(0) }
    },
  }
  const teller = tellProgress({ total, clock, report: step => heard.push(step) })
  return { heard, time, teller, waits, last: () => heard.at(-1) }
}

test('a folder tells documents, pages, elapsed and remaining time, and the current file with its page', () => {
  const { teller, time, last } = listen(40)
  time.ms = 1_000
  teller.step('report.pdf', { done: 6, total: 45, message: 'Reading page 7' })
  assert.equal(last()?.message, '0/40 documents, 1 s: page 7 of 45 in report.pdf')
  teller.end('report.pdf', 45)
  teller.end('notes.md', 0)
  time.ms = 80_000
  teller.step('scan.pdf', { done: 3, total: 10, message: 'Recognised page 3' })
  assert.match(
    last()?.message ?? '',
    /^2\/40 documents, 45 pages, 1 min 20 s, about \d+ min left: page 3 of 10 in scan\.pdf$/,
  )
  assert.deepEqual([last()?.done, last()?.total], [2, 40])
})

test('what is under way counts as a part, which never goes back inside a document', () => {
  const { teller, heard } = listen(4)
  teller.step('a.pdf', { done: 10, total: 10, message: 'Reading page 10' })
  teller.step('a.pdf', { done: 0, total: 100, message: 'Embedding A' })
  teller.step('a.pdf', { done: 50, total: 100, message: 'Embedding A' })
  teller.step('b.pdf', { done: 5, total: 10, message: 'Reading page 5' })
  teller.end('a.pdf', 10)
  teller.step('b.pdf', { done: 100, total: 100, message: 'Embedding B' })
  teller.end('b.pdf', 10)
  const reached = heard.map(({ done, part = 0 }) => done + part)
  assert.deepEqual(
    reached,
    reached.toSorted((one, other) => one - other),
  )
  assert.equal(new Set(reached).size, reached.length, 'each step is further than the one before')
  assert.equal(reached.at(-1), 2)
})

test('time goes on in the message while one page takes long, until the work ends', () => {
  const { teller, time, waits, last, heard } = listen(2)
  teller.step('scan.pdf', { done: 3, total: 10, message: 'Recognised page 3' })
  const stop = teller.tick()
  time.ms = 2_000
  waits.at(-1)?.abort()
  assert.equal(last()?.message, '0/2 documents, 2 s: page 3 of 10 in scan.pdf')
  time.ms = 65_000
  waits.at(-1)?.abort()
  assert.match(last()?.message ?? '', /^0\/2 documents, 1 min 5 s, about 11 min left: page 3/)
  stop()
  assert.equal(waits.length, 0)
  assert.equal(heard.length, 3)
})

test('what was skipped in a moment does not make the rest look quick', () => {
  const { teller, time, last } = listen(103)
  for (let index = 0; index < 100; index++) teller.skip(`${index}.md`)
  time.ms = 60_000
  teller.end('report.pdf', 9)
  assert.match(last()?.message ?? '', /^101\/103 documents, 9 pages, 1 min, about 2 min left: report\.pdf$/)
})

test('the middle of a long name gives way', () => {
  const { teller, last } = listen(1)
  teller.end(`${'folder/'.repeat(20)}the last of the papers.pdf`, 3)
  assert.match(last()?.message ?? '', /: folder\/folder\/folde….{14}\w+\.pdf$/)
  assert.ok((last()?.message.length ?? 0) < 80)
})

test('the remaining time is reported only when there is something to estimate it by', () => {
  assert.deepEqual(timesOf({ elapsedMs: 500, done: 1, total: 9 }), ['1 s'])
  assert.deepEqual(timesOf({ elapsedMs: 60_000, done: 0, total: 9 }), ['1 min'])
  assert.deepEqual(timesOf({ elapsedMs: 60_000, done: 3, total: 9 }), ['1 min', 'about 2 min left'])
  assert.deepEqual(timesOf({ elapsedMs: 60_000, done: 9, total: 9 }), ['1 min'])
})

test('durations are as exact as they are long', () => {
  const cases: [number, string][] = [
    [400, '0 s'],
    [59_400, '59 s'],
    [59_600, '1 min'],
    [185_000, '3 min 5 s'],
    [7_800_000, '2 h 10 min'],
  ]
  for (const [ms, text] of cases) assert.equal(formatDuration(ms), text)
})
