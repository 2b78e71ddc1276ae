import type { ToolRow } from './tool-table.ts'

/** Documents over HTTP beyond their text: pages as pictures, places of lines, original files, and whole libraries. */
export type PagePictures<Services> = {
  /** With `{doc_id}` and `{page}`; the route adds `.png`. */
  path: string
  /**
   * Draws a page. Its input has `doc_id`, `page`, what the query may contain, and `known`: the ETags that the client has.
   * Its value is `{ etag, png }`; `png` is null when the client has the picture already.
   */
  row: ToolRow<Services>
  /** Returns where the lines of a page are, at the same path without `.png`. Its input has `doc_id` and `page`. */
  lines: ToolRow<Services>
  /** Returns `{ name, hash, bytes }` of the original file; `path` has `{doc_id}`. */
  original: { path: string; row: ToolRow<Services> }
  /** Returns `{ name, lines }` of a library as a portable file; `path` has `{library}`. The file is compressed. */
  library: { path: string; row: ToolRow<Services> }
}
