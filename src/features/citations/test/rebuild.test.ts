import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openWorld, type World } from '../../../../test/contract/world.ts'
import { hashEmbedder } from '../../../adapters/embedders/hash.ts'

const project = 'moving'
const ours = 'hash-32'
const theirs = 'mine/16'

/** Chunks by id, with vectors of one of the two models. */
async function items(model: typeof ours | typeof theirs, texts: Record<string, string>) {
  const embedder = hashEmbedder(model === ours ? 32 : 16)
  const vectors = await embedder.embedDocuments(Object.values(texts), new AbortController().signal)
  return Object.entries(texts).map(([id, text], index) => ({
    id,
    text,
    embedding: [...(vectors[index] ?? [])],
    metadata: { embed_model: model },
  }))
}

async function openProject(): Promise<World> {
  const world = await openWorld('library', { embedder: 'hash:32', flags: ['--toolsets', 'citations'] })
  await world.wired.engine.projects.add(project, {})
  return world
}

async function textsOf(world: World): Promise<string[]> {
  const { collection } = await world.wired.engine.projects.require(project)
  const documents = await world.wired.parts.store.listDocuments({
    collections: [collection],
    limit: 10,
    offset: 0,
  })
  const texts = await Promise.all(documents.map(({ id }) => world.wired.engine.catalog.readDocument(id)))
  return texts.map(({ markdown }) => markdown.trim()).sort()
}

test('C-REBUILD-1 what was rewritten between two attempts at a rebuild is not lost to an older copy', async () => {
  const world = await openProject()
  try {
    const store = (chunks: object[], force_rebuild: boolean) =>
      world.call('store_chunks', { project, items: chunks, force_rebuild })
    await store(await items(ours, { a: 'first a', b: 'first b' }), false)
    await store(await items(theirs, { a: 'first a' }), true)
    await store(await items(ours, { a: 'second a' }), false)
    const half = await store(await items(theirs, { b: 'first b' }), true)
    assert.match(half.warnings.join(), /1 chunks still have no vector of "mine\/16"/)
    const whole = await store(await items(theirs, { a: 'second a' }), true)
    assert.match(whole.warnings.join(), /now searched with vectors of "mine\/16"/)
    assert.deepEqual(await textsOf(world), ['first b', 'second a'])
  } finally {
    await world.close()
  }
})

test('C-REBUILD-1 a project that is removed in the middle of a rebuild leaves nothing to the next of its name', async () => {
  const world = await openProject()
  try {
    const { projects, catalog } = world.wired.engine
    const removals = [() => projects.remove(project), () => catalog.deleteCollection('proj-moving')]
    for (const remove of removals) {
      await world.call('store_chunks', { project, items: await items(ours, { a: 'old', b: 'old' }) })
      const begun = { project, items: await items(theirs, { a: 'left over' }), force_rebuild: true }
      await world.call('store_chunks', begun)
      await remove()
      await projects.add(project, {})
      await world.call('store_chunks', { project, items: await items(ours, { c: 'new' }) })
      const moved = { project, items: await items(theirs, { c: 'new' }), force_rebuild: true }
      await world.call('store_chunks', moved)
      assert.deepEqual(await textsOf(world), ['new'])
      await projects.remove(project)
      assert.deepEqual(await world.wired.parts.store.listCollections(), [])
      await projects.add(project, {})
    }
  } finally {
    await world.close()
  }
})

test('C-REBUILD-1 to force the model a project has gives an unfinished rebuild up', async () => {
  const world = await openProject()
  try {
    await world.call('store_chunks', { project, items: await items(ours, { a: 'kept', b: 'kept too' }) })
    await world.call('store_chunks', { project, items: await items(theirs, { a: 'x' }), force_rebuild: true })
    const source = join(world.folder, 'note.md')
    await writeFile(source, 'A note of its own.')
    const names = async () => (await world.wired.parts.store.listCollections()).map(({ name }) => name)
    await world.call('ingest_from_source', { project, source })
    assert.deepEqual(await names(), ['proj-moving', 'proj-moving~next'])
    await world.call('ingest_from_source', { project, source, options: { force_rebuild: true } })
    assert.deepEqual(await names(), ['proj-moving'])
    assert.deepEqual(await textsOf(world), ['A note of its own.', 'kept', 'kept too'])
  } finally {
    await world.close()
  }
})
