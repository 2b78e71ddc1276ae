import { basename, extname } from 'node:path'
import type { Described } from '../../core/ingest/ingest-request.ts'
import type { Document, Page } from '../../core/model/document.ts'
import type { JsonObject } from '../../core/model/json.ts'
import { type Reference, referenceMetadata } from '../../core/model/reference.ts'
import { cleanDoi, ownDoi, trimDoi } from '../../core/text/doi.ts'
import { labelPages } from './cite/label-pages.ts'
import { matchReference, type ReferenceIndex } from './cite/match-reference.ts'
import { weighVersion } from './cite/weigh-version.ts'
import type { SourceItem } from './gather-sources.ts'
import { matchMetadata } from './warn-of-versions.ts'

/**
 * Returns a function that finds the title and metadata to cite a document by: from the reference it comes with, or from
 * the one that matches its DOI, title or file name.
 */
export function describeSource(item: SourceItem, index: ReferenceIndex): (document: Document) => Described {
  return document => {
    const found = item.reference === null ? findReference(document, index) : null
    const reference = item.reference ?? found?.reference ?? null
    const labels = item.page
      ? pageOfAnnotation(item.page, document)
      : labelPages(document, found?.isOtherVersion ? null : (reference?.pages ?? null))
    const known = labels === undefined ? {} : { labels }
    if (reference === null)
      return {
        title: document.title,
        metadata: { ...item.metadata, ...fileMetadata(document.source) },
        warnings: [notFound(document.source)],
        ...known,
      }
    return {
      title: reference.title ?? document.title,
      // Metadata of the text itself (it is an annotation) overrides metadata of the reference.
      metadata: { ...referenceMetadata(reference), ...found?.metadata, ...item.metadata },
      warnings: reference.isCitekeyGenerated ? [generatedKey(reference)] : [],
      ...known,
    }
  }
}

/** An annotation is on one page of the document it belongs to; the reference manager read its label from the file. */
function pageOfAnnotation(
  page: NonNullable<SourceItem['page']>,
  { markdown }: Document,
): NonNullable<Described['labels']> {
  return {
    pages: [{ ...page, start: 0, end: markdown.length, ocr: false }],
    source: page.label === null ? 'none' : 'embedded',
  }
}

/** Returns the reference that fits a document, or another version of it. */
export function findReference(
  document: Document,
  index: ReferenceIndex,
): { reference: Reference; isOtherVersion: boolean; metadata: JsonObject } | null {
  const fileName = basename(document.source)
  const { title, pages } = document
  const pageCount = pages.length === 0 ? null : pages.length
  const known = { doi: findDoi(document), title, fileName, firstPage: firstPage(document), pageCount }
  const match = matchReference(known, index)
  if (match === null) return null
  const { reference } = match
  const weight = weighVersion(known, reference)
  const isOtherVersion = weight.score < 0
  return { reference, isOtherVersion, metadata: matchMetadata(reference.citekey, weight) }
}

/** A document without a reference can be cited by its file name. */
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
  return `The reference "${title ?? citekey}" has no citekey; "${citekey}" was generated.`
}

/** Returns the DOI of the document itself: from its metadata, otherwise from its first page with text. */
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
 * Returns the DOI of the page itself. A marked DOI ("doi:", "https://doi.org/") wins over a bare one; with several bare
 * ones the result is null. DOIs after a heading of references are ignored.
 */
export function findDoiInText(page: string): string | null {
  const text = withoutBibliography(page).replace(/\\([_()[\]])/g, '$1')
  const [announced] = listDois(text, /(?:doi\s*[:.]?\s*|doi\.org\/)(10\.\d{4,9}(?:\.\d+)*\/[^\s"<>|]+)/gi)
  if (announced !== undefined) return announced
  const bare = listDois(text, /(?<![\w./])(10\.\d{4,9}(?:\.\d+)*\/[^\s"<>|]+)/g)
  return bare.length === 1 ? (bare[0] ?? null) : null
}

/** Returns distinct DOIs. A Markdown link has its target twice, and `](` ends the first. */
function listDois(text: string, pattern: RegExp): string[] {
  const found = [...text.matchAll(pattern)].map(([, doi = '']) => cleanDoi(trimDoi(doi.split('](')[0] ?? '')))
  return [...new Set(found.filter(doi => doi !== null))]
}

/** How much of a text without pages counts as its first page. */
const firstPageLength = 5_000

/** Returns the text of the first page that has text, up to a list of references. */
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
