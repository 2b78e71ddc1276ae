/**
 * `npm run bench:hansard`: the contract's limits on 100,000 speeches, over HTTP, with the cache off; concurrency; bulk
 * import; and the cache on a Zipf log of questions. Exit code 1 when a target is missed.
 *
 *   --speeches <number>  size of the record, 100,000 unless told otherwise
 *   --data <folder>      where the real record lies (xml/ and tables of members)
 *   --draws <number>     questions asked of the cache, 10,000 unless told otherwise
 *   --json               the figures as JSON
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { hansardReader } from '../../../src/adapters/hansard/hansard-reader.ts'
import { loadMembers } from '../../../src/adapters/hansard/members/load-members.ts'
import { readConfig } from '../../../src/app/config/read-config.ts'
import { percentile } from '../../../src/app/eval/metrics.ts'
import { seededRandom } from '../../../src/app/eval/seeded-random.ts'
import { runProgram } from '../../../src/app/program.ts'
import { wire } from '../../../src/app/wire.ts'
import type { Speech } from '../../../src/model/speech.ts'
import { testProcess } from '../../contract/world.ts'
import { vectorMaker } from '../make-vectors.ts'
import { isMet, type Report, type Row, renderReport } from '../report.ts'
import { times, together, untilAnswered, zipf } from './ask.ts'
import { buildRecord } from './build-record.ts'
import { type Server, serve } from './serve.ts'

const packageFolder = join(import.meta.dirname, '../../..')
const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    speeches: { type: 'string', default: '100000' },
    draws: { type: 'string', default: '10000' },
    data: { type: 'string', default: join(packageFolder, '../shared/data/hansard') },
  },
})
const random = seededRandom(20261116)

async function main(): Promise<number> {
  if (!existsSync(join(options.data, 'xml'))) {
    console.error(`Skipped: ${options.data} does not hold the record. Name the folder with --data.`)
    return 0
  }
  const folder = await mkdtemp(join(tmpdir(), 'quire-bench-hansard-'))
  try {
    const speeches = await readRecord()
    const rows: Row[] = []
    const home = join(folder, 'large')
    const built = await build(home, speeches)
    rows.push({ name: 'disk', value: built.diskMb, unit: 'MB' })
    rows.push(...(await measureLarge(home, speeches)))
    rows.push(...(await measureImport(join(folder, 'import'))))
    rows.push(...(await measureCache(join(folder, 'import'), speeches)))
    const machine = {
      cores: availableParallelism(),
      node: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
    }
    const report: Report = { chunks: built.chunks, machine, rows }
    const file = join(import.meta.dirname, '../baselines', `hansard-${options.speeches}.json`)
    const baseline = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : null
    console.log(options.json ? JSON.stringify(report, null, 2) : renderReport(report, baseline))
    return rows.every(isMet) ? 0 : 1
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readRecord(): Promise<Speech[]> {
  const source = (path: string) => ({
    source: path,
    name: basename(path),
    bytes: readFileSync(path),
    mediaType: null,
    charset: null,
    lastModified: null,
    fileType: null,
  })
  const tables = globSync('{hansard-proj/*lookup*,openaustralia/data__*}.csv', { cwd: options.data })
  const { directory } = loadMembers(tables.sort().map(path => source(join(options.data, path))))
  const reader = hansardReader({ members: directory })
  const speeches: Speech[] = []
  for (const path of globSync('xml/*.xml', { cwd: options.data }).sort())
    speeches.push(
      ...(await reader.read(source(join(options.data, path)), new AbortController().signal)).speeches,
    )
  return speeches
}

async function build(home: string, speeches: readonly Speech[]) {
  await mkdir(home, { recursive: true })
  const world = testProcess(home, ['--home', home])
  const wired = await wire(await readConfig(world), world, { quietLevel: 'error' })
  const { store, embedder, analyzer } = wired.parts
  const texts = speeches.map(({ title, text }) => ({ title, body: text }))
  const { chunks } = await buildRecord(store, {
    speeches,
    count: Number(options.speeches),
    model: { id: embedder.id, dimensions: embedder.dimensions },
    analyzer,
    random,
    makeVector: await vectorMaker(texts, embedder, random),
    onProgress: done => done % 10_000 === 0 && note(`built ${done} speeches`),
  })
  await wired.close()
  return { chunks, diskMb: (await stat(join(home, 'quire.db'))).size / 1_048_576 }
}

async function measureLarge(home: string, speeches: readonly Speech[]): Promise<Row[]> {
  const server = await serve(home, ['--cache', 'none'])
  try {
    const questions = questionsFrom(speeches, 300)
    const search = (query: string) => server.call('search_speeches', { query })
    const firstAnswer = await untilAnswered(() => search(questions[0] ?? ''))
    for (const query of questions.slice(0, 10)) await search(query)
    note('one caller')
    const cpuBefore = server.cpuMs()
    const alone = await times(questions.slice(10, 110), search)
    const cpuPerSearch = (server.cpuMs() - cpuBefore) / 100
    const ids = await speechIds(server, questions.slice(0, 20))
    const gets = await times(ids, speech_id =>
      server.call('get_speech', { speech_id, include_context: true }),
    )
    await server.call('list_speakers', {})
    const lists = await times(Array.from({ length: 50 }), () => server.call('list_speakers', {}))
    const ingests = await times(
      Array.from({ length: 10 }, (_, n) => n),
      number => server.call('ingest_speech', longSpeech(speeches, number)),
    )
    note('many callers')
    const crowd = await together(50, questions.slice(110, 300), search)
    const crowdGets = await together(100, [...ids, ...ids, ...ids, ...ids], speech_id =>
      server.call('get_speech', { speech_id }),
    )
    const possible = (1000 * availableParallelism()) / cpuPerSearch
    return [
      { name: 'from start to the first answer', value: firstAnswer, unit: 'ms' },
      limit('search p95, one caller', percentile(alone, 0.95), 200),
      { name: 'search p50, one caller', value: percentile(alone, 0.5), unit: 'ms' },
      limit('get_speech p95', percentile(gets, 0.95), 50),
      limit('list_speakers p95', percentile(lists, 0.95), 100),
      limit('ingest of 12,000 characters p95', percentile(ingests, 0.95), 2000),
      { name: 'search p95, 50 callers', value: percentile(crowd.ms, 0.95), unit: 'ms' },
      {
        name: 'throughput at 50 callers, of what CPU allows',
        value: crowd.perSecond / possible,
        unit: 'share',
        target: { atLeast: 0.8 },
      },
      { name: 'searches per second, 50 callers', value: crowd.perSecond, unit: '/s' },
      { name: 'get_speech p95, 100 callers', value: percentile(crowdGets.ms, 0.95), unit: 'ms' },
      { name: 'memory of the server', value: server.rssMb(), unit: 'MB' },
    ]
  } finally {
    await server.stop()
  }
}

/** One real sitting day, embedded with the real model. */
async function measureImport(home: string): Promise<Row[]> {
  const written: string[] = []
  const argv = ['--home', home, 'hansard', 'import', join(options.data, 'xml/2024.xml'), '--json']
  const startedAt = performance.now()
  await runProgram(testProcess(packageFolder, argv, { onOutput: text => written.push(text) }))
  const seconds = (performance.now() - startedAt) / 1000
  const { created, files } = JSON.parse(written.join('')) as { created: number; files: { words: number }[] }
  return [
    { name: 'bulk import, speeches', value: created / seconds, unit: '/s', target: { atLeast: 5 } },
    {
      name: 'words per imported speech',
      value: (files[0]?.words ?? 0) / Math.max(1, created),
      unit: 'words',
    },
  ]
}

