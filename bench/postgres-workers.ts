/**
 * Two jobs that ingest a folder each into PostgreSQL, run by one worker and by two: how long, and the CPU time of the workers
 * and of PostgreSQL. Each folder has a library of its own. PostgreSQL is started by this command.
 *   npm run measure -- postgres-workers [--files 400] [--embedder hash]
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { postgresJobLedger } from '../src/adapters/stores/postgres/job-ledger.ts'
import { systemClock } from '../src/app/clock.ts'
import { seededRandom } from '../src/app/eval/seeded-random.ts'
import { type PostgresDatabases, postgresDatabases } from '../test/support/postgres-databases.ts'
import { finish, start } from '../test/support/started-program.ts'

const { values: options } = parseArgs({
  options: {
    files: { type: 'string', default: '400' },
    embedder: { type: 'string', default: 'hash' },
  },
})
const libraries = ['one', 'two']
const wordsPerFile = 1_500

const databases = await postgresDatabases()
const home = await mkdtemp(join(tmpdir(), 'quire-postgres-workers-'))
if ('reason' in databases) console.error(`Skipped: ${databases.reason}`)
else
  try {
    for (const library of libraries) await writeFiles(join(home, library))
    for (const workers of [1, 2]) await measure(databases, workers)
  } finally {
    await databases.stop()
    await rm(home, { recursive: true, force: true })
  }

async function writeFiles(folder: string): Promise<void> {
  const random = seededRandom(folder.length)
  const words = Array.from({ length: 20_000 }, (_, number) => `word${number.toString(36)}`)
  const draw = () => words[Math.floor(random.next() ** 3 * words.length)] ?? ''
  await mkdir(folder)
  for (let number = 0; number < Number(options.files); number++) {
    const sentences = Array.from(
      { length: wordsPerFile / 15 },
      () => `${Array.from({ length: 15 }, draw).join(' ')}.`,
    )
    await writeFile(join(folder, `${number}.md`), `# Note ${folder} ${number}\n\n${sentences.join(' ')}\n`)
  }
}

/** Jobs whose server has ended, which workers continue. */
async function measure(databases: PostgresDatabases, count: number): Promise<void> {
  const url = await databases.createStore()
  const ledger = postgresJobLedger({ url, clock: systemClock })
  const owner = { instance: 'gone', pid: 1, host: hostname() }
  for (const library of libraries) {
    const folder = join(home, library)
    await ledger.begin(
      {
        ...{ id: library, key: library, kind: 'ingest_folder', title: library, collection: library },
        ...{ isRepeatable: true, origin: { surface: 'rest', isLocal: true }, correlationId: library },
        input: { folder, library },
      },
      { owner, at: systemClock.now(), isAbandoned: () => false },
    )
    await ledger.interrupt(library, 'gone', systemClock.now())
  }
  await databases.run("UPDATE quire.jobs SET heartbeat_at = '2026-01-01T00:00:00Z'", url)
  const flags = ['--root', home, '--toolsets', 'documents', '--embedder', options.embedder]
  const workers = Array.from({ length: count }, (_, number) =>
    start(['worker', ...flags], { HOME: join(home, `home-${count}-${number}`), QUIRE_STORE: url }),
  )
  const states = async () => {
    const jobs = await ledger.list({ states: null, limit: 100 })
    return jobs.flatMap(({ id, state }) => (libraries.includes(id) ? [state] : []))
  }
  // Workers look for jobs from time to time.
  while (!(await states()).includes('running')) await pause(20)
  const startedAt = performance.now()
  while ((await states()).some(state => state === 'running' || state === 'interrupted')) await pause(20)
  const seconds = (performance.now() - startedAt) / 1000
  const cpu = (await Promise.all(workers.map(({ child }) => cpuSeconds(child.pid)))).reduce(
    (sum, one) => sum + one,
    0,
  )
  const ended = await states()
  const [row] = await databases.run(
    'SELECT count(*) AS documents, sum(chunk_count) AS chunks FROM quire.documents',
    url,
  )
  for (const { child } of workers) child.kill('SIGTERM')
  await Promise.all(workers.map(finish))
  await ledger.close()
  console.log(
    `${count} workers: ${ended.join(', ')}; ${row?.documents} documents, ${row?.chunks} chunks in ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU of the workers [load ${loadavg()[0]?.toFixed(1)}]`,
  )
}

async function cpuSeconds(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // Linux counts CPU time in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) / 100
}
