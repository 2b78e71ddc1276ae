import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { appendFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { folderWatcher } from './folder-watcher.ts'

test('writing, renaming and removing are heard, also deep below', async t => {
  const { folder, heard } = await listen(t)
  await heard(() => writeFile(join(folder, 'a.md'), 'first'))
  await heard(() => appendFile(join(folder, 'a.md'), 'second'))
  await heard(() => rename(join(folder, 'a.md'), join(folder, 'b.md')))
  await heard(() => rm(join(folder, 'b.md')))
  await heard(() => writeFile(join(folder, 'deep/down/c.md'), 'third'))
})

test('folders that appear are listened to, and so are folders that were moved', async t => {
  const { folder, heard } = await listen(t)
  await heard(() => mkdir(join(folder, 'new/below'), { recursive: true }))
  await heard(() => writeFile(join(folder, 'new/below/a.md'), 'first'))
  await heard(() => rename(join(folder, 'new'), join(folder, 'moved')))
  await heard(() => writeFile(join(folder, 'moved/below/a.md'), 'second'))
})

test('hidden entries and installed packages are not listened to', async t => {
  const { folder, heard, rings } = await listen(t)
  await writeFile(join(folder, '.swap'), 'x')
  await mkdir(join(folder, 'node_modules'))
  await writeFile(join(folder, 'node_modules/x.md'), 'x')
  // Events of one folder arrive in order: all of the above came before this one, which is reported once.
  await heard(() => rm(join(folder, 'there-before.md')))
  assert.equal(rings(), 1)
})

test('a folder that is not there is trouble, not a failure', async () => {
  const troubles: string[] = []
  const watch = await folderWatcher('linux').watch(
    join(tmpdir(), 'quire-no-such-folder'),
    { recursive: true },
    { onChange: () => {}, onTrouble: message => void troubles.push(message) },
  )
  watch.close()
  assert.match(troubles[0] ?? '', /cannot be watched: it is not there\.$/)
})

async function listen(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'quire-watcher-'))
  await mkdir(join(folder, 'deep/down'), { recursive: true })
  await writeFile(join(folder, 'there-before.md'), 'x')
  const bell = new EventEmitter()
  let rings = 0
  const watch = await folderWatcher(process.platform).watch(
    folder,
    { recursive: true },
    {
      onChange() {
        rings += 1
        bell.emit('ring')
      },
      onTrouble: message => assert.fail(message),
    },
  )
  t.after(async () => {
    watch.close()
    await rm(folder, { recursive: true })
  })
  // Watching alone does not keep a process alive.
  const alive = setInterval(() => {}, 1000)
  t.after(() => clearInterval(alive))
  return {
    folder,
    rings: () => rings,
    async heard(deed: () => Promise<unknown>) {
      const ring = once(bell, 'ring')
      await deed()
      await ring
    },
  }
}
