import assert from 'node:assert/strict'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder } from './make-folder.ts'

test('a folder is made with those above it, and made again without complaint', async context => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-folder-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  makeFolder(join(folder, 'one', 'two', 'three'))
  makeFolder(join(folder, 'one', 'two', 'three'))
  assert.ok((await stat(join(folder, 'one', 'two', 'three'))).isDirectory())
  await writeFile(join(folder, 'file'), '')
  assert.throws(() => makeFolder(join(folder, 'file')), { code: 'EEXIST' })
  assert.throws(() => makeFolder(join(folder, 'file', 'below')), { code: 'ENOTDIR' })
})

test('a place that can hold no folder is an error and not an endless loop', {
  skip: process.platform !== 'linux' && 'only Linux has /proc',
}, () => {
  assert.throws(() => makeFolder('/proc/quire/below'), { code: 'ENOENT' })
})
