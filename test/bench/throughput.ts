import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Engine } from '../../src/engine.ts'

const never = new AbortController().signal

/** Texts per second of bare threads, one per core, each with its share; loading the model does not count. */
export async function bareThroughput(texts: readonly string[]): Promise<number> {
  const threads = availableParallelism()
  const byLength = texts.toSorted((one, other) => other.length - one.length)
  const workers = Array.from({ length: threads }, (_, thread) => {
    const workerData = byLength.filter((_text, index) => index % threads === thread)
    return new Worker(new URL('./bare-worker.ts', import.meta.url), { workerData })
  })
  await Promise.all(workers.map(worker => once(worker, 'message')))
  const startedAt = performance.now()
  await Promise.all(
    workers.map(worker => {
      const done = once(worker, 'message')
      worker.postMessage('go')
      return done
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  await Promise.all(workers.map(worker => worker.terminate()))
  return texts.length / seconds
}

/** Chunks per second through the whole walk: read, convert, cut, embed, store, read back. */
export async function ingestThroughput(
  engine: Engine,
  texts: readonly string[],
  library: string,
): Promise<number> {
  await engine.ingestMany([itemOf('warm up', 0, library)], context)
  const startedAt = performance.now()
  const outcomes = await engine.ingestMany(
    texts.map((text, index) => itemOf(text, index + 1, library)),
    context,
  )
  const seconds = (performance.now() - startedAt) / 1000
  const chunks = outcomes.reduce((sum, outcome) => {
    if (!outcome.ok) throw outcome.failure
    return sum + outcome.report.chunksWritten
  }, 0)
  return chunks / seconds
}

const context = { signal: never, progress: () => {}, concurrency: 8, onOutcome: () => {} }

function itemOf(text: string, number: number, library: string) {
  const source = `text-${number}.md`
  return {
    name: source,
    request: {
      collection: library,
      metadata: {},
      options: { password: null, ocrLanguages: [] },
      read: async () => ({
        source,
        name: source,
        bytes: new TextEncoder().encode(text),
        mediaType: null,
        charset: 'utf-8',
        lastModified: null,
        fileType: null,
      }),
    },
  }
}
