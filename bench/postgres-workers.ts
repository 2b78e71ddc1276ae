/**
 * Two jobs that ingest a folder each into PostgreSQL, left by a server that is killed, and continued by one worker or by
 * two: documents per second, and the CPU time of the workers. PostgreSQL is started by this command.
 *   npm run measure -- postgres-workers [--files 300] [--embedder hash]
 */
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seededRandom } from '../src/app/eval/seeded-random.ts'
import { type PostgresDatabases, postgresDatabases } from '../test/support/postgres-databases.ts'
import { finish, type Started, start } from '../test/support/started-program.ts'

const { values: options } = parseArgs({
  options: {
    files: { type: 'string', default: '300' },
    embedder: { type: 'string', default: 'hash' },
  },
})
const libraries = ['one', 'two']
const wordsPerSentence = 15
const sentencesPerFile = 100

const databases = await postgresDatabases()
const home = await mkdtemp(join(tmpdir(), 'quire-postgres-workers-'))
if ('reason' in databases) console.error(`Skipped: ${databases.reason}`)
else
  try {
    for (const [seed, library] of libraries.entries()) await writeFiles(join(home, library), seed)
    for (const workers of [1, 2]) await measure(databases, workers)
  } finally {
    await databases.stop()
    await rm(home, { recursive: true, force: true })
  }

async function writeFiles(folder: string, seed: number): Promise<void> {
  const random = seededRandom(seed)
  const words = Array.from({ length: 20_000 }, (_, number) => `word${number.toString(36)}`)
  const draw = () => words[Math.floor(random.next() ** 3 * words.length)] ?? ''
  const sentence = () => `${Array.from({ length: wordsPerSentence }, draw).join(' ')}.`
  await mkdir(folder)
  for (let number = 0; number < Number(options.files); number++) {
    const text = Array.from({ length: sentencesPerFile }, sentence).join(' ')
    await writeFile(join(folder, `${number}.md`), `# Note ${number}\n\n${text}\n`)
  }
}

async function measure(databases: PostgresDatabases, count: number): Promise<void> {
  const url = await databases.createStore()
  const flags = ['--root', home, '--toolsets', 'documents', '--embedder', options.embedder]
  const begin = (words: string[], name: string) =>
    start([...words, ...flags], { HOME: join(home, `${name}-of-${count}`), QUIRE_STORE: url })
  const countDocuments = async () =>
    Number((await databases.run('SELECT count(*) AS n FROM quire.documents', url))[0]?.n ?? 0)
  const isWorking = async () =>
    (await databases.run("SELECT 1 FROM quire.jobs WHERE state IN ('running', 'interrupted')", url)).length >
    0

  const countStarted = async () =>
    (await databases.run('SELECT 1 FROM quire.documents GROUP BY collection', url)).length
  await leaveJobs(begin(['serve', '--port', '0', '--json'], 'server'), countStarted)
  const left = await countDocuments()
  const workers = Array.from({ length: count }, (_, number) => begin(['worker'], `worker-${number}`))
  // Workers wait until the server has been silent for some time.
  while ((await countDocuments()) === left) await pause(20)
  const startedAt = performance.now()
  while (await isWorking()) await pause(50)
  const seconds = (performance.now() - startedAt) / 1000
  const cpu = await Promise.all(workers.map(({ child }) => cpuSeconds(child.pid)))
  for (const { child } of workers) child.kill('SIGTERM')
  await Promise.all(workers.map(finish))
  const [stored] = await databases.run(
    'SELECT count(*) AS documents, count(DISTINCT (collection, source)) AS sources, sum(chunk_count) AS chunks FROM quire.documents',
    url,
  )
  const made = Number(stored?.documents) - left
  console.log(
    `${count} ${count === 1 ? 'worker' : 'workers'}: ${made} documents in ${seconds.toFixed(1)} s, ${(made / seconds).toFixed(1)} per second; CPU of the workers ${cpu.map(one => one.toFixed(1)).join(' and ')} s; ${stored?.documents} documents of ${stored?.sources} sources, ${stored?.chunks} chunks [load ${loadavg()[0]?.toFixed(1)}]`,
  )
}

/** Begins a job for each library, and kills the server when each has stored something. */
async function leaveJobs(server: Started, countStarted: () => Promise<number>): Promise<void> {
  let address: string | undefined
  while (address === undefined) {
    if (server.child.exitCode !== null) throw new Error(server.text())
    address = /"url":\s*"([^"]+)"/.exec(server.text())?.[1]
    await pause(20)
  }
  const asked = libraries.map(library =>
    fetch(`${address}/api/v1/documents/ingest_folder`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ folder: join(home, library), library }),
    }).catch(() => null),
  )
  while ((await countStarted()) < libraries.length) await pause(5)
  const ended = once(server.child, 'close')
  server.child.kill('SIGKILL')
  await Promise.all([ended, ...asked])
}

async function cpuSeconds(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // Linux counts CPU time in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) / 100
}
