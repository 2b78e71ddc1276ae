import type { Collection } from '../../../core/model/collection.ts'
import type { IndexCount, Store } from '../../../core/ports/store.ts'
import { countCollection, deleteCollection, requireCollection, toCollection } from './collections.ts'
import type { Database } from './database.ts'
import { lexicalNames } from './lexical-table.ts'
import { indexMissing } from './sqlite-failure.ts'

const update = 'UPDATE collections SET policy = ?, project = ?, model = ?, dimensions = ? WHERE key = ?'
const rename = 'UPDATE collections SET name = ? WHERE key = ?'
const countVectors =
  'SELECT count(*) AS count FROM chunks JOIN vectors ON chunk_key = chunks.key WHERE collection_key = ?'
const findTable = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?"

export function updateCollection(
  database: Database,
  name: string,
  change: Parameters<Store['updateCollection']>[1],
): Collection {
  const row = requireCollection(database, name)
  const known = toCollection(row)
  const isEmpty = countCollection(database, row.key).documents === 0
  const binding = isEmpty && change.binding ? change.binding : known
  const changed: Collection = {
    ...known,
    policy: change.policy ?? known.policy,
    project: change.project === undefined ? known.project : change.project,
    model: binding.model,
    dimensions: binding.dimensions,
  }
  database.run(
    update,
    JSON.stringify(changed.policy),
    changed.project === null ? null : JSON.stringify(changed.project),
    changed.model,
    changed.dimensions,
    row.key,
  )
  return changed
}

/** Keys are never given twice, so copies in memory see that another collection has the name now. */
export function replaceCollection(database: Database, name: string, by: string): void {
  const successor = requireCollection(database, by)
  deleteCollection(database, name)
  database.run(rename, name, successor.key)
}

export function countIndexes(database: Database, name: string): IndexCount {
  const row = requireCollection(database, name)
  const { table, sizes } = lexicalNames(row.key)
  if (!database.get(findTable, table) || !database.get(findTable, sizes)) throw indexMissing()
  const count = (sql: string, ...values: number[]) =>
    database.get<{ count: number }>(sql, ...values)?.count ?? 0
  return {
    ...countCollection(database, row.key),
    vectors: count(countVectors, row.key),
    lexical: count(`SELECT count(*) AS count FROM ${sizes}`),
  }
}
