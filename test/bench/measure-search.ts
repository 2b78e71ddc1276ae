import { mean, percentile } from '../../src/app/eval/metrics.ts'
import type { Engine, Parts } from '../../src/core/engine.ts'
import type { Filter } from '../../src/core/model/filter.ts'
import { filterKeys, filterValues, library } from './build-library.ts'
import type { VecTable } from './sqlite-vec.ts'

/** How deep a search looks in each ranking (search/plan-search.ts). */
const depth = 200
/** As many hits as a caller usually asks for. */
const limit = 10
/** Questions asked before the clock runs: code is compiled, caches are filled. */
const warmUps = 10

export type Timings = { p50: number; p95: number }
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

/** Every operation for every question, taking turns, so that noise of the machine falls on all of them alike. */
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
  const terms = analyzer.analyzeQuery(text, ['en'])
  const scope = { collections: [library], filter: [], limit: depth }
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
      const ranked = await store.rankDensely({ ...scope, vector }, signal)
      found = ranked.slice(0, limit).map(({ chunkId }) => chunkId)
    },
    'dense filtered': () => store.rankDensely({ ...scope, vector, filter: onePercent(0, number) }, signal),
    lexical: () => store.rankLexically({ ...scope, terms }, signal),
    'lexical filtered': () => store.rankLexically({ ...scope, terms, filter: onePercent(1, number) }, signal),
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

/** Another filter for every question and operation, so that no answer to an earlier one is remembered. */
function onePercent(operation: number, number: number): Filter {
  const key = filterKeys[operation + 3 * (Math.floor(number / filterValues) % 2)] ?? 'a'
  return [{ field: `metadata.${key}`, op: 'equals', value: number % filterValues }]
}
