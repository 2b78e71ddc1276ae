import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import test from 'node:test'
import { analyzer } from '../../../src/adapters/analyzers/analyzer.ts'
import { chunkers } from '../../../src/adapters/chunkers/index.ts'
import { createConverters } from '../../../src/adapters/converters/index.ts'
import { openEmbedder } from '../../../src/adapters/embedders/index.ts'
import { openStore } from '../../../src/adapters/stores/index.ts'
import { systemClock } from '../../../src/app/clock.ts'
import type { RawSource } from '../../../src/core/model/source.ts'
import { createEngine, documentsPolicy } from '../../../src/index.ts'
import { foreignText, makeDocuments, makePoison } from './make-poison.ts'

/**
 * The full run: ISOLATION_DOCUMENTS=50 ISOLATION_CHILDREN=1,2,3,4,5,6,7,8 node --test
 * test/conformance/isolation/stored-texts.test.ts
 */
const count = Number(env.ISOLATION_DOCUMENTS ?? 11)
const sizes = (env.ISOLATION_CHILDREN ?? '1,3').split(',').map(Number)

/** Ingests everything with as many callers as children, and returns the stored text of every document. */
async function ingest(sources: readonly RawSource[], children: number): Promise<Map<string, string>> {
  const home = await mkdtemp(join(tmpdir(), 'quire-isolation-'))
  const store = await openStore(`sqlite:${join(home, 'knowledge.db')}`, { clock: systemClock })
  const converters = createConverters({ children, tesseractPath: null })
  const engine = createEngine({
    store,
    embedder: await openEmbedder('hash', { local: {} }),
    converters,
    chunker: chunkers.markdown(),
    analyzer: analyzer(),
    clock: systemClock,
    collectionDefaults: { scope: 'shared', policy: documentsPolicy },
  })
  const stored = new Map<string, string>()
  const queue = [...sources]
  const work = async (): Promise<void> => {
    for (let raw = queue.shift(); raw; raw = queue.shift()) {
      const source = raw
      const { documentId } = await engine.ingest(
        {
          collection: 'mixed',
          read: async () => source,
          metadata: {},
          options: { password: null, ocrLanguages: ['en'] },
        },
        { signal: new AbortController().signal, progress: () => {} },
      )
      const document = await store.readDocument(documentId)
      stored.set(source.name, document?.markdown ?? '')
    }
  }
  try {
    await Promise.all(Array.from({ length: children }, work))
  } finally {
    await converters.close()
    await store.close()
    await rm(home, { recursive: true, force: true })
  }
  return stored
}

const documents = makeDocuments(count)
/** Before, after every third, and after the last. */
const surrounded = [
  makePoison('poison-first.xlsx'),
  ...documents.flatMap((document, index) =>
    index % 3 === 2 ? [document, makePoison(`poison-${index}.xlsx`)] : [document],
  ),
  makePoison('poison-last.xlsx'),
]
let clean: Promise<Map<string, string>> | null = null

for (const children of sizes)
  test(`${count} documents among poisoned workbooks are stored as without them, with ${children} children`, async () => {
    clean ??= ingest(documents, 1)
    const expected = await clean
    const stored = await ingest(surrounded, children)
    for (const { name } of documents) {
      assert.ok(expected.get(name)?.includes('Harbour report'), name)
      assert.equal(stored.get(name), expected.get(name), name)
    }
    assert.ok(documents.every(({ name }) => !stored.get(name)?.includes(foreignText)))
  })
