import type { Converted } from '../../../core/model/document.ts'
import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import type { Ocr } from '../ocr/ocr.ts'
import { arrangePages } from './arrange-page.ts'
import { completeOutline } from './complete-outline.ts'
import { listParts } from './document-parts.ts'
import { findTitle } from './find-title.ts'
import { guessHeadings, markHeadings } from './guess-headings.ts'
import { inferLabels } from './infer-labels.ts'
import { linkFootnotes } from './link-footnotes.ts'
import { findPdfStart, openPdf, preparePdf } from './open-pdf.ts'
import { readDoi, readTitle } from './pdf-metadata.ts'
import { placeOutline, readOutline } from './place-outline.ts'
import { readPages } from './read-pages.ts'
import { removeFurniture } from './remove-furniture.ts'
import { toGeometry } from './to-geometry.ts'
import { toPageLines, writeMarkdown } from './write-markdown.ts'

/**
 * PDF with page numbers and labels (declared or printed), title, headings and reading order; pages without a text layer
 * are recognised with `ocr`.
 */
export function pdfConverter(ocr: Ocr): Converter {
  return {
    name: 'pdf',
    version: 14,
    formats: ['pdf'],
    isolated: true,
    prepare: preparePdf,
    draw: async (raw, request, context) =>
      (await import('./draw-pdf-page.ts')).drawPdfPage(raw, request, { ...context, ocr }),
    async convert(raw, options, { signal, progress }) {
      throwIfAborted(signal)
      const bytes = raw.bytes.subarray(Math.max(0, findPdfStart(raw.bytes)))
      const document = await openPdf(bytes, options.password)
      try {
        const read = await readPages({ document, bytes, options, ocr, progress }, signal)
        const targets = await readOutline(document)
        const labelled = inferLabels(read.pages)
        const arranged = arrangePages(removeFurniture(labelled.pages)).map(({ page }) => page)
        const pages = linkFootnotes(arranged).map(toPageLines)
        const parts = listParts(pages)
        const { title, parts: above } = findTitle(parts, await readTitle(document))
        const guessed = guessHeadings(pages, parts, above)
        const { headings, added } = completeOutline(placeOutline(targets, pages), guessed)
        markHeadings(added)
        const written = writeMarkdown(pages)
        if (written.markdown.trim() === '') throw noText(raw.name, read.warnings)
        const doi = await readDoi(document)
        return {
          markdown: written.markdown,
          title,
          ...(doi === null ? {} : { doi }),
          fileType: 'pdf',
          pages: written.pages,
          pageLabelSource: labelled.labelSource,
          outline: headings.map(({ level, title: name, page, line }) => ({
            level,
            title: name,
            start: written.lines[page]?.[line]?.start ?? written.pages[page]?.start ?? 0,
          })),
          geometry: toGeometry(pages, written),
          warnings: read.warnings,
        } satisfies Converted
      } finally {
        await document.loadingTask.destroy()
      }
    },
  }
}

function noText(name: string, warnings: readonly string[]): Failure {
  return new Failure('invalid', 'NO_TEXT', `Ingestion failed: no text could be extracted from ${name}.`, {
    hint: 'The PDF may be scanned, empty or damaged: check it in a viewer, or pass its text with ingest_content.',
    details: { warnings: [...warnings] },
  })
}
