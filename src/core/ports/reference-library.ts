import type { Reference } from '../model/reference.ts'
import type { RawSource } from '../model/source.ts'

/** A folder of references in a reference manager. */
export type ReferenceCollection = {
  key: string
  name: string
  parentKey: string | null
  /** The library it belongs to: "My Library" or the name of a group. */
  library: string
  /** Items directly in it, without trash, notes and attachments of other items. */
  items: number
}

/** Where something was read: on this computer, or from the reference manager's server. */
export type Origin = 'local' | 'web'

/** A file that belongs to an item. */
export type Attachment = {
  key: string
  /** Names it the same wherever it is read from, and opens it: `zotero://select/library/items/ABCD2345`. */
  uri: string
  origin: Origin
  /**
   * Who keeps the file: the reference manager, so that this computer and its server may both have it; the user, in
   * a folder of this computer; or nobody, when it is only a link to a web page.
   */
  keeper: 'manager' | 'user' | 'nobody'
  name: string
  mediaType: string | null
  /** Where its bytes come from, for the record: a path or an address. */
  place: string
  /** Why its bytes cannot be had (linked to a missing file, only a web link); null when they should be there. */
  missing: string | null
}

/** A mark a reader left in an attachment. */
export type Annotation = {
  key: string
  attachmentKey: string
  kind: 'highlight' | 'underline' | 'note' | 'text' | 'image' | 'ink'
  /** The marked words; empty for notes and pictures. */
  text: string
  comment: string
  color: string | null
  /** What is printed on the page. */
  pageLabel: string | null
  /** Physical page, 1-based. */
  page: number | null
  tags: string[]
}

export type LibraryItem = {
  key: string
  library: string
  reference: Reference
  attachments: Attachment[]
  dateAdded: string | null
  dateModified: string | null
  /** As the reference manager counts it. Some raise it only when they synchronise: compare stamps, not versions. */
  version: number
  /** Differs whenever the item, its attachments or (where they are read along) its annotations do. Opaque. */
  stamp: string
}

export type ItemSelection = {
  /** Key of a collection; null means the whole library. */
  collection: string | null
  includeSubcollections: boolean
  /** Any of these parts of a tag must fit, ignoring case; none means all items. */
  includeTags: readonly string[]
  /** Items with a tag that any of these fits are left out. */
  excludeTags: readonly string[]
}

/** The bytes of an attachment and where they really came from. `source` is the attachment's `uri`. */
export type AttachmentBytes = RawSource & { origin: Origin }

/** What happened since a version: keys of items to read again, and of items and files gone or in the trash. */
export type LibraryChanges = { version: number; changed: string[]; removed: string[] }

/** Cached plain text of an attachment, as the reference manager extracted it. It has no reliable pages. */
export type CachedText = { text: string; indexedPages: number | null; totalPages: number | null }

/**
 * A reference manager's library, read only. A caller may rely on this: what lies in the trash is never given; items
 * come in order of key; a library that changes while it is read gives each item once.
 */
export interface ReferenceLibrary {
  /** One line for people: kind and place, without secrets. */
  readonly description: string
  /**
   * Grows with every change of the library; null when the source cannot tell. Ask before reading items: what is
   * read afterwards is at least as new.
   */
  version(signal: AbortSignal): Promise<number | null>
  /** Changes after a version that `version` gave; null when only reading all items can tell. */
  changesSince(version: number, signal: AbortSignal): Promise<LibraryChanges | null>
  listCollections(signal: AbortSignal): Promise<ReferenceCollection[]>
  /**
   * By key, or by name ignoring case. Throws Failure `COLLECTION_NOT_FOUND` naming what there is, and
   * `AMBIGUOUS_COLLECTION` when several have the name.
   */
  findCollection(keyOrName: string, signal: AbortSignal): Promise<ReferenceCollection>
  listItems(selection: ItemSelection, signal: AbortSignal): Promise<LibraryItem[]>
  /** Newest first. */
  recentItems(limit: number, signal: AbortSignal): Promise<LibraryItem[]>
  /** Tags with how many items carry them, most used first. */
  listTags(collection: string | null, signal: AbortSignal): Promise<{ tag: string; items: number }[]>
  /** In the order they stand in the document. */
  listAnnotations(attachmentKey: string, signal: AbortSignal): Promise<Annotation[]>
  /** Finds the file by key and uri, so that an attachment listed by one source can be read from another. */
  readAttachment(attachment: Attachment, signal: AbortSignal): Promise<AttachmentBytes>
  cachedText(attachmentKey: string, signal: AbortSignal): Promise<CachedText | null>
  /**
   * Sentences for people about what was not as expected since the last call (a source out of reach, a database
   * read from a copy, a file fetched from elsewhere), each said once.
   */
  takeWarnings(): string[]
  close(): Promise<void>
}
