/**
 * Measures queries over a graph of 50,000 nodes and more: `npm run measure -- graph-cypher [--stdlib folder] [--warm n]`.
 * Parses the Python standard library of this machine into a new store; then a new process runs each query: the first
 * time cold, then warm, and says how far its memory rose.
 */

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openTables } from '../../../adapters/stores/index.ts'
import { systemClock } from '../../../app/clock.ts'
import { Failure } from '../../../core/model/failure.ts'
import { cypherQueries } from '../cypher/cypher-queries.ts'
import { graphShape, planUpdate } from '../graph/build-graph.ts'
import { codeParser } from '../parse/code-parser.ts'
import { graphTables } from '../tables/index.ts'
import { readRepository } from './read-repository.ts'

const { values: options } = parseArgs({
  options: {
    stdlib: { type: 'string', default: '/usr/lib/python3.11' },
    warm: { type: 'string', default: '20' },
    /** Set for the processes that this one starts. */
    database: { type: 'string' },
    query: { type: 'string', default: '' },
  },
})

const queries: Readonly<Record<string, string>> = {
  'syntax error': 'MATCH (c:Class RETURN c.name',
  'one hop, one class': "MATCH (c:Class {name: 'HTTPServer'})-[:EXTENDS]->(b:Class) RETURN b.full_name",
  'one hop, all methods': 'MATCH (c:Class)-[:HAS_METHOD]->(m:Method) RETURN count(m)',
  'one hop, any label': "MATCH (c {name: 'HTTPServer'})-[]->(b) RETURN count(b)",
}

type Result = {
  /** Times in ms; `cpu` is that of the first run, all threads together. */
  cold: number
  cpu: number
  warm: number
  before: number
  peak: number
  answer: string
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'graph-cypher-'))
  const database = join(folder, 'quire.db')
  try {
    await fill(database)
    console.log(
      '| query | cold, ms | cold, ms of CPU | warm, ms (median) | memory before, MB | peak, MB | answer |',
    )
    console.log('|---|---|---|---|---|---|---|')
    for (const [name, query] of Object.entries(queries)) {
      const { cold, cpu, warm, before, peak, answer } = runApart(database, query)
      console.log(
        `| ${name} | ${cold.toFixed(1)} | ${cpu.toFixed(0)} | ${warm.toFixed(1)} | ${before} | ${peak} (+${peak - before}) | ${answer} |`,
      )
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function fill(database: string): Promise<void> {
  const accept = (path: string) => path.endsWith('.py')
  const { repository } = await readRepository(codeParser(), 'python/cpython', options.stdlib, { accept })
  const { name, packages, nativeModules } = repository
  const store = await openTables(`sqlite:${database}`, graphTables, { clock: systemClock })
  const facts = { name, packages, nativeModules, source: name, revision: null, offers: [], needs: [] }
  const { counts, edges } = await store.replace(
    {
      repository: { ...facts, shape: graphShape, parsedAt: systemClock.now() },
      basedOn: null,
      ...planUpdate([], repository),
    },
    new AbortController().signal,
  )
  await store.close()
  const nodes = Object.values(counts).reduce((sum, count) => sum + count, 0)
  console.log(`${nodes} nodes, ${edges} edges\n`)
}

function runApart(database: string, query: string): Result {
  const file = fileURLToPath(import.meta.url)
  const words = ['--no-warnings', file, '--database', database, '--query', query, '--warm', options.warm]
  const { stdout, stderr, status } = spawnSync(execPath, words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Result
}

/** Runs one query in this process: once cold, then warm. */
async function runHere(database: string): Promise<void> {
  const store = await openTables(`sqlite:${database}`, graphTables, { clock: systemClock })
  const asked = cypherQueries(store)
  await store.version()
  const before = peakMegabytes()
  const times: number[] = []
  const idle = process.cpuUsage()
  let cpu = 0
  let answer = ''
  for (let at = 0; at <= Number(options.warm); at++) {
    const started = performance.now()
    answer = await outcomeOf(
      asked.run(options.query, { signal: AbortSignal.timeout(60_000), maxRows: 20, timeoutMs: 60_000 }),
    )
    times.push(performance.now() - started)
    const { user, system } = process.cpuUsage(idle)
    if (at === 0) cpu = (user + system) / 1000
  }
  const [cold = 0, ...rest] = times
  const warm = rest.sort((a, b) => a - b)[rest.length >> 1] ?? 0
  await asked.close()
  await store.close()
  console.log(JSON.stringify({ cold, cpu, warm, before, peak: peakMegabytes(), answer } satisfies Result))
}

async function outcomeOf(running: Promise<{ rows: readonly object[] }>): Promise<string> {
  try {
    const { rows } = await running
    return rows.map(row => Object.values(row).join(' ')).join(', ')
  } catch (error) {
    if (error instanceof Failure) return error.code
    throw error
  }
}

/** The most memory that this process has had, its threads included. */
function peakMegabytes(): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0
  return Math.round(Number(kilobytes) / 1000)
}

await (options.database === undefined ? main() : runHere(options.database))
