import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readConfig } from '../../src/app/config/read-config.ts'
import { wire } from '../../src/app/wire.ts'
import type { IngestRequest } from '../../src/core/ingest/ingest-request.ts'
import { Failure } from '../../src/core/model/failure.ts'
import { testProcess } from '../contract/world.ts'

const never = { signal: new AbortController().signal, progress: () => {} }

async function openEngine(t: TestContext, { serves }: { serves: boolean }, argv: string[] = []) {
  const home = await mkdtemp(join(tmpdir(), 'quire-children-'))
  const process = testProcess(home, ['--home', home, '--embedder', 'hash', ...argv])
  const wired = await wire(await readConfig(process), process, { quietLevel: 'error', serves })
  t.after(async () => {
    await wired.close()
    await rm(home, { recursive: true, force: true })
  })
  return { ...wired, home }
}

function requestOf(name: string, text: string, more: Partial<IngestRequest> = {}): IngestRequest {
  return {
    collection: 'notes',
    metadata: { year: 2024 },
    options: { password: null, ocrLanguages: ['en'] },
    read: async () => ({
      source: name,
      name,
      bytes: Buffer.from(text),
      mediaType: null,
      charset: null,
      lastModified: null,
      fileType: null,
    }),
    ...more,
  }
}

const chapter = (number: number) =>
  `## Chapter ${number}\n\n${`The ${number}th mill stands by the river, and nobody knows how deep it is. `.repeat(12)}\n\n`
const book = `# The mill\n\n${Array.from({ length: 120 }, (_, at) => chapter(at)).join('')}`

test('a document that was ingested in a child is the one that would have been ingested here', async t => {
  const asked: string[] = []
  const more: Partial<IngestRequest> = {
    describe: ({ title, markdown }) => {
      asked.push(title)
      return { title: `${title} (${markdown.length})`, metadata: { described: true }, warnings: ['W'] }
    },
    situate: async (_document, chunks) => chunks.map(({ ordinal }) => `Part ${ordinal}`),
    onStep: step => asked.push(step),
  }
  const [apart, plain] = await Promise.all(
    [true, false].map(async serves => {
      const { engine, parts } = await openEngine(t, { serves })
      const report = await engine.ingest(requestOf('book.md', book, more), never)
      const document = await parts.store.readDocument(report.documentId)
      const chunks = []
      for (const chunk of await parts.store.exportChunks(report.documentId)) chunks.push(chunk)
      const { hits } = await engine.search(
        {
          collections: ['notes'],
          text: 'the 57th mill',
          limit: 3,
          mode: 'hybrid',
          filter: [],
          sort: 'relevance',
        },
        never.signal,
      )
      return {
        report: { ...report, embedMs: 0 },
        document: { ...document, createdAt: '' },
        chunks,
        found: hits.map(({ chunk, score }) => [chunk.id, score]),
      }
    }),
  )
  assert.deepEqual(apart, plain)
  assert.equal(apart?.document.title, `The mill (${book.trim().length + 1})`)
  assert.deepEqual(apart?.report.warnings, ['W'])
  for (const step of ['The mill', 'compared', 'cut', 'embedded', 'stored'])
    assert.equal(asked.filter(name => name === step).length, 2, step)
})

