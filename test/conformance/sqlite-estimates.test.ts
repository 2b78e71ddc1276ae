import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { cosine } from '../../src/adapters/stores/common/vector-codec.ts'
import { sqliteStore } from '../../src/adapters/stores/sqlite/sqlite-store.ts'
import { seededRandom } from '../../src/app/eval/seeded-random.ts'
import type { Candidate, Store } from '../../src/core/ports/store.ts'
import { lexicalScoring } from '../../src/core/search/lexical-scoring.ts'
import { slow } from '../support/slow.ts'
import { collection, never, stillClock, write } from './store-fixtures.ts'

const documents = 21
const chunksEach = 500
const rare = 'quokka'

for (const [where, fromVectors] of [
  ['on this thread', Number.POSITIVE_INFINITY],
  ['on other threads', 1],
] as const)
  test(
    `${where}, candidates of a large collection have cosines, exact for the best, also after changes`,
    slow,
    async context => {
      const { store, vectors, put } = await openLarge(context, fromVectors)
      await check(store, vectors)
      await store.deleteDocument('notes/3')
      for (const id of [...vectors.keys()]) if (id.startsWith('notes/3#')) vectors.delete(id)
      await check(store, vectors)
      await put(documents)
      await check(store, vectors)
    },
  )

async function check(store: Store, vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
  const question = Float32Array.of(1, 0.5, -0.2, 0.1)
  const { candidates } = await store.rank(
    {
      collections: ['notes'],
      filter: [],
      limit: 200,
      lexical: { words: [{ forms: [rare], near: null }], scoring: lexicalScoring },
      dense: { vector: question, collections: ['notes'] },
    },
    never,
  )
  const exact = [...vectors].map(([id, vector]) => ({ id, score: cosine(question, vector) }))
  exact.sort((one, other) => other.score - one.score)
  const byId = new Map(candidates.map(candidate => [candidate.chunkId, candidate]))
  for (const { id, score } of exact.slice(0, 40)) assertNear(byId.get(id), score, 1e-6)
  for (const candidate of candidates) {
    const vector = vectors.get(candidate.chunkId)
    assert.ok(vector, `${candidate.chunkId} does not exist`)
    assertNear(candidate, cosine(question, vector), 0.01)
    assert.ok(candidate.vector && cosine(candidate.vector, vector) > 0.999)
  }
  const byWords = candidates.filter(({ lexical }) => lexical !== null).map(({ chunkId }) => chunkId)
  const holders = [...vectors.keys()].filter(id => id.endsWith('#7'))
  assert.deepEqual(byWords.sort(), holders.sort())
}

function assertNear(candidate: Candidate | undefined, score: number, error: number): void {
  assert.ok(
    candidate && Math.abs((candidate.dense ?? Number.NaN) - score) < error,
    `${candidate?.dense} is not ${score}`,
  )
}

async function openLarge(context: TestContext, fromVectors: number) {
  const folder = await mkdtemp(join(tmpdir(), 'quire-estimates-'))
  const store = await sqliteStore({
    path: join(folder, 'quire.db'),
    clock: stillClock,
    readers: { fromVectors },
  })
  context.after(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  const random = seededRandom(5)
  const vectors = new Map<string, Float32Array>()
  async function put(number: number): Promise<void> {
    const drawn = Array.from({ length: chunksEach }, () => Array.from({ length: 4 }, () => random.gaussian()))
    drawn.forEach((vector, ordinal) => {
      vectors.set(`notes/${number}#${ordinal}`, Float32Array.from(vector))
    })
    const chunks = drawn.map((vector, ordinal) => ({ text: ordinal === 7 ? rare : 'plain', vector }))
    await store.putDocument(write({ collection: 'notes', source: String(number), chunks }), never)
  }
  await store.ensureCollection(collection('notes'))
  for (let number = 0; number < documents; number++) await put(number)
  return { store, vectors, put }
}
