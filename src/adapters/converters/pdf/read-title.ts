import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/pdf.d.ts'

/** The title the file declares; null for none and for what programs put there unasked (file names). */
export async function readTitle(document: PDFDocumentProxy): Promise<string | null> {
  try {
    const { info } = await document.getMetadata()
    const declared: unknown = 'Title' in info ? info.Title : null
    if (typeof declared !== 'string') return null
    const title = declared.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()
    return /\p{L}/u.test(title) && !isPlaceholder(title) ? title : null
  } catch {
    // Metadata in an unknown shape costs the title only.
    return null
  }
}

function isPlaceholder(title: string): boolean {
  return /^(untitled|microsoft (word|powerpoint|excel) - |slide 1$|document\d*$)|\.(docx?|pdf|indd|qxd|tex|pptx?|dvi|p65|fm)$/i.test(
    title,
  )
}
