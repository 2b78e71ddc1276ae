import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { test } from 'node:test'
import { collection, never, storePlace, write } from '../../../../test/conformance/store-fixtures.ts'
import { slow } from '../../../../test/support/slow.ts'

test('the file gets smaller after much was deleted, also for a handle that was open', slow, async context => {
  const place = await storePlace(context, folder => `sqlite:${folder}/store.db`)
  const [store, other] = [await place.open(), await place.open()]
  const path = place.url.slice('sqlite:'.length)
  await store.ensureCollection(collection('large', { dimensions: 512 }))
  await store.ensureCollection(collection('small'))
  const vector = Array.from({ length: 512 }, (_, index) => index / 512 + 0.1)
  for (let number = 0; number < 60; number++) {
    const chunks = Array.from({ length: 60 }, (_, ordinal) => ({ text: `word${number} ${ordinal}`, vector }))
    await store.putDocument(write({ collection: 'large', source: `d${number}`, chunks }), never)
  }
  await store.putDocument(write({ collection: 'small', source: 'a', chunks: [{ text: 'kept' }] }), never)
  await other.readDocument('small/a')
  await store.deleteCollection('large')
  const before = (await stat(path)).size
  await store.compact(never)
  const after = (await stat(path)).size
  assert.ok(after < before / 5, `${before} to ${after} bytes`)
  assert.equal((await other.readDocument('small/a'))?.markdown, 'kept\n\n')
  assert.deepEqual(await other.check(never), { ok: true, problems: [] })
})
