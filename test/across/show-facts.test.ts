import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openWorld, type Value, type World } from '../contract/world.ts'

const text = `# Acme Corporation

Jane Doe was appointed chief executive of Acme Corporation on 12 June 2014.

John Roe became the chief executive of Acme Corporation on 1 March 2019.
`

for (const [title, more] of [
  ['alone', []],
  ['beside code', ['--graph-code']],
] as const)
  describe(`facts that are drawn, ${title}`, () => {
    let world: World
    before(async () => {
      world = await openWorld('library', {
        flags: ['--toolsets', 'graph,documents', '--graph-facts', ...more],
      })
      await world.call('ingest_content', { content: text, source: 'acme.md' })
      await world.call('search_graphiti', { query: 'chief executive' })
    })
    after(() => world.close())

    test('G-SHOW-1 an entity is shown with what is known of it, and when', async () => {
      const { nodes, edges, of } = await world.call('show_graph', { of: 'Jane Doe', format: 'json' })
      assert.equal(of, 'Jane Doe')
      assert.deepEqual([nodes[0].label, nodes[0].name, nodes[0].repository], ['Person', 'Jane Doe', null])
      const office = edges.find((edge: Value) => edge.properties.valid_at === '2014-06-12')
      assert.ok(office.from === nodes[0].id && nodes.some((node: Value) => node.id === office.to))
      const { picture } = await world.call('show_graph', { of: 'Jane Doe' })
      assert.match(
        picture,
        /n0\["Person: Jane Doe"\]\n[\s\S]*n0 -- "[A-Z_]+ 2014-06-12 – 2019-03-01" --> n\d/,
      )
      const { error } = await world.refuse('show_graph', { of: 'Nobody Known' })
      assert.equal(error.details.reason, 'ENTITY_NOT_FOUND')
    })
  })

test('G-SHOW-1 code comes first where a name means both', async () => {
  const world = await openWorld('library', {
    flags: ['--toolsets', 'graph,documents', '--graph-facts', '--graph-code'],
  })
  await world.call('ingest_content', { content: text, source: 'acme.md' })
  await world.call('search_graphiti', { query: 'chief executive' })
  await mkdir(join(world.folder, 'code'))
  await writeFile(join(world.folder, 'code/acme.ts'), 'export class Acme {}\n')
  await world.call('parse_github_repository', { repo_url: join(world.folder, 'code') })
  assert.match((await world.call('show_graph', { of: 'Acme' })).picture, /n0\["Class: Acme"\]/)
  await world.close()
})
