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
import { forgetChanges, nextVersion } from './change-log.ts'
import { moveCorrections } from './corrections.ts'
import type { Sql } from './database.ts'
import { countLanguages } from './language-counts.ts'
import { noteRemovedCollection } from './outbox.ts'
import { collectionTables } from './schema.ts'

export type CollectionRow = CollectionColumns & {
  next_document: number
  next_chunk: number
  documents: number
  chunks: number
  /** Terms of all chunks. */
  terms: number
  /** See `language-counts.ts`. */
  languages: string | null
  languages_version: number | null
}

/** Limit of the type `vector`. */
const mostDimensions = 16_000

const findByName = 'SELECT * FROM quire.collections WHERE name = ?'
const findByNames = 'SELECT * FROM quire.collections WHERE name = ANY(?::text[]) ORDER BY key'
const insert = `INSERT INTO quire.collections
  (name, scope, model, dimensions, policy, project, created_at, embedder, former_models)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING`
const listWithPending = `SELECT collections.*, (SELECT count(*) FROM quire.pending_vectors
  WHERE collection = collections.key) AS pending FROM quire.collections ORDER BY name`
const update = `UPDATE quire.collections SET policy = ?, project = ?, model = ?, dimensions = ?, calibration = ?,
  embedder = ? WHERE key = ?`
const rename = 'UPDATE quire.collections SET name = ?, scope = ?, policy = ?, project = ? WHERE key = ?'
const takeIds = `UPDATE quire.documents SET id = substr(id, ?::int) WHERE collection = ? AND starts_with(id, ?)`

/** Finds a collection by name. The functions of this file run inside a transaction. */
export function findCollection(sql: Sql, name: string): Promise<CollectionRow | undefined> {
  return sql.get<CollectionRow>(findByName, name)
}

/** Returns the named collections that exist, each once. */
export async function findCollections(sql: Sql, names: readonly string[]): Promise<CollectionRow[]> {
  return names.length === 0 ? [] : sql.all<CollectionRow>(findByNames, names)
}

export async function requireCollection(sql: Sql, name: string): Promise<CollectionRow> {
  const row = await findCollection(sql, name)
  if (row) return row
  throw collectionNotFound(name)
}

/**
 * Locks collections until the end of the transaction, always in the same order: writers of one collection wait for each
 * other, and never for each other in a circle. Throws for a missing one.
 */
export async function lockCollections(
  sql: Sql,
  names: readonly string[],
): Promise<Map<string, CollectionRow>> {
  const rows = await sql.all<CollectionRow>(`${findByNames} FOR UPDATE`, [...new Set(names)])
  const found = new Map(rows.map(row => [row.name, row]))
  for (const name of names) if (!found.has(name)) throw collectionNotFound(name)
  return found
}

/** The same by key; undefined when the collection is gone. */
export async function lockCollection(sql: Sql, key: number): Promise<CollectionRow | undefined> {
  return sql.get<CollectionRow>('SELECT * FROM quire.collections WHERE key = ? FOR UPDATE', key)
}

/** The same for several keys; returns the names of those that exist, by key. */
export async function lockCollectionKeys(sql: Sql, keys: readonly number[]): Promise<Map<number, string>> {
  const rows = await sql.all<Pick<CollectionRow, 'key' | 'name'>>(
    'SELECT key, name FROM quire.collections WHERE key = ANY(?::bigint[]) ORDER BY key FOR UPDATE',
    keys,
  )
  return new Map(rows.map(({ key, name }) => [key, name]))
}

type Languages = Pick<CollectionSummary, 'languages' | 'documentsByLanguage'>

/** Languages of each collection, cached until its next write: every search needs them. */
export type LanguageMemory = Map<number, Languages & { version: number; words: number }>

export async function listCollections(sql: Sql, memory: LanguageMemory): Promise<CollectionCount[]> {
  const rows = await sql.all<CollectionRow & { pending: number }>(listWithPending)
  await learnLanguages(sql, rows, memory)
  return rows.map(row => {
    const { languages = [], documentsByLanguage = {} } = memory.get(row.key) ?? {}
    return {
      ...toCollection(row),
      version: versionOf(row),
      languages,
      documentsByLanguage,
      pending: row.pending,
      calibration: row.calibration === null ? null : JSON.parse(row.calibration),
      documents: row.documents,
      chunks: row.chunks,
      words: memory.get(row.key)?.words ?? 0,
    }
  })
}

export async function describeCollections(sql: Sql, memory: LanguageMemory): Promise<CollectionSummary[]> {
  const counted = await listCollections(sql, memory)
  return counted.map(({ documents: _documents, chunks: _chunks, words: _words, ...summary }) => summary)
}

