import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { testProcess } from '../../../test/contract/world.ts'
import { readConfig } from '../../app/config/read-config.ts'
import { wire } from '../../app/wire.ts'
import { createEngine, type Engine, type Parts } from '../engine.ts'
import { Failure } from '../model/failure.ts'
import { silent } from '../model/progress.ts'
import type { IngestRequest } from './ingest-request.ts'

const never = new AbortController().signal
const untold = { signal: never, progress: silent }
const choice = 'hash:48'

test('searches are answered without a break: with the old model until the switch, with the new one from then on', async t => {
  const { engine, parts } = await openLibrary(t)
  const ids = await ingestPages(engine, 40)
  const models: string[] = []
  let isOver = false
  const searching = (async () => {
    for (let last = false; !last; ) {
      last = isOver
      const answer = await ask(engine, 'page 7')
      assert.equal(answer.hits[0]?.document.source, 'page-7')
      assert.deepEqual(answer.warnings, [])
      models.push(answer.explanation.dense?.model ?? 'none')
      // Requests arrive one by one: a search of a small library may never leave the queue of microtasks.
      await new Promise(resolve => setImmediate(resolve))
    }
  })()
  const report = await engine.switchModel({ collections: null, choice }, untold)
  isOver = true
  await searching
  assert.deepEqual(report, { collections: ['pages'], chunks: 40 })
  assert.deepEqual([...new Set(models)], ['hash-32', 'hash-48'])
  assert.equal(models.lastIndexOf('hash-32'), models.indexOf('hash-48') - 1)
  const documents = await parts.store.listDocuments({ collections: null, limit: 100, offset: 0 })
  assert.deepEqual(documents.map(({ id }) => id).sort(), ids.toSorted())
  assert.deepEqual(
    (await parts.store.listCollections()).map(({ name, model, scope, chunks }) => [
      name,
      model,
      scope,
      chunks,
    ]),
    [['pages', 'hash-48', 'shared', 40]],
  )
  assert.deepEqual(await parts.store.check(never), { ok: true, problems: [] })
})

test('an unchanged source is skipped after the switch, and a changed one gets a vector of the new model', async t => {
  const { engine } = await openLibrary(t)
  await ingestPages(engine, 3)
  await engine.switchModel({ collections: ['pages'], choice }, untold)
  assert.equal((await engine.ingest(page(1), untold)).outcome, 'skipped')
  assert.equal((await engine.ingest(page(1, 'other words'), untold)).outcome, 'replaced')
  const { hits, explanation } = await ask(engine, 'other words')
  assert.deepEqual([hits[0]?.document.source, explanation.dense?.model], ['page-1', 'hash-48'])
})

test('collections with different models are searched together, each with its own', async t => {
  const { engine } = await openLibrary(t)
  await ingestPages(engine, 3)
  await engine.ingest({ ...page(9), collection: 'others' }, untold)
  await engine.switchModel({ collections: ['others'], choice }, untold)
  const answer = await ask(engine, 'page 9')
  assert.deepEqual(answer.warnings, [])
  assert.deepEqual(answer.hits.map(({ document }) => document.collection).sort(), [
    'others',
    'pages',
    'pages',
    'pages',
  ])
})

test('what is written, described and deleted during the switch is so afterwards', async t => {
  const { engine, parts, between } = await openLibrary(t)
  const ids = await ingestPages(engine, 3)
  between.push(async () => {
    await engine.ingest(page(4), untold)
    await engine.ingest(page(2, 'rewritten'), untold)
    await parts.store.deleteDocument(ids[0] ?? '')
  })
  between.push(async () => {
    await parts.store.describeDocument(ids[2] ?? '', { title: 'Named later', metadata: { shelf: 'blue' } })
  })
  await engine.switchModel({ collections: null, choice }, untold)
  assert.equal(between.length, 0)
  const documents = await parts.store.listDocuments({ collections: ['pages'], limit: 10, offset: 0 })
  assert.deepEqual(documents.map(({ source, title, metadata }) => [source, title, metadata.shelf]).sort(), [
    ['page-2', 'page-2', undefined],
    ['page-3', 'Named later', 'blue'],
    ['page-4', 'page-4', undefined],
  ])
  assert.equal((await ask(engine, 'rewritten')).hits[0]?.document.source, 'page-2')
})

