import { seededRandom } from '../../src/app/eval/seeded-random.ts'
import type { Analyzer } from '../../src/core/ports/analyzer.ts'
import type { Embedder } from '../../src/core/ports/embedder.ts'
import type { DocumentWrite, Store } from '../../src/core/ports/store.ts'
import { buildLibrary, type Texts } from './build-library.ts'
import { vectorMaker } from './make-vectors.ts'

const documentsAtOnce = 50

type Job = { chunks: number; texts: Texts['texts']; embedder: Embedder; analyzer: Analyzer }

/**
 * Fills all stores with the same library, in batches. Every call draws the same documents and vectors. Returns the
 * milliseconds that each store took.
 */
export async function fillStores<Name extends string>(
  stores: Readonly<Record<Name, Store>>,
  { chunks, texts, embedder, analyzer }: Job,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const random = seededRandom(20261116)
  const makeVector = await vectorMaker(texts, embedder, random)
  const all = Object.entries<Store>(stores)
  const spent = new Map(all.map(([name]) => [name, 0]))
  let waiting: DocumentWrite[] = []
  const flush = async () => {
    for (const [name, store] of all) {
      const startedAt = performance.now()
      await store.putDocuments(waiting, signal)
      spent.set(name, (spent.get(name) ?? 0) + performance.now() - startedAt)
    }
    waiting = []
  }
  await buildLibrary(
    {
      async ensureCollection(collection) {
        for (const [, store] of all) await store.ensureCollection(collection)
        return collection
      },
      async putDocument(write) {
        waiting.push(write)
        if (waiting.length === documentsAtOnce) await flush()
      },
    },
    { chunks, texts, model: embedder, analyzer, random, makeVector, onVector: () => {} },
  )
  await flush()
  return spent
}
