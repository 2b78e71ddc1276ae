import { setImmediate as turn } from 'node:timers/promises'
import { throwIfAborted } from '../../../core/model/failure.ts'
import type { StoreCheck } from '../../../core/ports/store.ts'
import type { Database } from './database.ts'
import { lexicalNames } from './lexical-table.ts'

/** A query whose result must be zero, and the message when it is not. */
type Check = { sql: string; problem: (count: number) => string }

const checks: readonly Check[] = [
  {
    sql: `SELECT count(*) AS count FROM chunks WHERE NOT EXISTS (SELECT 1 FROM vectors WHERE chunk_key = chunks.key)
      AND NOT EXISTS (SELECT 1 FROM pending_vectors WHERE chunk_key = chunks.key)`,
    problem: count => `${count} chunks have no vector and do not wait for one`,
  },
  {
    sql: `SELECT count(*) AS count FROM vectors JOIN chunks ON chunks.key = chunk_key
      JOIN collections ON collections.key = chunks.collection_key WHERE length(vector) <> 4 * dimensions`,
    problem: count => `${count} vectors have the wrong length`,
  },
  {
    sql: `SELECT count(*) AS count FROM chunks JOIN documents ON documents.key = document_key
      WHERE chunks.start < 0 OR chunks.end < chunks.start OR chunks.end > documents.length`,
    problem: count => `${count} chunks point outside the text of their document`,
  },
  {
    sql: `SELECT count(*) AS count FROM chunks LEFT JOIN documents ON documents.key = document_key
      WHERE documents.key IS NULL OR documents.collection_key <> chunks.collection_key`,
    problem: count => `${count} chunks belong to no document of their collection`,
  },
  {
    sql: `SELECT count(*) AS count FROM documents LEFT JOIN page_maps ON document_key = documents.key
      WHERE document_key IS NULL`,
    problem: count => `${count} documents have no page map`,
  },
  {
    sql: `SELECT count(*) AS count FROM documents WHERE length <> (SELECT coalesce(sum("end" - start), 0) FROM pieces
      WHERE document_key = documents.key)`,
    problem: count => `${count} documents have lost a part of their text`,
  },
]

/** Checks the file first: the other checks mean nothing while it is damaged. */
export async function checkStore(database: Database, signal: AbortSignal): Promise<StoreCheck> {
  const problems = checkFile(database)
  for (const { sql, problem } of checks) {
    await pauseFor(signal)
    const count = database.get<{ count: number }>(sql)?.count ?? 0
    if (count > 0) problems.push(problem(count))
  }
  for (const { key, name } of database.all<{ key: number; name: string }>(
    'SELECT key, name FROM collections',
  )) {
    await pauseFor(signal)
    problems.push(
      ...(await checkLexical(database, key)).map(problem => `In the collection "${name}", ${problem}`),
    )
  }
  return { ok: problems.length === 0, problems }
}

async function pauseFor(signal: AbortSignal): Promise<void> {
  await turn()
  throwIfAborted(signal)
}

function checkFile(database: Database): string[] {
  const damages = database
    .all<{ integrity_check: string }>('PRAGMA integrity_check(20)')
    .flatMap(({ integrity_check }) =>
      integrity_check === 'ok' ? [] : [`The file is damaged: ${integrity_check}`],
    )
  const orphans = database.all<{ table: string }>('PRAGMA foreign_key_check').length
  return orphans === 0 ? damages : [...damages, `${orphans} rows refer to missing rows`]
}

async function checkLexical(database: Database, collectionKey: number): Promise<string[]> {
  const { table, sizes } = lexicalNames(collectionKey)
  const count = (sql: string) => database.get<{ count: number }>(sql, collectionKey)?.count ?? 0
  const missing = count(`SELECT count(*) AS count FROM chunks WHERE collection_key = ?
    AND NOT EXISTS (SELECT 1 FROM ${sizes} WHERE id = chunks.key)`)
  const orphans = count(`SELECT count(*) AS count FROM ${sizes} AS sizes
    LEFT JOIN chunks ON chunks.key = sizes.id WHERE chunks.collection_key IS NOT ?`)
  const problems: string[] = []
  if (missing > 0) problems.push(`${missing} chunks have no terms`)
  if (orphans > 0) problems.push(`${orphans} rows of terms belong to no chunk`)
  if (!(await isSound(database, table))) problems.push('the full-text index is damaged')
  return problems
}

/** FTS5 runs its check as an INSERT, which needs the write lock although it changes nothing. */
async function isSound(database: Database, table: string): Promise<boolean> {
  try {
    await database.write(() => database.exec(`INSERT INTO ${table} (${table}) VALUES ('integrity-check')`))
    return true
  } catch (error) {
    const isDamage = error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 11
    if (isDamage) return false
    throw error
  }
}
