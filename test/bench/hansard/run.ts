/**
 * `npm run bench:hansard`: the contract's limits on 100,000 speeches, over HTTP, with the cache off; concurrency; bulk
 * import; and the cache on a Zipf log of questions. Exit code 1 when a target is missed.
 *
 *   --speeches <number>  size of the record, 100,000 unless told otherwise
 *   --data <folder>      where the real record lies (xml/ and tables of members)
 *   --draws <number>     questions asked of the cache, 10,000 unless told otherwise
 *   --library <folder>   where the record is built, or lies ready from an earlier run; otherwise it is thrown away
 *   --only <part>        callers, cache or import; all of them unless told otherwise
 *   --json               the figures as JSON
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isMet, type Report, renderReport } from '../report.ts'
import { measureCache } from './measure-cache.ts'
import { measureCallers } from './measure-callers.ts'
import { measureImport } from './measure-import.ts'
import { openLibrary } from './open-library.ts'
import { readRecord } from './read-record.ts'

const packageFolder = join(import.meta.dirname, '../../..')
const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    speeches: { type: 'string', default: '100000' },
    draws: { type: 'string', default: '10000' },
    library: { type: 'string' },
    only: { type: 'string' },
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
    const file = join(import.meta.dirname, '../baselines', `hansard-${options.speeches}.json`)
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
  // The import is measured before the machine is busy with anything else.
  const imported = isWanted('import')
    ? await measureImport(join(folder, 'import'), options.data, packageFolder)
    : []
  const home = options.library ?? join(folder, 'large')
  const library = await openLibrary(home, speeches, Number(options.speeches), note)
  const callers = isWanted('callers') ? await measureCallers(home, speeches, note) : []
  const cached = isWanted('cache') ? await measureCache(home, speeches, Number(options.draws), note) : []
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

process.exitCode = await main()
