import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeTerminal } from '../../../../test/support/fake-terminal.ts'
import { openProgressBar } from './progress-bar.ts'
import { widthOf } from './style.ts'

test('colours are used on a terminal, never when NO_COLOR is set or the terminal is dumb', () => {
  const cases: [Parameters<typeof fakeTerminal>[0], boolean][] = [
    [{ isTTY: true }, true],
    [{ isTTY: false }, false],
    [{ isTTY: true, env: { NO_COLOR: '1' } }, false],
    [{ isTTY: true, env: { NO_COLOR: '' } }, true],
    [{ isTTY: true, env: { TERM: 'dumb' } }, false],
    [{ isTTY: false, env: { FORCE_COLOR: '1' } }, true],
    [{ isTTY: false, env: { FORCE_COLOR: '1', NO_COLOR: '1' } }, false],
  ]
  for (const [options, isColoured] of cases)
    assert.equal(!fakeTerminal(options).style.isPlain, isColoured, JSON.stringify(options))
})

test('what is piped in is read whole, as UTF-8', async () => {
  assert.equal(await fakeTerminal({ stdin: 'Grüße' }).readStdin(new AbortController().signal), 'Grüße')
})

test('progress is drawn over on a terminal and leaves nothing behind', () => {
  const terminal = fakeTerminal({ isTTY: true, env: { NO_COLOR: '1' } })
  let now = 0
  const bar = openProgressBar(terminal, () => now)
  bar.report({ done: 1, total: 4, message: 'a.md' })
  bar.report({ done: 2, total: 4, message: 'too soon to be seen' })
  now = 1000
  bar.report({ done: 3, total: 4, message: 'c.md' })
  bar.close()
  const frames = terminal.stderr().split('\r\u001b[2K')
  assert.deepEqual(
    frames.map(frame => frame.replaceAll(/[█░]+/g, 'BAR')),
    ['', 'BAR  25 %  a.md', 'BAR  75 %  c.md', ''],
  )
  assert.equal(terminal.stdout(), '')
})

test('progress is a line for every tenth elsewhere, and none for short work', () => {
  const terminal = fakeTerminal()
  const bar = openProgressBar(terminal)
  for (let done = 1; done <= 100; done++) bar.report({ done, total: 100, message: 'x' })
  assert.equal(terminal.stderr().trim().split('\n').length, 11)
  const short = fakeTerminal()
  openProgressBar(short).report({ done: 1, total: 3, message: 'x' })
  assert.equal(short.stderr(), '')
})

test('long work that is no tenth further still says something from time to time', () => {
  const terminal = fakeTerminal()
  let now = 0
  const bar = openProgressBar(terminal, () => now)
  for (; now <= 120_000; now += 1_000)
    bar.report({ done: 0, total: 3, part: 0.1, message: `${now / 1000} s` })
  assert.deepEqual(
    terminal.stderr().trim().split('\n'),
    ['30 s', '60 s', '90 s', '120 s'].map(text => `3 %  ${text}`),
  )
})

test('a total that grows as a crawl finds links does not repeat lines', () => {
  const terminal = fakeTerminal()
  const bar = openProgressBar(terminal, () => 0)
  for (let done = 1; done <= 300; done++) bar.report({ done, total: Math.min(300, done * 2), message: 'x' })
  assert.ok(terminal.stderr().trim().split('\n').length <= 11, terminal.stderr())
})

test('a line never reaches the last cell of the terminal, where it would wrap', () => {
  for (const columns of [40, 60, 80, 100, 160]) {
    const terminal = fakeTerminal({ isTTY: true, columns, env: { NO_COLOR: '1' } })
    const bar = openProgressBar(terminal, () => 0)
    bar.report({
      done: 12,
      total: 40,
      message: '12/40 documents, 310 pages, 1 min 20 s, about 3 min left: a long name.pdf, page 7 of 45',
    })
    const line = terminal.stderr().split('\u001b[2K')[1] ?? ''
    assert.ok(widthOf(line) < columns, `${columns}: ${widthOf(line)}`)
    assert.match(line, /30 % {2}12\/40 documents/)
  }
})
