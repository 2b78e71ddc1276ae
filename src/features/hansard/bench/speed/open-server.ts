import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { keptPostgres } from '../../../../../test/support/kept-postgres.ts'
import { postgresDatabases } from '../../../../../test/support/postgres-databases.ts'
import { runSql } from '../../../../../test/support/run-sql.ts'
import { defaultIndexFrom } from '../../../../adapters/stores/postgres/dense-index.ts'
import { postgresStore } from '../../../../adapters/stores/postgres/postgres-store.ts'
import { systemClock } from '../../../../app/clock.ts'

export type DatabaseServer = { url: string; stop(): Promise<void> }

/** As a small server is set, but it may lose what it was given: the record can be made again. */
const settings = {
  shared_buffers: '1GB',
  max_wal_size: '4GB',
  fsync: 'off',
  full_page_writes: 'off',
  jit: 'off',
}

/** PostgreSQL with a database for the record: kept in the folder, or removed at the end when there is none. */
export async function openServer(folder: string | null): Promise<DatabaseServer> {
  if (folder === null) {
    const databases = await postgresDatabases()
    if ('reason' in databases) throw new Error(databases.reason)
    return { url: await databases.createStore(), stop: () => databases.stop() }
  }
  const server = await keptPostgres(folder, settings)
  const found = await runSql(server.url, "SELECT 1 FROM pg_database WHERE datname = 'hansard'")
  if (found.length === 0) await runSql(server.url, 'CREATE DATABASE hansard')
  return { url: new URL('hansard', server.url).href, stop: () => server.stop() }
}

/** A server of Quire reads the address of its database from a file, so that it is in no list of processes. */
export async function writeAddress(home: string, url: string): Promise<string[]> {
  await mkdir(home, { recursive: true })
  const file = join(home, 'store')
  await writeFile(file, url, { mode: 0o600 })
  return ['--store-file', file]
}

const findIndex = `SELECT 1 FROM pg_index JOIN pg_class ON oid = indexrelid
  WHERE relname ~ '^vectors_hnsw_' AND indisvalid`

/** Waits for the index of vectors, and returns the size of the database in MB. */
export async function settle(url: string, chunks: number, note: (text: string) => void): Promise<number> {
  const store = postgresStore({ url, clock: systemClock })
  const startedAt = performance.now()
  const isThere = async () => chunks < defaultIndexFrom || (await runSql(url, findIndex)).length > 0
  if (!(await isThere())) {
    // The process that stored the speeches built none: speeches would be added to it one by one.
    await store.warm()
    while (!(await isThere())) await pause(500)
    await runSql(url, 'VACUUM ANALYZE')
  }
  note(`waited ${((performance.now() - startedAt) / 1000).toFixed(0)} s for the index of vectors`)
  await store.close()
  const [row] = await runSql(url, 'SELECT pg_database_size(current_database()) AS bytes')
  return Number(row?.bytes) / 1_048_576
}
