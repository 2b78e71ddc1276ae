import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { startServices } from '../../scripts/services/start-services.ts'
import { openStore } from '../../src/adapters/stores/index.ts'
import { stillClock } from '../conformance/store-fixtures.ts'

/** A PostgreSQL server for one file of tests. */
export type PostgresDatabases = {
  /** Creates an empty store and returns its URL. The one that was created two calls before is deleted. */
  createStore(): Promise<string>
  /** Creates a database without tables. */
  createEmpty(): Promise<string>
  /** Runs statements as an administrator. */
  run(sql: string, url?: string): Promise<pg.QueryResult['rows']>
  stop(): Promise<void>
}

const template = 'store_template'

/** Starts the server, or returns the reason why there is none. */
export async function postgresDatabases(): Promise<PostgresDatabases | { reason: string }> {
  const { postgres } = await startServices(['postgres'], line => process.stderr.write(`${line}\n`))
  if ('reason' in postgres) return postgres
  const { url: administration } = postgres
  const urlOf = (name: string) => new URL(name, administration).href
  const created: string[] = []

  async function run(sql: string, url = administration): Promise<pg.QueryResult['rows']> {
    const client = new pg.Client(url)
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  await run(`CREATE DATABASE ${template}`)
  const store = await openStore(urlOf(template), { clock: stillClock })
  await store.describeCollections()
  await store.close()

  return {
    run,
    async createStore() {
      const name = `store_${randomUUID().replaceAll('-', '')}`
      // Copying a database is faster than creating a hundred tables.
      await run(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
      created.push(name)
      const old = created.length > 2 ? created.shift() : undefined
      if (old !== undefined) await run(`DROP DATABASE ${old} WITH (FORCE)`)
      return urlOf(name)
    },
    async createEmpty() {
      const name = `empty_${randomUUID().replaceAll('-', '')}`
      await run(`CREATE DATABASE ${name}`)
      return urlOf(name)
    },
    stop: () => postgres.stop(),
  }
}
