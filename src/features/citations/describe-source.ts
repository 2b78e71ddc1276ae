import { basename, extname } from 'node:path'
import type { Described } from '../../core/ingest/ingest-request.ts'
import type { Document } from '../../core/model/document.ts'
import { type Reference, referenceMetadata } from '../../core/model/reference.ts'
import { findDoi } from './cite/find-doi.ts'
import { firstPage } from './cite/first-page.ts'
import { matchReference, type ReferenceIndex } from './cite/match-reference.ts'
import type { SourceItem } from './source-item.ts'

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
