/** The document that a file belongs to. It stays the same when the document is replaced by a newer version. */
export type OriginalOwner = { collection: string; source: string }

/**
 * Keeps the files of documents that have no file of their own on this machine, such as uploads, so that their pages can be
 * drawn and the file can be returned. A file is identified by the SHA-256 of its bytes.
 */
export interface Originals {
  /**
   * Keeps a file, unless keeping is turned off. Returns the reason when it cannot be kept, such as its size or a full disk;
   * otherwise null.
   */
  keep(owner: OriginalOwner, bytes: Uint8Array): Promise<string | null>
  /** Returns the bytes with this hash that were kept for the document; null when there are none. */
  read(owner: OriginalOwner, hash: string): Promise<Uint8Array | null>
  /** Removes what was kept for the document, except the file with the hash `except`. */
  forget(owner: OriginalOwner, except?: string): Promise<void>
  /** Removes what was kept for all documents of the collection. */
  forgetCollection(collection: string): Promise<void>
}
