import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Cache } from '../../src/core/ports/cache.ts'

/** What every cache guarantees. */
export function testCache(name: string, open: () => Promise<Cache>): void {
  describe(`${name} remembers`, () => {
    test('what was set is got, whatever its characters, until it is set anew', async () => {
      const cache = await open()
      assert.equal(await cache.get('a'), null)
      await cache.set('a', 'one')
      await cache.set('b', 'naïve \u0000 👩 "quoted"\n')
      assert.deepEqual([await cache.get('a'), await cache.get('b')], ['one', 'naïve \u0000 👩 "quoted"\n'])
      await cache.set('a', 'two')
      assert.equal(await cache.get('a'), 'two')
      assert.equal(await cache.get('A'), null)
      await cache.close()
    })

    test('its description names no secret', async () => {
      const cache = await open()
      assert.doesNotMatch(cache.description, /secret|@/)
      await cache.close()
    })
  })
}
