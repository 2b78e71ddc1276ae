import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openWorld, type World } from '../contract/world.ts'
import { findHits, putText } from '../support/stored.ts'

/** What the search measures of a collection is kept with it. */
describe('calibration', () => {
  let world: World

  before(async () => {
    world = await openWorld('library')
  })
  after(() => world.close())

  const calibrationOf = async (library: string) =>
    (await world.wired.parts.store.describeCollections()).find(({ name }) => name === library)?.calibration

  test('a collection is measured when something is stored, and again when it has grown', async () => {
    await putText(world, { source: 'a.md', text: 'The tide is measured at noon.', library: 'tides' })
    const first = await calibrationOf('tides')
    assert.equal(first?.chunks, 1)
    assert.equal(first?.model, world.wired.parts.embedder.id)
    for (let number = 0; number < 5; number++)
      await putText(world, { source: `${number}.md`, text: `Tide table ${number}.`, library: 'tides' })
    assert.ok(Number((await calibrationOf('tides'))?.chunks) >= 4)
  })

  test('a collection of an earlier version is measured by its first search', async () => {
    await putText(world, { source: 'a.md', text: 'Boards are covered in cloth.', library: 'old' })
    await world.wired.parts.store.updateCollection('old', { calibration: null })
    const [first] = await findHits(world, 'boards in cloth', 'old')
    assert.notEqual(await calibrationOf('old'), null)
    const [second] = await findHits(world, 'boards in cloth', 'old')
    assert.equal(first?.relevance, second?.relevance)
  })

  test('a library of one passage tells what it answers from what it does not', async () => {
    await putText(world, { source: 'a.md', text: 'Vellum is made of calfskin.', library: 'one' })
    const [fits] = await findHits(world, 'what is vellum made of', 'one')
    const [other] = await findHits(world, 'zebra quantum lasagne', 'one')
    assert.ok((fits?.relevance ?? 0) > 0.3, String(fits?.relevance))
    assert.ok((other?.relevance ?? 1) < 0.1, String(other?.relevance))
  })
})
