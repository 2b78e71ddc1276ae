import { randomUUID } from 'node:crypto'
import { fillTokens, lacksTokens } from '../ingest/fill-tokens.ts'
import { fillCollection } from '../ingest/fill-vectors.ts'
import type { Parts } from '../ingest/ingest-request.ts'
import type { ReportProgress } from '../model/progress.ts'
import { asPerson } from '../model/rights.ts'
import type { Clock } from '../ports/clock.ts'
import type { Jobs } from './job-request.ts'

/** Makes vectors in the background, for documents that are already found by their words. */
export type VectorWork = {
  /**
   * Makes the vectors that a collection waits for, with the model of `parts`. One process at a time works on a
   * collection; when it ends, even by a crash, another one that has called `start` continues.
   */
  start(collection: string, parts: Pick<Parts, 'store' | 'embedder'>): void
  /** Makes the token bits that chunks of a collection lack. A failure is reported, and the next start tries again. */
  startTokens(collection: string, parts: Pick<Parts, 'store' | 'embedder'>): void
  /** Makes the vectors of these documents first, because somebody has just found them. */
  prefer(documentIds: readonly string[]): void
  /** Collections on which this process works, or waits for another process to work. */
  underWay(): string[]
  /** Waits until the work that was started here is done, has failed, or the signal aborts. */
  settle(signal: AbortSignal, progress: ReportProgress): Promise<void>
  /** The same for a short time, so that a few documents are complete when their caller returns. */
  settleBriefly(signal: AbortSignal): Promise<void>
}

/** Work in the background has no caller that waits for it. */
const patienceMs = 24 * 60 * 60 * 1000
/** How long `settleBriefly` waits. */
const courtesyMs = 2_000
/** The share of a collection's vectors that are many. */
const manyShare = 0.1
/** How many of the documents that were found last are preferred. */
const mostPreferred = 50

type WorkParts = Pick<Parts, 'store' | 'embedder'>

/** `beforehand` is called before vectors of a collection are made, `afterwards` when they were many for it. */
type Surroundings = {
  jobs: Jobs
  clock: Clock
  beforehand?: (collection: string, parts: WorkParts) => Promise<void>
  afterwards?: (collection: string, parts: WorkParts) => Promise<void>
}

export function createVectorWork(
  { jobs, clock, beforehand = async () => {}, afterwards = async () => {} }: Surroundings,
  onFailure: (error: unknown) => void,
): VectorWork {
  const running = new Map<string, Promise<void>>()
  const tokenWork = new Set<string>()
  const askedAgain = new Set<string>()
  const preferred = new Set<string>()
  const watchers = new Set<ReportProgress>()

  const jobFor = (kind: 'vectors' | 'tokens', collection: string) => ({
    key: `${kind}:${collection}`,
    kind: `make_${kind}`,
    title: `Make ${kind} of "${collection}"`,
    collection,
    input: { library: collection },
    isRepeatable: false,
    isBrief: true,
    caller: { surface: 'background' as const, isLocal: true },
    correlationId: randomUUID(),
    patienceMs,
    signal: new AbortController().signal,
    progress: (step: Parameters<ReportProgress>[0]) => {
      for (const watch of watchers) watch(step)
    },
  })

  async function workOnTokens(collection: string, parts: WorkParts): Promise<void> {
    if (parts.embedder.tokens === null || !(await lacksTokens(collection, parts.store))) return
    await jobs.run({
      ...jobFor('tokens', collection),
      progress: () => {},
      work: context => fillTokens(collection, parts, context),
    })
  }

  async function work(collection: string, parts: WorkParts): Promise<void> {
    const isWaiting = async () =>
      (await parts.store.describeCollections()).some(
        ({ name, pending }) => name === collection && pending > 0,
      )
    if (!(await isWaiting())) return
    await beforehand(collection, parts)
    let made = 0
    // Another process may have ended the job just before this one stored more.
    while (await isWaiting()) {
      await jobs.run({
        ...jobFor('vectors', collection),
        async work(context) {
          const first = () => [...preferred].toReversed()
          const stored = await fillCollection({ collection, first }, parts, context)
          made += stored
          return stored
        },
      })
    }
    const all = await parts.store.countChunks({ collections: [collection], filter: [] })
    if (made > 0 && made >= manyShare * all) await afterwards(collection, parts)
  }

  const vectors: VectorWork = {
    start(collection, parts) {
      if (running.has(collection)) {
        askedAgain.add(collection)
        return
      }
      // It belongs to no caller: others may have written to the collection too.
      const done = asPerson(() => work(collection, parts))
        .catch(onFailure)
        .finally(() => {
          running.delete(collection)
          if (askedAgain.delete(collection)) vectors.start(collection, parts)
        })
      running.set(collection, done)
    },
    startTokens(collection, parts) {
      if (tokenWork.has(collection)) return
      tokenWork.add(collection)
      void asPerson(() => workOnTokens(collection, parts))
        .catch(onFailure)
        .finally(() => tokenWork.delete(collection))
    },
    prefer(documentIds) {
      for (const id of documentIds) {
        preferred.delete(id)
        preferred.add(id)
      }
      for (const id of [...preferred].slice(0, -mostPreferred)) preferred.delete(id)
    },
    underWay: () => [...running.keys()],
    async settle(signal, progress) {
      const stopped = new Promise<void>(resolve => {
        if (signal.aborted) resolve()
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      watchers.add(progress)
      while (running.size > 0 && !signal.aborted) await Promise.race([Promise.all(running.values()), stopped])
      watchers.delete(progress)
    },
    async settleBriefly(signal) {
      if (running.size === 0) return
      const patience = clock.timeout(courtesyMs)
      await vectors.settle(AbortSignal.any([patience.signal, signal]), () => {})
      patience.dispose()
    },
  }
  return vectors
}
