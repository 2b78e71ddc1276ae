/**
 * Moves a library of a retrieval set, and what a folder of parliament's records gives, from SQLite to PostgreSQL and back with
 * `quire move`, and compares the exports of all libraries byte by byte (except the time of the export). Vectors are made by
 * the embedder "hash". PostgreSQL is started by this command. With --kill, the first move is killed when a third of the
 * documents are there, and continued.
 *   npm run measure -- move [--data <folder with nfcorpus>] [--set nfcorpus] [--hansard <folder>] [--kill]
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { openStore } from '../src/adapters/stores/index.ts'
import { systemClock } from '../src/app/clock.ts'
import { createQuire } from '../src/app/create-quire.ts'
import { ingestSet } from '../src/app/eval/ingest-set.ts'
import { readBeir } from '../src/app/eval/read-beir.ts'
import { runProgram } from '../src/app/run-program.ts'
import { silent } from '../src/core/model/progress.ts'
import { testProcess } from '../test/contract/world.ts'
import { postgresDatabases } from '../test/support/postgres-databases.ts'
import { runSql } from '../test/support/run-sql.ts'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: join(import.meta.dirname, '../../shared/data/retrieval') },
    set: { type: 'string', default: 'nfcorpus' },
    hansard: { type: 'string' },
    kill: { type: 'boolean', default: false },
  },
})
const { signal } = new AbortController()
const launcher = join(import.meta.dirname, '../bin/quire.js')
const databases = await postgresDatabases()
const folder = await mkdtemp(join(tmpdir(), 'quire-move-stores-'))
if ('reason' in databases) console.error(`Skipped: ${databases.reason}`)
else
  try {
    const [home, back] = [join(folder, 'home'), join(folder, 'back')]
    const quire = await createQuire({ home, embedder: 'hash' })
    const { documents } = await readBeir(join(options.data, options.set), 'test')
    await ingestSet(quire.engine, { library: options.set, documents }, { signal, progress: silent })
    await quire.close()
    if (options.hansard !== undefined) await run(['hansard', 'import', options.hansard, '--home', home])
    const server = await databases.createStore()
    const names = await namesIn(`sqlite:${join(home, 'quire.db')}`)
    const before = await hashes(names, ['--home', home])
    if (options.kill) await moveAndKill(home, server)
    console.log(`there: ${await move(['--from', 'sqlite', '--to', server, '--home', home])}`)
    console.log(`back: ${await move(['--from', server, '--to', 'sqlite', '--home', back])}`)
    for (const [place, flags] of [
      ['PostgreSQL', ['--store', server, '--home', join(folder, 'third')]],
      ['SQLite', ['--home', back]],
    ] as const) {
      const after = await hashes(names, [...flags])
      const equal = names.filter(name => after.get(name) === before.get(name))
      console.log(`${place}: exports of ${equal.length} of ${names.length} libraries are equal`)
    }
  } finally {
    await databases.stop()
    await rm(folder, { recursive: true, force: true })
  }

async function namesIn(url: string): Promise<string[]> {
  const store = await openStore(url, { clock: systemClock })
  const names = (await store.describeCollections()).map(({ name }) => name)
  await store.close()
  return names
}

async function move(flags: string[]): Promise<string> {
  const startedAt = performance.now()
  const { documents, chunks, searches } = JSON.parse(await run(['move', ...flags, '--json']))
  const seconds = (performance.now() - startedAt) / 1000
  return `${documents} documents, ${chunks} chunks in ${seconds.toFixed(0)} s, ${searches.equal} of ${searches.asked} searches equal [load ${loadavg()[0]?.toFixed(1)}]`
}

async function moveAndKill(home: string, server: string): Promise<void> {
  const source = await openStore(`sqlite:${join(home, 'quire.db')}`, { clock: systemClock })
  const all = (await source.listCollections()).reduce((sum, { documents }) => sum + documents, 0)
  await source.close()
  const flags = ['--from', 'sqlite', '--to', 'env:TARGET', '--home', home, '--embedder', 'hash']
  const child = spawn(process.execPath, [launcher, 'move', ...flags], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: folder, TARGET: server },
  })
  const ended = once(child, 'close')
  const moved = async () =>
    Number((await runSql(server, 'SELECT coalesce(sum(documents), 0) AS n FROM quire.collections'))[0]?.n)
  while (child.exitCode === null && (await moved()) < all / 3) await pause(50)
  child.kill('SIGKILL')
  await ended
  console.log(`killed when ${await moved()} of ${all} documents were there`)
}

/** SHA-256 of each export without the time of the export and the hash over it. */
async function hashes(names: readonly string[], flags: string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const name of names) {
    const file = join(folder, 'library.quire')
    await run(['export', name, file, '--force', ...flags])
    const lines = gunzipSync(await readFile(file))
      .toString()
      .trimEnd()
      .split('\n')
    const { exported_at: _, ...header } = JSON.parse(lines[0] ?? '')
    const content = [JSON.stringify(header), ...lines.slice(1, -1)].join('\n')
    found.set(name, createHash('sha256').update(content).digest('hex'))
  }
  return found
}

async function run(argv: string[]): Promise<string> {
  const output: string[] = []
  const notes: string[] = []
  const world = testProcess(folder, [...argv, '--embedder', 'hash'], {
    onOutput: line => void output.push(line),
    onNote: line => void notes.push(line),
  })
  if ((await runProgram(world)) !== 0) throw new Error(notes.join(''))
  return output.join('')
}
