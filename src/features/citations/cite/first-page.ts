import type { Page } from '../../../core/model/document.ts'

/** How far a text without pages is searched: a title page, not a bibliography. */
const firstPageLength = 5_000

/** The text of a document's first page that has any, up to a list of references: what follows belongs to others. */
export function firstPage({ markdown, pages }: { markdown: string; pages: readonly Page[] }): string {
  const first = pages.find(page => markdown.slice(page.start, page.end).trim() !== '')
  return withoutBibliography(markdown.slice(first?.start ?? 0, first?.end ?? firstPageLength))
}

export function withoutBibliography(text: string): string {
  const heading =
    /^\s*(?:#{1,6}\s*|\*\*)?(?:\d+\.?\s*)?(?:references|bibliography|works cited|literature cited|literatur(?:verzeichnis)?|références|bibliographie|referencias|bibliografía)\s*(?:\*\*)?\s*:?\s*$/im
  const found = heading.exec(text)
  return found === null ? text : text.slice(0, found.index)
}
