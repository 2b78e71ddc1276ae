import type { ToolRow } from './tool-table.ts'

/** Pictures of pages over HTTP. */
export type PagePictures<Services> = {
  /** With `{doc_id}` and `{page}`; the route adds `.png`. */
  path: string
  /**
   * Draws a page. Its input has `doc_id`, `page`, what the query may contain, and `known`: the ETags that the client has.
   * Its value is `{ etag, png }`; `png` is null when the client has the picture already.
   */
  row: ToolRow<Services>
}
