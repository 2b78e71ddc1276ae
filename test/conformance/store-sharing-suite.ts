import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Store } from '../../src/core/ports/store.ts'
import {
  collection,
  idsOf,
  never,
  rankByVector,
  rankByWords,
  storePlace,
  storeWith,
  type UrlIn,
  write,
} from './store-fixtures.ts'

const question = { collections: ['notes'], filter: [], limit: 500 }
const byWord = async (store: Store, term: string) =>
  idsOf((await rankByWords(store, { ...question, terms: [term] }, never)).ranked)
const byVector = async (store: Store) =>
  idsOf(await rankByVector(store, { ...question, vector: Float32Array.of(1, 0, 0, 0) }, never))

export function testStoreSharing(name: string, urlIn: UrlIn): void {
  describe(`${name} writes whole documents or nothing`, () => {
    test('a new version takes the place of the old one, chunk by chunk', async context => {
      const store = await storeWith(context, urlIn, [
        { source: 'a', chunks: [{ text: 'old' }, { text: 'old too' }] },
      ])
      const next = write({
        collection: 'notes',
        source: 'a',
        id: 'next',
        chunks: [{ text: 'new', id: 'n0' }],
      })
      await store.putDocument(next, never)
      assert.equal(await store.readDocument('notes/a'), null)
      assert.equal((await store.findDocument('notes', 'a'))?.id, 'next')
      assert.deepEqual(await byWord(store, 'old'), [])
      assert.deepEqual(await byWord(store, 'new'), ['n0'])
      assert.deepEqual(await byVector(store), ['n0'])
      assert.deepEqual(
        await store.loadChunks(['notes/a#0', 'n0']).then(found => found.map(hit => hit.text)),
        ['new'],
      )
      assert.deepEqual(await store.check(never), { ok: true, problems: [] })
    })

    test('putting the same document again changes nothing', async context => {
      const store = await storeWith(context, urlIn, [])
      const same = write({ collection: 'notes', source: 'a', chunks: [{ text: 'one' }, { text: 'two' }] })
      for (let round = 0; round < 3; round++) await store.putDocument(same, never)
      assert.deepEqual(await store.readDocument('notes/a'), same.document)
      assert.deepEqual(await byVector(store), ['notes/a#0', 'notes/a#1'])
      assert.equal((await store.listCollections())[0]?.chunks, 2)
    })

    const bad = write({
      collection: 'notes',
      source: 'a',
      chunks: [{ text: 'fine' }, { text: 'broken', vector: [Number.NaN, 0, 0, 0] }],
    })
    const twice = write({
      collection: 'notes',
      source: 'a',
      chunks: [
        { text: 'x', id: 'i' },
        { text: 'y', id: 'i' },
      ],
    })
    const foreign = write({ collection: 'notes', source: 'a', id: 'notes/b', chunks: [{ text: 'x' }] })
    for (const [title, replacement, signal, code] of [
      ['that fails half way', bad, never, 'EMBEDDING_INVALID'],
      ['with the same chunk id twice', twice, never, 'CHUNK_ID_TAKEN'],
      ["with another document's id", foreign, never, 'DOCUMENT_ID_TAKEN'],
      ['that was aborted', foreign, AbortSignal.abort(), 'CANCELLED'],
    ] as const)
      test(`a replacement ${title} leaves the old version as it was`, async context => {
        const old = { source: 'a', chunks: [{ text: 'old' }] }
        const store = await storeWith(context, urlIn, [old, { source: 'b', chunks: [{ text: 'other' }] }])
        const before = await store.readDocument('notes/a')
        await byVector(store)
        await assert.rejects(store.putDocument(replacement, signal), { code })
        assert.deepEqual(await store.readDocument('notes/a'), before)
        assert.deepEqual(await byWord(store, 'old'), ['notes/a#0'])
        assert.deepEqual(await byVector(store), ['notes/a#0', 'notes/b#0'])
        assert.deepEqual(await store.check(never), { ok: true, problems: [] })
      })

    test('a document for a collection that is gone is refused', async context => {
      const store = await storeWith(context, urlIn, [])
      await store.deleteCollection('notes')
      const late = write({ collection: 'notes', source: 'a', chunks: [] })
      await assert.rejects(store.putDocument(late, never), { code: 'COLLECTION_NOT_FOUND' })
    })

    test('a deleted document is gone from everywhere', async context => {
      const store = await storeWith(context, urlIn, [
        { source: 'a', metadata: { k: 'v' }, chunks: [{ text: 'one' }, { text: 'two' }] },
        { source: 'b', chunks: [{ text: 'one' }] },
      ])
      await byVector(store)
      assert.equal(await store.deleteDocument('notes/a'), 2)
      assert.deepEqual(await byWord(store, 'one'), ['notes/b#0'])
      assert.deepEqual(await byVector(store), ['notes/b#0'])
      assert.deepEqual(await store.check(never), { ok: true, problems: [] })
    })
  })

  describe(`${name} is shared`, () => {
    test('what was written is there after closing and opening again', async context => {
      const place = await storePlace(context, urlIn)
      const first = await place.open()
      await first.ensureCollection(collection('notes'))
      const written = write({ collection: 'notes', source: 'a', chunks: [{ text: 'kept' }] })
      await first.putDocument(written, never)
      await first.close()
      await assert.rejects(first.getCollection('notes'), { code: 'STORE_CLOSED' })
      const second = await place.open()
      assert.deepEqual(await second.readDocument('notes/a'), written.document)
      assert.deepEqual(await byWord(second, 'kept'), ['notes/a#0'])
      assert.deepEqual(await byVector(second), ['notes/a#0'])
    })

    test('each of two handles sees what the other wrote with its next question', async context => {
      const place = await storePlace(context, urlIn)
      const [one, two] = [await place.open(), await place.open()]
      await one.ensureCollection(collection('notes'))
      const put = (store: Store, source: string) =>
        store.putDocument(write({ collection: 'notes', source, chunks: [{ text: 'word' }] }), never)
      const seen = async (store: Store) => ({
        words: (await byWord(store, 'word')).sort(),
        vectors: await byVector(store),
      })
      const expectBoth = async (ids: string[]) => {
        for (const store of [one, two]) assert.deepEqual(await seen(store), { words: ids, vectors: ids })
      }
      await expectBoth([])
      await put(one, 'a')
      await expectBoth(['notes/a#0'])
      await put(two, 'b')
      await expectBoth(['notes/a#0', 'notes/b#0'])
      await one.deleteDocument('notes/a')
      await expectBoth(['notes/b#0'])
      await put(two, 'b')
      await expectBoth(['notes/b#0'])
      await two.deleteCollection('notes')
      await expectBoth([])
      await one.ensureCollection(collection('notes'))
      await put(two, 'c')
      await expectBoth(['notes/c#0'])
    })

    test('writes of one handle at the same time all arrive', async context => {
      const store = await storeWith(context, urlIn, [])
      const sources = Array.from({ length: 20 }, (_, index) => `s${index}`)
      await Promise.all(
        sources.map(source =>
          store.putDocument(write({ collection: 'notes', source, chunks: [{ text: 'word' }] }), never),
        ),
      )
      assert.deepEqual(await byVector(store), sources.map(source => `notes/${source}#0`).sort())
    })

    test('two processes create the store and write to it at once; nothing acknowledged is lost', async context => {
      if (urlIn.inOneProcess !== undefined) return context.skip(urlIn.inOneProcess)
      const place = await storePlace(context, urlIn)
      const writers = ['x', 'y'].map(writer => startWriter(place.url, writer, 25))
      const acknowledged = await Promise.all(writers.map(writer => writer.finished))
      assert.deepEqual(
        acknowledged.map(sources => sources.length),
        [25, 25],
      )
      const store = await place.open()
      const expected = acknowledged
        .flat()
        .map(source => `notes/${source}#1`)
        .sort()
      assert.deepEqual(
        (await byVector(store)).filter(id => id.endsWith('#1')),
        expected,
      )
      assert.equal((await byWord(store, 'shared')).length, 50)
      assert.deepEqual(await store.check(never), { ok: true, problems: [] })
    })

    test('a process that is killed while writing loses nothing it acknowledged', async context => {
      if (urlIn.inOneProcess !== undefined) return context.skip(urlIn.inOneProcess)
      const place = await storePlace(context, urlIn)
      const store = await place.open()
      const writer = startWriter(place.url, 'k', 100_000)
      await writer.acknowledged(8)
      writer.kill()
      const acknowledged = await writer.finished
      const found = await byVector(store)
      for (const source of acknowledged) assert.ok(found.includes(`notes/${source}#1`), source)
      assert.equal(found.length % 2, 0)
      assert.deepEqual(await store.check(never), { ok: true, problems: [] })
      await store.putDocument(
        write({ collection: 'notes', source: 'after', chunks: [{ text: 'alive' }] }),
        never,
      )
      assert.deepEqual(await byWord(store, 'alive'), ['notes/after#0'])
    })
  })
}

/** Starts store-writer.ts and collects what it acknowledges. */
function startWriter(url: string, writer: string, count: number) {
  const script = fileURLToPath(new URL('store-writer.ts', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [script, url, writer, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const sources: string[] = []
  const lines = createInterface({ input: child.stdout! })
  lines.on('line', line => {
    if (line !== 'ready') sources.push(line)
  })
  return {
    kill: () => child.kill('SIGKILL'),
    finished: Promise.all([once(child, 'close'), once(lines, 'close')]).then(() => sources),
    async acknowledged(number: number): Promise<void> {
      while (sources.length < number) await once(lines, 'line')
    },
  }
}
