import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  collection,
  never,
  stillClock,
  storePlace,
  type UrlIn,
  write,
} from '../../../../../test/conformance/store-fixtures.ts'
import { openTables } from '../../../../adapters/stores/index.ts'
import { seededRandom } from '../../../../app/eval/seeded-random.ts'
import type { Store } from '../../../../core/ports/store.ts'
import type { Observation } from '../../fact.ts'
import type { FactStore } from '../../fact-store.ts'
import { factTables } from '../../tables/index.ts'
import { observe, rules } from './fact-fixtures.ts'

type Place = { store: Store; facts: FactStore; url: string }

async function open(context: TestContext, urlIn: UrlIn): Promise<Place> {
  const place = await storePlace(context, urlIn)
  const store = await place.open()
  for (const name of ['notes', 'other']) await store.ensureCollection(collection(name))
  const facts = await openTables(place.url, factTables, { clock: stillClock })
  context.after(() => facts.close())
  return { store, facts, url: place.url }
}

async function put(
  { store, facts }: Place,
  source: string,
  observations: readonly Observation[],
  into = 'notes',
): Promise<string> {
  const draft = write({ collection: into, source, chunks: [{ text: `Words of ${source}` }] })
  await store.putDocument(draft, never)
  const { id } = draft.document
  await facts.put(
    { reader: 'rules-1', readings: [{ documentId: id, observations, readsMetadata: true }], rules },
    never,
  )
  return id
}

/** Every fact of the collections as one line, in order. */
async function listFacts(
  { facts }: Place,
  names: readonly string[],
  collections = ['notes'],
): Promise<string[]> {
  const entities = await facts.findEntities(collections, names)
  const scope = { collections, at: null }
  const ids = entities.map(({ entity }) => entity.id)
  const edges = await facts.listEdges(scope, ids, 1000)
  const loaded = await facts.load(
    edges.map(({ id }) => id),
    10,
  )
  return loaded
    .map(
      ({ subject, object, validAt, invalidAt, supportCount }) =>
        `${subject.name} ${object.name} ${validAt ?? '…'} ${invalidAt ?? '…'} ×${supportCount}`,
    )
    .sort()
}

