import type { DatabaseSync } from 'node:sqlite'
import type { ZoteroCollection } from '../select-items.ts'
import type { AnnotationRecord } from '../to-annotations.ts'
import { type LibraryIdentity, linkModes, type ZoteroAttachment, type ZoteroItem } from '../zotero-item.ts'
import {
  annotationsSql,
  attachmentsSql,
  collectionsSql,
  creatorsSql,
  fieldsSql,
  itemsSql,
  librariesSql,
  membersSql,
  notesSql,
  type SchemaFacts,
  tagsSql,
} from './zotero-schema.ts'

/** The references in the database, read in one transaction. */
export type DatabaseContents = {
  items: ZoteroItem[]
  attachments: ZoteroAttachment[]
  annotations: AnnotationRecord[]
  collections: ZoteroCollection[]
  /** Zotero's number of each library by group id; Better BibTeX uses it in names of items: `1:ABCD2345`. */
  libraryIds: ReadonlyMap<number | null, number>
}

/** Number of entries in all libraries, without trash and feeds. */
export type LibraryCounts = {
  /** References, and files without a parent. */
  items: number
  attachments: number
  notes: number
  annotations: number
  collections: number
  /** Different tags on items. */
  tags: number
  libraries: number
}

/** A row of SQLite, with values of unknown type. */
type Row = Record<string, unknown>

const ownLibrary: LibraryIdentity = { groupId: null, name: 'My Library' }

export function readContents(database: DatabaseSync, schema: SchemaFacts): DatabaseContents {
  const all = (sql: string): Row[] => database.prepare(sql).all()
  const libraries = readLibraries(all(librariesSql))
  const libraryOf = (row: Row) => libraries.get(intoNumber(row.libraryID)) ?? ownLibrary
  const fields = fieldsByItem(all(fieldsSql))
  const tags = groupRows(all(tagsSql), 'itemID', row => intoText(row.name))
  const creators = groupRows(all(creatorsSql), 'itemID', toCreator)
  const members = groupRows(all(membersSql), 'itemID', row => intoText(row.key))
  const itemRows = all(itemsSql)
  const keys = new Map(itemRows.map(row => [row.itemID, intoText(row.key)]))
  const annotationRows = schema.hasAnnotations ? all(annotationsSql) : []
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
    attachments: all(attachmentsSql(schema)).map(row => ({
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
    collections: readCollections(all(collectionsSql(schema)), libraryOf),
    libraryIds: new Map([...libraries].map(([id, { groupId }]) => [groupId, id])),
  }
}

export function countContents(database: DatabaseSync, schema: SchemaFacts): LibraryCounts {
  const { items, attachments, annotations, collections, libraryIds } = readContents(database, schema)
  return {
    items: items.length,
    attachments: attachments.length,
    notes: Number(database.prepare(notesSql).get()?.count ?? 0),
    annotations: annotations.length,
    collections: collections.length,
    tags: new Set(items.flatMap(({ tags }) => tags)).size,
    libraries: libraryIds.size,
  }
}

function readLibraries(rows: readonly Row[]): Map<number, LibraryIdentity> {
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

/** Field mode 1: the whole name is in `lastName`. */
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

/** Collections, without those in the trash and their subcollections. */
function readCollections(rows: readonly Row[], libraryOf: (row: Row) => LibraryIdentity): ZoteroCollection[] {
  const byId = new Map(rows.map(row => [row.collectionID, row]))
  return rows
    .filter(row => !isInTrash(row, byId))
    .map(row => {
      const library = libraryOf(row)
      const parent = byId.get(row.parentCollectionID)
      return {
        key: intoText(row.key),
        name: intoText(row.collectionName),
        parentKey: parent ? intoText(parent.key) : null,
        library: library.name,
        groupId: library.groupId,
        items: intoNumber(row.items),
      }
    })
}

function isInTrash(row: Row, byId: ReadonlyMap<unknown, Row>): boolean {
  const seen = new Set<unknown>()
  let current: Row | undefined = row
  while (current && !seen.has(current.collectionID)) {
    if (intoNumber(current.isTrashed) === 1) return true
    seen.add(current.collectionID)
    current = byId.get(current.parentCollectionID)
  }
  return false
}

/** Zotero's value column has no type, so SQLite returns numeric values as numbers. */
export function intoText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value)
}

export function intoNumber(value: unknown): number {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : 0
}

/** Groups rows by one column and maps each row, in the order of the rows. */
function groupRows<T>(rows: readonly Row[], column: string, make: (row: Row) => T): Map<unknown, T[]> {
  const groups = new Map<unknown, T[]>()
  for (const row of rows) {
    const group = groups.get(row[column])
    if (group) group.push(make(row))
    else groups.set(row[column], [make(row)])
  }
  return groups
}
