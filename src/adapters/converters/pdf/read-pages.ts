import { availableParallelism } from 'node:os'
import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/pdf.d.ts'
import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { ReportProgress } from '../../../core/model/progress.ts'
import type { ConvertOptions } from '../../../core/ports/converter.ts'
import type { Ocr } from '../ocr/ocr.ts'
import { findZones } from './find-zones.ts'
import { findPictures, judgeTextLayer, type PictureFinder } from './judge-text-layer.ts'
import { layoutPage } from './layout-page.ts'
import type { PageLayout, Word } from './page-layout.ts'
import { readPageWords } from './read-page-words.ts'
import { fillLost, hasLostText, recognisePage } from './recognise-page.ts'
import { type SpanReader, spanReader } from './span-reader.ts'

export type ReadRequest = {
  document: PDFDocumentProxy
  bytes: Uint8Array
  options: ConvertOptions
  ocr: Ocr
  progress: ReportProgress
}

export type ReadPages = { pages: PageLayout[]; warnings: string[] }

/** Problems by page. `unmapped` counts the glyphs without a meaning, by page. */
type Notes = {
  blank: number[]
  broken: number[]
  unreadable: number[]
  unmapped: Map<number, number>
  ocr: Set<string>
}

type Reading = { document: PDFDocumentProxy; pictures: PictureFinder; readSpans: SpanReader; notes: Notes }

/**
 * A page from its text layer, and whether its picture must be recognised. `gaps` are the words of a good page that has
 * unmapped sentences.
 */
type Draft = { layout: PageLayout; needsOcr: boolean; gaps: Word[] | null }

/** Maps and plots have more strokes; they are no tables. */
const mostRules = 2_000

/** How many pages are recognised at the same time. */
const scansAtOnce = Math.min(4, availableParallelism())

/** Reads all pages in order, one in memory at a time; a bad page does not affect the others. */
export async function readPages(request: ReadRequest, signal: AbortSignal): Promise<ReadPages> {
  const { document, progress } = request
  const total = document.numPages
  const labels = await document.getPageLabels().catch(() => null)
  const notes: Notes = { blank: [], broken: [], unreadable: [], unmapped: new Map(), ocr: new Set() }
  const drafts: Draft[] = []
  // Pages that still have to be recognised do not count as done, so that the count never decreases.
  let done = 0
  const pictures = findPictures(request.bytes, request.options.password)
  const readSpans = spanReader(request.bytes)
  try {
    for (let number = 1; number <= total; number += 1) {
      throwIfAborted(signal)
      progress({ done, total, message: `Reading page ${number}` })
      const label = labels?.[number - 1] || null
      const draft = await readPage({ document, pictures, readSpans, notes }, { number, label }, signal)
      drafts.push(draft)
      if (!draft.needsOcr) done += 1
    }
  } finally {
    await pictures.close()
  }
  const pages = await scanPages(request, { drafts, notes }, signal)
  if (total > 0 && notes.broken.length === total) throw allBroken()
  return { pages, warnings: toWarnings(notes, await document.getMetadata().catch(() => null)) }
}

async function readPage(
  { document, pictures, readSpans, notes }: Reading,
  facts: { number: number; label: string | null },
  signal: AbortSignal,
): Promise<Draft> {
  try {
    const page = await document.getPage(facts.number)
    const read = await readPageWords(page, readSpans)
    const verdict = await judgeTextLayer(read, () => pictures.hasPicture(facts.number))
    page.cleanup()
    if (verdict !== 'garbled' && read.unmapped > 0) notes.unmapped.set(facts.number, read.unmapped)
    const { words, drawings, structure, width, height } = read
    const drawn = {
      zones: findZones(drawings, { width, height }),
      rules: drawings.flatMap(drawing => drawing.rules).slice(0, mostRules),
    }
    const { blocks, turn } = layoutPage(verdict === 'garbled' ? [] : words, drawn, structure)
    const gaps = verdict === 'good' && hasLostText(words) ? words : null
    const needsOcr = verdict !== 'good' || gaps !== null
    return { layout: { ...facts, width, height, blocks, ...drawn, turn, ocr: false }, needsOcr, gaps }
  } catch {
    throwIfAborted(signal)
    notes.broken.push(facts.number)
    const nothing = { width: 0, height: 0, blocks: [], zones: [], rules: [], turn: 0, ocr: false }
    return { layout: { ...facts, ...nothing }, needsOcr: false, gaps: null }
  }
}

