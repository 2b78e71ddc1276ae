import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sweepTemporary } from './sweep-temporary.ts'

const now = Date.parse('2026-11-18T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000)

test('only folders of children that are a day old are removed', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-sweep-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  for (const [name, age] of [
    ['quire-child-old', 25],
    ['quire-child-recent', 23],
    ['another-program', 1_000],
  ] as const) {
    await mkdir(join(folder, name, 'compiled'), { recursive: true })
    await writeFile(join(folder, name, 'compiled', 'module'), 'x')
    await utimes(join(folder, name), hoursAgo(age), hoursAgo(age))
  }
  await sweepTemporary(folder, now)
  assert.deepEqual((await readdir(folder)).sort(), ['another-program', 'quire-child-recent'])
})

test('a temporary folder that is missing is no error', async () => {
  await sweepTemporary(join(tmpdir(), 'quire-sweep-missing'), now)
})
