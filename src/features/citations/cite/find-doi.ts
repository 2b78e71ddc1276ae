import type { Page } from '../../../core/model/document.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import { cleanDoi, ownDoi, trimDoi } from '../../../core/text/doi.ts'
import { firstPage, withoutBibliography } from './first-page.ts'

/** The DOI a document calls its own: from its metadata, else from its first page that has any text. */
export function findDoi(document: {
  markdown: string
  pages: readonly Page[]
  metadata: JsonObject
}): string | null {
  for (const name of ['doi', 'DOI', ownDoi, 'prism:doi', 'identifier', 'dc:identifier', 'subject']) {
    const value = document.metadata[name]
    const doi = typeof value === 'string' ? (cleanDoi(value) ?? findDoiInText(value)) : null
    if (doi !== null) return doi
  }
  return findDoiInText(firstPage(document))
}

/**
 * A page's own DOI. One that is announced ("doi:", "https://doi.org/") counts before a bare one; when several bare ones
 * stand there, none is the page's own for sure. What follows a heading of references belongs to others.
 */
export function findDoiInText(page: string): string | null {
  const text = withoutBibliography(page).replace(/\\([_()[\]])/g, '$1')
  const [announced] = listDois(text, /(?:doi\s*[:.]?\s*|doi\.org\/)(10\.\d{4,9}(?:\.\d+)*\/[^\s"<>|]+)/gi)
  if (announced !== undefined) return announced
  const bare = listDois(text, /(?<![\w./])(10\.\d{4,9}(?:\.\d+)*\/[^\s"<>|]+)/g)
  return bare.length === 1 ? (bare[0] ?? null) : null
}

/** Each once. A Markdown link gives its target twice, and `](` ends the first. */
function listDois(text: string, pattern: RegExp): string[] {
  const found = [...text.matchAll(pattern)].map(([, doi = '']) => cleanDoi(trimDoi(doi.split('](')[0] ?? '')))
  return [...new Set(found.filter(doi => doi !== null))]
}
