import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { folderMemory } from './folder-memory.ts'

const seen = {
  recipe: 'r',
  recursive: true,
  identity: '1.2',
  files: {
    'a.md': {
      state: 'stored' as const,
      stamp: '1',
      bytes: 1,
      device: 'd',
      contentHash: 'c',
      fingerprint: 'f',
    },
  },
}

test('what is remembered is given back for the same library and folder only', async t => {
  const memory = folderMemory({ home: await home(t), host: 'here', process: '1' })
  assert.equal(await memory.load('notes', '/folder'), null)
  await memory.save('notes', '/folder', seen)
  const { recipe, recursive, identity, files } = (await memory.load('notes', '/folder')) ?? {}
  assert.deepEqual({ recipe, recursive, identity, files }, seen)
  assert.equal(await memory.load('other', '/folder'), null)
  assert.equal(await memory.load('notes', '/folder2'), null)
})

test('what another machine saw is not given: a shared or copied home says nothing about these disks', async t => {
  const folder = await home(t)
  await folderMemory({ home: folder, host: 'there', process: '1' }).save('notes', '/folder', seen)
  const here = folderMemory({ home: folder, host: 'here', process: '1' })
  assert.equal(await here.load('notes', '/folder'), null)
  assert.deepEqual(await here.list('notes'), [])
})

test('the folders of a library are listed in order', async t => {
  const memory = folderMemory({ home: await home(t), host: 'here', process: '1' })
  for (const folder of ['/b', '/a']) await memory.save('notes', folder, seen)
  await memory.save('other', '/c', { ...seen, recursive: false })
  assert.deepEqual(await memory.list('notes'), [
    { folder: '/a', recursive: true },
    { folder: '/b', recursive: true },
  ])
})

test('a broken memory is none, and one that cannot be written stops nobody', async t => {
  const folder = await home(t)
  const memory = folderMemory({ home: folder, host: 'here', process: '1' })
  await memory.save('notes', '/folder', seen)
  const [file = ''] = await readdir(folder)
  await writeFile(join(folder, file), '{"version":1,"fi')
  assert.equal(await memory.load('notes', '/folder'), null)
  await folderMemory({ home: join(folder, file), host: 'here', process: '1' }).save('notes', '/folder', seen)
  assert.deepEqual(await readdir(folder), [file])
})

async function home(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-memory-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}
