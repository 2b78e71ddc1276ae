import { Failure } from '../../../core/model/failure.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import { changeLogSchema, documentChangesSchema } from './change-log.ts'
import type { Database, Sql } from './database.ts'
import { languagesSchema } from './language-counts.ts'
import { outboxSchema } from './outbox.ts'
import { sqlState } from './postgres-failure.ts'
import { firstSchema, jobsSchema, serialVectors, sharedSchema } from './schema.ts'

/** Steps from one version of the schema to the next; the number of steps is the version. Never change a released one. */
export const migrations: readonly string[] = [
  firstSchema,
  jobsSchema,
  'ALTER TABLE quire.corrections ADD COLUMN reference text',
  sharedSchema,
  serialVectors,
  'ALTER TABLE quire.feature_tables ADD COLUMN steps text[]',
  outboxSchema,
  changeLogSchema,
  documentChangesSchema,
  languagesSchema,
]

/** Identifies the lock that migrating processes take: "quire" in ASCII. */
const lockKey = 0x7175697265

/**
 * Brings the database to the current schema, under a lock that ends with the transaction: one process migrates, others
 * wait. Throws STORE_TOO_NEW when a later version of the program has written it.
 */
export async function migrate(database: Database, clock: Clock, steps = migrations): Promise<void> {
  const known = await database.read(readVersion)
  if (known === steps.length) return
  if (known < steps.length) await migrateFrom(database, clock, steps)
  else throw tooNew(database, known, steps.length)
}

async function migrateFrom(database: Database, clock: Clock, steps: readonly string[]): Promise<void> {
  await database.write(async sql => {
    await sql.run('SELECT pg_advisory_xact_lock(?)', lockKey)
    const from = await readVersion(sql)
    if (from > steps.length) throw tooNew(database, from, steps.length)
    if (from === 0) await createBase(sql)
    await applySteps(sql, { clock, from, steps })
  })
}

async function applySteps(
  sql: Sql,
  { clock, from, steps }: { clock: Clock; from: number; steps: readonly string[] },
): Promise<void> {
  for (let version = from + 1; version <= steps.length; version++) {
    for (const statement of statementsOf(steps[version - 1] ?? '')) await sql.run(statement)
    await sql.run('INSERT INTO quire.migrations (version, applied_at) VALUES (?, ?)', version, clock.now())
  }
}

/** Inside a write transaction, in a database without a schema: creates it in an earlier version, to restore a backup. */
export async function createSchema(
  sql: Sql,
  { clock, schema }: { clock: Clock; schema: number },
): Promise<void> {
  if (schema > migrations.length)
    throw new Failure(
      'unavailable',
      'STORE_TOO_NEW',
      `The backup has the schema ${schema}; this program knows ${migrations.length}.`,
      { hint: 'Update quire.', details: { found: schema, known: migrations.length } },
    )
  await sql.run('SELECT pg_advisory_xact_lock(?)', lockKey)
  await createBase(sql)
  await applySteps(sql, { clock, from: 0, steps: migrations.slice(0, schema) })
}

/** Tables of a feature: the steps from one version of them to the next, as statements. Never change a released one. */
export type FeatureTables = { feature: string; steps: readonly string[] }

/** Creates the tables of a feature, or brings them to the current version, under the same lock. */
export async function makeTables(database: Database, tables: FeatureTables): Promise<void> {
  const { feature, steps } = tables
  const known = await database.read(sql => readFeature(sql, feature))
  if (known.version === steps.length && known.hasSteps) return
  if (known.version > steps.length) throw tooNew(database, known.version, steps.length)
  await database.write(async sql => {
    await sql.run('SELECT pg_advisory_xact_lock(?)', lockKey)
    await runSteps(sql, tables)
  })
}

/** The steps are stored: a backup needs them, and features of other packages are not known to it. */
export async function runSteps(sql: Sql, { feature, steps }: FeatureTables): Promise<void> {
  for (const step of steps.slice((await readFeature(sql, feature)).version)) await sql.run(step)
  await sql.run(
    `INSERT INTO quire.feature_tables (feature, version, steps) VALUES (?, ?, ?::text[])
      ON CONFLICT (feature) DO UPDATE SET version = excluded.version, steps = excluded.steps`,
    feature,
    steps.length,
    steps,
  )
}

async function readFeature(sql: Sql, feature: string): Promise<{ version: number; hasSteps: boolean }> {
  const row = await sql.get<{ version: number; hasSteps: boolean }>(
    'SELECT version, steps IS NOT NULL AS "hasSteps" FROM quire.feature_tables WHERE feature = ?',
    feature,
  )
  return row ?? { version: 0, hasSteps: false }
}

/** The version of the schema; 0 when the database has none. */
export async function readVersion(sql: Sql): Promise<number> {
  const table = await sql.get<{ is_there: boolean }>(
    "SELECT to_regclass('quire.migrations') IS NOT NULL AS is_there",
  )
  if (!table?.is_there) return 0
  return (
    (await sql.get<{ version: number }>('SELECT coalesce(max(version), 0) AS version FROM quire.migrations'))
      ?.version ?? 0
  )
}

async function createBase(sql: Sql): Promise<void> {
  await sql.run('SAVEPOINT extension')
  try {
    await sql.run('CREATE EXTENSION IF NOT EXISTS vector')
  } catch (error) {
    throw extensionFailure(error)
  }
  await sql.run('CREATE SCHEMA IF NOT EXISTS quire')
  await sql.run('CREATE TABLE quire.migrations (version integer PRIMARY KEY, applied_at text NOT NULL)')
}

/** 42501: no right; 0A000 and 58P01: the server does not have the files of the extension. */
function extensionFailure(error: unknown): unknown {
  const state = sqlState(error)
  if (!['42501', '0A000', '58P01'].includes(state)) return error
  const isMissing = state !== '42501'
  return new Failure(
    'unavailable',
    'STORE_INVALID',
    isMissing
      ? 'The PostgreSQL server does not have the extension pgvector.'
      : 'The database user may not create the extension pgvector.',
    {
      hint: isMissing
        ? 'Install pgvector 0.8 or later on the server (Debian: postgresql-<version>-pgvector), then try again.'
        : 'Ask an administrator to run `CREATE EXTENSION vector` in this database once, then try again.',
      cause: error,
    },
  )
}

function tooNew(database: Database, found: number, known: number): Failure {
  return new Failure(
    'unavailable',
    'STORE_TOO_NEW',
    `The store ${database.description} has the schema ${found}; this program knows ${known}.`,
    { hint: 'Update quire, or use another database.', details: { found, known } },
  )
}

/** One statement each: statements with bound values cannot be sent together. */
function statementsOf(step: string): string[] {
  return step.split(';').filter(statement => statement.trim() !== '')
}
