import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Quire, spawnQuire, temporaryHome } from '../cli/spawn-quire.ts'
import { readHome } from './read-home.ts'

const files = 20

/** Texts that are long enough to keep the model busy when it is interrupted. */
async function writeFolder(home: string): Promise<string> {
  const folder = join(home, 'many')
  await mkdir(folder)
  for (let number = 1; number <= files; number++) {
    const words = Array.from({ length: 1200 }, (_, index) => `word${number * index}`)
    await writeFile(join(folder, `${number}.md`), words.join(' '))
  }
  return folder
}

/** Sends Ctrl-C repeatedly until the program has ended. */
async function interruptUntilEnded({ child, ended }: Quire): Quire['ended'] {
  const pressing = setInterval(() => child.kill('SIGINT'), 50)
  const end = await ended
  clearInterval(pressing)
  return end
}

test('a second Ctrl-C while the model is at work ends at once and leaves the store sound', async t => {
  const home = await temporaryHome(t)
  const folder = await writeFolder(home)
  const quire = spawnQuire(t, ['ingest', folder], { home, env: { QUIRE_EMBEDDER: 'gte-small' } })
  await quire.until(/\d+\/20/, 'stderr')
  const end = await interruptUntilEnded(quire)
  // If it stopped in time after the first signal, the exit code is that of an orderly stop.
  assert.equal(end.signal ?? 'SIGINT', 'SIGINT', quire.stderr())
  assert.equal(end.exitCode ?? 130, 130, quire.stderr())
  const stored = await readHome(home)
  assert.ok(stored.size < files, `${stored.size} of ${files} were stored`)
})
