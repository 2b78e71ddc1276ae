import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryCache, openCache } from '../../src/adapters/caches/index.ts'
import { testCache } from './cache-suite.ts'

testCache('the memory cache', async () => memoryCache({ entries: 10 }))

test('the answers asked for least recently go first', async () => {
  const cache = memoryCache({ entries: 2 })
  await cache.set('a', '1')
  await cache.set('b', '2')
  await cache.get('a')
  await cache.set('c', '3')
  assert.deepEqual([await cache.get('a'), await cache.get('b'), await cache.get('c')], ['1', null, '3'])
})

test('bytes are bounded as well, and an answer too large to keep is not kept', async () => {
  const cache = memoryCache({ entries: 100, bytes: 40 })
  await cache.set('a', 'x'.repeat(10))
  await cache.set('b', 'y'.repeat(15))
  assert.deepEqual([await cache.get('a'), (await cache.get('b'))?.length], [null, 15])
  await cache.set('huge', 'z'.repeat(100))
  assert.deepEqual([await cache.get('huge'), (await cache.get('b'))?.length], [null, 15])
})

test('a cache is chosen by one string, or switched off', async () => {
  assert.match((await openCache('memory', { entries: 5, seconds: 1 }))?.description ?? '', /memory, 5/)
  assert.equal(await openCache('none', { entries: 5, seconds: 1 }), null)
  assert.equal(await openCache('memory', { entries: 0, seconds: 1 }), null)
  await assert.rejects(openCache('memcached://x', { entries: 5, seconds: 1 }), { code: 'INVALID_SETTING' })
})
