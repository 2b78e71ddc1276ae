import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { stillClock as clock } from '../../../test/conformance/store-fixtures.ts'
import { openStore } from './index.ts'

test('a store is opened from a url or a plain path, and says which one it is', async context => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-stores-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'deep', 'er', 'knowledge.db')
  for (const url of [`sqlite:${path}`, path, ` SQLITE:${path}`]) {
    const store = await openStore(url, { clock })
    assert.equal(store.description, `sqlite:${path}`)
    await store.close()
  }
})

test('a store can live in memory', async () => {
  const store = await openStore('sqlite::memory:', { clock })
  assert.deepEqual(await store.listCollections(), [])
  await store.close()
})

for (const [url, message] of [
  ['mongo://localhost/x', /no store of the kind "mongo"/],
  ['constructor:x', /no store of the kind "constructor"/],
  ['sqlite:', /has no path/],
  ['', /has no path/],
] as const)
  test(`"${url}" is refused with an example`, async () => {
    await assert.rejects(openStore(url, { clock }), {
      code: 'INVALID_STORE',
      message,
      hint: /sqlite:\.\/knowledge\.db/,
    })
  })
