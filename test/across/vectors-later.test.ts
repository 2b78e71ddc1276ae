import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { createEngine, type Engine, type Parts } from '../../src/core/engine.ts'
import { localJobs } from '../../src/core/jobs/memory-ledger.ts'
import { throwIfAborted } from '../../src/core/model/failure.ts'
import type { Embedder } from '../../src/core/ports/embedder.ts'
import { probes } from '../../src/core/search/probe-texts.ts'
import { openWorld, type World } from '../contract/world.ts'

const { signal } = new AbortController()
const silent = { signal, progress: () => {} }

describe('documents are found by words before their vectors are made', () => {
  let world: World
  before(async () => {
    world = await openWorld('library')
  })
  after(() => world.close())

  test('words find them at once with a warning; vectors follow, those of found documents first', async () => {
    const { engine, gate, embedded } = openGated(world.wired.parts)
    await put(engine, 'tides', ['harbour gauge', 'moon and water', 'brass instruments'])
    assert.equal(await pendingOf(engine, 'tides'), 3)
    const found = await ask(engine, 'tides', 'brass instruments')
    assert.equal(found.hits[0]?.document.source, 'tides-2.md')
    assert.match(found.warnings.join(), /3 passages of "tides" were searched by words only/)
    gate.open()
    await engine.vectors.settle(signal, () => {})
    assert.equal(await pendingOf(engine, 'tides'), 0)
    assert.deepEqual((await ask(engine, 'tides', 'brass instruments')).warnings, [])
    assert.equal(embedded.filter(text => !isProbe(text)).length, 3)
  })

  test('a document that was found or read while others wait gets its vectors before them', async () => {
    const { engine, gate, embedded } = openGated(world.wired.parts)
    // More chunks than are embedded at once, so that an order can be seen.
    await put(
      engine,
      'order',
      Array.from({ length: 80 }, (_, number) => `note${number} of many`),
    )
    await ask(engine, 'order', 'note79')
    const [read] = await engine.catalog.findDocuments(
      'order',
      [{ field: 'source', op: 'equals', value: 'order-75.md' }],
      1,
    )
    await engine.catalog.readDocument(read?.id ?? '')
    gate.open()
    await engine.vectors.settle(signal, () => {})
    const own = embedded.filter(text => !isProbe(text))
    for (const seen of ['note79 ', 'note75 ']) {
      const place = own.findIndex(text => text.includes(seen))
      assert.ok(place >= 0 && place < 65, `${seen} was number ${place} of ${own.length}`)
    }
  })

  test('the next process takes up what an earlier one left', async () => {
    const first = openGated(world.wired.parts)
    await put(first.engine, 'left', ['one thing', 'another thing'])
    await first.jobs.close()
    assert.equal(await pendingOf(first.engine, 'left'), 2)
    const second = openGated(world.wired.parts)
    second.gate.open()
    await second.engine.takeUpVectors()
    await second.engine.vectors.settle(signal, () => {})
    assert.equal(await pendingOf(second.engine, 'left'), 0)
    assert.deepEqual(await world.wired.parts.store.check(signal), { ok: true, problems: [] })
  })

  test('when many vectors were made, the store prepares the first search of the next process; after a few it does not', async () => {
    const warmed: string[][] = []
    const { parts } = world.wired
    const warm = async (names: readonly string[] = []) => void warmed.push([...names])
    const { engine, gate } = openGated({ ...parts, store: { ...parts.store, warm } })
    gate.open()
    await put(
      engine,
      'prepared',
      Array.from({ length: 20 }, (_, number) => `note${number} of many`),
    )
    await engine.vectors.settle(signal, () => {})
    assert.deepEqual(warmed, [['prepared']])
    await engine.ingest(requestOf('prepared', 'one-more.md', 'one more', 'later'), silent)
    await engine.vectors.settle(signal, () => {})
    assert.equal(warmed.length, 1)
  })

  test('listings say how far it is', async () => {
    const { engine, jobs } = openGated(world.wired.parts)
    await put(engine, 'half', ['one'])
    await createEngine(world.wired.parts).ingest(requestOf('half', 'ready.md', 'two', 'now'), silent)
    const { libraries } = await world.call('list_libraries', {})
    const row = libraries.find(({ library }: { library: string }) => library === 'half')
    assert.equal(row.meaning, 0.5)
    await jobs.close()
  })

  test('a model that fails leaves the words, and the same ingest makes the vectors later', async () => {
    const { parts } = world.wired
    const broken = createEngine({ ...parts, embedder: failing(parts.embedder) })
    await put(broken, 'broken', ['lost and found'])
    await broken.vectors.settle(signal, () => {})
    assert.equal(await pendingOf(broken, 'broken'), 1)
    assert.equal((await ask(broken, 'broken', 'lost', 'lexical')).hits.length, 1)
    const engine = createEngine(parts)
    await put(engine, 'broken', ['lost and found'])
    await engine.vectors.settle(signal, () => {})
    assert.equal(await pendingOf(engine, 'broken'), 0)
  })
})

/** An engine on the same store whose model embeds documents only once the gate is open. */
function openGated(parts: Parts) {
  const opened = Promise.withResolvers<void>()
  const embedded: string[] = []
  const embedder: Embedder = {
    ...parts.embedder,
    async embedDocuments(texts, until) {
      await Promise.race([opened.promise, once(until, 'abort').catch(() => {})])
      throwIfAborted(until)
      embedded.push(...texts)
      return parts.embedder.embedDocuments(texts, until)
    },
  }
  const jobs = localJobs(parts.clock)
  const engine = createEngine({ ...parts, embedder }, { jobs })
  return { engine, jobs, embedded, gate: { open: () => opened.resolve() } }
}

/** The search measures the model with texts of its own. */
function isProbe(text: string): boolean {
  return probes.some(pair => pair.includes(text))
}

function failing(embedder: Embedder): Embedder {
  return {
    ...embedder,
    embedDocuments: () => Promise.reject(new Error('The model is away.')),
  }
}

async function put(engine: Engine, collection: string, texts: readonly string[]): Promise<void> {
  await engine.ingestMany(
    texts.map((text, number) => ({
      name: `${number}`,
      request: requestOf(collection, `${collection}-${number}.md`, text, 'later'),
    })),
    { ...silent, concurrency: 1, onOutcome: outcome => assert.ok(outcome.ok) },
  )
}

function requestOf(collection: string, source: string, text: string, vectors: 'now' | 'later') {
  return {
    collection,
    metadata: {},
    options: { password: null, ocrLanguages: ['en'] },
    vectors,
    read: async () => ({
      source,
      name: source,
      bytes: Buffer.from(text),
      mediaType: null,
      charset: 'utf-8',
      lastModified: null,
      fileType: null,
    }),
  }
}

async function pendingOf(engine: Engine, collection: string): Promise<number> {
  return (await engine.catalog.countIndexes(collection)).pending
}

function ask(engine: Engine, collection: string, text: string, mode: 'hybrid' | 'lexical' = 'hybrid') {
  return engine.search(
    { collections: [collection], text, limit: 5, mode, filter: [], sort: 'relevance' },
    signal,
  )
}
