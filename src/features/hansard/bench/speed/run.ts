/**
 * `npm run measure -- hansard-speed`: the contract's limits with 100,000 speeches, over HTTP, with the cache off; concurrency;
 * bulk import; and the cache with a Zipf log of questions. Exit code 1 when a target is missed.
 *
 *   --speeches <number>  size of the record, 100,000 by default
 *   --data <folder>      the real record (xml/ and tables of members)
 *   --draws <number>     questions asked of the cache, 10,000 by default
 *   --store postgres     in PostgreSQL with pgvector, which is started for it, instead of a SQLite file
 *   --library <folder>   where the record is built and kept for the next run, with the data of PostgreSQL; by default a
 *                        temporary folder. The user nobody must be able to read it.
 *   --only <part>        callers, visitors, cache or import; all by default
 *   --seconds <number>   how long callers visit who pause between their calls, 60 by default
 *   --json               the figures as JSON
 */

import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { isMet, type Report, type Row, renderReport } from '../../../../../bench/speed/report.ts'
import { testProcess } from '../../../../../test/contract/world.ts'
import { runProgram } from '../../../../app/run-program.ts'
import { hansardReader } from '../../record/hansard-reader.ts'
import { loadMembers } from '../../record/members/load-members.ts'
import type { Speech } from '../../speech.ts'
import { measureCache } from './measure-cache.ts'
import { measureCallers } from './measure-callers.ts'
import { measureVisitors } from './measure-visitors.ts'
import { type Library, openLibrary } from './open-library.ts'
import { openServer, settle, writeAddress } from './open-server.ts'

const packageFolder = join(import.meta.dirname, '../../../../..')
const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    speeches: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '60' },
    draws: { type: 'string', default: '10000' },
    library: { type: 'string' },
    only: { type: 'string' },
    store: { type: 'string', default: 'sqlite' },
    data: { type: 'string', default: join(packageFolder, '../shared/data/hansard') },
  },
})

async function main(): Promise<number> {
  if (!existsSync(join(options.data, 'xml'))) {
    console.error(`Skipped: ${options.data} does not hold the record. Name the folder with --data.`)
    return 0
  }
  const folder = await mkdtemp(join(tmpdir(), 'quire-bench-hansard-'))
  try {
    const report = await measure(folder)
    const file = join(
      import.meta.dirname,
      '..',
      `baseline-${options.speeches}${options.store === 'sqlite' ? '' : '-postgres'}.json`,
    )
    const baseline = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : null
    console.log(options.json ? JSON.stringify(report, null, 2) : renderReport(report, baseline))
    return report.rows.every(isMet) ? 0 : 1
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(folder: string): Promise<Report> {
  const { speeches, mbPerSecond } = await readRecord(options.data)
  const isWanted = (part: string) => options.only === undefined || options.only === part
  // The import is measured first, while the machine is otherwise idle.
  const imported = isWanted('import')
    ? await measureImport(join(folder, 'import'), options.data, packageFolder)
    : []
  const home = options.library ?? join(folder, 'large')
  const kept = options.library === undefined ? null : join(options.library, 'server')
  const server = options.store === 'postgres' ? await openServer(kept) : null
  try {
    const flags = server === null ? [] : await writeAddress(home, server.url)
    const place = { home, flags, url: server?.url ?? null }
    const library = await openLibrary(place, speeches, Number(options.speeches), note)
    if (server !== null) library.diskMb = await settle(server.url, library.chunks, note)
    const callers = isWanted('callers') ? await measureCallers(place, speeches, note) : []
    const seconds = Number(options.seconds)
    const visitors = isWanted('visitors') ? await measureVisitors(place, speeches, { seconds, note }) : []
    const cached = isWanted('cache') ? await measureCache(place, speeches, Number(options.draws), note) : []
    return reportOf(library, { callers: [...callers, ...visitors], mbPerSecond, imported, cached })
  } finally {
    await server?.stop()
  }
}

type Parts = { callers: Row[]; mbPerSecond: number; imported: Row[]; cached: Row[] }

function reportOf(library: Library, { callers, mbPerSecond, imported, cached }: Parts): Report {
  return {
    chunks: library.chunks,
    machine: {
      cores: availableParallelism(),
      node: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
    },
    rows: [
      { name: 'disk', value: library.diskMb, unit: 'MB' },
      ...callers,
      { name: 'parsing alone', value: mbPerSecond, unit: 'MB/s' },
      ...imported,
      ...cached,
    ],
  }
}

function note(text: string): void {
  console.error(text)
}

/** The speeches of every file, and the time to parse them, members and topics included. */
async function readRecord(data: string): Promise<{ speeches: Speech[]; mbPerSecond: number }> {
  const tables = globSync('{hansard-proj/*lookup*,openaustralia/data__*}.csv', { cwd: data })
  const { directory } = loadMembers(tables.sort().map(path => rawSource(join(data, path))))
  const reader = hansardReader({ members: directory })
  const { signal } = new AbortController()
  const files = globSync('xml/*.xml', { cwd: data })
    .sort()
    .map(path => rawSource(join(data, path)))
  const speeches: Speech[] = []
  const startedAt = performance.now()
  for (const file of files) speeches.push(...(await reader.read(file, signal)).speeches)
  const seconds = (performance.now() - startedAt) / 1000
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  return { speeches, mbPerSecond: bytes / 1e6 / seconds }
}

function rawSource(path: string) {
  return {
    source: path,
    name: basename(path),
    bytes: readFileSync(path),
    mediaType: null,
    charset: null,
    lastModified: null,
    fileType: null,
  }
}

type Import = { created: number; files: { words: number }[] }

/** The available sitting days since 2016, of both chambers. */
const days = ['2016', '2019', '2021', '2024', '2025a']

/** Imports real sitting days into a new library, embedded with the real model. */
async function measureImport(home: string, data: string, packageFolder: string): Promise<Row[]> {
  const written: string[] = []
  const paths = days.map(day => join(data, 'xml', `${day}.xml`))
  const argv = ['--home', home, 'hansard', 'import', ...paths, '--json']
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  await runProgram(testProcess(packageFolder, argv, { onOutput: text => written.push(text) }))
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  const imports = JSON.parse(written.join('')) as Import[]
  const created = imports.reduce((sum, one) => sum + one.created, 0)
  const files = imports.flatMap(one => one.files)
  return [
    { name: 'bulk import, speeches', value: created / seconds, unit: '/s', target: { atLeast: 5 } },
    {
      name: 'words per imported speech',
      value: files.reduce((sum, { words }) => sum + words, 0) / Math.max(1, created),
      unit: 'words',
    },
    {
      name: 'bulk import, CPU of a speech',
      value: (user + system) / 1000 / Math.max(1, created),
      unit: 'ms',
    },
  ]
}

process.exitCode = await main()
