/** The pages of a span: physical numbers and, where the source prints them, labels. */
export type PageSpan = { first: number; last: number; firstLabel: string | null; lastLabel: string | null }

/** A citable piece of a document. Its text is the document's Markdown from `start` to `end`, verbatim. */
export type Chunk = {
  id: string
  /** 0-based position in the document. */
  ordinal: number
  start: number
  end: number
  pages: PageSpan | null
  /** Headings above the chunk, outermost first. */
  sectionPath: string[]
  /** Length in tokens of the embedding model. */
  tokens: number
}
