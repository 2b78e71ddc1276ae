/**
 * Compares the ten best passages for the questions of retrieval sets between SQLite and PostgreSQL, in all modes. Documents and
 * vectors come from a library that has the sets as collections; PostgreSQL is started by this command.
 *   node bench/compare-stores.ts <database of the library> <folder with the sets> nfcorpus cranfield
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { analyzer } from '../src/adapters/analyzers/analyzer.ts'
import { openStore } from '../src/adapters/stores/index.ts'
import { systemClock } from '../src/app/clock.ts'
import { createQuire, type Quire } from '../src/app/create-quire.ts'
import { modes } from '../src/app/eval/evaluate.ts'
import { readBeir } from '../src/app/eval/read-beir.ts'
import { indexChunks } from '../src/core/ingest/embed-chunks.ts'
import type { DocumentWrite, Store } from '../src/core/ports/store.ts'
import { postgresDatabases } from '../test/support/postgres-databases.ts'

const {
  positionals: [library = '', sets = '', ...names],
} = parseArgs({ allowPositionals: true })
const { signal } = new AbortController()
const databases = await postgresDatabases()
if ('reason' in databases) throw new Error(databases.reason)
const home = await mkdtemp(join(tmpdir(), 'quire-compare-'))
const urls = { sqlite: `sqlite:${join(home, 'copy.db')}`, postgres: await databases.createStore() }
try {
  const source = await openStore(library, { clock: systemClock })
  for (const url of Object.values(urls)) {
    const began = process.cpuUsage()
    const store = await openStore(url, { clock: systemClock })
    for (const name of names) await copyCollection(source, store, name)
    await store.close()
    const { user, system } = process.cpuUsage(began)
    console.log(`${url.split(':')[0]}: stored with ${((user + system) / 1e6).toFixed(1)} s of this process`)
  }
  await source.close()
  const sqlite = await createQuire({ home: join(home, 'one'), store: urls.sqlite })
  const postgres = await createQuire({ home: join(home, 'two'), store: urls.postgres })
  // As servers do that start: PostgreSQL's collections are searched in what this process holds.
  for (const { engine } of [sqlite, postgres]) await engine.warmStore()
  for (const name of names) await compareSet(name, { sqlite, postgres })
  await sqlite.close()
  await postgres.close()
  const sizes = await databases.run(
    `SELECT substring(relname FROM '^(.*)_[0-9]+$') AS name, pg_size_pretty(sum(pg_total_relation_size(oid))) AS size
      FROM pg_class WHERE relkind = 'r' AND relnamespace = 'quire'::regnamespace AND relname ~ '_[0-9]+$'
      GROUP BY 1 ORDER BY sum(pg_total_relation_size(oid)) DESC LIMIT 4`,
    urls.postgres,
  )
  console.log(sizes.map(({ name, size }) => `${name} ${size}`).join(', '))
} finally {
  await databases.stop()
  await rm(home, { recursive: true, force: true })
}

async function copyCollection(source: Store, target: Store, name: string): Promise<void> {
  const collection = await source.getCollection(name)
  if (collection === null) throw new Error(`${library} has no collection ${name}.`)
  await target.ensureCollection(collection)
  const page = 100
  for (let offset = 0; ; offset += page) {
    const listed = await source.listDocuments({ collections: [name], limit: page, offset })
    if (listed.length === 0) return
    const writes: DocumentWrite[] = []
    for (const document of await source.readDocuments(listed.map(({ id }) => id))) {
      const stored = await source.exportChunks(document.id)
      const chunks = stored.map(({ chunk }) => chunk)
      const vectors = stored.map(({ vector, tokenBits }) =>
        tokenBits === null || !('length' in vector) ? vector : { vector, tokenBits },
      )
      writes.push({ document, chunks: indexChunks({ document, chunks, vectors }, { analyzer: analyzer() }) })
    }
    await target.putDocuments(writes, signal)
  }
}

async function compareSet(name: string, stores: { sqlite: Quire; postgres: Quire }): Promise<void> {
  const { queries } = await readBeir(join(sets, name), 'test')
  for (const mode of modes) {
    let equal = 0
    let shared = 0
    for (const { text } of queries) {
      const [one, other] = [await best(stores.sqlite, text), await best(stores.postgres, text)]
      if (one.join() === other.join()) equal += 1
      else console.log(`  ${name} ${mode} differs: ${JSON.stringify(text.slice(0, 60))} ${one} / ${other}`)
      // A question that nothing answers has an empty list in both.
      shared +=
        one.length === 0
          ? Number(other.length === 0)
          : one.filter(id => other.includes(id)).length / one.length
    }
    const share = (100 * shared) / queries.length
    console.log(
      `${name} ${mode}: ${equal} of ${queries.length} equal, ${share.toFixed(2)} % of the top ten shared`,
    )

    async function best({ engine }: Quire, text: string): Promise<string[]> {
      const request = { collections: [name], text, mode, limit: 10, filter: [], sort: 'relevance' as const }
      return (await engine.search(request, signal)).hits.map(hit => hit.chunk.id)
    }
  }
}
