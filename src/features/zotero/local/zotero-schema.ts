import type { DatabaseSync } from 'node:sqlite'
import { notZotero, tooNew, tooOld } from './database-failures.ts'

/** Which optional tables and columns the database has; they differ between versions of Zotero. */
export type SchemaFacts = {
  /** Since Zotero 6. */
  hasAnnotations: boolean
  /** Since Zotero 7; before, a deleted collection was gone. */
  hasCollectionTrash: boolean
  hasFullText: boolean
  hasStorageHash: boolean
}

/** Zotero raises this number only when older programs can no longer read the file. Zotero 6 to 9 write 7. */
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

/** Throws when the database is not one of Zotero, or of a version that cannot be read. */
export function checkSchema(database: DatabaseSync, path: string): SchemaFacts {
  const tables = new Set(
    database
      .prepare(listTables)
      .all()
      .map(({ name }) => String(name)),
  )
  if (!tables.has('version') || !tables.has('libraries') || !tables.has('items'))
    throw notZotero(path, 'it does not have the tables of one')
  if (!hasColumn(database, 'libraries', 'type')) throw tooOld(path)
  const compatibility = Number(database.prepare(readCompatibility).get()?.version ?? 0)
  if (compatibility > newestCompatibility) throw tooNew(path, compatibility, newestCompatibility)
  const lacking = requiredTables.filter(table => !tables.has(table))
  if (lacking.length > 0) throw notZotero(path, `it does not have the tables ${lacking.join(', ')}`)
  return {
    hasAnnotations: tables.has('itemAnnotations'),
    hasCollectionTrash: tables.has('deletedCollections'),
    hasFullText: tables.has('fulltextItems'),
    hasStorageHash: hasColumn(database, 'itemAttachments', 'storageHash'),
  }
}

function hasColumn(database: DatabaseSync, table: string, column: string): boolean {
  return database.prepare(findColumn).get(table, column) !== undefined
}

const listTables = "SELECT name FROM sqlite_master WHERE type = 'table'"

const readCompatibility = "SELECT version FROM version WHERE schema = 'compatibility'"

const findColumn = 'SELECT 1 FROM pragma_table_info(?) WHERE name = ?'

/** Items of the user's own library and of groups, without trash and feeds. */
const liveItems = `
  SELECT items.*, itemTypesCombined.typeName
  FROM items
  JOIN itemTypesCombined USING (itemTypeID)
  JOIN libraries USING (libraryID)
  WHERE libraries.type <> 'feed' AND itemID NOT IN (SELECT itemID FROM deletedItems)`

/** Attachments whose parent is not in the trash. Link mode 4, a picture in a note, is left out. */
const liveAttachments = `
  SELECT live.*, a.parentItemID, a.linkMode, a.contentType, a.path
  FROM itemAttachments a
  JOIN live USING (itemID)
  WHERE a.linkMode BETWEEN 0 AND 3
    AND (a.parentItemID IS NULL OR a.parentItemID IN (SELECT itemID FROM live))`

/** References, and files without a parent. */
const listedItems = `
  SELECT itemID, key, libraryID, typeName, version, dateAdded, dateModified FROM live
  WHERE typeName NOT IN ('note', 'attachment', 'annotation')
     OR itemID IN (SELECT itemID FROM attachments WHERE parentItemID IS NULL)`

const prefix = `WITH live AS (${liveItems}), attachments AS (${liveAttachments}), listed AS (${listedItems})`

export const librariesSql = `
  SELECT libraries.libraryID, groups.groupID, groups.name
  FROM libraries LEFT JOIN groups USING (libraryID)
  WHERE libraries.type <> 'feed'`

export const itemsSql = `${prefix} SELECT * FROM listed`

export const fieldsSql = `
  SELECT itemData.itemID, fieldsCombined.fieldName, itemDataValues.value
  FROM itemData
  JOIN fieldsCombined USING (fieldID)
  JOIN itemDataValues USING (valueID)`

export const creatorsSql = `
  SELECT itemID, creatorType, firstName, lastName, fieldMode
  FROM itemCreators
  JOIN creators USING (creatorID)
  JOIN creatorTypes USING (creatorTypeID)
  ORDER BY itemID, orderIndex`

export const tagsSql = 'SELECT itemID, name FROM itemTags JOIN tags USING (tagID) ORDER BY itemID, name'

export const membersSql = `
  SELECT itemID, collections.key
  FROM collectionItems JOIN collections USING (collectionID)
  ORDER BY itemID, collections.key`

export function attachmentsSql({ hasStorageHash }: SchemaFacts): string {
  const hash = hasStorageHash ? 'itemAttachments.storageHash' : 'NULL'
  return `${prefix}
    SELECT attachments.itemID, attachments.key, attachments.libraryID, attachments.parentItemID,
      attachments.linkMode, attachments.contentType, attachments.path, ${hash} AS storageHash
    FROM attachments JOIN itemAttachments USING (itemID)
    ORDER BY attachments.key`
}

export function collectionsSql({ hasCollectionTrash }: SchemaFacts): string {
  const trash = hasCollectionTrash ? 'collectionID IN (SELECT collectionID FROM deletedCollections)' : '0'
  return `${prefix}, members AS (
      SELECT collectionID, count(*) AS items FROM collectionItems JOIN listed USING (itemID) GROUP BY collectionID
    )
    SELECT collectionID, collectionName, parentCollectionID, collections.libraryID, collections.key,
      coalesce(members.items, 0) AS items, ${trash} AS isTrashed
    FROM collections LEFT JOIN members USING (collectionID) JOIN libraries USING (libraryID)
    WHERE libraries.type <> 'feed'`
}

export const annotationsSql = `${prefix}
  SELECT live.itemID, live.key, attachments.itemID AS attachmentID, attachments.key AS attachmentKey,
    attachments.libraryID, n.type, n.text, n.comment, n.color, n.pageLabel, n.sortIndex, n.position
  FROM itemAnnotations n
  JOIN live ON live.itemID = n.itemID
  JOIN attachments ON attachments.itemID = n.parentItemID`

export const notesSql = `${prefix}
  SELECT count(*) AS count FROM itemNotes
  JOIN live USING (itemID)
  WHERE live.typeName = 'note' AND (parentItemID IS NULL OR parentItemID IN (SELECT itemID FROM live))`

/** When two libraries have the same key, the user's own library comes first. */
export const fullTextSql = `
  SELECT indexedPages, totalPages FROM fulltextItems JOIN items USING (itemID)
  WHERE items.key = ? ORDER BY items.libraryID LIMIT 1`
