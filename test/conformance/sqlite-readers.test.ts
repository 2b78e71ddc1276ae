import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sqliteStore } from '../../src/adapters/stores/sqlite/sqlite-store.ts'
import { seededRandom } from '../../src/app/eval/seeded-random.ts'
import type { Filter } from '../../src/core/model/filter.ts'
import type { DocumentWrite, Store } from '../../src/core/ports/store.ts'
import { collection, never, rankByVector, rankByWords, stillClock, write } from './store-fixtures.ts'

const words = ['tax', 'water', 'school', 'rail', 'health', 'coast', 'farm', 'court']
const noFilter: Filter = []
const scope = { collections: ['notes'], filter: noFilter, limit: 20 }

const filters: Record<string, Filter> = {
  'without a filter': [],
  'within a filter that many pass': [{ field: 'metadata.kind', op: 'equals', value: 'even' }],
  'within a filter that few pass': [{ field: 'source', op: 'one_of', values: ['7', '70', '170'] }],
  'within a filter that nothing passes': [{ field: 'source', op: 'equals', value: 'nobody' }],
}

for (const [how, filter] of Object.entries(filters))
  test(`threads rank ${how} as one thread does`, async context => {
    const { apart, alone } = await openBoth(context)
    for (let round = 0; round < 5; round++) {
      const dense = { ...scope, filter, vector: vectorOf(round) }
      const lexical = { ...scope, filter, terms: [words[round] ?? '', words[round + 2] ?? ''] }
      assert.deepEqual(await rankByVector(apart, dense, never), await rankByVector(alone, dense, never))
      assert.deepEqual(await rankByWords(apart, lexical, never), await rankByWords(alone, lexical, never))
    }
  })

test('what has been written, here or by another process, is found by the next question', async context => {
  const { apart, alone } = await openBoth(context)
  for (const [round, writer] of [apart, alone, apart, alone].entries()) {
    const id = `late ${round}`
    await writer.putDocument(documentOf('late', round, { id, text: `quokka${round}` }), never)
    assert.deepEqual(await holders(apart, `quokka${round}`), [id])
    assert.equal(
      (await rankByVector(apart, { ...scope, vector: vectorOf(-1) }, never))[0]?.chunkId,
      `${id}#0`,
    )
    if (round > 0) assert.deepEqual(await holders(apart, `quokka${round - 1}`), [])
  }
  await alone.deleteDocument('late 3')
  assert.deepEqual(await holders(apart, 'quokka3'), [])
  assert.notEqual(
    (await rankByVector(apart, { ...scope, vector: vectorOf(-1) }, never))[0]?.chunkId,
    'late 3#0',
  )
})

test('a ranking that writes overtake shows one state of the store, never a bit of two', async context => {
  const { apart, alone } = await openBoth(context)
  await alone.putDocument(documentOf('late', 0, { id: 'late 0', text: 'quokka' }), never)
  let round = 0
  const asked = Array.from({ length: 30 }, async () => {
    const ranked = await rankByVector(apart, { ...scope, vector: vectorOf(-1) }, never)
    assert.match(ranked[0]?.chunkId ?? '', /^late \d+#0$/, 'the document is there in every state')
    assert.doesNotMatch(ranked[1]?.chunkId ?? '', /^late/, 'and there once')
    round += 1
    await alone.putDocument(documentOf('late', 0, { id: `late ${round}`, text: 'quokka' }), never)
  })
  await Promise.all(asked)
})

test('threads sum up as one thread does, and anew after a write', async context => {
  const { apart, alone } = await openBoth(context)
  const request = { by: 'kind', filter: [], sum: 'words', range: 'day', top: 'topics', latest: [] }
  const counted = async (store: Store) =>
    (await store.groupDocuments('notes', request)).map(group => [group.value, group.documents])
  assert.deepEqual(await counted(apart), [
    ['even', 100],
    ['odd', 100],
  ])
  assert.deepEqual(await apart.groupDocuments('notes', request), await alone.groupDocuments('notes', request))
  await alone.deleteDocument('notes/7')
  assert.deepEqual(await counted(apart), [
    ['even', 100],
    ['odd', 99],
  ])
  assert.deepEqual(await apart.groupDocuments('nowhere', request), [])
})

test('a cancelled ranking ends at once, and a closed store starts no more threads', async context => {
  const { apart } = await openBoth(context)
  const stop = new AbortController()
  const ranking = rankByVector(apart, { ...scope, vector: vectorOf(1) }, stop.signal)
  stop.abort()
  await assert.rejects(ranking, { code: 'CANCELLED' })
  await rankByVector(apart, { ...scope, vector: vectorOf(1) }, never)
  await apart.close()
  await assert.rejects(rankByVector(apart, { ...scope, vector: vectorOf(1) }, never), { kind: 'unavailable' })
})

/** The same file twice: one handle ranks on threads from the first vector on, the other never does. */
async function openBoth(context: TestContext): Promise<{ apart: Store; alone: Store }> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-readers-'))
  const options = { path: join(folder, 'store.db'), clock: stillClock }
  const apart = await sqliteStore({ ...options, readers: { fromVectors: 1 } })
  const alone = await sqliteStore(options)
  context.after(async () => {
    await apart.close()
    await alone.close()
    await rm(folder, { recursive: true })
  })
  await alone.ensureCollection(collection('notes', { dimensions: 8 }))
  const documents = Array.from({ length: 200 }, (_, number) => documentOf(String(number), number))
  await alone.putDocuments(documents, never)
  await apart.warm()
  return { apart, alone }
}

function documentOf(
  source: string,
  number: number,
  { id = `notes/${source}`, text }: { id?: string; text?: string } = {},
): DocumentWrite {
  const random = seededRandom(number)
  const chunks = Array.from({ length: text === undefined ? 3 : 1 }, (_, ordinal) => {
    const body = text ?? Array.from({ length: 12 }, () => random.pick(words)).join(' ')
    const vector = [...vectorOf(text === undefined ? 10 * number + ordinal : -1)]
    return { text: body, terms: body.split(' '), vector, id: `${id}#${ordinal}` }
  })
  const metadata = { kind: number % 2 === 0 ? 'even' : 'odd' }
  return write({ collection: 'notes', source, id, metadata, chunks })
}

/** A vector of length 1; the one for −1 is far from all others. */
function vectorOf(number: number): Float32Array {
  if (number < 0) return Float32Array.of(-1, 0, 0, 0, 0, 0, 0, 0)
  const random = seededRandom(number + 1)
  const vector = Float32Array.from({ length: 8 }, () => random.next())
  const length = Math.hypot(...vector)
  return vector.map(value => value / length)
}

async function holders(store: Store, term: string): Promise<string[]> {
  const { ranked } = await rankByWords(store, { ...scope, terms: [term] }, never)
  return ranked.map(({ chunkId }) => chunkId.replace(/#\d+$/, ''))
}
