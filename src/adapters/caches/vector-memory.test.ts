import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { vectorMemory } from './vector-memory.ts'

let home: string
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'quire-vectors-'))
})
after(() => rm(home, { recursive: true }))

const of = { model: 'small', dimensions: 3, texts: ['one', 'two'] }
const one = Float32Array.of(0.1, -2, 3)
const two = Float32Array.of(4, 5, 6.25)

test('what one process made, the next one has, in whatever order it asks', async () => {
  await vectorMemory({ home, process: 'a' }).save(of, [one, two])
  const memory = vectorMemory({ home, process: 'b' })
  assert.deepEqual(await memory.load(of), [one, two])
  assert.deepEqual(await memory.load({ ...of, texts: ['three', 'two', 'one'] }), [null, two, one])
})

test('what another model made is not given', async () => {
  const memory = vectorMemory({ home, process: 'a' })
  await memory.save(of, [one, two])
  assert.deepEqual(await memory.load({ ...of, model: 'large' }), [null, null])
  assert.deepEqual(await memory.load({ ...of, dimensions: 2 }), [null, null])
})

test('work that was broken off is kept as far as it went, and texts that are gone are forgotten', async () => {
  const memory = vectorMemory({ home, process: 'a' })
  await memory.save(of, [one, null])
  assert.deepEqual(await memory.load(of), [one, null])
  const changed = { ...of, texts: ['two'] }
  await memory.save(changed, [two])
  assert.deepEqual(await memory.load(of), [null, two])
  assert.equal((await readdir(home)).length, 1)
})

test('a damaged file is no memory, and a home that cannot be written is no failure', async () => {
  const memory = vectorMemory({ home, process: 'a' })
  await memory.save(of, [one, two])
  const [name = ''] = await readdir(home)
  const file = join(home, name)
  await writeFile(file, (await readFile(file)).subarray(0, -1))
  assert.deepEqual(await memory.load(of), [null, null])
  await vectorMemory({ home: join(file, 'below'), process: 'a' }).save(of, [one, two])
})
