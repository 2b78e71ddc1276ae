import { DatabaseSync } from 'node:sqlite'
import { load } from 'sqlite-vec'
import { mean, percentile } from '../../src/app/eval/metrics.ts'
import type { Engine, Parts } from '../../src/core/engine.ts'
import type { Filter } from '../../src/core/model/filter.ts'
import { lexicalScoring } from '../../src/core/search/lexical-scoring.ts'
import { filterKeys, filterValues, library } from './build-library.ts'

/** How many candidates a search takes from each ranking (search/plan-search.ts). */
const depth = 200
/** The usual number of hits. */
const limit = 10
/** Questions before the measurement, to compile code and fill caches. */
const warmUps = 10

type Timings = { p50: number; p95: number }
const operations = [
  'vec scan',
  'query embedding',
  'dense',
  'dense filtered',
  'lexical',
  'lexical filtered',
  'hybrid',
  'hybrid filtered',
] as const
type Operation = (typeof operations)[number]
export type SearchFigures = { timings: Record<Operation, Timings>; recallAt10: number }

type Bench = { engine: Engine; parts: Parts; vec: VecTable }

/** Runs every operation for every question, alternately, so that noise of the machine affects all of them equally. */
export async function measureSearch(bench: Bench, questions: readonly string[]): Promise<SearchFigures> {
  const times = new Map<Operation, number[]>(operations.map(operation => [operation, []]))
  const recalls: number[] = []
  for (const text of questions.slice(0, warmUps)) await askAll(bench, text, 0, () => {})
  for (const [number, text] of questions.entries()) {
    const { exact, found } = await askAll(bench, text, number, (operation, ms) =>
      times.get(operation)?.push(ms),
    )
    recalls.push(exact.filter(id => found.includes(id)).length / exact.length)
  }
  const timings = Object.fromEntries(
    [...times].map(([operation, ms]) => [operation, { p50: percentile(ms, 0.5), p95: percentile(ms, 0.95) }]),
  ) as Record<Operation, Timings> // SAFETY: `times` was made with every operation.
  return { timings, recallAt10: mean(recalls) }
}

async function askAll(
  { engine, parts, vec }: Bench,
  text: string,
  number: number,
  onTime: (operation: Operation, ms: number) => void,
): Promise<{ exact: string[]; found: string[] }> {
  const { signal } = new AbortController()
  const { store, embedder, analyzer } = parts
  const vector = await embedder.embedQuery(text, signal)
  const words = analyzer.analyzeWords(text, ['en']).map(forms => ({ forms, near: null }))
  const scope = { collections: [library], filter: [], limit: depth }
  const byVector = { ...scope, lexical: null, dense: { vector, collections: [library] } }
  const byWords = { ...scope, lexical: { words, scoring: lexicalScoring }, dense: null }
  const request = {
    collections: [library],
    text,
    limit,
    mode: 'hybrid',
    filter: [],
    sort: 'relevance',
  } as const
  let exact: string[] = []
  let found: string[] = []
  const runs: Record<Operation, () => unknown> = {
    'vec scan': () => {
      exact = vec.nearest(vector, limit)
    },
    'query embedding': () => embedder.embedQuery(text, signal),
    dense: async () => {
      const { candidates } = await store.rank(byVector, signal)
      const best = candidates.sort((one, other) => (other.dense ?? 0) - (one.dense ?? 0))
      found = best.slice(0, limit).map(({ chunkId }) => chunkId)
    },
    'dense filtered': () => store.rank({ ...byVector, filter: onePercent(0, number) }, signal),
    lexical: () => store.rank(byWords, signal),
    'lexical filtered': () => store.rank({ ...byWords, filter: onePercent(1, number) }, signal),
    hybrid: () => engine.search(request, signal),
    'hybrid filtered': () => engine.search({ ...request, filter: onePercent(2, number) }, signal),
  }
  for (let turn = 0; turn < operations.length; turn++) {
    const operation = operations[(turn + number) % operations.length] ?? 'dense'
    const startedAt = performance.now()
    await runs[operation]()
    onTime(operation, performance.now() - startedAt)
  }
  return { exact, found }
}

/** A different filter for every question and operation, so that no cached result is used. */
function onePercent(operation: number, number: number): Filter {
  const key = filterKeys[operation + 3 * (Math.floor(number / filterValues) % 2)] ?? 'a'
  return [{ field: `metadata.${key}`, op: 'equals', value: number % filterValues }]
}

/** sqlite-vec's exact scan of float32 vectors: the reference for the dense ranking. */
type VecTable = {
  add(chunkId: string, vector: Float32Array): void
  /** Call once, after the last vector. */
  finish(): void
  nearest(vector: Float32Array, count: number): string[]
  close(): void
}

export function openVecTable(path: string, dimensions: number): VecTable {
  const database = new DatabaseSync(path, { allowExtension: true })
  load(database)
  const ids: string[] = []
  // Vectors have length 1, so the nearest by distance are the nearest by cosine; the distance code is faster.
  database.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -524288;
    CREATE VIRTUAL TABLE vectors USING vec0(vector float[${dimensions}]);
    BEGIN;`)
  const insert = database.prepare('INSERT INTO vectors (rowid, vector) VALUES (?, ?)')
  const select = database.prepare('SELECT rowid FROM vectors WHERE vector MATCH ? AND k = ?')
  const bytesOf = (vector: Float32Array) =>
    new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
  return {
    add(chunkId, vector) {
      insert.run(BigInt(ids.length), bytesOf(vector))
      ids.push(chunkId)
    },
    finish: () => database.exec('COMMIT'),
    nearest: (vector, count) =>
      select.all(bytesOf(vector), BigInt(count)).map(({ rowid }) => ids[Number(rowid)] ?? ''),
    close: () => database.close(),
  }
}
