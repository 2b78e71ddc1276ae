import { loadavg } from 'node:os'
import { type Random, seededRandom } from '../../src/app/eval/seeded-random.ts'
import type { Analyzer } from '../../src/core/ports/analyzer.ts'
import type { Embedder } from '../../src/core/ports/embedder.ts'
import type { DocumentWrite, Store } from '../../src/core/ports/store.ts'
import { buildLibrary, chunksPerDocument, library, type Texts } from '../speed/build-library.ts'
import { vectorMaker } from '../speed/make-vectors.ts'

const documentsAtOnce = 500
/** Some 70 words: a million longer passages take hours to store, and vectors do not depend on them. */
const charactersPerChunk = 400
const seed = 20261119

type Job = { chunks: number; texts: Texts['texts']; embedder: Embedder; analyzer: Analyzer }

/**
 * Stores passages around real vectors until there are so many. Every document is drawn from its number, so a run that was
 * ended is continued, and makes the same library.
 */
export async function fillLarge(
  store: Store,
  { chunks, texts, embedder, analyzer }: Job,
  signal: AbortSignal,
): Promise<void> {
  const stored = await store.listCollections()
  const from = stored.find(({ name }) => name === library)?.documents ?? 0
  if (from * chunksPerDocument >= chunks) return
  const { random, restart } = restartable()
  restart(0)
  const makeVector = await vectorMaker(texts, embedder, random)
  let waiting: DocumentWrite[] = []
  const startedAt = performance.now()
  const before = process.cpuUsage()
  let written = 0
  const flush = async () => {
    await store.putDocuments(waiting, signal)
    written += waiting.length * chunksPerDocument
    waiting = []
    if (written % 20_000 !== 0) return
    const { user, system } = process.cpuUsage(before)
    const seconds = (performance.now() - startedAt) / 1000
    console.log(
      `${from * chunksPerDocument + written} chunks; ${written} of this start in ${seconds.toFixed(0)} s, ${((user + system) / 1e6).toFixed(0)} s of CPU of Node, which has ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB [load ${loadavg()[0]?.toFixed(1)}]`,
    )
  }
  await buildLibrary(
    {
      ensureCollection: collection => store.ensureCollection(collection),
      async putDocument(write) {
        waiting.push(write)
        if (waiting.length === documentsAtOnce) await flush()
      },
    },
    {
      ...{ chunks, texts, model: embedder, analyzer, random, makeVector, charactersPerChunk, from },
      onDocument: number => restart(number + 1),
      onVector: () => {},
    },
  )
  if (waiting.length > 0) await flush()
}

/** Random numbers that begin anew for each document. */
function restartable(): { random: Random; restart(number: number): void } {
  let current = seededRandom(seed)
  return {
    random: {
      next: () => current.next(),
      below: end => current.below(end),
      pick: items => current.pick(items),
      gaussian: () => current.gaussian(),
    },
    // Neighbouring seeds give unlike numbers: the generator mixes its state.
    restart(number) {
      current = seededRandom(Math.imul(seed + number, 0x9e3779b1))
    },
  }
}