test('a short text whose characters unfold into many is ingested in a child', {
  skip: process.platform === 'linux' ? false : 'children are counted by /proc',
}, async t => {
  const { engine } = await openEngine(t, { serves: true })
  const children = async () =>
    (await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')).split(' ').length
  const before = await children()
  await engine.ingest(requestOf('plain.txt', 'a '.repeat(5_000)), never)
  assert.equal(await children(), before)
  // Each becomes eighteen letters when the text is normalised.
  await engine.ingest(requestOf('unfolds.txt', '\ufdfa '.repeat(5_000)), never)
  assert.equal(await children(), before + 1)
})

test('an unchanged source is skipped and a changed one replaced, in children as here', async t => {
  const { engine, parts } = await openEngine(t, { serves: true })
  const outcomes = []
  for (const text of [book, book, `${book}More.`])
    outcomes.push((await engine.ingest(requestOf('book.md', text), never)).outcome)
  assert.deepEqual(outcomes, ['created', 'skipped', 'replaced'])
  assert.equal((await parts.store.listDocuments({ collections: null, limit: 9, offset: 0 })).length, 1)
})

test('a child compiles nothing that its server has compiled', {
  skip: process.platform !== 'linux' && 'only Linux tells the environment of a process',
}, async t => {
  enableCompileCache()
  const { engine } = await openEngine(t, { serves: true })
  await engine.ingest(requestOf('book.md', book), never)
  const pids = (await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')).trim().split(' ')
  const environments = await Promise.all(pids.map(pid => readFile(`/proc/${pid}/environ`, 'utf8')))
  const caches = environments.map(variables => /(?:^|\0)NODE_COMPILE_CACHE=([^\0]*)/.exec(variables)?.[1])
  assert.deepEqual(caches, [dirname(getCompileCacheDir() ?? '')])
})

test('a source that exhausts its process fails alone, and the next one finds a new process', async t => {
  const { engine, parts } = await openEngine(t, { serves: true }, ['--convert-memory-mb', '256'])
  const others = Array.from({ length: 3 }, (_, at) =>
    engine.ingest(requestOf(`${at}.md`, `${book}${at}`), never),
  )
  const hungry = engine.ingest(requestOf('list.json', `[${'1,'.repeat(25_000_000)}1]`), never)
  await assert.rejects(
    hungry,
    (error: Failure) => error instanceof Failure && error.code === 'CONVERSION_MEMORY',
  )
  await Promise.all(others)
  await engine.ingest(requestOf('next.md', book), never)
  const stored = await parts.store.listDocuments({ collections: null, limit: 9, offset: 0 })
  assert.deepEqual(stored.map(({ source }) => source).sort(), ['0.md', '1.md', '2.md', 'next.md'])
})

test('a call that is cancelled ends at once and leaves the old version', async t => {
  const { engine, parts } = await openEngine(t, { serves: true })
  const first = await engine.ingest(requestOf('book.md', book), never)
  const stopping = new AbortController()
  const changed = requestOf('book.md', `${book}${chapter(999).repeat(2000)}`, {
    onStep: step => {
      if (step === 'cut') stopping.abort()
    },
  })
  await assert.rejects(
    engine.ingest(changed, { signal: stopping.signal, progress: () => {} }),
    (error: Failure) => error.code === 'CANCELLED',
  )
  const [kept] = await parts.store.listDocuments({ collections: null, limit: 9, offset: 0 })
  assert.equal(kept?.id, first.documentId)
  assert.equal((await parts.store.countDocument(first.documentId))?.chunks, first.chunkCount)
  assert.equal((await engine.ingest(changed, never)).outcome, 'replaced')
})

test('failures of functions that stay in the asking process are the caller’s own', async t => {
  const { engine } = await openEngine(t, { serves: true })
  const describe = () => {
    throw new Failure('conflict', 'NOT_TODAY', 'Not today.', { hint: 'Tomorrow.' })
  }
  await assert.rejects(
    engine.ingest(requestOf('book.md', book, { describe }), never),
    (error: Failure) => error.code === 'NOT_TODAY' && error.hint === 'Tomorrow.',
  )
})

test('texts with vectors of their own are stored in a child as they would be here', async t => {
  const [apart, plain] = await Promise.all(
    [true, false].map(async serves => {
      const { engine, parts } = await openEngine(t, { serves })
      const collection = await engine.ensureCollection('notes', parts.collectionDefaults)
      const texts = Array.from({ length: 60 }, (_, at) => chapter(at))
      const vectors = await parts.embedder.embedDocuments(texts, never.signal)
      const items = texts.map((text, at) => ({
        id: `item-${at}`,
        text,
        vector: vectors[at] ?? new Float32Array(),
        title: `Item ${at}`,
        pages: null,
        sectionPath: ['Mills'],
        metadata: { at },
      }))
      await engine.putVectors(items, collection, never.signal)
      const stored = await parts.store.listDocuments({ collections: ['notes'], limit: 99, offset: 0 })
      return stored.map(({ id, title, chunkCount, words }) => ({ id, title, chunkCount, words })).sort(byId)
    }),
  )
  assert.equal(apart?.length, 60)
  assert.deepEqual(apart, plain)
})

const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)
