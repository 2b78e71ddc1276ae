/**
 * Stores generated chunks in PostgreSQL and in SQLite and compares the CPU time of Node and of PostgreSQL, which says more than
 * the clock on a machine with other work. PostgreSQL is started by this command.
 *   npm run measure -- postgres-writing [--chunks 4000]
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openStore } from '../src/adapters/stores/index.ts'
import { systemClock } from '../src/app/clock.ts'
import { seededRandom } from '../src/app/eval/seeded-random.ts'
import type { DocumentWrite } from '../src/core/ports/store.ts'
import { collection, write } from '../test/conformance/store-fixtures.ts'
import { postgresDatabases } from '../test/support/postgres-databases.ts'

const { values: options } = parseArgs({ options: { chunks: { type: 'string', default: '4000' } } })
const documents = Number(options.chunks) / 10
const documentsAtOnce = 50
const dimensions = 384
const { signal } = new AbortController()
const random = seededRandom(7)
/** A few words are in every chunk, most in few. */
const word = () => `w${Math.floor(30_000 ** random.next()).toString(36)}`

const databases = await postgresDatabases()
const home = await mkdtemp(join(tmpdir(), 'quire-writing-'))
if ('reason' in databases) console.error(`Skipped: ${databases.reason}`)
else
  try {
    const batches = Array.from({ length: Math.ceil(documents / documentsAtOnce) }, (_, batch) =>
      makeBatch(batch),
    )
    const url = await databases.createStore()
    for (const [name, place] of [
      ['PostgreSQL', url],
      ['SQLite', `sqlite:${join(home, 'quire.db')}`],
    ] as const) {
      const store = await openStore(place, { clock: systemClock })
      await store.ensureCollection(collection('notes', { dimensions }))
      const before = process.cpuUsage()
      const startedAt = performance.now()
      for (const batch of batches) await store.putDocuments(batch, signal)
      const wall = performance.now() - startedAt
      const { user, system } = process.cpuUsage(before)
      const rows = await databases.run(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'quire'",
        url,
      )
      const server = name === 'SQLite' ? 0 : await cpuMs(rows.map(({ pid }) => String(pid)))
      console.log(
        `${name}: ${10 * documents} chunks in ${(wall / 1000).toFixed(1)} s; CPU of Node ${((user + system) / 1e6).toFixed(1)} s, of PostgreSQL ${(server / 1000).toFixed(1)} s [load ${loadavg()[0]?.toFixed(1)}]`,
      )
      await store.close()
    }
  } finally {
    await databases.stop()
    await rm(home, { recursive: true, force: true })
  }

function makeBatch(batch: number): DocumentWrite[] {
  return Array.from({ length: documentsAtOnce }, (_, index) =>
    write({
      collection: 'notes',
      source: `${batch}-${index}.md`,
      metadata: { a: index % 100, b: batch % 7 },
      chunks: Array.from({ length: 10 }, () => ({
        text: Array.from({ length: 120 }, word).join(' '),
        vector: Array.from({ length: dimensions }, () => random.gaussian()),
        headings: ['One', 'Two'],
      })),
    }),
  )
}

/** From /proc; a clock tick is 10 ms. */
async function cpuMs(pids: readonly string[]): Promise<number> {
  let ticks = 0
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  }
  return 10 * ticks
}
