import { Failure } from '../../core/model/failure.ts'
import type { Attachment } from '../../core/ports/reference-library.ts'

/** A person or organisation as Zotero stores it: a name in two fields or in one. */
export type ZoteroCreator = { creatorType: string; firstName: string; lastName: string } | SingleFieldCreator
export type SingleFieldCreator = { creatorType: string; name: string }

/** Which library something is in. The user's own library has no group. */
export type LibraryIdentity = { groupId: number | null; name: string }

/** An item, the same from every source of Zotero data: fields by Zotero's names, dates as ISO 8601. */
export type ZoteroItem = {
  key: string
  library: LibraryIdentity
  itemType: string
  version: number
  dateAdded: string | null
  dateModified: string | null
  fields: Readonly<Record<string, string>>
  /** The date in ISO order with zeros for what is unknown (`2019-05-00`), where Zotero has parsed it. */
  parsedDate: string | null
  creators: readonly ZoteroCreator[]
  tags: readonly string[]
  /** Keys of its collections. */
  collectionKeys: readonly string[]
}

export type ZoteroLinkMode = (typeof linkModes)[number]

/** In the order in which the database numbers them. */
export const linkModes = ['imported_file', 'imported_url', 'linked_file', 'linked_url'] as const

/** A file or link as Zotero records it. Each source finds the bytes in its own way. */
export type ZoteroAttachment = {
  key: string
  library: LibraryIdentity
  /** Null for a file without a parent. */
  parentKey: string | null
  linkMode: ZoteroLinkMode
  title: string | null
  mediaType: string | null
  /** The recorded path with its prefix; the web API has it for linked files only. */
  path: string | null
  /** The bare file name, where the source has it. */
  filename: string | null
  /** MD5 of the file at the last synchronisation. */
  md5: string | null
}

/** Who stores an attachment's file. */
export function keeperOf({ linkMode }: Pick<ZoteroAttachment, 'linkMode'>): Attachment['keeper'] {
  if (linkMode === 'linked_url') return 'nobody'
  return linkMode === 'linked_file' ? 'user' : 'manager'
}

/** The address that opens an item in Zotero. The same from every source. */
export function zoteroUri(library: LibraryIdentity, key: string): string {
  const place = library.groupId === null ? 'library' : `groups/${library.groupId}`
  return `zotero://select/${place}/items/${key}`
}

/** The group of a `zoteroUri`: null for the user's own library, undefined when it is another kind of address. */
export function groupOfUri(uri: string): number | null | undefined {
  const match = /^zotero:\/\/select\/(?:library|groups\/(\d+))\/items\/\w+$/.exec(uri)
  if (!match) return undefined
  return match[1] === undefined ? null : Number(match[1])
}

/** The failure for a file that a source does not have. */
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
