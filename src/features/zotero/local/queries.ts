import type { SchemaFacts } from './check-schema.ts'

/** Items of the user's own library and of groups, without trash. Feeds are not the user's references. */
const liveItems = `
  SELECT items.*, itemTypesCombined.typeName
  FROM items
  JOIN itemTypesCombined USING (itemTypeID)
  JOIN libraries USING (libraryID)
  WHERE libraries.type <> 'feed' AND itemID NOT IN (SELECT itemID FROM deletedItems)`

/** Attachments of live parents; what hangs on a trashed item is in the trash with it. 4 is a picture in a note. */
const liveAttachments = `
  SELECT live.*, a.parentItemID, a.linkMode, a.contentType, a.path
  FROM itemAttachments a
  JOIN live USING (itemID)
  WHERE a.linkMode BETWEEN 0 AND 3
    AND (a.parentItemID IS NULL OR a.parentItemID IN (SELECT itemID FROM live))`

/** References, and files that stand by themselves. */
const listedItems = `
  SELECT itemID, key, libraryID, typeName, version, dateAdded, dateModified FROM live
  WHERE typeName NOT IN ('note', 'attachment', 'annotation')
     OR itemID IN (SELECT itemID FROM attachments WHERE parentItemID IS NULL)`

const prefix = `WITH live AS (${liveItems}), attachments AS (${liveAttachments}), listed AS (${listedItems})`

export const selectLibraries = `
  SELECT libraries.libraryID, groups.groupID, groups.name
  FROM libraries LEFT JOIN groups USING (libraryID)
  WHERE libraries.type <> 'feed'`

export const selectItems = `${prefix} SELECT * FROM listed`

export const selectFields = `
  SELECT itemData.itemID, fieldsCombined.fieldName, itemDataValues.value
  FROM itemData
  JOIN fieldsCombined USING (fieldID)
  JOIN itemDataValues USING (valueID)`

export const selectCreators = `
  SELECT itemID, creatorType, firstName, lastName, fieldMode
  FROM itemCreators
  JOIN creators USING (creatorID)
  JOIN creatorTypes USING (creatorTypeID)
  ORDER BY itemID, orderIndex`

export const selectTags = 'SELECT itemID, name FROM itemTags JOIN tags USING (tagID) ORDER BY itemID, name'

export const selectMembers = `
  SELECT itemID, collections.key
  FROM collectionItems JOIN collections USING (collectionID)
  ORDER BY itemID, collections.key`

export function selectAttachments({ hasStorageHash }: SchemaFacts): string {
  const hash = hasStorageHash ? 'itemAttachments.storageHash' : 'NULL'
  return `${prefix}
    SELECT attachments.itemID, attachments.key, attachments.libraryID, attachments.parentItemID,
      attachments.linkMode, attachments.contentType, attachments.path, ${hash} AS storageHash
    FROM attachments JOIN itemAttachments USING (itemID)
    ORDER BY attachments.key`
}

export function selectCollections({ hasCollectionTrash }: SchemaFacts): string {
  const trash = hasCollectionTrash ? 'collectionID IN (SELECT collectionID FROM deletedCollections)' : '0'
  return `${prefix}, members AS (
      SELECT collectionID, count(*) AS items FROM collectionItems JOIN listed USING (itemID) GROUP BY collectionID
    )
    SELECT collectionID, collectionName, parentCollectionID, collections.libraryID, collections.key,
      coalesce(members.items, 0) AS items, ${trash} AS isTrashed
    FROM collections LEFT JOIN members USING (collectionID) JOIN libraries USING (libraryID)
    WHERE libraries.type <> 'feed'`
}

export const selectAnnotations = `${prefix}
  SELECT live.itemID, live.key, attachments.itemID AS attachmentID, attachments.key AS attachmentKey,
    attachments.libraryID, n.type, n.text, n.comment, n.color, n.pageLabel, n.sortIndex, n.position
  FROM itemAnnotations n
  JOIN live ON live.itemID = n.itemID
  JOIN attachments ON attachments.itemID = n.parentItemID`

export const selectNotes = `${prefix}
  SELECT count(*) AS count FROM itemNotes
  JOIN live USING (itemID)
  WHERE live.typeName = 'note' AND (parentItemID IS NULL OR parentItemID IN (SELECT itemID FROM live))`

/** The own library comes first where two libraries happen to share a key. */
export const selectFullText = `
  SELECT indexedPages, totalPages FROM fulltextItems JOIN items USING (itemID)
  WHERE items.key = ? ORDER BY items.libraryID LIMIT 1`
