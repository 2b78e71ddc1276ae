import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { redisCache } from '../../../src/adapters/caches/redis.ts'
import { testCache } from '../../conformance/cache-suite.ts'
import { openWorld, type World } from '../../contract/world.ts'
import { type RedisServer, skip, startRedis } from './redis-server.ts'

describe('Redis as the cache', { skip }, () => {
  let redis: RedisServer
  before(async () => {
    redis = await startRedis()
  })
  after(() => redis.stop())

  testCache('the Redis cache', async () => redisCache({ url: redis.url, seconds: 60 }))

  test('two servers share their answers, and a write outdates them for both', async () => {
    const flags = ['--cache', redis.url]
    const one = await openWorld('library', { flags })
    const home = one.wired.config.values.home
    const other = await openWorld('library', { flags, home })
    try {
      await one.call('ingest_content', { content: 'Iron gall ink.', source: 'a.md' })
      const first = await one.call('search', { query: 'ink' })
      assert.deepEqual(await other.call('search', { query: 'ink' }), first)
      assert.deepEqual(await counts(other), { hits: 1, misses: 0 })
      await other.call('search', { query: 'ink', filter: { file_type: 'md' } })
      assert.deepEqual(await counts(other), { hits: 1, misses: 1 }, 'another filter is another question')
      await one.call('ingest_content', { content: 'Carbon ink.', source: 'b.md' })
      assert.equal((await other.call('search', { query: 'ink' })).results.length, 2)
      assert.deepEqual(await counts(other), { hits: 1, misses: 2 })
    } finally {
      await other.close()
      await one.close()
    }
  })

  test('when Redis stops, searches still return results, with a warning', async () => {
    const own = await startRedis()
    const world = await openWorld('library', { flags: ['--cache', own.url] })
    try {
      await world.call('ingest_content', { content: 'Iron gall ink.', source: 'a.md' })
      assert.deepEqual((await world.call('search', { query: 'ink' })).warnings, [])
      await own.stop()
      const { results, warnings } = await world.call('search', { query: 'ink' })
      assert.equal(results.length, 1)
      assert.match(warnings.join(), /^The cache redis:\/\/127\.0\.0\.1:\d+\/0 cannot be used: /)
    } finally {
      await world.close()
    }
  })
})

async function counts(world: World) {
  const { cache } = await world.call('server_info', {})
  return { hits: cache.hits, misses: cache.misses }
}
