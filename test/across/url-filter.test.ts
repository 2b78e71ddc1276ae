import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openWorld, type Value, type World } from '../contract/world.ts'
import { openSite, type Site } from '../support/site.ts'

let world: World
let site: Site
before(async () => {
  site = await openSite()
  world = await openWorld('library', {
    flags: ['--fetch-allow', '127.0.0.1', '--toolsets', 'documents,knowledge'],
  })
})
after(async () => {
  await world.close()
  await site.close()
})

test('D-URL-8 the knowledge base finds fetched documents by the old filter "url", and no others', async () => {
  for (const path of ['/sizing', '/pulp']) await world.call('ingest_url', { url: `${site.url}${path}` })
  await world.call('ingest_content', { content: 'Paper is sized with gelatine.', source: 'own.md' })
  const { results } = await world.call('search_knowledge_base', { query: 'paper sizing', file_type: 'url' })
  const sources = results.map(({ document_source }: Value) => document_source)
  assert.deepEqual([...new Set(sources)].sort(), [`${site.url}/pulp`, `${site.url}/sizing`])
})
