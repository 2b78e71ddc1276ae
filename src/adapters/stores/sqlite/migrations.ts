import { Failure } from '../../../core/model/failure.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import { countWords } from '../../../core/text/count-words.ts'
import type { Database } from './database.ts'
import { readText } from './document-rows.ts'
import { replaceStoredNul } from './replace-stored-nul.ts'
import {
  applicationId,
  chosenModelsSchema,
  correctionsSchema,
  firstSchema,
  geometrySchema,
  jobsSchema,
  pendingSchema,
  projectsSchema,
  storedCopiesSchema,
  titleOrderSchema,
  trashSchema,
} from './schema.ts'
import { isSchemaError } from './sqlite-failure.ts'

/** One step from a schema version to the next. It runs inside a transaction and must not end it. */
export type Migration = (database: Database) => void

/** In order; the version of a store is the number of steps it has taken. Never edit published steps, only append. */
export const migrations: readonly Migration[] = [
  database => database.exec(firstSchema),
  database => database.exec(projectsSchema),
  database => database.exec(jobsSchema),
  // Versions 4 and 5 created tables of features, which features now create themselves: see `makeTables`.
  () => {},
  () => {},
  addWords,
  database => database.exec(correctionsSchema),
  database => database.exec(geometrySchema),
  replaceStoredNul,
  database => database.exec(pendingSchema),
  database => database.exec(chosenModelsSchema),
  database => database.exec(storedCopiesSchema),
  database => database.exec(trashSchema),
  // Bits of version 10 were one row per token; they are made again, one row per word.
  database => database.exec('DELETE FROM chunk_tokens'),
  database => database.exec(titleOrderSchema),
  addReferences,
]

/**
 * Upgrades the store to the newest version, completely or not at all; throws for databases of other programs and newer
 * versions.
 */
export function migrate(database: Database, steps: readonly Migration[], clock: Clock): void {
  const version = database.read(() => {
    refuseForeign(database)
    return readVersion(database)
  })
  refuseNewer(database, version, steps.length)
  if (version === steps.length) return
  if (database.isReadOnly) throw upgradeNeeded(database, version, steps.length)
  database.exec('BEGIN IMMEDIATE')
  try {
    upgrade(database, steps, clock)
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw isSchemaError(error) ? misfit(database, version, error) : error
  }
}

function upgradeNeeded(database: Database, found: number, known: number): Failure {
  return new Failure(
    'forbidden',
    'STORE_READ_ONLY',
    `The store ${database.path} has schema version ${found} and must be upgraded to ${known}, but it cannot be written.`,
    { hint: 'Run any quire command once as a user who may write there.', details: { found, known } },
  )
}

/** The tables do not match the version number in the file. */
function misfit(database: Database, version: number, cause: unknown): Failure {
  return new Failure(
    'unavailable',
    'STORE_INVALID',
    `The store ${database.path} has schema version ${version}, but its tables do not match that version. Nothing was changed.`,
    {
      hint: 'The file was edited by another program, or damaged. Restore it from a backup, or choose another place with --home.',
      cause,
    },
  )
}

function refuseForeign(database: Database): void {
  const owner = database.get<{ application_id: number }>('PRAGMA application_id')?.application_id
  if (owner === applicationId) return
  if (owner === 0 && database.get('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined) return
  throw new Failure('unavailable', 'STORE_INVALID', `${database.path} is a database of another program.`, {
    hint: 'Choose another path for the store; it is created when it does not exist.',
  })
}

function readVersion(database: Database): number {
  return database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
}

function refuseNewer(database: Database, found: number, known: number): void {
  if (found <= known) return
  throw new Failure(
    'unavailable',
    'STORE_TOO_NEW',
    `The store ${database.path} has schema version ${found}; this program supports versions up to ${known}.`,
    {
      hint: 'Use the newer program that wrote it, or choose another place for the store.',
      details: { found, known },
    },
  )
}

function upgrade(database: Database, steps: readonly Migration[], clock: Clock): void {
  // Read again: another process may have upgraded while this one waited for the lock.
  const version = readVersion(database)
  refuseNewer(database, version, steps.length)
  if (version < 0) throw misfit(database, version, null)
  for (const [index, step] of steps.entries()) {
    if (index < version) continue
    step(database)
    database.exec(`PRAGMA user_version = ${index + 1}`)
    database.run('INSERT INTO migrations (version, applied_at) VALUES (?, ?)', index + 1, clock.now())
  }
  database.exec(`PRAGMA application_id = ${applicationId}`)
}

/** Tables of a feature, as a list of steps. Never edit published steps, only append. */
export type FeatureTables = {
  feature: string
  /** A table that the first step creates: a store that has it has taken that step. */
  firstTable: string
  steps: readonly string[]
}

const versionsTable =
  'CREATE TABLE IF NOT EXISTS feature_tables (feature TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT'

/** Creates missing tables of a feature, all steps or none. */
export function makeTables(database: Database, tables: FeatureTables): void {
  const { feature, steps } = tables
  if (versionOfTables(database, tables) === steps.length) return
  if (database.isReadOnly) throw upgradeNeeded(database, versionOfTables(database, tables), steps.length)
  database.exec('BEGIN IMMEDIATE')
  try {
    // Read again: another process may have created them while this one waited for the lock.
    const version = versionOfTables(database, tables)
    for (const step of steps.slice(version)) database.exec(step)
    database.exec(versionsTable)
    database.run(
      'INSERT OR REPLACE INTO feature_tables (feature, version) VALUES (?, ?)',
      feature,
      steps.length,
    )
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

function versionOfTables(database: Database, { feature, firstTable }: FeatureTables): number {
  const isThere = (name: string) =>
    database.get('SELECT 1 FROM sqlite_schema WHERE type = ? AND name = ?', 'table', name) !== undefined
  const known = isThere('feature_tables')
    ? database.get<{ version: number }>('SELECT version FROM feature_tables WHERE feature = ?', feature)
    : undefined
  return known?.version ?? (isThere(firstTable) ? 1 : 0)
}

/** Adds the reference that a user chose for a document. */
function addReferences(database: Database): void {
  const columns = database.all<{ name: string }>('PRAGMA table_info(corrections)')
  if (columns.some(({ name }) => name === 'reference')) return
  database.exec('ALTER TABLE corrections ADD COLUMN reference TEXT')
}

/**
 * Adds the number of words to documents, so that the size of a source is known without reading its text. Counts the
 * words of existing documents once; a gigabyte takes some seconds.
 */
function addWords(database: Database): void {
  database.exec('ALTER TABLE documents ADD COLUMN words INTEGER NOT NULL DEFAULT 0')
  for (const { key } of database.all<{ key: number }>('SELECT key FROM documents'))
    database.run('UPDATE documents SET words = ? WHERE key = ?', countWords(readText(database, key)), key)
}
