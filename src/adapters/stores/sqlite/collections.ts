import {
  type Collection,
  type CollectionCount,
  type CollectionSummary,
  unfinishedIdPrefix,
} from '../../../core/model/collection.ts'
import type { IndexCount, Store, Succession } from '../../../core/ports/store.ts'
import {
  type CollectionColumns,
  changeCollection,
  changedCollectionValues,
  collectionNotFound,
  newCollectionValues,
  requireDimensions,
  toCollection,
  versionOf,
} from '../common/collection-row.ts'
import { moveCorrections } from './corrections.ts'
import type { Database } from './database.ts'
import { createLexicalTable, dropLexicalTable, lexicalNames } from './lexical-table.ts'
import { indexMissing } from './sqlite-failure.ts'

export type CollectionRow = CollectionColumns

/** Limit of the int8 copy in memory; no larger models exist. */
const mostDimensions = 32_768

const columns = `key, name, scope, model, dimensions, policy, project, created_at, version, calibration, embedder,
  former_models`
const findByName = `SELECT ${columns} FROM collections WHERE name = ?`
const listByName = `SELECT ${columns} FROM collections ORDER BY name`
const insert = `INSERT INTO collections
  (name, scope, model, dimensions, policy, project, created_at, embedder, former_models)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
const countDocuments = 'SELECT count(*) AS count FROM documents WHERE collection_key = ?'
const countChunks = 'SELECT count(*) AS count FROM chunks WHERE collection_key = ?'
const countPending = 'SELECT count(*) AS count FROM pending_vectors WHERE collection_key = ?'
const listLanguages = `SELECT language, count(*) AS documents FROM documents WHERE collection_key = ?
  GROUP BY language ORDER BY documents DESC, language`

/** Finds a collection by name. The functions of this file run inside a transaction. */
export function findCollection(database: Database, name: string): CollectionRow | undefined {
  return database.get<CollectionRow>(findByName, name)
}

/** Returns the named collections that exist, each once. */
export function findCollections(database: Database, names: readonly string[]): CollectionRow[] {
  return [...new Set(names)].flatMap(name => findCollection(database, name) ?? [])
}

export function requireCollection(database: Database, name: string): CollectionRow {
  const row = findCollection(database, name)
  if (row) return row
  throw collectionNotFound(name)
}

type Languages = Pick<CollectionSummary, 'languages' | 'documentsByLanguage'>

/** Languages of each collection, cached until its next write: every search needs them. */
export type LanguageMemory = Map<number, Languages & { version: number }>

export function describeCollections(database: Database, memory: LanguageMemory): CollectionSummary[] {
  return database.all<CollectionRow>(listByName).map(row => describeRow(database, row, memory))
}

export function listCollections(database: Database, memory: LanguageMemory): CollectionCount[] {
  return database.all<CollectionRow>(listByName).map(row => ({
    ...describeRow(database, row, memory),
    ...countCollection(database, row.key),
  }))
}

function describeRow(database: Database, row: CollectionRow, memory: LanguageMemory): CollectionSummary {
  return {
    ...toCollection(row),
    version: versionOf(row),
    ...languagesOf(database, row, memory),
    pending: pendingOf(database, row.key),
    calibration: row.calibration === null ? null : JSON.parse(row.calibration),
  }
}

/** Chunks of a collection that wait for their vector. */
export function pendingOf(database: Database, key: number): number {
  return database.get<{ count: number }>(countPending, key)?.count ?? 0
}

export function ensureCollection(database: Database, collection: Collection): Collection {
  const existing = findCollection(database, collection.name)
  if (existing) return toCollection(existing)
  requireDimensions(collection.dimensions, mostDimensions)
  const { key } = database.run(insert, ...newCollectionValues(collection))
  createLexicalTable(database, key)
  return collection
}

export function deleteCollection(
  database: Database,
  name: string,
): { documents: number; chunks: number } | null {
  const row = findCollection(database, name)
  if (!row) return null
  const counted = countCollection(database, row.key)
  dropLexicalTable(database, row.key)
  database.run('DELETE FROM collections WHERE key = ?', row.key)
  return counted
}

export function countCollection(database: Database, key: number): { documents: number; chunks: number } {
  const count = (sql: string) => database.get<{ count: number }>(sql, key)?.count ?? 0
  return { documents: count(countDocuments), chunks: count(countChunks) }
}

function languagesOf(database: Database, row: CollectionRow, memory: LanguageMemory): Languages {
  const known = memory.get(row.key)
  if (known?.version === row.version)
    return { languages: known.languages, documentsByLanguage: known.documentsByLanguage }
  const rows = database.all<{ language: string; documents: number }>(listLanguages, row.key)
  const languages = rows.map(({ language }) => language)
  const documentsByLanguage = Object.fromEntries(rows.map(({ language, documents }) => [language, documents]))
  memory.set(row.key, { version: row.version, languages, documentsByLanguage })
  return { languages, documentsByLanguage }
}

const update = `UPDATE collections SET policy = ?, project = ?, model = ?, dimensions = ?, calibration = ?,
  embedder = ? WHERE key = ?`
const rename = 'UPDATE collections SET name = ?, scope = ?, policy = ?, project = ? WHERE key = ?'
const takeIds = 'UPDATE documents SET id = substr(id, ?) WHERE collection_key = ? AND substr(id, 1, ?) = ?'
const countVectors =
  'SELECT count(*) AS count FROM chunks JOIN vectors ON chunk_key = chunks.key WHERE collection_key = ?'
const findTable = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?"

/** Changes policy and project; the model can be changed only while the collection is empty. */
export function updateCollection(
  database: Database,
  name: string,
  change: Parameters<Store['updateCollection']>[1],
): Collection {
  const row = requireCollection(database, name)
  const isEmpty = countCollection(database, row.key).documents === 0
  const changed = changeCollection(row, change, { isEmpty })
  database.run(update, ...changedCollectionValues(row, changed, change))
  return changed
}

/** Keys are never reused, so copies in memory notice that the name belongs to another collection. */
export function replaceCollections(database: Database, successions: readonly Succession[]): boolean {
  const pairs = successions.map(({ name, by, version }) => ({
    successor: requireCollection(database, by),
    old: findCollection(database, name),
    version,
  }))
  if (pairs.some(({ old, version }) => old === undefined || versionOf(old) !== version)) return false
  for (const { old, successor } of pairs) if (old !== undefined) succeed(database, old, successor)
  return true
}

function succeed(database: Database, old: CollectionRow, successor: CollectionRow): void {
  moveCorrections(database, old.key, successor.key)
  deleteCollection(database, old.name)
  const { length } = unfinishedIdPrefix
  database.run(takeIds, length + 1, successor.key, length, unfinishedIdPrefix)
  database.run(rename, old.name, old.scope, old.policy, old.project, successor.key)
}

/** Counts documents, chunks, vectors and full-text rows, to compare them. */
export function countIndexes(database: Database, name: string): IndexCount {
  const row = requireCollection(database, name)
  const { table, sizes } = lexicalNames(row.key)
  if (!database.get(findTable, table) || !database.get(findTable, sizes)) throw indexMissing()
  const count = (sql: string, ...values: number[]) =>
    database.get<{ count: number }>(sql, ...values)?.count ?? 0
  return {
    ...countCollection(database, row.key),
    vectors: count(countVectors, row.key),
    pending: pendingOf(database, row.key),
    lexical: count(`SELECT count(*) AS count FROM ${sizes}`),
  }
}
