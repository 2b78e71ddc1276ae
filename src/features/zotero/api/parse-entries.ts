import type { Attachment } from '../../../core/ports/reference-library.ts'
import type { ZoteroCollection } from '../select-items.ts'
import type { AnnotationRecord } from '../to-annotations.ts'
import {
  keeperOf,
  type ZoteroAttachment,
  type ZoteroCreator,
  type ZoteroItem,
  type ZoteroLibrary,
  type ZoteroLinkMode,
  zoteroUri,
} from '../zotero-item.ts'
import { type Loose, listOf, numberOf, recordOf, textOf, textsOf } from './list-pages.ts'

/** One entry of a listing, sorted by what it is. Notes and what lies in the trash are nothing to us. */
export type Entry =
  | { kind: 'item'; item: ZoteroItem; children: number }
  | { kind: 'attachment'; attachment: ZoteroAttachment; item: ZoteroItem; isStored: boolean }
  | { kind: 'annotation'; annotation: AnnotationRecord }

const linkModes: readonly string[] = ['imported_file', 'imported_url', 'linked_file', 'linked_url']

/** Names of the record's own properties, which are no fields of the item. */
const notFields = new Set(['key', 'version', 'itemType', 'dateAdded', 'dateModified', 'parentItem'])

export function parseEntry(entry: unknown, scope: ZoteroLibrary): Entry | null {
  const record = recordOf(entry)
  const library = namedLibrary(record, scope)
  const data = recordOf(record.data)
  const key = textOf(record.key) ?? textOf(data.key)
  const itemType = textOf(data.itemType)
  if (key === null || itemType === null || itemType === 'note' || isTrashed(data)) return null
  if (itemType === 'annotation') return { kind: 'annotation', annotation: parseAnnotation(data, key) }
  const item = parseItem(record, data, { key, itemType, library })
  if (itemType !== 'attachment')
    return { kind: 'item', item, children: numberOf(recordOf(record.meta).numChildren) ?? 0 }
  if (textOf(data.linkMode) === 'embedded_image') return null
  const isStored = recordOf(record.links).enclosure !== undefined
  return { kind: 'attachment', attachment: parseAttachment(data, key, library), item, isStored }
}

/** The key of what an entry hangs on; null when it stands by itself. */
export function parentOf(entry: unknown): string | null {
  return textOf(recordOf(recordOf(entry).data).parentItem)
}

export function isTrashedEntry(entry: unknown): boolean {
  return isTrashed(recordOf(recordOf(entry).data))
}

export function parseCollection(entry: unknown, scope: ZoteroLibrary): ZoteroCollection | null {
  const record = recordOf(entry)
  const library = namedLibrary(record, scope)
  const data = recordOf(record.data)
  const key = textOf(record.key) ?? textOf(data.key)
  const name = textOf(data.name)
  if (key === null || name === null || isTrashed(data)) return null
  return {
    key,
    name,
    parentKey: textOf(data.parentCollection),
    library: library.name,
    groupId: library.groupId,
    items: numberOf(recordOf(record.meta).numItems) ?? 0,
  }
}

/** Every entry tells what its group is called; the own library is called as in the program. */
function namedLibrary(record: Loose, scope: ZoteroLibrary): ZoteroLibrary {
  if (scope.groupId === null) return scope
  return { ...scope, name: textOf(recordOf(record.library).name) ?? scope.name }
}

/** What can be said of an attachment's bytes without asking for them. */
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
  if (linkMode === 'linked_file') return 'it is linked, and only the computer it lies on has it'
  return isStored ? null : "it has not been uploaded to Zotero's server"
}

function parseItem(
  record: Loose,
  data: Loose,
  { key, itemType, library }: { key: string; itemType: string; library: ZoteroLibrary },
): ZoteroItem {
  const fields = Object.entries(data).filter(
    (field): field is [string, string] => typeof field[1] === 'string' && !notFields.has(field[0]),
  )
  return {
    key,
    library,
    itemType,
    version: numberOf(record.version) ?? numberOf(data.version) ?? 0,
    dateAdded: textOf(data.dateAdded),
    dateModified: textOf(data.dateModified),
    fields: Object.fromEntries(fields),
    parsedDate: textOf(recordOf(record.meta).parsedDate),
    creators: listOf(data.creators).flatMap(parseCreator),
    tags: tagsOf(data),
    collectionKeys: textsOf(data.collections).sort(),
  }
}

function parseCreator(entry: unknown): ZoteroCreator[] {
  const { creatorType, name, firstName, lastName } = recordOf(entry)
  const type = textOf(creatorType) ?? 'author'
  const whole = textOf(name)
  if (whole !== null) return [{ creatorType: type, name: whole }]
  return [{ creatorType: type, firstName: textOf(firstName) ?? '', lastName: textOf(lastName) ?? '' }]
}

function parseAttachment(data: Loose, key: string, library: ZoteroLibrary): ZoteroAttachment {
  const linkMode = textOf(data.linkMode) ?? ''
  return {
    key,
    library,
    parentKey: textOf(data.parentItem),
    // SAFETY: the list holds exactly the members of the union.
    linkMode: linkModes.includes(linkMode) ? (linkMode as ZoteroLinkMode) : 'imported_file',
    title: textOf(data.title),
    mediaType: textOf(data.contentType),
    path: textOf(data.path) ?? (linkMode === 'linked_url' ? textOf(data.url) : null),
    filename: textOf(data.filename),
    md5: textOf(data.md5),
  }
}

function parseAnnotation(data: Loose, key: string): AnnotationRecord {
  return {
    key,
    attachmentKey: textOf(data.parentItem) ?? '',
    kind: textOf(data.annotationType) ?? '',
    text: textOf(data.annotationText),
    comment: textOf(data.annotationComment),
    color: textOf(data.annotationColor),
    pageLabel: textOf(data.annotationPageLabel),
    sortIndex: textOf(data.annotationSortIndex),
    position: textOf(data.annotationPosition),
    tags: tagsOf(data),
  }
}

function tagsOf(data: Loose): string[] {
  return listOf(data.tags)
    .flatMap(entry => textOf(recordOf(entry).tag) ?? [])
    .sort()
}

/** The web API writes 1, the local one true. */
function isTrashed(data: Loose): boolean {
  return data.deleted === 1 || data.deleted === true
}
