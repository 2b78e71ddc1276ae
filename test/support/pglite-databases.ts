import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { fetchPackages } from '../../scripts/services/fetch-package.ts'
import { openStore } from '../../src/adapters/stores/index.ts'
import { usePool } from '../../src/adapters/stores/postgres/database.ts'
import { collectionTables } from '../../src/adapters/stores/postgres/schema.ts'
import { stillClock } from '../conformance/store-fixtures.ts'

/** PostgreSQL 18 with pgvector as WebAssembly in this process: 27 MB, which is why it is no dependency. */
const packages = [
  {
    name: '@electric-sql/pglite',
    version: '0.5.14',
    sha512: 'aAQe7iArcFB2w1xtx91l3l9trxhMzD6aZf+WnosSHNhwgp70EJz80Igw/bHnW14fUEFYWPBoQ1sGom8Xc0Jttg==',
  },
  {
    name: '@electric-sql/pglite-pgvector',
    version: '0.0.15',
    sha512: 't022ZzaH95MD+FFY+1f1gw8NqSEot3ZW7XM8jNQnEJDcWN+dUaosS/CKqJHFCopGUSE4cwsc18ucbx5trd3jtQ==',
  },
  {
    name: '@electric-sql/pglite-pg_textsearch',
    version: '0.0.16',
    sha512: 'yuzxtBslBkpwhqzpQ7o1jhsc7VYsJCaSGFn2US54j1OZvNPPySLI8bjs2GHN1iyDOhSJilZLHM3Zwm1NjOknUA==',
  },
]

export type Lite = {
  query(
    sql: string,
    values?: unknown[],
    options?: { blob?: Blob },
  ): Promise<{ rows: Record<string, unknown>[] }>
  dumpDataDir(compression: 'none'): Promise<Blob>
  close(): Promise<void>
}

/** Opens a database in memory; `content` is what `dumpDataDir` of another one returned. */
export async function openLite(content: Blob | null = null): Promise<Lite> {
  const { PGlite, vector, pg_textsearch } = await load()
  return PGlite.create({
    extensions: { vector, pg_textsearch },
    ...(content === null ? {} : { loadDataDir: content }),
  })
}

async function load() {
  const folder = await fetchPackages('pglite-0.5.14', packages, line => process.stderr.write(`${line}\n`))
  const require = createRequire(join(folder, 'index.js'))
  const open = (name: string) => import(pathToFileURL(require.resolve(name)).href.replace(/\.cjs$/, '.js'))
  const [{ PGlite }, { vector }, { pg_textsearch }, { createPgConfig }] = await Promise.all([
    open('@electric-sql/pglite'),
    open('@electric-sql/pglite-pgvector'),
    open('@electric-sql/pglite-pg_textsearch'),
    open('@electric-sql/pglite/node-postgres'),
  ])
  return { PGlite, vector, pg_textsearch, createPgConfig }
}

/** Two databases that tests use in turns, emptied before each use: a test may need two stores. */
export async function liteDatabases(): Promise<{ createStore(): Promise<string>; stop(): Promise<void> }> {
  const first = await openLite()
  const urls = ['postgres://first.pglite/postgres', 'postgres://second.pglite/postgres']
  const lites = [first, await openLite(await first.dumpDataDir('none'))]
  for (const [at, lite] of lites.entries()) {
    usePool(urls[at] ?? '', await poolOf(lite))
    const store = await openStore(urls[at] ?? '', { clock: stillClock })
    await store.describeCollections()
    await store.close()
  }
  let next = 0
  return {
    async createStore() {
      const at = next++ % lites.length
      const names = [...collectionTables, 'collections', 'trash', 'dense_feed', 'dense_outbox']
      await lites[at]?.query(`TRUNCATE ${names.map(name => `quire.${name}`).join(', ')} RESTART IDENTITY`)
      return urls[at] ?? ''
    },
    async stop() {
      for (const lite of lites) await lite.close()
    },
  }
}

/** The driver speaks with the database in this process. Its COPY is replaced: PGlite takes rows from a blob only. */
async function poolOf(lite: Lite): Promise<pg.Pool> {
  const { createPgConfig } = await load()
  const numbers = new pg.TypeOverrides()
  numbers.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({ ...createPgConfig(lite), max: 1, types: numbers })
  pool.on('connect', client => {
    const query = client.query.bind(client)
    // SAFETY: what is no COPY goes on as it came.
    client.query = ((given: unknown, ...others: unknown[]) =>
      isCopy(given)
        ? copyFrom(lite, given.text)
        : (query as (...all: unknown[]) => unknown)(given, ...others)) as typeof client.query
  })
  return pool
}

function isCopy(given: unknown): given is { text: string } {
  return given instanceof Writable && 'text' in given && typeof given.text === 'string'
}

function copyFrom(lite: Lite, statement: string): Writable {
  const parts: Buffer[] = []
  return new Writable({
    write(part: Buffer, _encoding, done) {
      parts.push(part)
      done()
    },
    final(done) {
      const blob = new Blob([Buffer.concat(parts)])
      lite.query(statement.replace('FROM STDIN', "FROM '/dev/blob'"), [], { blob }).then(() => done(), done)
    },
  })
}