/** 10,000 draws of 2,000 questions by Zipf's law, s = 1, with room for 500 answers. */
async function measureCache(home: string, speeches: readonly Speech[]): Promise<Row[]> {
  const server = await serve(home, ['--cache-entries', '500'])
  try {
    const questions = questionsFrom(speeches, 2000)
    const draw = zipf(questions.length, random)
    const seen = new Set<string>()
    const first: number[] = []
    const later: number[] = []
    for (let count = 0; count < Number(options.draws); count += 1) {
      const query = questions[draw()] ?? ''
      const { ms } = await server.call('search_speeches', { query })
      if (seen.has(query)) later.push(ms)
      else first.push(ms)
      seen.add(query)
    }
    const { cache } = (await server.call('server_info', {})).value as { cache: { hit_rate: number } }
    return [
      {
        name: 'cache hit rate on a Zipf log',
        value: cache.hit_rate,
        unit: 'share',
        target: { atLeast: 0.6 },
      },
      {
        name: 'repeated question, against a new one',
        value: percentile(later, 0.5) / percentile(first, 0.5),
        unit: 'ratio',
      },
    ]
  } finally {
    await server.stop()
  }
}

function limit(name: string, value: number, atMost: number): Row {
  return { name, value, unit: 'ms', target: { atMost } }
}

/** A few words in a row out of a speech, as people remember them. */
function questionsFrom(speeches: readonly Speech[], count: number): string[] {
  const questions = new Set<string>()
  while (questions.size < count) {
    const words = random.pick(speeches).text.split(/\s+/)
    const start = random.below(Math.max(1, words.length - 10))
    questions.add(
      words
        .slice(start, start + 5 + random.below(6))
        .join(' ')
        .slice(0, 900) || 'parliament',
    )
  }
  return [...questions]
}

async function speechIds(server: Server, questions: readonly string[]): Promise<string[]> {
  const ids = new Set<string>()
  for (const query of questions) {
    const { value } = await server.call('search_speeches', { query })
    for (const { speech_id } of value.results as { speech_id: string }[]) ids.add(speech_id)
  }
  return [...ids].slice(0, 200)
}

function longSpeech(speeches: readonly Speech[], number: number): object {
  const text = `${number}. ${speeches
    .map(speech => speech.text)
    .join(' ')
    .slice(number * 12_000, (number + 1) * 12_000)}`
  return {
    title: 'A long speech',
    full_text: text.slice(0, 12_000),
    speaker: 'Bench Mark',
    party: 'Independent',
    chamber: 'Senate',
    electorate: null,
    state: 'TAS',
    date: '2026-01-01',
    hansard_reference: 'Senate Hansard, 1 January 2026',
  }
}

function note(text: string): void {
  console.error(text)
}

process.exitCode = await main()
