/**
 * Measures how fast and how completely code is parsed into a graph: `npm run measure -- graph [--differences]`. Parses the
 * Python standard library of this machine and three npm packages into a new store, and compares the definitions with counts
 * by Python's `ast` and by the TypeScript compiler.
 */

import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { openTables } from '../../../adapters/stores/index.ts'
import { systemClock } from '../../../app/clock.ts'
import { graphShape, planUpdate } from '../graph/build-graph.ts'
import type { CodeRepository } from '../model/code-graph.ts'
import { codeParser } from '../parse/code-parser.ts'
import type { GraphStore, RepositoryRecord } from '../ports/graph-store.ts'
import { graphTables } from '../tables/index.ts'
import { type Counts, compareCounts } from './compare-counts.ts'
import { countTypeScript } from './count-typescript.ts'
import { readRepository } from './read-repository.ts'

const { values: options } = parseArgs({
  options: {
    differences: { type: 'boolean', default: false },
    stdlib: { type: 'string', default: '/usr/lib/python3.11' },
    python: { type: 'string', default: '/usr/bin/python3' },
    packages: { type: 'string', default: 'zod,hono,undici' },
    least: { type: 'string', default: '0.995' },
  },
})
const modules = join(import.meta.dirname, '../../../../node_modules')
const signal = new AbortController().signal

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'graph-survey-'))
  const database = join(folder, 'quire.db')
  const store = await openTables(`sqlite:${database}`, graphTables, { clock: systemClock })
  try {
    const { stdlib, python } = options
    const standard = await survey('python/cpython', stdlib, path => path.endsWith('.py'), store)
    compare(standard, await countPython(python, stdlib, pathsOf(standard)), 'Python’s ast')
    for (const name of options.packages.split(',')) {
      const root = join(modules, name)
      const repository = await survey(name, root, path => /\.[cm]?tsx?$/.test(path), store)
      compare(repository, await countTypeScript(root, pathsOf(repository)), 'the TypeScript compiler')
    }
    await measureReading(store)
    console.log(`database: ${megabytes((await stat(database)).size)}`)
  } finally {
    await store.close()
    await rm(folder, { recursive: true })
  }
}

function pathsOf({ files }: CodeRepository): string[] {
  return files.map(({ path }) => path)
}

async function survey(
  name: string,
  root: string,
  accept: (path: string) => boolean,
  store: GraphStore,
): Promise<CodeRepository> {
  const parsing = stopwatch()
  const { repository } = await readRepository(codeParser(), name, root, { accept })
  const parsed = parsing()
  const writing = stopwatch()
  const record = await put(store, repository)
  const written = writing()
  const lines = repository.files.reduce((sum, { lineCount }) => sum + lineCount, 0)
  const nodes = Object.values(record.counts).reduce((sum, count) => sum + count, 0)
  const { rss } = process.memoryUsage()
  const count = repository.files.length
  console.log(`\n${name}: ${count} files, ${lines} lines, ${nodes} nodes, ${record.edges} edges`)
  console.log(
    `  parsed in ${parsed.seconds.toFixed(1)} s (${parsed.cpuSeconds.toFixed(1)} s of CPU): ${(count / parsed.seconds).toFixed(0)} files/s, ${(count / parsed.cpuSeconds).toFixed(0)} per CPU second`,
  )
  console.log(
    `  linked and written in ${written.seconds.toFixed(1)} s (${written.cpuSeconds.toFixed(1)} s of CPU); memory ${megabytes(rss)}, at most ${megabytes(process.resourceUsage().maxRSS * 1024)}`,
  )
  const broken = repository.files.filter(({ problems }) => problems.length > 0).length
  console.log(`  files with problems: ${broken}; labels: ${JSON.stringify(record.counts)}`)
  return repository
}

function put(store: GraphStore, repository: CodeRepository): Promise<RepositoryRecord> {
  const { name, packages, nativeModules } = repository
  const facts = { name, packages, nativeModules, source: name, revision: null, offers: [], needs: [] }
  const change = {
    repository: { ...facts, shape: graphShape, parsedAt: systemClock.now() },
    basedOn: null,
    ...planUpdate([], repository),
  }
  return store.replace(change, signal)
}

function compare({ files }: CodeRepository, independent: ReadonlyMap<string, Counts>, by: string): void {
  const { kinds, equal, differences, files: counted } = compareCounts(files, independent)
  console.log(`  against ${by}, ${counted} files: ${percent(equal)} equal`)
  for (const { kind, ours, theirs, equal: share } of kinds) {
    const isShort = share < Number(options.least) ? '  BELOW' : ''
    console.log(
      `    ${kind.padEnd(10)} ${String(ours).padStart(7)} of ${String(theirs).padStart(7)}  ${percent(share)}${isShort}`,
    )
  }
  console.log(`    ${differences.length} differences`)
  for (const line of options.differences ? differences : differences.slice(0, 5)) console.log(`      ${line}`)
  if (equal < Number(options.least)) process.exitCode = 1
}

/** Times for loading a repository for checking, querying the tables, and streaming the whole graph. */
async function measureReading(store: GraphStore): Promise<void> {
  const loading = stopwatch()
  await store.loadRepository('python/cpython')
  console.log(`\nloaded for checking in ${loading().cpuSeconds.toFixed(2)} s of CPU`)
  const streaming = stopwatch()
  const snapshot = await store.snapshot()
  let rows = 0
  for await (const page of snapshot.nodes()) rows += page.length
  for await (const page of snapshot.edges()) rows += page.length
  await snapshot.close()
  console.log(`streamed ${rows} nodes and edges in ${streaming().cpuSeconds.toFixed(2)} s of CPU`)
  const asking = stopwatch()
  for (let at = 0; at < 20; at++) await store.findNodes({ labels: ['Method'], called: 'run', limit: 20 })
  console.log(`methods of a name: ${((asking().seconds / 20) * 1000).toFixed(1)} ms`)
}

function stopwatch(): () => { seconds: number; cpuSeconds: number } {
  const [started, cpu] = [performance.now(), process.cpuUsage()]
  return () => {
    const { user, system } = process.cpuUsage(cpu)
    return { seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1e6 }
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`
}

/** The same count by Python's own `ast`; files that it cannot parse are left out. */
async function countPython(
  python: string,
  root: string,
  paths: readonly string[],
): Promise<Map<string, Counts>> {
  const folder = await mkdtemp(join(tmpdir(), 'graph-count-'))
  const list = join(folder, 'files.txt')
  await writeFile(list, paths.join('\n'))
  const script = join(import.meta.dirname, 'count_python.py')
  const { stdout } = await promisify(execFile)(python, [script, root, list], { maxBuffer: 1 << 28 })
  await rm(folder, { recursive: true })
  const rows = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { path: string; error?: string } & Counts)
  return new Map(
    rows.filter(({ error }) => error === undefined).map(({ path, ...counts }) => [path, counts as Counts]),
  )
}

await main()
