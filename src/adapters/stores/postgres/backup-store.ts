import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import { restoredLeap } from '../common/collection-row.ts'
import { type Database, describeUrl, openDatabase, type Sql } from './database.ts'
import { createSchema, type FeatureTables, migrate, migrations, readVersion, runSteps } from './migrations.ts'
import { makeTokenTable } from './token-book.ts'

type Place = { url: string; clock: Clock }
type TableCopy = { name: string; columns: string[] }
type Details = { schema: number; tables: TableCopy[]; features: FeatureTables[] }

const busyTimeoutMs = 60_000

/**
 * Tables whose rows other tables refer to come first. Cached answers are left out, and what waits for an index of vectors,
 * which knows nothing of the restored store; the schema writes its own version.
 */
const listTables = `WITH RECURSIVE tables AS (
    SELECT oid, relname AS name FROM pg_class WHERE relnamespace = 'quire'::regnamespace AND relkind IN ('r', 'p')
      AND NOT relispartition
      AND relname NOT IN ('cache', 'migrations', 'feature_tables', 'dense_feed', 'dense_outbox', 'chunk_changes')
  ), depths AS (
    SELECT oid, name, 0 AS depth FROM tables
    UNION SELECT tables.oid, tables.name, depth + 1 FROM depths
      JOIN pg_constraint ON contype = 'f' AND confrelid = depths.oid AND conrelid <> confrelid
      JOIN tables ON tables.oid = conrelid WHERE depth < 20
  )
  SELECT name, max(depth) AS depth, (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
    WHERE attrelid = depths.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns
  FROM depths GROUP BY oid, name ORDER BY depth, name`

/** Writes all tables into a folder, in the binary form of COPY, as they are in one snapshot. Nobody waits for it. */
export async function backUpPostgres(
  { url }: Place,
  folder: string,
  signal: AbortSignal,
): Promise<JsonObject> {
  const database = await openDatabase({ url, busyTimeoutMs })
  try {
    const snapshot = await database.snapshot()
    try {
      const schema = await readVersion(snapshot.sql)
      if (schema === 0) throw nothingStored(database)
      if (schema !== migrations.length) throw otherSchema(schema)
      const details: Details = {
        schema,
        features: await readFeatures(snapshot.sql),
        tables: await snapshot.sql.all<TableCopy>(listTables),
      }
      for (const { name, columns } of details.tables) {
        throwIfAborted(signal)
        const rows = await snapshot.sql.copyOut(
          `COPY (SELECT ${columnList(columns)} FROM quire.${quote(name)}) TO STDOUT (FORMAT binary)`,
        )
        await pipeline(rows, createGzip({ level: 1 }), createWriteStream(join(folder, fileOf(name))), {
          signal,
        })
      }
      return {
        schema: details.schema,
        tables: details.tables.map(({ name, columns }) => ({ name, columns })),
        features: details.features.map(({ feature, steps }) => ({ feature, steps: [...steps] })),
      }
    } finally {
      await snapshot.close()
    }
  } finally {
    await database.close()
  }
}

async function readFeatures(sql: Sql): Promise<FeatureTables[]> {
  const rows = await sql.all<{ feature: string; steps: string[] | null }>(
    'SELECT feature, steps FROM quire.feature_tables ORDER BY feature',
  )
  return rows.map(({ feature, steps }) => {
    if (steps !== null) return { feature, steps }
    throw new Failure(
      'unavailable',
      'STORE_INVALID',
      `The tables of "${feature}" were made by an earlier version, so a backup could not be restored.`,
      { hint: `Use a tool of "${feature}" once, such as a search; then back up again.` },
    )
  })
}

/**
 * Restores into a database without documents, in one transaction: the schema as it was, then all rows, then the steps to
 * the current schema.
 */
export async function restorePostgres(
  { url, clock }: Place,
  { folder, details }: { folder: string; details: JsonObject },
  signal: AbortSignal,
): Promise<void> {
  // SAFETY: the caller has compared the hash of every file; `backUpPostgres` wrote these facts.
  const { schema, tables, features } = details as unknown as Details
  const database = await openDatabase({ url, busyTimeoutMs })
  try {
    await database.write(async sql => {
      await refuseContent(sql, url)
      await createSchema(sql, { clock, schema })
      for (const feature of features) await runSteps(sql, feature)
      if (tables.some(({ name }) => name === 'access_tokens')) await makeTokenTable(sql)
      for (const { name, columns } of tables) {
        // Steps may have written rows of their own.
        await sql.run(`DELETE FROM quire.${quote(name)}`)
        const rows = await sql.copyIn(
          `COPY quire.${quote(name)} (${columnList(columns)}) FROM STDIN (FORMAT binary)`,
        )
        await pipeline(createReadStream(join(folder, fileOf(name))), createGunzip(), rows, { signal })
      }
      await continueSequences(sql)
      await sql.run('UPDATE quire.collections SET version = version + ?::bigint', restoredLeap())
    }, signal)
    await migrate(database, clock)
    await database.alone(sql => sql.run('ANALYZE'))
  } finally {
    await database.close()
  }
}

const findSequences = `SELECT relname AS "table", attname AS "column",
    pg_get_serial_sequence(format('quire.%I', relname), attname) AS sequence
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = 'quire'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND attnum > 0
    AND NOT attisdropped AND pg_get_serial_sequence(format('quire.%I', relname), attname) IS NOT NULL`

/** COPY does not count the keys that it writes: the next ones come after them. */
async function continueSequences(sql: Sql): Promise<void> {
  const found = await sql.all<{ table: string; column: string; sequence: string }>(findSequences)
  for (const { table, column, sequence } of found)
    await sql.run(
      `SELECT setval(?::regclass, coalesce(max(${quote(column)}), 0) + 1, false) FROM quire.${quote(table)}`,
      sequence,
    )
}

/** An empty schema of another version is replaced. */
async function refuseContent(sql: Sql, url: string): Promise<void> {
  if ((await readVersion(sql)) === 0) return
  if (await sql.get('SELECT 1 FROM quire.collections LIMIT 1'))
    throw new Failure('conflict', 'STORE_NOT_EMPTY', `There is already a store at ${describeUrl(url)}.`, {
      hint: 'Restore into an empty database, then use that one.',
    })
  await sql.run('DROP SCHEMA quire CASCADE')
}

function nothingStored(database: Database): Failure {
  return new Failure('not_found', 'STORE_NOT_FOUND', `There is no store at ${database.description}.`, {
    hint: 'Nothing has been stored yet, or --store names another database.',
  })
}

function otherSchema(found: number): Failure {
  return new Failure(
    'conflict',
    'STORE_INVALID',
    `The store has the schema ${found}; this program writes ${migrations.length}.`,
    { hint: 'Back it up with the version of quire that its servers run.' },
  )
}

const fileOf = (table: string) => `${table}.copy.gz`

function columnList(columns: readonly string[]): string {
  return columns.map(quote).join(', ')
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
