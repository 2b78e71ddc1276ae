import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openWorld } from '../contract/world.ts'
import { slow } from '../support/slow.ts'

test(
  'refreshed folders and sources of projects are found by words before their vectors are made',
  slow,
  async t => {
    const world = await openWorld('library', { flags: ['--toolsets', 'all'] })
    const { embedder, store } = world.wired.parts
    const embed = embedder.embedDocuments
    const held = Promise.withResolvers<void>()
    t.after(async () => {
      held.resolve()
      await world.close()
    })
    Object.assign(embedder, {
      async embedDocuments(...asked: Parameters<typeof embed>) {
        await held.promise
        return embed(...asked)
      },
    })
    for (const name of ['rivers', 'bridges'])
      await writeFile(join(world.folder, `${name}.md`), `# ${name}\n\nAll about ${name}.`)
    await world.wired.engine.projects.add('walls', {})

    const [refreshed, ingested] = await Promise.all([
      world.call('refresh_source', { source: world.folder, library: 'notes' }),
      world.call('ingest_from_source', { project: 'walls', source: world.folder }),
    ])
    assert.deepEqual([refreshed.status, refreshed.added], ['done', 2])
    assert.deepEqual([ingested.documents.added, ingested.chunks_written], [2, 2])
    assert.match(
      ingested.warnings.join(),
      /^2 passages are found by words only until their vectors are made\./,
    )
    const found = await world.call('search', { query: 'bridges', library: 'notes' })
    assert.equal(found.results[0].title, 'bridges')
    assert.match(found.warnings.join(), /2 passages of "notes" were searched by words only/)

    held.resolve()
    await world.wired.engine.vectors.settle(new AbortController().signal, () => {})
    assert.deepEqual(
      (await store.describeCollections()).map(({ pending }) => pending),
      [0, 0],
    )
  },
)
