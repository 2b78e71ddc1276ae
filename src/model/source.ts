/** Bytes as found, before anything was understood of them. */
export type RawSource = {
  /** Identity within a collection: absolute path, URL, or the caller's label. */
  source: string
  /** File name or last path segment: what type and title are guessed from. */
  name: string
  bytes: Uint8Array
  /** As the transport declared it (Content-Type without parameters), when it did. */
  mediaType: string | null
  /** Charset the transport declared, when it did. */
  charset: string | null
  lastModified: string | null
  /** What `file_type` reports when it is not the converter's own word (the documents contract says "url"). */
  fileType: string | null
}
