import type { DatabaseSync } from 'node:sqlite'
import { notZotero, tooNew, tooOld } from './zotero-failures.ts'

/** Which of the parts that came and went between versions this database has. */
export type SchemaFacts = {
  /** Since Zotero 6. */
  hasAnnotations: boolean
  /** Since Zotero 7: before, deleting a collection deleted it for good. */
  hasCollectionTrash: boolean
  hasFullText: boolean
  hasStorageHash: boolean
}

/** Zotero raises this only when older programs could no longer read the file; 7 is written by Zotero 6 to 9. */
const newestCompatibility = 7

const requiredTables = [
  'items',
  'itemTypesCombined',
  'fieldsCombined',
  'itemData',
  'itemDataValues',
  'creators',
  'itemCreators',
  'creatorTypes',
  'tags',
  'itemTags',
  'collections',
  'collectionItems',
  'itemAttachments',
  'itemNotes',
  'deletedItems',
  'groups',
]

export function checkSchema(database: DatabaseSync, path: string): SchemaFacts {
  const tables = new Set(
    database
      .prepare(listTables)
      .all()
      .map(({ name }) => String(name)),
  )
  if (!tables.has('version') || !tables.has('libraries') || !tables.has('items'))
    throw notZotero(path, 'it lacks the tables of one')
  if (!hasColumn(database, 'libraries', 'type')) throw tooOld(path)
  const compatibility = Number(database.prepare(readCompatibility).get()?.version ?? 0)
  if (compatibility > newestCompatibility) throw tooNew(path, compatibility, newestCompatibility)
  const lacking = requiredTables.filter(table => !tables.has(table))
  if (lacking.length > 0) throw notZotero(path, `it lacks the tables ${lacking.join(', ')}`)
  return {
    hasAnnotations: tables.has('itemAnnotations'),
    hasCollectionTrash: tables.has('deletedCollections'),
    hasFullText: tables.has('fulltextItems'),
    hasStorageHash: hasColumn(database, 'itemAttachments', 'storageHash'),
  }
}

const listTables = "SELECT name FROM sqlite_master WHERE type = 'table'"
const readCompatibility = "SELECT version FROM version WHERE schema = 'compatibility'"
const findColumn = 'SELECT 1 FROM pragma_table_info(?) WHERE name = ?'

function hasColumn(database: DatabaseSync, table: string, column: string): boolean {
  return database.prepare(findColumn).get(table, column) !== undefined
}
