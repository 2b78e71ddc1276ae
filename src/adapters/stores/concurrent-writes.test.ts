import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '../../app/clock.ts'
import { documentsPolicy } from '../../core/model/collection.ts'
import { openStore } from './index.ts'

test('writes and reads of one process that begin at the same time do not meet in one transaction', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-store-'))
  const store = await openStore(`sqlite:${join(folder, 'quire.db')}`, { clock: systemClock })
  t.after(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  const create = (name: string) =>
    store.ensureCollection({
      name,
      scope: 'shared',
      model: 'hash-4',
      dimensions: 4,
      policy: documentsPolicy,
      project: null,
      createdAt: systemClock.now(),
    })
  await Promise.all(['a', 'b', 'c'].flatMap(name => [create(name), store.getCollection(name)]))
  const described = await store.describeCollections()
  assert.deepEqual(
    described.map(({ name }) => name),
    ['a', 'b', 'c'],
  )
})