/** Tests of the FactStore port, for any store that keeps facts with its documents. */
export function testFactStore(kind: string, urlIn: UrlIn): void {
  const check = (name: string, body: (place: Place) => Promise<void>) =>
    test(`facts in ${kind}: ${name}`, async context => body(await open(context, urlIn)))

  check(
    'a document is pending until its reader has read it, and again when its metadata change',
    async place => {
      const { store, facts } = place
      await store.putDocument(write({ collection: 'notes', source: 'a', chunks: [{ text: 'x' }] }), never)
      assert.equal((await facts.listPending(['notes'], 'rules-1', 10)).total, 1)
      const id = await put(place, 'a', [observe('Ann Poe', 'Labor', '2001-01-01')])
      assert.deepEqual(await facts.listPending(['notes'], 'rules-1', 10), { ids: [], total: 0 })
      assert.equal((await facts.listPending(['notes'], 'rules-2', 10)).total, 1)
      await store.describeDocument(id, { title: 'Other', metadata: {} })
      assert.deepEqual(await facts.listPending(['notes'], 'rules-1', 10), { ids: [id], total: 1 })
      assert.deepEqual(await facts.count(['notes']), { entities: 0, facts: 0, observations: 0, documents: 0 })
    },
  )

  check('a newer version of a reader takes the place of what the older one read', async place => {
    const id = await put(place, 'a', [observe('Ann Poe', 'Labor', '2001-01-01')])
    const newer = {
      documentId: id,
      observations: [observe('Ann Poe', 'Greens', '2001-01-01')],
      readsMetadata: true,
    }
    await place.facts.put({ reader: 'rules-2', readings: [newer], rules }, never)
    assert.deepEqual(await listFacts(place, ['ann poe']), ['Ann Poe Greens 2001-01-01 … ×1'])
  })

  check('a fact lives as long as one document supports it', async place => {
    const one = await put(place, 'a', [observe('Ann Poe', 'Labor', '2001-01-01')])
    const two = await put(place, 'b', [observe('Ann Poe', 'Labor', '2002-01-01')])
    assert.deepEqual(await listFacts(place, ['poe']), ['Ann Poe Labor 2001-01-01 … ×2'])
    await place.store.deleteDocument(one)
    await place.facts.settle(rules, never)
    assert.deepEqual(await listFacts(place, ['poe']), ['Ann Poe Labor 2002-01-01 … ×1'])
    await place.store.deleteDocument(two)
    assert.deepEqual(await place.facts.count(['notes']), {
      entities: 0,
      facts: 0,
      observations: 0,
      documents: 0,
    })
  })

  check('deleting what closed an interval opens it again', async place => {
    await put(place, 'a', [observe('Ann Poe', 'Labor', '2001-01-01')])
    const later = await put(place, 'b', [observe('Ann Poe', 'Independent', '2003-01-01')])
    assert.deepEqual(await listFacts(place, ['poe']), [
      'Ann Poe Independent 2003-01-01 … ×1',
      'Ann Poe Labor 2001-01-01 2003-01-01 ×1',
    ])
    await place.store.deleteDocument(later)
    assert.equal(await place.facts.settle(rules, never), 1)
    assert.deepEqual(await listFacts(place, ['poe']), ['Ann Poe Labor 2001-01-01 … ×1'])
  })

  check('a support is quoted from the document, with the chunk it stands in', async place => {
    const id = await put(place, 'a', [observe('Ann Poe', 'Labor', '2001-01-01')])
    const [found] = await place.facts.findEntities(['notes'], ['ann poe'])
    const [edge] = await place.facts.listEdges(
      { collections: ['notes'], at: null },
      [found?.entity.id ?? ''],
      9,
    )
    const [fact] = await place.facts.load([edge?.id ?? '', 'gone'], 5)
    assert.deepEqual(fact?.supports, [
      {
        documentId: id,
        title: (await place.store.readSummary(id))?.title,
        source: 'a',
        chunkId: 'notes/a#0',
        chunkOrdinal: 0,
        start: 0,
        end: 5,
        quote: 'Words',
        origin: 'record',
      },
    ])
  })

  check('rankings and names keep to their collections and their day', async place => {
    const { facts } = place
    await put(place, 'a', [observe('Ann Poe', 'Labor', '2001-01-01')])
    await put(place, 'b', [observe('Ann Poe', 'Independent', '2003-01-01')])
    await put(place, 'c', [observe('Ann Roe', 'Labor', '2001-01-01')], 'other')
    const { facts: bare } = await facts.listBare(['notes', 'other'], 'm', 9)
    assert.equal(bare.length, 3)
    await facts.putVectors(
      'm',
      bare.map(fact => ({ ...fact, vector: Float32Array.of(1, 0) })),
      never,
    )
    assert.equal((await facts.listBare(['notes', 'other'], 'm', 9)).total, 0)
    const count = async (collections: string[], at: string | null) => [
      (await facts.rankByWords({ collections, at }, ['ann'], 9)).length,
      (await facts.rankByVectors({ collections, at }, { model: 'm', vector: Float32Array.of(1, 0) }, 9))
        .length,
    ]
    assert.deepEqual(await count(['notes'], null), [2, 2])
    assert.deepEqual(await count(['notes', 'other'], null), [3, 3])
    assert.deepEqual(await count(['notes'], '2002-01-01'), [1, 1])
    assert.deepEqual(await count(['notes'], '2000-01-01'), [0, 0])
    assert.deepEqual(await count([], null), [0, 0])
    assert.deepEqual(await facts.findEntities(['other'], ['ann poe']), [])
    assert.deepEqual(
      await facts.rankByVectors(
        { collections: ['notes'], at: null },
        { model: 'n', vector: Float32Array.of(1) },
        9,
      ),
      [],
    )
  })

  check('two processes put facts of the same persons at once, and none is lost', async place => {
    const script = fileURLToPath(new URL('./fact-writer.ts', import.meta.url))
    const writers = ['one', 'two'].map(name =>
      spawn(process.execPath, [script, place.url, name, '25'], { stdio: 'inherit' }),
    )
    const codes = await Promise.all(writers.map(async writer => (await once(writer, 'exit'))[0]))
    assert.deepEqual(codes, [0, 0])
    assert.deepEqual(await listFacts(place, ['poe']), ['Ann Poe Labor 2001-01-01 … ×50'])
    assert.equal((await place.facts.count(['notes'])).documents, 50)
  })

  check('a correction is stored once, and is kept when collections are deleted', async ({ store, facts }) => {
    const wrong = { kind: 'wrong', name: 'Ann Poe', relation: 'MEMBER_OF_PARTY', other: 'Labor' } as const
    const merge = { kind: 'merge', name: 'A. Poe', other: 'Ann Poe' } as const
    await facts.putCorrections([merge, wrong], never)
    await facts.putCorrections([merge], never)
    await store.deleteCollection('notes')
    assert.deepEqual(await facts.listCorrections(), [merge, wrong])
    await facts.deleteCorrection(merge, never)
    assert.deepEqual(await facts.listCorrections(), [wrong])
  })

  check('a deleted collection takes its facts along', async place => {
    await put(place, 'a', [observe('Ann Poe', 'Labor', '2001-01-01')])
    await put(place, 'c', [observe('Ann Roe', 'Labor', '2001-01-01')], 'other')
    await place.store.deleteCollection('notes')
    await place.facts.settle(rules, never)
    assert.deepEqual(await listFacts(place, ['ann poe', 'ann roe'], ['notes', 'other']), [
      'Ann Roe Labor 2001-01-01 … ×1',
    ])
  })

  check(
    'whatever is stored, replaced and deleted, facts are those of the documents that are there',
    async place => {
      const random = seededRandom(9).next
      const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
      const people = ['Ann Poe', 'Bob Roe', 'Cy Doe']
      const parties = ['Labor', 'Greens', 'Liberal']
      const documents = new Map<string, { id: string; observations: Observation[] }>()
      const names = [...people, ...parties].map(name => name.toLowerCase())
      for (let step = 0; step < 150; step++) {
        const source = pick(['a', 'b', 'c', 'd', 'e', 'f'])
        const known = documents.get(source)
        if (known && random() < 0.4) {
          await place.store.deleteDocument(known.id)
          documents.delete(source)
        } else {
          const observations = Array.from({ length: Math.floor(random() * 4) }, () =>
            observe(
              pick(people),
              pick(parties),
              random() < 0.1 ? null : `200${Math.floor(random() * 9)}-01-01`,
            ),
          )
          documents.set(source, { id: await put(place, source, observations), observations })
        }
        if (step % 10 !== 0) continue
        await place.facts.settle(rules, never)
        assert.deepEqual(
          await listFacts(place, names),
          await rebuilt(place, documents),
          `after ${step} steps`,
        )
        const { entities } = await place.facts.count(['notes'])
        const alive = new Set(
          [...documents.values()].flatMap(({ observations }) =>
            observations.flatMap(({ subject, object }) => [subject.key, object.key]),
          ),
        )
        assert.equal(entities, alive.size)
      }
    },
  )
}

/** The facts of a collection that never contained other documents. */
async function rebuilt(
  place: Place,
  documents: ReadonlyMap<string, { observations: Observation[] }>,
): Promise<string[]> {
  await place.store.ensureCollection(collection('fresh'))
  for (const [source, { observations }] of documents) await put(place, source, observations, 'fresh')
  const lines = await listFacts(place, ['poe', 'roe', 'doe'], ['fresh'])
  await place.store.deleteCollection('fresh')
  return lines
}
