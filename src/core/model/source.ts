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
  /** As the source states it: ISO 8601, or the date of an HTTP header. */
  lastModified: string | null
  /** What `file_type` reports where the converter's own word does not say enough ("speech", "annotation"). */
  fileType: string | null
}
