import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openProgressBar } from '../../../../src/surfaces/cli/progress-bar.ts'
import { fakeTerminal } from './fake-terminal.ts'

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
