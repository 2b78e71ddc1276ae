import { basename, extname } from 'node:path'
import type { Described } from '../../core/ingest/types.ts'
import type { Document, Page } from '../../core/model/document.ts'
import type { JsonObject } from '../../core/model/json.ts'
import { type Reference, referenceMetadata } from '../../core/model/reference.ts'
import { cleanDoi, ownDoi, trimDoi } from '../../core/text/doi.ts'
import { matchReference, type ReferenceIndex } from './cite/match-reference.ts'
import type { SourceItem } from './gather-sources.ts'

/** What a document is cited as: the record it comes with, or the one that fits its DOI, title or file name. */
export function describeSource(item: SourceItem, index: ReferenceIndex): (document: Document) => Described {
  return document => {
    const reference = item.reference ?? findReference(document, index)
    const pages = item.page && [{ ...item.page, start: 0, end: document.markdown.length, ocr: false }]
    if (reference === null)
      return {
        title: document.title,
        metadata: { ...item.metadata, ...fileMetadata(document.source) },
        warnings: [notFound(document.source)],
        ...(pages ? { pages } : {}),
      }
    return {
      title: reference.title ?? document.title,
      // What the source says of this very text (that it is an annotation) comes before what its record says.
      metadata: { ...referenceMetadata(reference), ...item.metadata },
      warnings: reference.isCitekeyGenerated ? [generatedKey(reference)] : [],
      ...(pages ? { pages } : {}),
    }
  }
}

function findReference(document: Document, index: ReferenceIndex): Reference | null {
  const fileName = basename(document.source)
  const { title } = document
  const known = { doi: findDoi(document), title, fileName, firstPage: firstPage(document) }
  const match = matchReference(known, index)
  return match?.reference ?? null
}

/** Without a record a document is still citable by the name of its file. */
function fileMetadata(source: string) {
  const stem = basename(source, extname(source))
  const citekey = stem
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return { citekey: citekey === '' ? 'document' : citekey, citekey_generated: true, type: 'document' }
}

function notFound(source: string): string {
  return `Metadata not found for document '${basename(source)}'. Add it to the project's references, by DOI, title or file name.`
}

function generatedKey({ citekey, title }: Reference): string {
  return `The reference "${title ?? citekey}" has no citekey; "${citekey}" was made up for it.`
}

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

/** How far a text without pages is searched: a title page, not a bibliography. */
const firstPageLength = 5_000

/** The text of a document's first page that has any, up to a list of references: what follows belongs to others. */
function firstPage({ markdown, pages }: { markdown: string; pages: readonly Page[] }): string {
  const first = pages.find(page => markdown.slice(page.start, page.end).trim() !== '')
  return withoutBibliography(markdown.slice(first?.start ?? 0, first?.end ?? firstPageLength))
}

function withoutBibliography(text: string): string {
  const heading =
    /^\s*(?:#{1,6}\s*|\*\*)?(?:\d+\.?\s*)?(?:references|bibliography|works cited|literature cited|literatur(?:verzeichnis)?|références|bibliographie|referencias|bibliografía)\s*(?:\*\*)?\s*:?\s*$/im
  const found = heading.exec(text)
  return found === null ? text : text.slice(0, found.index)
}
