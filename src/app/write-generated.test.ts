import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Failure } from '../core/model/failure.ts'
import { generatedMark } from '../surfaces/client/names.ts'
import { writeGenerated } from './write-generated.ts'

const ours = (text: string) => `// ${generatedMark}. ${text}\n`

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-write-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

test('Y-CODE-4 only what differs is written, and modules of tools that are gone are removed', async t => {
  const folder = await folderOf(t)
  const first = new Map([
    ['client.ts', ours('client')],
    ['a/one.ts', ours('one')],
    ['a/two.ts', ours('two')],
  ])
  assert.deepEqual(await writeGenerated(folder, first), { files: 3, written: 3, removed: 0 })
  const second = new Map([...first, ['a/one.ts', ours('one, changed')]])
  second.delete('a/two.ts')
  assert.deepEqual(await writeGenerated(folder, second), { files: 2, written: 1, removed: 1 })
  assert.deepEqual(await writeGenerated(folder, second), { files: 2, written: 0, removed: 0 })
  assert.equal(await readFile(join(folder, 'a/one.ts'), 'utf8'), ours('one, changed'))
})

test('Y-CODE-4 both languages can share a folder', async t => {
  const folder = await folderOf(t)
  await writeGenerated(folder, new Map([['client.ts', ours('ts')]]))
  assert.equal((await writeGenerated(folder, new Map([['client.py', ours('py')]]))).removed, 0)
})

test('Y-CODE-4 a file of someone else is left alone, and one in the way stops everything', async t => {
  const folder = await folderOf(t)
  await writeFile(join(folder, 'notes.ts'), 'mine')
  await writeFile(join(folder, 'package.json'), '{"name":"mine"}')
  const files = new Map([
    ['package.json', `{"description":"${generatedMark}"}`],
    ['client.ts', ours('client')],
  ])
  assert.deepEqual(await writeGenerated(folder, files), { files: 1, written: 1, removed: 0 })
  assert.equal(await readFile(join(folder, 'package.json'), 'utf8'), '{"name":"mine"}')
  const inTheWay = new Map([...files, ['notes.ts', ours('notes')], ['other.ts', ours('other')]])
  await assert.rejects(
    writeGenerated(folder, inTheWay),
    (error: unknown) =>
      error instanceof Failure && error.code === 'FILE_EXISTS' && /notes\.ts/.test(error.message),
  )
  assert.equal(await readFile(join(folder, 'notes.ts'), 'utf8'), 'mine')
  await assert.rejects(readFile(join(folder, 'other.ts')))
})

test('a folder around it that was moved away is not made again', async t => {
  const folder = await folderOf(t)
  const home = join(folder, 'home')
  const files = new Map([['typescript/documents/search.ts', ours('ts')]])
  await assert.rejects(writeGenerated(join(home, 'servers'), files, { below: home }), {
    code: 'CANNOT_WRITE',
  })
  assert.deepEqual(await readdir(folder), [])
})
