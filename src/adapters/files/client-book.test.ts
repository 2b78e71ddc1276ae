import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { clientBook } from './client-book.ts'

async function openBook(context: { after(clean: () => unknown): void }) {
  const folder = await mkdtemp(join(tmpdir(), 'quire-clients-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  let seconds = 0
  const clock = {
    now: () => new Date(Date.UTC(2026, 0, 2) + seconds * 1000).toISOString(),
    elapsed: () => seconds * 1000,
  }
  const pass = (more: number) => {
    seconds += more
  }
  const written = async (count: number) => {
    while ((await readdir(folder)).filter(name => name.endsWith('.json')).length < count);
  }
  return { folder, pass, written, open: (process: string) => clientBook({ folder, clock, process }) }
}

test('processes of one home see each other’s clients, newest first, and damaged files are skipped', async context => {
  const { folder, pass, written, open } = await openBook(context)
  open('1').note({ name: 'claude-desktop', version: '1.2', surface: 'stdio' })
  await written(1)
  pass(2)
  open('2').note({ name: 'vscode', version: '1.99', surface: 'http' })
  await written(2)
  await writeFile(join(folder, 'damaged.json'), '{"name": 3')
  assert.deepEqual(await open('3').list(), [
    { name: 'vscode', version: '1.99', surface: 'http', lastSeen: '2026-01-02T00:00:02.000Z' },
    { name: 'claude-desktop', version: '1.2', surface: 'stdio', lastSeen: '2026-01-02T00:00:00.000Z' },
  ])
})

test('a folder that cannot be written is no error', async context => {
  const { folder } = await openBook(context)
  const book = clientBook({
    folder: join(folder, 'none', '\0'),
    clock: { now: () => '', elapsed: () => 0 },
    process: '1',
  })
  book.note({ name: 'a', version: '1', surface: 'http' })
  assert.deepEqual(await book.list(), [])
})
