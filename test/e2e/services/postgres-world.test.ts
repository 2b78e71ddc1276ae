import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openWorld } from '../../contract/world.ts'
import { postgresDatabases } from '../../support/postgres-databases.ts'

const databases = await postgresDatabases()

describe('the program on PostgreSQL', { skip: 'reason' in databases && databases.reason }, () => {
  if ('reason' in databases) return
  after(() => databases.stop())

  test('two servers share what is ingested, found, deleted and restored', async () => {
    const flags = ['--store', await databases.createStore()]
    const one = await openWorld('library', { flags })
    const other = await openWorld('library', { flags })
    try {
      await one.call('ingest_content', { content: 'Iron gall ink is made from oak galls.', source: 'a.md' })
      await other.call('ingest_content', { content: 'Paper is made of fibres.', source: 'b.md' })
      for (const world of [one, other]) {
        const { results, warnings } = await world.call('search', { query: 'oak galls' })
        assert.match(results[0].content, /Iron gall ink/)
        assert.deepEqual(warnings, [])
      }
      const { results } = await one.call('search', { query: 'oak galls' })
      await other.call('delete_document', { doc_id: results[0].doc_id })
      const left = await one.call('search', { query: 'oak galls' })
      assert.ok(left.results.every((hit: { doc_id: string }) => hit.doc_id !== results[0].doc_id))
      await one.call('restore_document', { doc_id: results[0].doc_id })
      assert.match((await other.call('search', { query: 'oak galls' })).results[0].content, /Iron gall ink/)
    } finally {
      await other.close()
      await one.close()
    }
  })

  test('a feature whose tables are only in SQLite says so', async () => {
    const store = await databases.createStore()
    const world = await openWorld('library', {
      flags: ['--store', store, '--toolsets', 'all', '--graph-facts'],
    })
    try {
      const failure = await world.refuse('search_graphiti', { query: 'who' })
      assert.match(JSON.stringify(failure), /no tables for PostgreSQL yet/)
    } finally {
      await world.close()
    }
  })
})
