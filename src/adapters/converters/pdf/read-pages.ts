import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/pdf.d.ts'
import { Failure, throwIfAborted } from '../../../model/failure.ts'
import type { ReportProgress } from '../../../model/progress.ts'
import type { ConvertOptions } from '../../../ports/converter.ts'
import type { Ocr } from '../ocr/ocr.ts'
import { judgeTextLayer } from './judge-text-layer.ts'
import { layoutPage } from './layout-page.ts'
import type { PageLayout } from './page-layout.ts'
import { readPageWords } from './read-page-words.ts'
import { recognisePage } from './recognise-page.ts'

export type ReadRequest = {
  document: PDFDocumentProxy
  bytes: Uint8Array
  options: ConvertOptions
  ocr: Ocr
  progress: ReportProgress
}

export type ReadPages = { pages: PageLayout[]; warnings: string[] }

/** What went wrong or was left out, by page. */
type Notes = { blank: number[]; broken: number[]; unreadable: number[]; ocr: Set<string> }

/** Reads all pages in order, one in memory at a time; one bad page never costs the others. */
export async function readPages(request: ReadRequest, signal: AbortSignal): Promise<ReadPages> {
  const { document, progress } = request
  const labels = await document.getPageLabels().catch(() => null)
  const notes: Notes = { blank: [], broken: [], unreadable: [], ocr: new Set() }
  const pages: PageLayout[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    throwIfAborted(signal)
    if (number % 10 === 1)
      progress({ done: number - 1, total: document.numPages, message: `Reading page ${number}` })
    pages.push(await readPage(request, { number, label: labels?.[number - 1] || null }, notes, signal))
  }
  progress({ done: document.numPages, total: document.numPages, message: 'Pages read' })
  if (pages.length > 0 && notes.broken.length === pages.length) throw allBroken()
  return { pages, warnings: toWarnings(notes, await document.getMetadata().catch(() => null)) }
}

async function readPage(
  request: ReadRequest,
  facts: { number: number; label: string | null },
  notes: Notes,
  signal: AbortSignal,
): Promise<PageLayout> {
  const empty = { ...facts, width: 0, height: 0, blocks: [], ocr: false }
  try {
    const page = await request.document.getPage(facts.number)
    const { words, width, height } = await readPageWords(page)
    const layout = { ...facts, width, height, ocr: false }
    const verdict = await judgeTextLayer(page, words)
    page.cleanup()
    const blocks = verdict === 'garbled' ? [] : layoutPage(words, { width, height })
    if (verdict === 'good') return { ...layout, blocks }
    const scanned = await scan(request, { ...facts, width, height }, notes, signal)
    if (scanned && lettersIn(scanned) > 2 * lettersIn(blocks))
      return { ...layout, blocks: scanned, ocr: true }
    if (blocks.length === 0 && scanned === null) notes.blank.push(facts.number)
    else if (blocks.length === 0) notes.unreadable.push(facts.number)
    return { ...layout, blocks }
  } catch (error) {
    throwIfAborted(signal)
    if (error instanceof Failure && error.kind !== 'invalid') throw error
    notes.broken.push(facts.number)
    return empty
  }
}

/** The page's text from its picture; null when the picture is blank. */
async function scan(
  { bytes, options, ocr }: ReadRequest,
  page: { number: number; width: number; height: number },
  notes: Notes,
  signal: AbortSignal,
) {
  const { password, ocrLanguages: languages } = options
  const scanned = await recognisePage({ bytes, password, languages, ...page }, ocr, signal)
  for (const warning of scanned.warnings) notes.ocr.add(warning)
  return scanned.isBlank ? null : scanned.blocks
}

function lettersIn(blocks: PageLayout['blocks']): number {
  return blocks.reduce(
    (sum, block) => sum + block.lines.reduce((letters, line) => letters + line.text.length, 0),
    0,
  )
}

function allBroken(): Failure {
  return new Failure('invalid', 'CORRUPT_PDF', 'The PDF is damaged: none of its pages could be read.', {
    hint: 'Open it in a PDF viewer and save it again, or pass its text with ingest_content.',
  })
}

function toWarnings(notes: Notes, metadata: { info: object } | null): string[] {
  const isForm = metadata !== null && 'IsXFAPresent' in metadata.info && metadata.info.IsXFAPresent === true
  return [
    ...notes.ocr,
    ...(notes.blank.length > 0 ? [`Blank, without text: ${listPages(notes.blank)}.`] : []),
    ...(notes.unreadable.length > 0 ? [`No text could be recognised: ${listPages(notes.unreadable)}.`] : []),
    ...(notes.broken.length > 0 ? [`Damaged and left out: ${listPages(notes.broken)}.`] : []),
    ...(isForm ? ['The PDF holds an XFA form; only its printed pages were read.'] : []),
  ]
}

/** "page 3" or "pages 1–4, 7". */
function listPages(numbers: readonly number[]): string {
  const ranges: string[] = []
  let first = numbers[0] ?? 0
  for (const [index, number] of numbers.entries()) {
    const next = numbers[index + 1]
    if (next === number + 1) continue
    ranges.push(first === number ? `${number}` : `${first}–${number}`)
    first = next ?? number
  }
  const shown = ranges.length > 20 ? [...ranges.slice(0, 20), `and ${ranges.length - 20} more`] : ranges
  return `${numbers.length === 1 ? 'page' : 'pages'} ${shown.join(', ')}`
}
