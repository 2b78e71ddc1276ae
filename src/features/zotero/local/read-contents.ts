import type { DatabaseSync } from 'node:sqlite'
import type { ZoteroCollection } from '../collections.ts'
import type { AnnotationRecord } from '../to-annotation.ts'
import type { ZoteroAttachment, ZoteroItem, ZoteroLibrary, ZoteroLinkMode } from '../zotero-item.ts'
import type { SchemaFacts } from './check-schema.ts'
import * as queries from './queries.ts'
import { readCollections } from './read-collections.ts'
import { groupRows, intoNumber, intoText, type Row } from './rows.ts'

/** A library's references as one moment of the database has them. */
export type DatabaseContents = {
  items: ZoteroItem[]
  attachments: ZoteroAttachment[]
  annotations: AnnotationRecord[]
  collections: ZoteroCollection[]
  /** Zotero's own number of each library, by which Better BibTeX names items: `1:ABCD2345`. */
  libraryIds: ReadonlyMap<number | null, number>
}

const linkModes: readonly ZoteroLinkMode[] = ['imported_file', 'imported_url', 'linked_file', 'linked_url']

export function readContents(database: DatabaseSync, schema: SchemaFacts): DatabaseContents {
  const all = (sql: string): Row[] => database.prepare(sql).all()
  const libraries = readLibraries(all(queries.selectLibraries))
  const libraryOf = (row: Row) => libraries.get(intoNumber(row.libraryID)) ?? ownLibrary
  const fields = fieldsByItem(all(queries.selectFields))
  const tags = groupRows(all(queries.selectTags), 'itemID', row => intoText(row.name))
  const creators = groupRows(all(queries.selectCreators), 'itemID', toCreator)
  const members = groupRows(all(queries.selectMembers), 'itemID', row => intoText(row.key))
  const itemRows = all(queries.selectItems)
  const keys = new Map(itemRows.map(row => [row.itemID, intoText(row.key)]))
  const annotationRows = schema.hasAnnotations ? all(queries.selectAnnotations) : []
  return {
    items: itemRows.map(row => ({
      key: intoText(row.key),
      library: libraryOf(row),
      itemType: intoText(row.typeName),
      version: intoNumber(row.version),
      dateAdded: intoIso(row.dateAdded),
      dateModified: intoIso(row.dateModified),
      fields: fields.get(row.itemID) ?? {},
      parsedDate: null,
      creators: creators.get(row.itemID) ?? [],
      tags: tags.get(row.itemID) ?? [],
      collectionKeys: members.get(row.itemID) ?? [],
    })),
    attachments: all(queries.selectAttachments(schema)).map(row => ({
      key: intoText(row.key),
      library: libraryOf(row),
      parentKey: keys.get(row.parentItemID) ?? null,
      linkMode: linkModes[intoNumber(row.linkMode)] ?? 'linked_url',
      title: fields.get(row.itemID)?.title ?? null,
      mediaType: intoText(row.contentType) || null,
      path: intoText(row.path) || fields.get(row.itemID)?.url || null,
      filename: null,
      md5: intoText(row.storageHash) || null,
    })),
    annotations: annotationRows.map(row => toRecord(row, tags.get(row.itemID) ?? [])),
    collections: readCollections(all(queries.selectCollections(schema)), libraryOf),
    libraryIds: new Map([...libraries].map(([id, { groupId }]) => [groupId, id])),
  }
}

const ownLibrary: ZoteroLibrary = { groupId: null, name: 'My Library' }

function readLibraries(rows: readonly Row[]): Map<number, ZoteroLibrary> {
  return new Map(
    rows.map(row => [
      intoNumber(row.libraryID),
      row.groupID === null ? ownLibrary : { groupId: intoNumber(row.groupID), name: intoText(row.name) },
    ]),
  )
}

function fieldsByItem(rows: readonly Row[]): Map<unknown, Record<string, string>> {
  const byItem = new Map<unknown, Record<string, string>>()
  for (const { itemID, fieldName, value } of rows) {
    const fields = byItem.get(itemID) ?? {}
    fields[intoText(fieldName)] = intoText(value)
    byItem.set(itemID, fields)
  }
  return byItem
}

/** Field mode 1 means a name in one piece, kept as last name. */
function toCreator(row: Row): ZoteroItem['creators'][number] {
  const creatorType = intoText(row.creatorType)
  if (row.fieldMode === 1) return { creatorType, name: intoText(row.lastName) }
  return { creatorType, firstName: intoText(row.firstName), lastName: intoText(row.lastName) }
}

function toRecord(row: Row, tags: readonly string[]): AnnotationRecord {
  const text = (value: unknown) => intoText(value) || null
  return {
    key: intoText(row.key),
    attachmentKey: intoText(row.attachmentKey),
    kind: intoNumber(row.type),
    text: text(row.text),
    comment: text(row.comment),
    color: text(row.color),
    pageLabel: text(row.pageLabel),
    sortIndex: text(row.sortIndex),
    position: text(row.position),
    tags,
  }
}

/** `2021-06-30 14:59:12` is in UTC. */
function intoIso(value: unknown): string | null {
  const text = intoText(value)
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(text)
  return match ? `${match[1]}T${match[2]}Z` : null
}
