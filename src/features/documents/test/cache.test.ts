import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorld, type Value } from '../../../../test/contract/world.ts'

test('a repeated question is answered from memory until the library is written to, and never across filters', async () => {
  const world = await openWorld('library')
  const { call } = world
  const cache = async () => (await call('server_info', {})).cache
  try {
    await call('ingest_content', { content: 'Iron gall ink.', source: 'a.md', library: 'inks' })
    await call('ingest_content', { content: 'Ink on vellum.', source: 'b.md', library: 'skins' })
    const asked = { query: 'ink', library: 'inks' }
    const first = await call('search', asked)
    assert.deepEqual(await call('search', asked), first)
    assert.deepEqual(await cache(), { store: 'memory, 500 answers', hits: 1, misses: 1, hit_rate: 0.5 })
    const librariesOf = async (input: object) =>
      (await call('search', { query: 'ink', ...input })).results.map((hit: Value) => hit.library)
    assert.deepEqual(await librariesOf({ library: 'skins' }), ['skins'])
    assert.deepEqual(await librariesOf({ library: 'inks', filter: { file_type: 'pdf' } }), [])
    assert.equal((await cache()).misses, 3)
    await call('ingest_content', { content: 'Carbon ink.', source: 'c.md', library: 'inks' })
    assert.equal((await librariesOf({ library: 'inks' })).length, 2)
    await call('delete_library', { library: 'inks', confirm: 'inks' })
    assert.match(await world.fail('search', asked), /no library "inks"/)
    assert.deepEqual((await cache()).hits, 1)
  } finally {
    await world.close()
  }
})

test('without a cache nothing is remembered, and the server says so', async () => {
  const world = await openWorld('library', { flags: ['--cache', 'none'] })
  try {
    assert.equal((await world.call('server_info', {})).cache, null)
  } finally {
    await world.close()
  }
})
