/**
 * How fast and how completely code is parsed: `node test/bench/graph/run.ts [--differences]`. Parses the Python standard
 * library and three npm packages, and compares what was found with a count by Python's `ast` and by the TypeScript
 * compiler.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { codeParser } from '../../../src/adapters/code/code-parser.ts'
import { buildGraph } from '../../../src/graph/build-graph.ts'
import type { CodeRepository } from '../../../src/graph/repository.ts'
import { type Counts, countDefinitions } from './count-definitions.ts'
import { countTypeScript } from './count-typescript.ts'
import { readRepository } from './read-repository.ts'

const { values: options } = parseArgs({
  options: {
    differences: { type: 'boolean', default: false },
    stdlib: { type: 'string', default: '/usr/lib/python3.11' },
    python: { type: 'string', default: '/usr/bin/python3' },
    packages: { type: 'string', default: 'zod,hono,undici' },
  },
})
const modules = join(import.meta.dirname, '../../../node_modules')

async function main(): Promise<void> {
  const standard = await measure('python/cpython', options.stdlib, path => path.endsWith('.py'))
  compare('Python standard library against ast', standard, await countPython(options.stdlib, standard))
  for (const name of options.packages.split(',')) {
    const root = join(modules, name)
    const repository = await measure(name, root, path => /\.[cm]?tsx?$/.test(path))
    const paths = repository.files.map(({ path }) => path)
    compare(`${name} against the TypeScript compiler`, repository, await countTypeScript(root, paths))
  }
}

async function measure(
  name: string,
  root: string,
  accept: (path: string) => boolean,
): Promise<CodeRepository> {
  const started = performance.now()
  const repository = await readRepository(codeParser(), name, root, { accept })
  const parsed = performance.now()
  const { nodes, edges } = buildGraph(repository)
  const built = performance.now()
  const lines = repository.files.reduce((sum, { lineCount }) => sum + lineCount, 0)
  const seconds = (parsed - started) / 1000
  const { rss, heapUsed } = process.memoryUsage()
  console.log(
    `\n${name}: ${repository.files.length} files, ${lines} lines in ${seconds.toFixed(1)} s: ${(repository.files.length / seconds).toFixed(0)} files/s`,
  )
  console.log(
    `  ${nodes.length} nodes, ${edges.length} edges in ${((built - parsed) / 1000).toFixed(1)} s; memory ${(rss / 1e6).toFixed(0)} MB, heap ${(heapUsed / 1e6).toFixed(0)} MB; files with problems: ${repository.files.filter(({ problems }) => problems.length > 0).length}`,
  )
  const duplicates = nodes.length - new Set(nodes.map(({ id }) => id)).size
  if (duplicates > 0) console.log(`  ${duplicates} ids are not unique`)
  return repository
}

async function countPython(root: string, { files }: CodeRepository): Promise<Map<string, Counts>> {
  const folder = await mkdtemp(join(tmpdir(), 'graph-count-'))
  const list = join(folder, 'files.txt')
  await writeFile(list, files.map(({ path }) => path).join('\n'))
  const script = join(import.meta.dirname, 'count_python.py')
  const { stdout } = await promisify(execFile)(options.python, [script, root, list], { maxBuffer: 1 << 28 })
  await rm(folder, { recursive: true })
  const rows = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { path: string; error?: string } & Counts)
  return new Map(
    rows.filter(({ error }) => error === undefined).map(({ path, ...counts }) => [path, counts as Counts]),
  )
}

/** Equal per kind means equal file by file: what one file has too many does not make up for another. */
function compare(title: string, { files }: CodeRepository, independent: ReadonlyMap<string, Counts>): void {
  const totals = new Map<string, { ours: number; theirs: number; apart: number }>()
  const differences: string[] = []
  for (const file of files) {
    const theirs = independent.get(file.path)
    if (!theirs) continue
    const ours = countDefinitions(file)
    for (const [kind, count] of Object.entries(theirs)) {
      const total = totals.get(kind) ?? { ours: 0, theirs: 0, apart: 0 }
      const found = ours[kind] ?? 0
      total.ours += found
      total.theirs += count
      total.apart += Math.abs(found - count)
      totals.set(kind, total)
      if (found !== count) differences.push(`${file.path}: ${kind} ${found}, expected ${count}`)
    }
  }
  console.log(`  ${title}, ${independent.size} files:`)
  for (const [kind, { ours, theirs, apart }] of totals)
    console.log(
      `    ${kind.padEnd(10)} ${String(ours).padStart(7)} of ${String(theirs).padStart(7)}  ${(100 * (1 - apart / Math.max(1, theirs))).toFixed(2)} % equal`,
    )
  console.log(`    ${differences.length} differences`)
  for (const line of options.differences ? differences : differences.slice(0, 12))
    console.log(`      ${line}`)
}

await main()
