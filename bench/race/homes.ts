import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../../src/app/config/read-config.ts'
import { seededRandom } from '../../src/app/eval/seeded-random.ts'
import { type Wired, wire } from '../../src/app/wire.ts'
import { measureAfterWrite } from '../../src/core/model-engine.ts'
import type { DocumentWrite, Store } from '../../src/core/ports/store.ts'
import { testProcess } from '../../test/contract/world.ts'
import { buildLibrary, library, type Texts } from '../speed/build-library.ts'
import { vectorMaker } from '../speed/make-vectors.ts'

const root = join(import.meta.dirname, '../..')
const seed = 20261117
/** Documents that are written in one transaction. */
const batch = 50

export async function withQuire<T>(home: string, work: (wired: Wired) => Promise<T>): Promise<T> {
  const world = testProcess(root, ['--home', home, '--embedder', 'gte-small'])
  const wired = await wire(await readConfig(world), world, { quietLevel: 'error' })
  try {
    return await work(wired)
  } finally {
    await wired.close()
  }
}

/** A home with a library of this many chunks, from real sentences and vectors near real ones; kept if it exists. */
export async function buildHome(job: { work: string; chunks: number; texts: Texts }): Promise<string> {
  const home = join(job.work, `home-${job.chunks}`)
  if (existsSync(join(home, 'complete'))) return home
  console.error(`… building a library of ${job.chunks} chunks`)
  await withQuire(home, async ({ parts }) => {
    const random = seededRandom(seed)
    const makeVector = await vectorMaker(job.texts.texts, parts.embedder, random)
    const { store, flush } = inBatches(parts.store)
    await buildLibrary(store, {
      chunks: job.chunks,
      texts: job.texts.texts,
      model: parts.embedder,
      analyzer: parts.analyzer,
      random,
      makeVector,
      onVector() {},
    })
    await flush()
    // As an ingest leaves it.
    await measureAfterWrite(library, parts)
    await parts.store.warm([library])
  })
  await writeFile(join(home, 'complete'), '')
  return home
}

function inBatches(store: Store): { store: Store; flush(): Promise<void> } {
  const { signal } = new AbortController()
  let waiting: DocumentWrite[] = []
  async function flush(): Promise<void> {
    await store.putDocuments(waiting, signal)
    waiting = []
  }
  const putDocument: Store['putDocument'] = async write => {
    waiting.push(write)
    if (waiting.length >= batch) await flush()
  }
  return { store: { ...store, putDocument }, flush }
}
