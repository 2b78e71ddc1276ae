import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { encodeTerm } from '../../src/adapters/stores/sqlite/lexical-table.ts'
import { percentile } from '../../src/app/eval/metrics.ts'
import { lexicalScoring } from '../../src/core/search/lexical-scoring.ts'
import type { Texts } from '../speed/build-library.ts'
import { library } from '../speed/build-library.ts'
import type { Question } from './contestants.ts'
import { buildHome, withQuire } from './homes.ts'
import { renderPlot } from './plot.ts'

const measured = ['dense', 'lexical', 'hybrid'] as const
type Measured = (typeof measured)[number]

export type GrowthFigures = {
  chunks: number
  p50: Record<Measured, number>
  p95: Record<Measured, number>
  /** CPU time from opening the store to the first answer, without loading the model. */
  firstMs: number
  rssMb: number
  /** Share of the true ten best by words, over some questions. */
  lexicalShare: number
}

type Job = {
  sizes: readonly number[]
  texts: Texts
  questions: readonly Question[]
  work: string
  plot: string
}

/** Questions whose true ranking by words is computed by FTS5, which takes seconds each. */
const judged = 8

/** Measures libraries of several sizes, each in a process of its own; returns a table and writes the plot. */
export async function measureGrowth({ sizes, texts, questions, work, plot }: Job): Promise<string> {
  const rows: GrowthFigures[] = []
  for (const chunks of sizes) {
    const home = await buildHome({ work, chunks, texts })
    // The first process saves what the second one starts from.
    await measureApart(home, questions.slice(0, 1))
    console.error(`… measuring ${chunks} chunks`)
    rows.push({ chunks, ...(await measureApart(home, questions)) })
  }
  await writeFile(plot, renderPlot(rows))
  const cells = ({ chunks, p50, p95, firstMs, rssMb, lexicalShare }: GrowthFigures) => [
    chunks.toLocaleString('en-US'),
    ...measured.map(leg => `${p50[leg].toFixed(1)} / ${p95[leg].toFixed(1)}`),
    `${(firstMs / 1_000).toFixed(2)} s`,
    `${rssMb.toFixed(0)} MB`,
    lexicalShare.toFixed(3),
    'generated',
  ]
  const head = [
    'passages',
    ...measured.map(leg => `${leg}, p50 / p95`),
    'first query',
    'memory',
    'true ten best by words',
    'data',
  ]
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row => line(cells(row)))].join('\n')
}

type Task = { home: string; questions: { text: string; vector: number[] }[] }

async function measureApart(
  home: string,
  questions: readonly Question[],
): Promise<Omit<GrowthFigures, 'chunks'>> {
  const child = fork(import.meta.filename, ['--child'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const answered = once(child, 'message')
  child.send({
    home,
    questions: questions.map(({ text, vector }) => ({ text, vector: [...vector] })),
  } satisfies Task)
  const [figures] = await answered
  await once(child, 'exit')
  return figures
}

if (process.argv.includes('--child'))
  process.once('message', async (task: Task) => {
    process.send?.(await measureHome(task), () => process.disconnect())
  })

async function measureHome({ home, questions }: Task): Promise<Omit<GrowthFigures, 'chunks'>> {
  return withQuire(home, async ({ engine, parts }) => {
    const { signal } = new AbortController()
    const { store, embedder, analyzer } = parts
    const [first] = questions
    const words = (text: string) => analyzer.analyzeWords(text, ['en']).map(forms => ({ forms, near: null }))
    const rank = (leg: 'dense' | 'lexical' | 'both', { text, vector }: Task['questions'][number]) =>
      store.rank(
        {
          collections: [library],
          filter: [],
          limit: 200,
          lexical: leg === 'dense' ? null : { words: words(text), scoring: lexicalScoring },
          dense: leg === 'lexical' ? null : { vector: Float32Array.from(vector), collections: [library] },
        },
        signal,
      )
    // Loads the model and the analyzer, which do not depend on the size.
    await embedder.embedQuery('warm', signal)
    const before = cpuMs()
    if (first !== undefined) await rank('both', first)
    const firstMs = cpuMs() - before
    const times: Record<Measured, number[]> = { dense: [], lexical: [], hybrid: [] }
    const shares: number[] = []
    for (const [number, question] of [...questions.slice(0, 3), ...questions].entries()) {
      const timed = async <T>(work: () => Promise<T>): Promise<[number, T]> => {
        const start = cpuMs()
        const value = await work()
        return [cpuMs() - start, value]
      }
      const { text } = question
      const [denseMs] = await timed(() => rank('dense', question))
      const [lexicalMs, { candidates }] = await timed(() => rank('lexical', question))
      // Not measured: the model remembers the last question, so the search does not embed it again.
      await embedder.embedQuery(text, signal)
      const request = {
        collections: [library],
        text,
        limit: 10,
        mode: 'hybrid',
        filter: [],
        sort: 'relevance',
      } as const
      const [hybridMs] = await timed(() => engine.search(request, signal))
      // The first questions warm up; those asked twice may be cached.
      if (number < 3) continue
      times.dense.push(denseMs)
      times.lexical.push(lexicalMs)
      if (number >= 6) times.hybrid.push(hybridMs)
      if (shares.length >= judged) continue
      const ids = candidates
        .sort(
          (one, other) => (other.lexical ?? 0) - (one.lexical ?? 0) || (one.chunkId < other.chunkId ? -1 : 1),
        )
        .slice(0, 10)
        .map(({ chunkId }) => chunkId)
      const truth = trueBest(
        join(home, 'quire.db'),
        words(text).flatMap(({ forms }) => forms),
      )
      shares.push(truth.length === 0 ? 1 : truth.filter(id => ids.includes(id)).length / truth.length)
    }
    const at = (share: number) => ({
      dense: percentile(times.dense, share),
      lexical: percentile(times.lexical, share),
      hybrid: percentile(times.hybrid, share),
    })
    return {
      p50: at(0.5),
      p95: at(0.95),
      firstMs,
      rssMb: process.memoryUsage.rss() / 1e6,
      lexicalShare: shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length),
    }
  })
}

/** By FTS5's own bm25 over all terms, without our reader of its pages; ties by chunk id. */
function trueBest(path: string, terms: readonly string[]): string[] {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const { key } = database.prepare('SELECT key FROM collections WHERE name = ?').get(library) ?? {}
    const table = `lexical_${key}`
    const { heading, body } = lexicalScoring.weights
    const match = [...new Set(terms)].map(term => `"${encodeTerm(term)}"`).join(' OR ')
    if (match === '') return []
    return database
      .prepare(`SELECT chunks.id FROM (SELECT rowid, bm25(${table}, ${heading}, ${body}) AS score FROM ${table}
        WHERE ${table} MATCH ? ORDER BY score LIMIT 30) AS best JOIN chunks ON chunks.key = best.rowid
        ORDER BY score, chunks.id LIMIT 10`)
      .all(match)
      .map(({ id }) => String(id))
  } finally {
    database.close()
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
