import assert from 'node:assert/strict'
import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Quire, spawnQuire, temporaryHome } from '../../../../../test/e2e/cli/spawn-quire.ts'
import { ask } from '../../../../../test/support/ask.ts'
import { differingPaths, readIndex } from './read-index.ts'
import { makeFolder, shakeFolder } from './shake-folder.ts'
import { untilLevel } from './until-level.ts'

const settleMs = 600_000

test('a folder of 400 files that is changed, renamed and deleted at random ends as a fresh ingest of it', async t => {
  const { home, folder } = await folderAndHome(t)
  const files = await makeFolder(folder, 400, 20_261)
  const watch = spawnQuire(t, ['watch', folder, '--library', 'notes', '--debounce', '200'], { home })
  await watch.until(/Watching/, 'stderr')

  const shaken = await shakeFolder(folder, files, { seed: 5, ms: 6_000, pauseMs: 15 })
  await untilLevel(home, folder, files, { withinMs: settleMs })
  await end(watch)

  assert.ok(Object.keys(shaken).length > 10, JSON.stringify(shaken))
  const other = await temporaryHome(t)
  const fresh = await ask(t, other, 'ingest', folder, '--library', 'notes')
  assert.deepEqual([fresh.failed, fresh.indexed], [0, files.size])
  const [kept, made] = [await readIndex(home, folder), await readIndex(other, folder)]
  assert.equal(kept.size, files.size)
  assert.deepEqual(differingPaths(kept, made), [])
  assert.equal((await ask(t, home, 'doctor')).ok, true)
})

test('a running watch takes in what happens, waits for a folder that went away, and loses nothing by it', async t => {
  const { home, folder } = await folderAndHome(t)
  await writeFile(join(folder, 'a.md'), '# Paper\n\nMade of rags.')
  const watch = spawnQuire(t, ['watch', folder, '--library', 'notes', '--debounce', '50', '--json'], { home })
  await watch.until(/Watching/, 'stderr')
  await watch.until(/"event":"added","file":"a.md"/)
  await mkdir(join(folder, 'new'))
  await writeFile(join(folder, 'new/b.md'), '# Pulp\n\nBeaten in a mill.')
  await watch.until(/"event":"added","file":"new\/b.md"/)
  await rename(join(folder, 'a.md'), join(folder, 'new/c.md'))
  await watch.until(/"event":"moved","file":"new\/c.md","from":"a.md"/)

  await rename(folder, `${folder}-away`)
  await watch.until(/Nothing is changed until it is back/, 'stderr')
  assert.deepEqual([...(await readIndex(home, folder)).keys()].sort(), ['new/b.md', 'new/c.md'])
  await rename(`${folder}-away`, folder)
  await writeFile(join(folder, 'new/d.md'), '# Felt\n\nLaid between sheets.')
  await watch.until(/"event":"added","file":"new\/d.md"/)
  await rm(join(folder, 'new/b.md'))
  await watch.until(/"event":"removed","file":"new\/b.md"/)
  await end(watch)
  assert.ok(!watch.stdout().includes('"event":"failed"'), watch.stdout())
})

test('two watchers of one folder do not fight, and one that is killed leaves the other everything', async t => {
  const { home, folder } = await folderAndHome(t)
  const files = await makeFolder(folder, 60, 7)
  const start = () =>
    spawnQuire(t, ['watch', folder, '--library', 'notes', '--debounce', '50', '--json'], { home })
  const [one, other] = [start(), start()]
  await Promise.all([one, other].map(watch => watch.until(/Watching/, 'stderr')))
  await shakeFolder(folder, files, { seed: 11, ms: 1_500, pauseMs: 10 })
  one.child.kill('SIGKILL')
  await shakeFolder(folder, files, { seed: 12, ms: 500, pauseMs: 10 })
  await untilLevel(home, folder, files, { withinMs: settleMs })
  await end(other)
  assert.equal((await readIndex(home, folder)).size, files.size)
  assert.ok(!other.stdout().includes('"event":"failed"'), other.stdout())
  assert.equal((await ask(t, home, 'doctor')).ok, true)
})

/** The folder is outside the home, so that the database is not watched. */
async function folderAndHome(t: TestContext): Promise<{ home: string; folder: string }> {
  const base = await realpath(await temporaryHome(t))
  const folder = join(base, 'notes')
  await mkdir(folder)
  return { home: join(base, 'home'), folder }
}

async function end(quire: Quire): Promise<void> {
  quire.child.kill('SIGINT')
  assert.equal((await quire.ended).exitCode, 0, quire.stderr())
}
