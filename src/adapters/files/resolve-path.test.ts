import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { listFiles } from './list-files.ts'
import { locatePath } from './resolve-path.ts'

const { signal } = new AbortController()

test('what is there has an identity, which what takes its place does not have', async t => {
  const folder = await scratch(t)
  const at = join(folder, 'notes')
  await mkdir(at)
  const before = await locatePath(at)
  assert.equal(before.state, 'there')
  assert.deepEqual(await locatePath(at), before)
  await rm(at, { recursive: true })
  await mkdir(at)
  assert.notDeepEqual(await locatePath(at), before)
})

test('what is gone has a nearest folder that is there, and a link that leads nowhere is still a link', async t => {
  const folder = await scratch(t)
  const gone = await locatePath(join(folder, 'a/b/c.md'))
  assert.deepEqual([gone.state, gone.state === 'gone' && gone.nearest], ['gone', folder])
  await writeFile(join(folder, 'file.md'), '')
  assert.equal((await locatePath(join(folder, 'file.md/below.md'))).state, 'gone')
  await symlink('nowhere', join(folder, 'link'))
  assert.equal((await locatePath(join(folder, 'link'))).state, 'there')
  assert.equal((await locatePath(join(folder, 'x'.repeat(300)))).state, 'unknown')
})

test('a stamp is the same as long as nothing happens, and another one after each change', async t => {
  const folder = await scratch(t)
  const file = join(folder, 'a.md')
  await writeFile(file, 'first')
  const stamp = async () => {
    // Two changes within one tick of the kernel's clock (some milliseconds) look like one.
    await pause(20)
    return (await listFiles(folder, { recursive: true, ownPaths: [] }, signal)).files[0]?.stamp
  }
  const stamps = [await stamp()]
  assert.equal(await stamp(), stamps[0])
  await utimes(file, 1, 1)
  stamps.push(await stamp())
  await writeFile(file, 'other')
  // Same size, and dated back, as `cp -p` and archives do.
  await utimes(file, 1, 1)
  stamps.push(await stamp())
  await writeFile(`${file}.new`, 'third')
  await utimes(`${file}.new`, 1, 1)
  await rename(`${file}.new`, file)
  stamps.push(await stamp())
  assert.equal(new Set(stamps).size, stamps.length, stamps.join('\n'))
})

async function scratch(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-locate-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}
