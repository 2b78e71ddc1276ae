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

/** Where something was read from: this computer, or the reference manager's server. */
export type Origin = 'local' | 'web'

/** A file that belongs to an item. */
export type Attachment = {
  key: string
  /** Opens it in the reference manager; the same whether it was read from this computer or from the web. */
  uri: string
  origin: Origin
  /**
   * Who stores the file: the reference manager, on this computer and perhaps on its server; the user, in a folder of
   * this computer; or nobody, when it is only a link to a web page.
   */
  keeper: 'manager' | 'user' | 'nobody'
  name: string
  mediaType: string | null
  /** The path or address of its bytes, for messages and audits. */
  place: string
  /** Why its bytes are not available (linked to a missing file, only a web link); null when they should be. */
  missing: string | null
}

/** An annotation of a reader in an attachment. */
export type Annotation = {
  key: string
  attachmentKey: string
  kind: 'highlight' | 'underline' | 'note' | 'text' | 'image' | 'ink'
  /** The marked text; empty for notes and pictures. */
  text: string
  comment: string
  color: string | null
  /** The printed page number. */
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
  /** The reference manager's own version. Some change it only when they synchronise: compare stamps, not versions. */
  version: number
  /** Opaque. It changes when the item, its attachments or (where they are read too) its annotations change. */
  stamp: string
}

export type ItemSelection = {
  /** Key of a collection; null means the whole library. */
  collection: string | null
  includeSubcollections: boolean
  /** Items with a tag that contains any of these texts, ignoring case; an empty list selects all items. */
  includeTags: readonly string[]
  /** Items with a tag that contains any of these texts are left out. */
  excludeTags: readonly string[]
}

/** The bytes of an attachment and their actual origin. `source` is the attachment's `uri`. */
export type AttachmentBytes = RawSource & { origin: Origin }

/**
 * Changes since a version: keys of items to read again, and of items and files that were deleted or are in the trash.
 */
export type LibraryChanges = { version: number; changed: string[]; removed: string[] }

/** Plain text of an attachment, as the reference manager extracted it. It has no reliable pages. */
export type CachedText = { text: string; indexedPages: number | null; totalPages: number | null }

/**
 * A reference manager's library, read only.
 *
 * A caller may rely on this: nothing from the trash is returned; items are in order of key; when the library changes
 * while it is read, each item is still returned once.
 */
export interface ReferenceLibrary {
  /** One line for messages: kind and location, without secrets. */
  readonly description: string
  /**
   * Resolves to a number that grows with every change of the library; null when it has none. Call it before reading
   * items: items that are read afterwards are at least as new.
   */
  version(signal: AbortSignal): Promise<number | null>
  /** Returns the changes since a version that `version` returned; null when all items must be read to find them. */
  changesSince(version: number, signal: AbortSignal): Promise<LibraryChanges | null>
  listCollections(signal: AbortSignal): Promise<ReferenceCollection[]>
  /**
   * Finds a collection by key, or by name ignoring case. Throws Failure `COLLECTION_NOT_FOUND` with the names that
   * exist, and `AMBIGUOUS_COLLECTION` when several collections have the name.
   */
  findCollection(keyOrName: string, signal: AbortSignal): Promise<ReferenceCollection>
  listItems(selection: ItemSelection, signal: AbortSignal): Promise<LibraryItem[]>
  /** Returns the newest items, newest first. */
  recentItems(limit: number, signal: AbortSignal): Promise<LibraryItem[]>
  /** Returns tags with the number of items that have them, most used first. */
  listTags(collection: string | null, signal: AbortSignal): Promise<{ tag: string; items: number }[]>
  /** Returns annotations in the order of the document. */
  listAnnotations(attachmentKey: string, signal: AbortSignal): Promise<Annotation[]>
  /**
   * Reads the file of an attachment, found by key and uri: an attachment from one origin can be read from the other.
   */
  readAttachment(attachment: Attachment, signal: AbortSignal): Promise<AttachmentBytes>
  cachedText(attachmentKey: string, signal: AbortSignal): Promise<CachedText | null>
  /**
   * Returns the warnings since the last call, each once: a source that cannot be reached, a database that was read from
   * a copy, a file that was fetched from elsewhere.
   */
  takeWarnings(): string[]
  close(): Promise<void>
}
