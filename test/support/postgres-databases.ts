import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { startPooler, startServices } from '../../scripts/services/start-services.ts'
import { openStore } from '../../src/adapters/stores/index.ts'
import { stillClock } from '../conformance/store-fixtures.ts'
import { runSql } from './run-sql.ts'

/**
 * A PostgreSQL server for one file of tests. With QUIRE_TEST_PGBOUNCER=1, stores are reached through pgbouncer in
 * transaction mode.
 */
export type PostgresDatabases = {
  /** The address of an administrator; stores are copied from the database `store_template`. */
  url: string
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
  const pooler = process.env.QUIRE_TEST_PGBOUNCER === '1' ? await startPooler(administration) : null
  const urlOf = (name: string) => new URL(name, administration).href
  const pooled = (name: string) => new URL(name, pooler?.url ?? administration).href
  const created: string[] = []

  const run = (sql: string, url = administration) => runSql(url, sql)
  await run(`CREATE DATABASE ${template}`)
  const store = await openStore(urlOf(template), { clock: stillClock })
  await store.describeCollections()
  await store.close()

  return {
    url: administration,
    run,
    async createStore() {
      const name = `store_${randomUUID().replaceAll('-', '')}`
      // Copying a database is faster than creating a hundred tables.
      await run(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
      created.push(name)
      const old = created.length > 2 ? created.shift() : undefined
      if (old !== undefined) await run(`DROP DATABASE ${old} WITH (FORCE)`)
      return pooled(name)
    },
    async createEmpty() {
      const name = `empty_${randomUUID().replaceAll('-', '')}`
      await run(`CREATE DATABASE ${name}`)
      return urlOf(name)
    },
    async stop() {
      await pooler?.stop()
      await postgres.stop()
    },
  }
}