/** Recognises the pages that need it, a few at a time. */
async function scanPages(
  request: ReadRequest,
  { drafts, notes }: { drafts: readonly Draft[]; notes: Notes },
  signal: AbortSignal,
): Promise<PageLayout[]> {
  const pages = drafts.map(draft => draft.layout)
  const queue = [...drafts.entries()].filter(([, draft]) => draft.needsOcr)
  const total = drafts.length
  const textPages = total - queue.length
  let done = 0
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      throwIfAborted(signal)
      const [index, draft] = next
      const { layout } = draft
      const page = await scanPage(request, { draft, notes }, signal)
      // The picture shows what the file does not say.
      if (page.ocr) notes.unmapped.delete(layout.number)
      pages[index] = page
      done += 1
      request.progress({ done: textPages + done, total, message: `Recognised page ${layout.number}` })
    }
  }
  await Promise.all(Array.from({ length: scansAtOnce }, work))
  for (const numbers of [notes.blank, notes.unreadable, notes.broken]) numbers.sort((a, b) => a - b)
  return pages
}

async function scanPage(
  { bytes, options, ocr }: ReadRequest,
  { draft, notes }: { draft: Draft; notes: Notes },
  signal: AbortSignal,
): Promise<PageLayout> {
  const { password, ocrLanguages: languages } = options
  const { layout, gaps } = draft
  const { number, width, height, blocks } = layout
  try {
    const scanned = await recognisePage({ bytes, password, languages, number, width, height }, ocr, signal)
    for (const warning of scanned.warnings) notes.ocr.add(warning)
    if (gaps !== null) return closeGaps(layout, gaps, scanned.blocks)
    if (lettersIn(scanned.blocks) > 2 * lettersIn(blocks))
      return { ...layout, blocks: scanned.blocks, ocr: true }
    if (blocks.length === 0) (scanned.isBlank ? notes.blank : notes.unreadable).push(number)
    return layout
  } catch (error) {
    throwIfAborted(signal)
    if (!(error instanceof Failure) || error.kind !== 'invalid') throw error
    if (blocks.length === 0) notes.broken.push(number)
    return layout
  }
}

/** Keeps the text layer, and fills only its unmapped parts from the picture. */
function closeGaps(layout: PageLayout, gaps: readonly Word[], scanned: PageLayout['blocks']): PageLayout {
  const recognised = scanned.flatMap(block => block.lines)
  const { blocks } = layoutPage(fillLost(gaps, recognised), layout)
  return lettersIn(blocks) > lettersIn(layout.blocks) ? { ...layout, blocks, ocr: true } : layout
}

function lettersIn(blocks: PageLayout['blocks']): number {
  return blocks.reduce(
    (sum, block) => sum + block.lines.reduce((letters, line) => letters + line.text.length, 0),
    0,
  )
}

function allBroken(): Failure {
  return new Failure('invalid', 'BROKEN_SOURCE', 'The PDF is damaged: none of its pages could be read.', {
    hint: 'Open it in a PDF viewer and save it again, or pass its text with ingest_content.',
  })
}

function toWarnings(notes: Notes, metadata: { info: object } | null): string[] {
  const isForm = metadata !== null && 'IsXFAPresent' in metadata.info && metadata.info.IsXFAPresent === true
  return [
    ...notes.ocr,
    ...(notes.blank.length > 0 ? [`Blank, without text: ${listPages(notes.blank)}.`] : []),
    ...(notes.unreadable.length > 0 ? [`No text could be recognised: ${listPages(notes.unreadable)}.`] : []),
    ...(notes.broken.length > 0 ? [`Damaged and skipped: ${listPages(notes.broken)}.`] : []),
    ...(notes.unmapped.size > 0 ? [wordUnmapped(notes.unmapped)] : []),
    ...(isForm ? ['The PDF contains an XFA form; only its printed pages were read.'] : []),
  ]
}

function wordUnmapped(unmapped: ReadonlyMap<number, number>): string {
  const count = [...unmapped.values()].reduce((sum, glyphs) => sum + glyphs, 0)
  const [characters, have] = count === 1 ? ['character', 'has'] : ['characters', 'have']
  const pages = [...unmapped.keys()].sort((a, b) => a - b)
  return `${count} ${characters} on ${listPages(pages)} ${have} no text in the file and could not be read.`
}

/** Writes "page 3" or "pages 1–4, 7". */
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
