import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runSql } from './run-sql.ts'

/** The database of one contract world, when the tests run on PostgreSQL; null when they run on SQLite. */
export type ContractStore = { flags: string[]; drop(): Promise<void> }

/** QUIRE_TEST_POSTGRES is the address of a server with a database `store_template` (`bench/postgres-contracts.ts`). */
export async function contractStore(): Promise<ContractStore | null> {
  const administration = process.env.QUIRE_TEST_POSTGRES
  if (administration === undefined) return null
  const name = `world_${randomUUID().replaceAll('-', '')}`
  await runSql(administration, `CREATE DATABASE ${name} TEMPLATE store_template STRATEGY FILE_COPY`)
  return {
    flags: ['--store', new URL(name, administration).href],
    async drop() {
      await runSql(administration, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/** The correlation ids of the runs in the audit of a world. */
export async function auditedRuns(at: { home: string; 'store.url': string }): Promise<string[]> {
  if (!at['store.url'].startsWith('postgres:'))
    return (await readdir(join(at.home, 'audit'))).map(name => name.replace(/\.jsonl$/, ''))
  const rows = await runSql(at['store.url'], 'SELECT DISTINCT run FROM quire.audit_lines')
  return rows.map(row => String(row.run))
}