async function learnLanguages(
  sql: Sql,
  rows: readonly CollectionRow[],
  memory: LanguageMemory,
): Promise<void> {
  for (const row of rows) {
    const { key, version } = row
    if (memory.get(key)?.version === version) continue
    const counted = [...(await countLanguages(sql, row))].sort(mostDocumentsFirst)
    memory.set(key, {
      version,
      words: counted.reduce((sum, [, { words }]) => sum + words, 0),
      languages: counted.map(([language]) => language),
      documentsByLanguage: Object.fromEntries(
        counted.map(([language, { documents }]) => [language, documents]),
      ),
    })
  }
}

type Counted = [language: string, counts: { documents: number }]

function mostDocumentsFirst([one, a]: Counted, [other, b]: Counted): number {
  return b.documents - a.documents || (one < other ? -1 : 1)
}

export async function ensureCollection(sql: Sql, collection: Collection): Promise<Collection> {
  const existing = await findCollection(sql, collection.name)
  if (existing) return toCollection(existing)
  requireDimensions(collection.dimensions, mostDimensions)
  await sql.run(insert, ...newCollectionValues(collection))
  // Another process may have created it first.
  return toCollection(await requireCollection(sql, collection.name))
}

export async function deleteCollection(
  sql: Sql,
  name: string,
): Promise<{ documents: number; chunks: number } | null> {
  const row = await sql.get<CollectionRow>(`${findByName} FOR UPDATE`, name)
  if (!row) return null
  await noteRemovedCollection(sql, row.key)
  await forgetChanges(sql, row.key)
  for (const table of collectionTables)
    await sql.run(`DELETE FROM quire.${table} WHERE collection = ?`, row.key)
  await sql.run('DELETE FROM quire.collections WHERE key = ?', row.key)
  return { documents: row.documents, chunks: row.chunks }
}

/** Changes policy and project; the model can be changed only while the collection is empty. */
export async function updateCollection(
  sql: Sql,
  name: string,
  change: Parameters<Store['updateCollection']>[1],
): Promise<Collection> {
  const row = (await lockCollections(sql, [name])).get(name)
  if (row === undefined) throw collectionNotFound(name)
  const changed = changeCollection(row, change, { isEmpty: row.documents === 0 })
  await sql.run(update, ...changedCollectionValues(row, changed, change))
  return changed
}

export async function replaceCollections(sql: Sql, successions: readonly Succession[]): Promise<boolean> {
  const successors = await lockCollections(
    sql,
    successions.map(({ by }) => by),
  )
  const old = await sql.all<CollectionRow>(
    `${findByNames} FOR UPDATE`,
    successions.map(({ name }) => name),
  )
  const pairs = successions.flatMap(({ name, by, version }) => {
    const replaced = old.find(row => row.name === name)
    const successor = successors.get(by)
    return replaced && successor && versionOf(replaced) === version ? [{ replaced, successor }] : []
  })
  if (pairs.length < successions.length) return false
  for (const { replaced, successor } of pairs) await succeed(sql, replaced, successor)
  return true
}

async function succeed(sql: Sql, replaced: CollectionRow, successor: CollectionRow): Promise<void> {
  await moveCorrections(sql, replaced.key, successor.key)
  await nextVersion(sql, successor.key, { kind: 'renamed' })
  await deleteCollection(sql, replaced.name)
  await sql.run(takeIds, unfinishedIdPrefix.length + 1, successor.key, unfinishedIdPrefix)
  await sql.run(rename, replaced.name, replaced.scope, replaced.policy, replaced.project, successor.key)
}

const countAll = `SELECT
  (SELECT count(*) FROM quire.documents WHERE collection = ?) AS documents,
  (SELECT count(*) FROM quire.chunks WHERE collection = ?) AS chunks,
  (SELECT count(*) FROM quire.vectors WHERE collection = ?) AS vectors,
  (SELECT count(*) FROM quire.pending_vectors WHERE collection = ?) AS pending,
  (SELECT count(*) FROM quire.chunks JOIN quire.document_terms USING (collection, document)
    WHERE collection = ? AND (SELECT count(*) FROM (SELECT FROM quire.postings LIMIT 1) AS one) >= 0) AS lexical,
  (SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('quire.vectors_hnsw_' || ?::text)) AS graph`

/** Counts documents, chunks, vectors and indexed chunks, to compare them. */
export async function countIndexes(sql: Sql, name: string): Promise<IndexCount> {
  const { key } = await requireCollection(sql, name)
  const values = [key, key, key, key, key, key]
  const counted = await sql.get<IndexCount & { graph: boolean | null }>(countAll, ...values)
  if (counted === undefined) return { documents: 0, chunks: 0, vectors: 0, pending: 0, lexical: 0 }
  const { graph, ...counts } = counted
  return graph === true ? { ...counts, hasGraph: true } : counts
}
