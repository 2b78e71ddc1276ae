import type { Attachment } from '../../../core/ports/reference-library.ts'
import { type Loose, listOf } from '../../../core/text/json-values.ts'
import type { ZoteroCollection } from '../select-items.ts'
import type { AnnotationRecord } from '../to-annotations.ts'
import {
  keeperOf,
  type LibraryIdentity,
  linkModes,
  type ZoteroAttachment,
  type ZoteroCreator,
  type ZoteroItem,
  zoteroUri,
} from '../zotero-item.ts'
import { numberOf, recordOf, stringOf, stringsOf } from './list-pages.ts'

/** One entry of a listing, by kind. */
export type Entry =
  | { kind: 'item'; item: ZoteroItem; children: number }
  | { kind: 'attachment'; attachment: ZoteroAttachment; item: ZoteroItem; isStored: boolean }
  | { kind: 'annotation'; annotation: AnnotationRecord }

/** Properties of `data` that are not fields of the item. */
const notFields = new Set(['key', 'version', 'itemType', 'dateAdded', 'dateModified', 'parentItem'])

/** Returns null for notes and for entries in the trash. */
export function parseEntry(entry: unknown, scope: LibraryIdentity): Entry | null {
  const record = recordOf(entry)
  const library = namedLibrary(record, scope)
  const data = recordOf(record.data)
  const key = stringOf(record.key) ?? stringOf(data.key)
  const itemType = stringOf(data.itemType)
  if (key === null || itemType === null || itemType === 'note' || isTrashed(data)) return null
  if (itemType === 'annotation') return { kind: 'annotation', annotation: parseAnnotation(data, key) }
  const item = parseItem(record, data, { key, itemType, library })
  if (itemType !== 'attachment')
    return { kind: 'item', item, children: numberOf(recordOf(record.meta).numChildren) ?? 0 }
  if (stringOf(data.linkMode) === 'embedded_image') return null
  const isStored = recordOf(record.links).enclosure !== undefined
  return { kind: 'attachment', attachment: parseAttachment(data, key, library), item, isStored }
}

/** The key of an entry's parent; null for a top-level entry. */
export function parentOf(entry: unknown): string | null {
  return stringOf(recordOf(recordOf(entry).data).parentItem)
}

export function isTrashedEntry(entry: unknown): boolean {
  return isTrashed(recordOf(recordOf(entry).data))
}

export function parseCollection(entry: unknown, scope: LibraryIdentity): ZoteroCollection | null {
  const record = recordOf(entry)
  const library = namedLibrary(record, scope)
  const data = recordOf(record.data)
  const key = stringOf(record.key) ?? stringOf(data.key)
  const name = stringOf(data.name)
  if (key === null || name === null || isTrashed(data)) return null
  return {
    key,
    name,
    parentKey: stringOf(data.parentCollection),
    library: library.name,
    groupId: library.groupId,
    items: numberOf(recordOf(record.meta).numItems) ?? 0,
  }
}

/** The library with the group name that every entry contains. The user's own library keeps its name. */
function namedLibrary(record: Loose, scope: LibraryIdentity): LibraryIdentity {
  if (scope.groupId === null) return scope
  return { ...scope, name: stringOf(recordOf(record.library).name) ?? scope.name }
}

/** An attachment, with the reason when its file is known to be missing. Sends no request. */
export function toAttachment(
  record: ZoteroAttachment,
  { origin, isStored }: { origin: Attachment['origin']; isStored: boolean },
): Attachment {
  return {
    key: record.key,
    uri: zoteroUri(record.library, record.key),
    origin,
    keeper: keeperOf(record),
    name: record.filename ?? record.title ?? record.key,
    mediaType: record.mediaType,
    place: record.path ?? zoteroUri(record.library, record.key),
    missing: whyMissing(record, origin, isStored),
  }
}

function whyMissing(
  { linkMode }: ZoteroAttachment,
  origin: Attachment['origin'],
  isStored: boolean,
): string | null {
  if (linkMode === 'linked_url') return 'it is a link to a web page, not a file'
  if (origin === 'local') return null
  if (linkMode === 'linked_file') return 'it is a linked file, which only the user’s own computer has'
  return isStored ? null : "it has not been uploaded to Zotero's server"
}

function parseItem(
  record: Loose,
  data: Loose,
  { key, itemType, library }: { key: string; itemType: string; library: LibraryIdentity },
): ZoteroItem {
  const fields = Object.entries(data).filter(
    (field): field is [string, string] => typeof field[1] === 'string' && !notFields.has(field[0]),
  )
  return {
    key,
    library,
    itemType,
    version: numberOf(record.version) ?? numberOf(data.version) ?? 0,
    dateAdded: stringOf(data.dateAdded),
    dateModified: stringOf(data.dateModified),
    fields: Object.fromEntries(fields),
    parsedDate: stringOf(recordOf(record.meta).parsedDate),
    creators: listOf(data.creators).flatMap(parseCreator),
    tags: tagsOf(data),
    collectionKeys: stringsOf(data.collections).sort(),
  }
}

function parseCreator(entry: unknown): ZoteroCreator[] {
  const { creatorType, name, firstName, lastName } = recordOf(entry)
  const type = stringOf(creatorType) ?? 'author'
  const whole = stringOf(name)
  if (whole !== null) return [{ creatorType: type, name: whole }]
  return [{ creatorType: type, firstName: stringOf(firstName) ?? '', lastName: stringOf(lastName) ?? '' }]
}

function parseAttachment(data: Loose, key: string, library: LibraryIdentity): ZoteroAttachment {
  const linkMode = stringOf(data.linkMode) ?? ''
  return {
    key,
    library,
    parentKey: stringOf(data.parentItem),
    linkMode: linkModes.find(mode => mode === linkMode) ?? 'imported_file',
    title: stringOf(data.title),
    mediaType: stringOf(data.contentType),
    path: stringOf(data.path) ?? (linkMode === 'linked_url' ? stringOf(data.url) : null),
    filename: stringOf(data.filename),
    md5: stringOf(data.md5),
  }
}

function parseAnnotation(data: Loose, key: string): AnnotationRecord {
  return {
    key,
    attachmentKey: stringOf(data.parentItem) ?? '',
    kind: stringOf(data.annotationType) ?? '',
    text: stringOf(data.annotationText),
    comment: stringOf(data.annotationComment),
    color: stringOf(data.annotationColor),
    pageLabel: stringOf(data.annotationPageLabel),
    sortIndex: stringOf(data.annotationSortIndex),
    position: stringOf(data.annotationPosition),
    tags: tagsOf(data),
  }
}

function tagsOf(data: Loose): string[] {
  return listOf(data.tags)
    .flatMap(entry => stringOf(recordOf(entry).tag) ?? [])
    .sort()
}

/** The web API writes 1, the local API true. */
function isTrashed(data: Loose): boolean {
  return data.deleted === 1 || data.deleted === true
}
