import type { Page } from '../model/document.ts'
import { cleanDoi, trimDoi } from '../model/doi.ts'
import type { JsonObject } from '../model/json.ts'

/** How far a text without pages is searched: a title page, not a bibliography. */
const firstPageLength = 5_000

/** The DOI a document calls its own: from its metadata, else from its first page that has any text. */
export function findDoi(document: {
  markdown: string
  pages: readonly Page[]
  metadata: JsonObject
}): string | null {
  for (const name of ['doi', 'DOI', 'prism:doi', 'identifier', 'dc:identifier', 'subject']) {
    const value = document.metadata[name]
    const doi = typeof value === 'string' ? (cleanDoi(value) ?? findDoiInText(value)) : null
    if (doi !== null) return doi
  }
  const first = document.pages.find(page => document.markdown.slice(page.start, page.end).trim() !== '')
  return findDoiInText(document.markdown.slice(first?.start ?? 0, first?.end ?? firstPageLength))
}

/**
 * A page's own DOI. One that is announced ("doi:", "https://doi.org/") counts before a bare one; when several bare ones
 * stand there, none is the page's own for sure. What follows a heading of references belongs to others.
 */
export function findDoiInText(firstPage: string): string | null {
  const text = withoutBibliography(firstPage).replace(/\\([_()[\]])/g, '$1')
  const [announced] = listDois(text, /(?:doi\s*[:.]?\s*|doi\.org\/)(10\.\d{4,9}(?:\.\d+)*\/[^\s"<>|]+)/gi)
  if (announced !== undefined) return announced
  const bare = listDois(text, /(?<![\w./])(10\.\d{4,9}(?:\.\d+)*\/[^\s"<>|]+)/g)
  return bare.length === 1 ? (bare[0] ?? null) : null
}

function withoutBibliography(text: string): string {
  const heading =
    /^\s*(?:#{1,6}\s*|\*\*)?(?:\d+\.?\s*)?(?:references|bibliography|works cited|literature cited|literatur(?:verzeichnis)?|références|bibliographie|referencias|bibliografía)\s*(?:\*\*)?\s*:?\s*$/im
  const found = heading.exec(text)
  return found === null ? text : text.slice(0, found.index)
}

/** Each once. A Markdown link gives its target twice, and `](` ends the first. */
function listDois(text: string, pattern: RegExp): string[] {
  const found = [...text.matchAll(pattern)].map(([, doi = '']) => cleanDoi(trimDoi(doi.split('](')[0] ?? '')))
  return [...new Set(found.filter(doi => doi !== null))]
}
