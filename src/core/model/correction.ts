import type { Chunk } from './chunk.ts'
import type { Document, Page } from './document.ts'
import type { JsonObject } from './json.ts'
import { countOn, type PageLabelSource, parseLabel } from './page-label.ts'
import { type Reference, referenceMetadata } from './reference.ts'

/** The printed number of one page; the pages after it are counted on from it. */
export type LabelAnchor = { page: number; label: string }

/**
 * What a user corrected of a document. It belongs to the collection and the source, so that it also applies to later
 * versions of the document.
 */
export type Correction = {
  /** Null when the title is not corrected. */
  title: string | null
  /** Ascending by page; empty when the labels are not corrected. */
  labels: readonly LabelAnchor[]
  /** The record to cite it by; missing when it is not corrected. */
  reference?: Reference
}

/** Whether it corrects nothing. */
export function isEmptyCorrection({ title, labels, reference }: Correction): boolean {
  return title === null && labels.length === 0 && reference === undefined
}

/** A correction that was applied, with what it replaced. The labels that it replaced are in the pages. */
export type Corrected = Correction & {
  original: { title: string; pageLabelSource: PageLabelSource; metadata?: JsonObject }
}

export type CorrectedPart = 'title' | 'pages' | 'reference'

export function correctedParts({ corrected }: { corrected?: Corrected }): CorrectedPart[] {
  if (corrected === undefined) return []
  return [
    ...(corrected.title === null ? [] : ['title' as const]),
    ...(corrected.labels.length === 0 ? [] : ['pages' as const]),
    ...(corrected.reference === undefined ? [] : ['reference' as const]),
  ]
}

/** The part of a document that a correction changes. */
export type Correctable = Pick<Document, 'title' | 'metadata' | 'pages' | 'pageLabelSource' | 'corrected'>

/** Applies a correction to a document without one. */
export function applyCorrection<D extends Correctable>(document: D, correction: Correction | null): D {
  if (correction === null || isEmptyCorrection(correction)) return document
  const { title, metadata, pages, pageLabelSource } = document
  const { reference } = correction
  const hasLabels = correction.labels.length > 0
  return {
    ...document,
    title: correction.title ?? reference?.title ?? title,
    metadata: reference === undefined ? metadata : { ...metadata, ...referenceMetadata(reference) },
    pages: hasLabels ? relabelPages(pages, correction.labels) : pages,
    pageLabelSource: hasLabels ? 'corrected' : pageLabelSource,
    corrected: {
      ...correction,
      original: { title, pageLabelSource, ...(reference === undefined ? {} : { metadata }) },
    },
  }
}

/** The document as it was before the correction, and the correction; null when it has none. */
export function splitCorrection<D extends Correctable>(
  document: D,
): { document: D; correction: Correction | null } {
  if (document.corrected === undefined) return { document, correction: null }
  const { corrected, ...rest } = document
  const { original, ...correction } = corrected
  const pages = document.pages.map(({ uncorrected, ...page }) => ({
    ...page,
    label: uncorrected === undefined ? page.label : uncorrected,
  }))
  // SAFETY: only the optional `corrected` is left out of D.
  return { document: { ...rest, ...original, pages } as unknown as D, correction }
}

/** Pages before the first anchor keep their labels. */
function relabelPages(pages: readonly Page[], anchors: readonly LabelAnchor[]): Page[] {
  return pages.map(page => {
    const anchor = anchors.findLast(({ page: from }) => from <= page.number)
    const start = anchor === undefined ? null : parseLabel(anchor.label)
    if (anchor === undefined || start === null) return { ...page, uncorrected: page.label }
    return { ...page, label: countOn(start, page.number - anchor.page), uncorrected: page.label }
  })
}

/** The chunk with the labels that its pages have now. */
export function relabelChunk(chunk: Chunk, pages: readonly Page[]): Chunk {
  if (chunk.pages === null) return chunk
  const { first, last } = chunk.pages
  const labelOf = (number: number) => pages.find(page => page.number === number)?.label ?? null
  return { ...chunk, pages: { ...chunk.pages, firstLabel: labelOf(first), lastLabel: labelOf(last) } }
}
