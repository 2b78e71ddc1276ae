import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { backUpPostgres, restorePostgres } from '../../src/adapters/stores/postgres/backup-store.ts'
import { postgresStore } from '../../src/adapters/stores/postgres/postgres-store.ts'
import { seededRandom } from '../../src/app/eval/seeded-random.ts'
import type { RankQuery } from '../../src/core/ports/store.ts'
import { lexicalScoring } from '../../src/core/search/lexical-scoring.ts'
import { heldStore } from '../support/held-store.ts'
import { postgresDatabases } from '../support/postgres-databases.ts'
import { testStoreChanges } from './store-changes-suite.ts'
import { testStoreDocuments } from './store-documents-suite.ts'
import { testStoreFilters } from './store-filters-suite.ts'
import { stillClock as clock, collection, never, type UrlIn, write } from './store-fixtures.ts'
import { testStorePending } from './store-pending-suite.ts'
import { testStoreRankings } from './store-rankings-suite.ts'
import { testStoreSharing } from './store-sharing-suite.ts'
import { testStoreWords } from './store-words-suite.ts'

const grouped = { by: 'by', filter: [], sum: 'sum', range: 'range', top: 'top', latest: ['by'] }
type Counted = { language: string; n: number; words: number }
const countLanguages = `SELECT language, count(*)::int AS n, sum(words)::int AS words FROM quire.documents
  GROUP BY language ORDER BY n DESC, language`

const databases = await postgresDatabases()
if ('reason' in databases) test('the PostgreSQL store in a server', { skip: databases.reason }, () => {})
else {
  after(() => databases.stop())
  const urlIn: UrlIn = () => databases.createStore()
  urlIn.wrap = async (store, url) => {
    await store.close()
    return heldStore({ url, clock })
  }
  for (const suite of [
    testStoreDocuments,
    testStoreChanges,
    testStoreRankings,
    testStoreWords,
    testStorePending,
    testStoreFilters,
    testStoreSharing,
  ])
    suite('postgres in a server', urlIn)

  test('what a server holds is what the database has, whoever writes, adds vectors later, replaces or deletes', async context => {
    const url = await databases.createStore()
    const [server, alone, writer] = [
      postgresStore({ url, clock, heldFrom: 1 }),
      postgresStore({ url, clock }),
      postgresStore({ url, clock }),
    ]
    context.after(async () => {
      for (const store of [server, alone, writer]) await store.close()
    })
    const random = seededRandom(17)
    const draw = () => Float32Array.from({ length: 4 }, random.gaussian)
    const words = Array.from({ length: 40 }, (_, number) => `word${number}`)
    await writer.ensureCollection(collection('notes'))
    const drawMetadata = () => ({
      by: random.pick(['one', 'two', 'Ü', '\u{1f600}', '\uffee']),
      sum: random.below(5),
      range: random.pick(words),
      top: [random.pick(words), random.pick(words)],
    })
    const put = (number: number) => {
      const texts = Array.from({ length: 1 + random.below(400) }, () => random.pick(words))
      return writer.putDocument(
        write({
          collection: 'notes',
          source: `${number}`,
          language: random.pick(['en', 'de']),
          metadata: drawMetadata(),
          chunks: texts.map((text, place) => ({
            id: `a${(number * 1_000 + place).toString(16).padStart(15, '0')}`,
            text,
            ...(place % 7 === 0 ? { pending: text } : { vector: [...draw()] }),
          })),
        }),
        never,
      )
    }
    await put(0)
    await server.warm()
    const query = (): RankQuery => ({
      collections: ['notes'],
      filter: [],
      limit: 20,
      lexical: {
        words: [random.pick(words), random.pick(words)].map(word => ({ forms: [word], near: null })),
        scoring: lexicalScoring,
      },
      dense: { vector: draw(), collections: ['notes'] },
    })
    for (let turn = 0; turn < 60; turn++) {
      const number = random.below(12)
      const known = await writer.findDocument('notes', `${number}`)
      if (known !== null && random.below(4) === 0)
        await writer.describeDocument(known.id, { title: 'Described', metadata: drawMetadata() })
      else if (known !== null && random.below(3) === 0) await writer.deleteDocument(known.id)
      else if (random.below(4) > 0) await put(number)
      else {
        const pending = await writer.listPending({ collection: 'notes', first: [], limit: 3 })
        await writer.putVectors(
          'notes',
          pending.map(({ key }) => ({ key, vector: draw() })),
          never,
        )
      }
      // Searches of one process begin in different states of the database.
      const asked = query()
      const writing = random.below(2) === 0 ? put(random.below(12)) : Promise.resolve()
      await Promise.all([server.rank(asked, never), server.rank(query(), never), writing])
      assert.deepEqual(await server.rank(asked, never), await alone.rank(asked, never), `turn ${turn}`)
      const fresh = postgresStore({ url, clock })
      const both = await Promise.all([
        server.groupDocuments('notes', grouped),
        fresh.groupDocuments('notes', grouped),
      ])
      assert.deepEqual(both[0], both[1], `turn ${turn}`)
      const counted = await server.listCollections()
      assert.deepEqual(counted, await fresh.listCollections())
      await fresh.close()
      const languages: Counted[] = await databases.run(countLanguages, url)
      assert.deepEqual(
        counted.map(({ documentsByLanguage, words }) => ({ documentsByLanguage, words })),
        [
          {
            documentsByLanguage: Object.fromEntries(languages.map(({ language, n }) => [language, n])),
            words: languages.reduce((sum, row) => sum + row.words, 0),
          },
        ],
      )
    }
  })

  test('a server that goes on while its database is restored finds what there is now', async context => {
    const url = await databases.createStore()
    const folder = await mkdtemp(join(tmpdir(), 'quire-restored-'))
    const [server, alone] = [postgresStore({ url, clock, heldFrom: 1 }), postgresStore({ url, clock })]
    context.after(async () => {
      for (const store of [server, alone]) await store.close()
      await rm(folder, { recursive: true, force: true })
    })
    const put = (source: string, vector: number[]) =>
      alone.putDocument(
        write({ collection: 'notes', source, chunks: [{ id: source.repeat(16), text: 'ink', vector }] }),
        never,
      )
    const query: RankQuery = {
      collections: ['notes'],
      filter: [],
      limit: 5,
      lexical: { words: [{ forms: ['ink'], near: null }], scoring: lexicalScoring },
      dense: { vector: Float32Array.of(1, 0, 0, 0), collections: ['notes'] },
    }
    const ids = async () =>
      (await server.rank(query, never)).candidates.map(({ chunkId }) => chunkId[0]).sort()
    await alone.ensureCollection(collection('notes'))
    await put('a', [1, 0, 0, 0])
    const details = await backUpPostgres({ url, clock }, folder, never)
    await put('b', [1, 1, 0, 0])
    await server.warm()
    assert.deepEqual(await ids(), ['a', 'b'])
    await databases.run('DROP SCHEMA quire CASCADE', url)
    await restorePostgres({ url, clock }, { folder, details }, never)
    // As many writes as the server has seen before.
    await put('c', [0, 1, 0, 0])
    assert.deepEqual(await ids(), ['a', 'c'])
    assert.deepEqual(await server.rank(query, never), await alone.rank(query, never))
  })
}
