import { Failure } from '../../core/model/failure.ts'
import type { Attachment } from '../../core/ports/reference-library.ts'

/** A person or organisation as Zotero keeps it: two fields, or one. */
export type ZoteroCreator = { creatorType: string; firstName: string; lastName: string } | SingleFieldCreator
export type SingleFieldCreator = { creatorType: string; name: string }

/** Which library something lies in. The user's own has no group. */
export type ZoteroLibrary = { groupId: number | null; name: string }

/** An item as every source of Zotero data gives it: fields by Zotero's own names, dates as ISO 8601. */
export type ZoteroItem = {
  key: string
  library: ZoteroLibrary
  itemType: string
  version: number
  dateAdded: string | null
  dateModified: string | null
  fields: Readonly<Record<string, string>>
  /** The date in ISO order with zeros for what is unknown (`2019-05-00`), where Zotero has parsed it. */
  parsedDate: string | null
  creators: readonly ZoteroCreator[]
  tags: readonly string[]
  /** Keys of the collections it lies in. */
  collectionKeys: readonly string[]
}

export type ZoteroLinkMode = 'imported_file' | 'imported_url' | 'linked_file' | 'linked_url'

/** A file or link as Zotero records it; where its bytes are is for each source to say. */
export type ZoteroAttachment = {
  key: string
  library: ZoteroLibrary
  /** Null for a file that stands by itself. */
  parentKey: string | null
  linkMode: ZoteroLinkMode
  title: string | null
  mediaType: string | null
  /** The recorded path with its prefix; the web API knows it for linked files only. */
  path: string | null
  /** The bare file name, where the source gives one. */
  filename: string | null
  /** MD5 of the file as last synchronised: changes with its content. */
  md5: string | null
}

/** Who keeps an attachment's file. */
export function keeperOf({ linkMode }: Pick<ZoteroAttachment, 'linkMode'>): Attachment['keeper'] {
  if (linkMode === 'linked_url') return 'nobody'
  return linkMode === 'linked_file' ? 'user' : 'manager'
}

/** The address by which Zotero itself opens an item; the same for every source that gives it. */
export function zoteroUri(library: ZoteroLibrary, key: string): string {
  const place = library.groupId === null ? 'library' : `groups/${library.groupId}`
  return `zotero://select/${place}/items/${key}`
}

/** The group a `zoteroUri` names: null for the user's own library, undefined when it is no such address. */
export function groupOfUri(uri: string): number | null | undefined {
  const match = /^zotero:\/\/select\/(?:library|groups\/(\d+))\/items\/\w+$/.exec(uri)
  if (!match) return undefined
  return match[1] === undefined ? null : Number(match[1])
}

/** A file that an item names and that cannot be had from a source. */
export function fileMissing(name: string, reason: string): Failure {
  return new Failure(
    'not_found',
    'ATTACHMENT_NOT_FOUND',
    `The file '${name}' of the Zotero library is missing: ${reason}.`,
    {
      hint: 'Open the item in Zotero to download or relink the file, then try again.',
    },
  )
}
