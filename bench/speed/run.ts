import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../../src/app/config/read-config.ts'
import { type Random, seededRandom } from '../../src/app/eval/seeded-random.ts'
import { runProgram } from '../../src/app/run-program.ts'
import { type Wired, wire } from '../../src/app/wire.ts'
import { testProcess } from '../../test/contract/world.ts'
import { buildLibrary, readTexts, type Texts } from './build-library.ts'
import { vectorMaker } from './make-vectors.ts'
import { type IngestFigures, measureIngest } from './measure-ingest.ts'
import { measureSearch, openVecTable, type SearchFigures } from './measure-search.ts'
import { measureStart, type StartFigures } from './measure-start.ts'
import { isMet, type Report, type Row, renderReport } from './report.ts'

/**
 * `npm run bench`: prints one table and returns exit code 1 when a target is missed. Machines differ and are noisy, so
 * targets are ratios between operations that were measured alternately in the same run.
 *
 *   --json             the figures as JSON, as the baselines hold them
 *   --chunks <number>  size of the library, 100,000 by default
 *   --data <folder>    the sets nfcorpus and cranfield in BEIR layout
 */
const packageFolder = join(import.meta.dirname, '../..')
const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    chunks: { type: 'string', default: '100000' },
    data: { type: 'string', default: join(packageFolder, '../shared/data/retrieval') },
  },
})
const seed = 20261116
const questionsPerSet = 50

const texts = await readTexts(options.data)
if (texts === null) {
  console.error(`Skipped: ${options.data} does not hold nfcorpus and cranfield. Name the folder with --data.`)
  process.exit(0)
}
const report = await measure(texts, Number(options.chunks))
const baselineFile = join(import.meta.dirname, '../baselines', `speed-${report.chunks}.json`)
const baseline = existsSync(baselineFile) ? JSON.parse(await readFile(baselineFile, 'utf8')) : null
console.log(options.json ? JSON.stringify(report, null, 2) : renderReport(report, baseline))
process.exitCode = report.rows.every(isMet) ? 0 : 1

async function measure(texts: Texts, chunks: number): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-bench-'))
  try {
    const random = seededRandom(seed)
    const home = join(folder, 'large')
    const { search, diskMb, buildSeconds } = await measureLarge({ folder, home, texts, chunks, random })
    note('measuring ingest')
    const ingest = await withQuire(join(folder, 'ingest'), ({ engine }) => measureIngest(engine, texts.texts))
    note('measuring starts')
    const small = join(folder, 'small')
    await runProgram(testProcess(folder, ['ingest', join(packageFolder, 'samples'), '--home', small]))
    const query = 'Why do cheap old books turn brown?'
    const starts = { small: await measureStart(small, query), large: await measureStart(home, query) }
    return {
      chunks,
      machine: {
        cores: availableParallelism(),
        node: process.versions.node,
        platform: `${process.platform} ${process.arch}`,
      },
      rows: rowsOf({ search, ingest, starts, diskMb, buildSeconds }).map(row => ({
        ...row,
        value: Math.round(row.value * 1000) / 1000,
      })),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureLarge(job: {
  folder: string
  home: string
  texts: Texts
  chunks: number
  random: Random
}) {
  const { folder, home, texts, chunks, random } = job
  const vec = openVecTable(join(folder, 'vec.db'), 384)
  try {
    return await withQuire(home, async ({ engine, parts }) => {
      note('embedding real texts')
      const makeVector = await vectorMaker(texts.texts, parts.embedder, random)
      note(`building a library of ${chunks} chunks`)
      const startedAt = performance.now()
      await buildLibrary(parts.store, {
        chunks,
        texts: texts.texts,
        model: parts.embedder,
        analyzer: parts.analyzer,
        random,
        makeVector,
        onVector: vec.add,
      })
      vec.finish()
      const buildSeconds = (performance.now() - startedAt) / 1000
      note('searching')
      const questions = texts.questions.flatMap(list =>
        Array.from({ length: questionsPerSet }, () => random.pick(list)),
      )
      const search = await measureSearch({ engine, parts, vec }, questions)

      return { search, buildSeconds, diskMb: (await stat(join(home, 'quire.db'))).size / 1e6 }
    })
  } finally {
    vec.close()
  }
}

async function withQuire<T>(home: string, work: (wired: Wired) => Promise<T>): Promise<T> {
  const world = testProcess(packageFolder, ['--home', home, '--embedder', 'gte-small'])
  const wired = await wire(await readConfig(world), world, { quietLevel: 'error' })
  try {
    return await work(wired)
  } finally {
    await wired.close()
  }
}

function rowsOf(figures: {
  search: SearchFigures
  ingest: IngestFigures
  starts: { small: StartFigures; large: StartFigures }
  diskMb: number
  buildSeconds: number
}): Row[] {
  const { search, ingest, starts } = figures
  const { timings } = search
  const scan = timings['vec scan'].p50
  const embedding = timings['query embedding'].p50
  return [
    ...Object.entries(timings).flatMap(([name, { p50, p95 }]): Row[] => [
      { name: `${name} p50`, value: p50, unit: 'ms' },
      { name: `${name} p95`, value: p95, unit: 'ms' },
    ]),
    { name: 'dense ÷ vec scan', value: timings.dense.p50 / scan, unit: 'ratio', target: { atMost: 0.2 } },
    { name: 'dense recall@10', value: search.recallAt10, unit: 'ratio', target: { atLeast: 0.99 } },
    { name: 'lexical ÷ vec scan', value: timings.lexical.p50 / scan, unit: 'ratio', target: { atMost: 0.3 } },
    {
      name: 'hybrid ÷ (query embedding + dense)',
      value: timings.hybrid.p50 / (embedding + timings.dense.p50),
      unit: 'ratio',
      target: { atMost: 3 },
    },
    ...(['hybrid', 'dense', 'lexical'] as const).map(
      (leg): Row => ({
        name: `1 % filter: ${leg} ÷ unfiltered`,
        value: timings[`${leg} filtered`].p50 / timings[leg].p50,
        unit: 'ratio',
        target: { atMost: 1.1 },
      }),
    ),
    { name: `ingest, ${ingest.threads} threads`, value: ingest.ingested, unit: '/s' },
    { name: `bare embedder, ${ingest.threads} threads`, value: ingest.bare, unit: '/s' },
    { name: 'ingest ÷ bare embedder', value: ingest.share, unit: 'share', target: { atLeast: 0.85 } },
    { name: 'building the library', value: figures.buildSeconds * 1000, unit: 'ms' },
    { name: 'disk', value: figures.diskMb, unit: 'MB' },
    { name: 'memory after a search, samples', value: starts.small.rssMb, unit: 'MB' },
    { name: 'memory after a search, large library', value: starts.large.rssMb, unit: 'MB' },
    { name: 'start to tools/list, samples', value: starts.small.toolsListMs, unit: 'ms' },
    { name: 'start to first search, samples', value: starts.small.searchMs, unit: 'ms' },
    { name: 'start to tools/list, large library', value: starts.large.toolsListMs, unit: 'ms' },
    { name: 'start to first search, large library', value: starts.large.searchMs, unit: 'ms' },
  ]
}

function note(message: string): void {
  console.error(`… ${message}`)
}