test('a switch that was interrupted continues with what is left; a cancelled one leaves nothing behind', async t => {
  const { engine, parts, between, embedded } = await openLibrary(t)
  await ingestPages(engine, 80)
  const stop = new AbortController()
  const progress = ({ message }: { message: string }) => {
    if (message.includes('32 of 80')) stop.abort(new Failure('unavailable', 'JOB_INTERRUPTED', 'It stops.'))
  }
  const request = { collections: null, choice }
  await assert.rejects(engine.switchModel(request, { signal: stop.signal, progress }), {
    code: 'JOB_INTERRUPTED',
  })
  assert.equal((await ask(engine, 'page 7')).explanation.dense?.model, 'hash-32')
  embedded.length = 0
  await engine.switchModel(request, untold)
  assert.equal(embedded.length, 48)

  const cancel = new AbortController()
  between.push(async () => cancel.abort(new Failure('cancelled', 'JOB_CANCELLED', 'It is cancelled.')))
  const back = { collections: null, choice: 'hash:24' }
  await assert.rejects(engine.switchModel(back, { ...untold, signal: cancel.signal }), { kind: 'cancelled' })
  assert.deepEqual(
    (await parts.store.describeCollections()).map(({ name, model }) => [name, model]),
    [['pages', 'hash-48']],
  )
})

test('a document that is written between the last check and the swap is not lost', async t => {
  const { engine, parts } = await openLibrary(t)
  await ingestPages(engine, 2)
  const { moveOver, beginRebuild } = await import('./rebuild-collection.ts')
  const from = await parts.store.getCollection('pages')
  assert.ok(from)
  const own = { ...parts, embedder: await parts.openEmbedder(choice) }
  let isWritten = false
  const store: Parts['store'] = {
    ...parts.store,
    async replaceCollections(successions) {
      if (!isWritten) await engine.ingest(page(3), untold)
      isWritten = true
      return parts.store.replaceCollections(successions)
    },
  }
  const to = await beginRebuild(from, { model: own.embedder.id, dimensions: 48 }, own)
  await moveOver({ from, to }, { ...own, store }, untold)
  assert.equal(await parts.store.countDocuments(['pages']), 3)
})

async function openLibrary(t: TestContext) {
  const home = await mkdtemp(join(tmpdir(), 'quire-switch-'))
  const process = testProcess(home, ['--home', home, '--embedder', 'hash:32'])
  const wired = await wire(await readConfig(process), process, { quietLevel: 'error' })
  /** Each is run once, before the next batch of texts is embedded with another model. */
  const between: (() => Promise<void>)[] = []
  /** Texts that were embedded with another model. */
  const embedded: string[] = []
  const open = wired.parts.openEmbedder
  assert.ok(open)
  const parts = {
    ...wired.parts,
    async openEmbedder(name: string) {
      const embedder = await open(name)
      return {
        ...embedder,
        async embedDocuments(texts: readonly string[], signal: AbortSignal) {
          await between.shift()?.()
          embedded.push(...texts)
          return embedder.embedDocuments(texts, signal)
        },
      }
    },
  }
  const engine = createEngine(parts)
  t.after(async () => {
    await wired.close()
    await rm(home, { recursive: true })
  })
  return { engine, parts, between, embedded }
}

function page(number: number, text = `This is page ${number} of a book.`): IngestRequest {
  const name = `page-${number}`
  return {
    collection: 'pages',
    metadata: {},
    options: { password: null, ocrLanguages: ['en'] },
    read: async () => ({
      source: name,
      name,
      bytes: new TextEncoder().encode(text),
      mediaType: 'text/plain',
      charset: 'utf-8',
      lastModified: null,
      fileType: null,
    }),
  }
}

async function ingestPages(engine: Engine, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let number = 1; number <= count; number++)
    ids.push((await engine.ingest(page(number), untold)).documentId)
  return ids
}

function ask(engine: Engine, text: string) {
  return engine.search(
    { collections: null, text, limit: 5, mode: 'hybrid', filter: [], sort: 'relevance' },
    never,
  )
}
