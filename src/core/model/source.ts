/** The bytes of a source, before conversion. */
export type RawSource = {
  /** Identity within a collection: absolute path, URL, or the caller's label. */
  source: string
  /** File name or last path segment; file type and title are derived from it. */
  name: string
  bytes: Uint8Array
  /** As the transport declared it (Content-Type without parameters), when it did. */
  mediaType: string | null
  /** Charset the transport declared, when it did. */
  charset: string | null
  /** As the source declares it: ISO 8601, or the date of an HTTP header. */
  lastModified: string | null
  /** The `file_type` to report instead of the converter's format ("speech", "annotation"). */
  fileType: string | null
}
