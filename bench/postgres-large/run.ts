/**
 * PostgreSQL with a million chunks, drawn around real vectors: the time of building the index of vectors, recall and time
 * of ranking by vectors under filters of every selectivity, the curve of recall against time, sizes on disk, memory.
 * The data stays in the folder: a run that was ended is continued, and a later one only searches.
 *   npm run measure -- postgres-large --folder <where the user nobody can read> [--chunks 1000000] [--questions 50]
 *     [--only fill|index|search] [--data <folder with nfcorpus and cranfield>]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { postgresStore } from '../../src/adapters/stores/postgres/postgres-store.ts'
import { systemClock } from '../../src/app/clock.ts'
import { readConfig } from '../../src/app/config/read-config.ts'
import { type Wired, wire } from '../../src/app/wire.ts'
import { testProcess } from '../../test/contract/world.ts'
import { keptPostgres } from '../../test/support/kept-postgres.ts'
import { runSql } from '../../test/support/run-sql.ts'
import { readTexts, type Texts } from '../speed/build-library.ts'
import { fillLarge } from './fill.ts'
import { measureLarge } from './search.ts'

const root = join(import.meta.dirname, '../..')
const { values: options } = parseArgs({
  options: {
    folder: { type: 'string' },
    chunks: { type: 'string', default: '1000000' },
    questions: { type: 'string', default: '50' },
    only: { type: 'string' },
    data: { type: 'string', default: join(root, '../shared/data/retrieval') },
  },
})
const { signal } = new AbortController()

/** What a server for this size has, on a machine of 8 GB; the data can be made again. */
const settings = {
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  jit: 'off',
}

const findIndex = `SELECT indisvalid AS valid FROM pg_index JOIN pg_class ON oid = indexrelid
  WHERE relname ~ '^vectors_hnsw_'`
const findBuild = `SELECT phase, blocks_done, blocks_total, tuples_done, tuples_total FROM pg_stat_progress_create_index`

const texts = await readTexts(options.data)
if (options.folder === undefined) console.error('Name a folder: --folder /var/tmp/quire-large')
else if (texts === null) console.error(`Skipped: ${options.data} does not hold nfcorpus and cranfield.`)
else {
  const server = await keptPostgres(options.folder, settings)
  const home = await mkdtemp(join(tmpdir(), 'quire-postgres-large-'))
  try {
    await measure(await databaseOf(server.url), home, texts)
  } finally {
    await server.stop()
    await rm(home, { recursive: true, force: true })
  }
}

async function databaseOf(administration: string): Promise<string> {
  const found = await runSql(administration, "SELECT 1 FROM pg_database WHERE datname = 'large'")
  if (found.length === 0) await runSql(administration, 'CREATE DATABASE large')
  return new URL('large', administration).href
}

async function measure(url: string, home: string, { texts, questions }: Texts): Promise<void> {
  const only = (step: string) => options.only === undefined || options.only === step
  const world = testProcess(root, [
    ...['--home', home, '--embedder', 'gte-small', '--cache', 'none', '--store', url],
  ])
  const wired = await wire(await readConfig(world), world, { quietLevel: 'error' })
  try {
    if (only('fill')) await fill(wired, url, texts)
    if (only('index')) await index(wired, url)
    if (only('search')) await measureLarge(wired, { url, questions: chosen(questions.flat()) }, signal)
  } finally {
    await wired.close()
  }
}

function chosen(all: readonly string[]): string[] {
  const step = Math.max(1, Math.floor(all.length / Number(options.questions)))
  return all.filter((_, at) => at % step === 0).slice(0, Number(options.questions))
}

/** Without an index of vectors, which would be built while the library grows. */
async function fill({ parts: { embedder, analyzer } }: Wired, url: string, texts: Texts['texts']) {
  const store = postgresStore({ url, clock: systemClock, indexFrom: Number.POSITIVE_INFINITY })
  try {
    await fillLarge(store, { chunks: Number(options.chunks), texts, embedder, analyzer }, signal)
  } finally {
    await store.close()
  }
}

/** As a server does that starts. */
async function index({ parts: { store } }: Wired, url: string): Promise<void> {
  const isThere = async () => (await runSql(url, findIndex))[0]?.valid === true
  if (await isThere()) return
  const startedAt = performance.now()
  const elapsed = () => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`
  await store.warm()
  for (let minutes = 0; !(await isThere()); ) {
    await pause(2_000)
    if (performance.now() - startedAt < minutes * 60_000) continue
    minutes += 2
    const [row] = await runSql(url, findBuild)
    console.log(`index: ${elapsed()}, ${JSON.stringify(row ?? null)} [load ${loadavg()[0]?.toFixed(1)}]`)
  }
  console.log(`index of vectors built in ${elapsed()} [load ${loadavg()[0]?.toFixed(1)}]`)
}
