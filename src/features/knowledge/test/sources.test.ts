import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openWorld, type Value, type World } from '../../../../test/contract/world.ts'
import { putText } from '../../../../test/support/stored.ts'
import { sourceIdOf } from '../source-id.ts'

test('a source is the host of a page, the folder of a file, else a label', () => {
  assert.deepEqual(
    ['https://docs.example.org/a/b', 'http://localhost:8080/x', '/data/papers/a.pdf', 'notes.md'].map(
      sourceIdOf,
    ),
    ['docs.example.org', 'localhost:8080', '/data/papers', 'notes.md'],
  )
})

describe('web pages as sources', () => {
  let world: World
  before(async () => {
    world = await openWorld('library', { flags: ['--toolsets', 'knowledge'] })
    const pages: [string, string, string][] = [
      ['https://docs.example.org/one', 'Pumps are blue.', 'knowledge'],
      ['http://docs.example.org/two', 'Pumps are green.', 'other'],
      ['https://else.example.org/', 'Pumps are red.', 'knowledge'],
    ]
    for (const [source, text, library] of pages) await putText(world, { source, text, library })
  })
  after(() => world.close())

  test('K-SOURCES-1 pages of a host are one source, over all libraries and both schemes', async () => {
    const { sources } = await world.call('get_available_sources', {})
    assert.deepEqual(
      sources.map((source: Value) => [source.source_id, source.document_count, source.total_word_count]),
      [
        ['docs.example.org', 2, 6],
        ['else.example.org', 1, 3],
      ],
    )
  })

  test('K-SEARCH-3 a host narrows the search to its pages', async () => {
    const find = async (source_id: string) => {
      const { results } = await world.call('search_knowledge_base', { query: 'pumps', source_id })
      return results.map((result: Value) => result.document_source).sort()
    }
    assert.deepEqual(await find('docs.example.org'), [
      'http://docs.example.org/two',
      'https://docs.example.org/one',
    ])
    assert.deepEqual(await find('else.example.org'), ['https://else.example.org/'])
    assert.deepEqual(await find('https://docs.example.org/one'), ['https://docs.example.org/one'])
  })

  test('K-SOURCES-1 what is deleted no longer counts', async () => {
    const { results } = await world.call('search_knowledge_base', {
      query: 'red',
      source_id: 'else.example.org',
    })
    await world.wired.engine.catalog.deleteDocument(results[0].document_id)
    const { count } = await world.call('get_available_sources', {})
    assert.equal(count, 1)
  })
})
