import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/pdf.d.ts'
import { keyOf } from './document-parts.ts'
import { captionStart } from './find-floats.ts'
import type { Heading } from './guess-headings.ts'
import { isRecord } from './page-layout.ts'
import type { PageLines } from './write-markdown.ts'

/** An outline entry as in the file. `page` is 1-based; null when its destination does not resolve. */
type OutlineTarget = {
  level: number
  title: string
  page: number | null
  /** Distance of the destination from the top of the page in points; null when it has none. */
  y: number | null
}

type Node = NonNullable<Awaited<ReturnType<PDFDocumentProxy['getOutline']>>>[number]

const maxEntries = 20_000

/** Reads the file's outline as a flat list with the pages that its entries point to. */
export async function readOutline(document: PDFDocumentProxy): Promise<OutlineTarget[]> {
  const roots = (await document.getOutline()) ?? []
  const entries: OutlineTarget[] = []
  const visit = async (nodes: readonly Node[], level: number): Promise<void> => {
    for (const node of nodes) {
      if (entries.length >= maxEntries) return
      const title = node.title.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()
      const target = await findTarget(document, node.dest)
      if (title !== '') entries.push({ level, title, ...target })
      await visit(node.items, title === '' ? level : level + 1)
    }
  }
  await visit(roots, 1)
  return entries
}

async function findTarget(
  document: PDFDocumentProxy,
  destination: Node['dest'],
): Promise<{ page: number | null; y: number | null }> {
  try {
    const explicit =
      typeof destination === 'string' ? await document.getDestination(destination) : destination
    if (!Array.isArray(explicit)) return { page: null, y: null }
    const [target, fit, ...values]: unknown[] = explicit
    const page = await pageOf(document, target)
    if (page === null) return { page, y: null }
    const kind = isRecord(fit) && typeof fit.name === 'string' ? fit.name : ''
    const y = kind === 'XYZ' ? values[1] : kind === 'FitH' || kind === 'FitBH' ? values[0] : null
    if (typeof y !== 'number') return { page, y: null }
    const viewport = (await document.getPage(page)).getViewport({ scale: 1 })
    const top = viewport.convertToViewportPoint(0, y)[1]
    return { page, y: typeof top === 'number' && top >= 0 && top <= viewport.height ? top : null }
  } catch {
    // A broken destination costs this entry only.
    return { page: null, y: null }
  }
}

async function pageOf(document: PDFDocumentProxy, target: unknown): Promise<number | null> {
  if (typeof target === 'number') return target >= 0 && target < document.numPages ? target + 1 : null
  if (!isRecord(target) || typeof target.num !== 'number' || typeof target.gen !== 'number') return null
  return (await document.getPageIndex({ num: target.num, gen: target.gen })) + 1
}

type Match = { line: number; lines: number; rank: number; distance: number }

/**
 * Finds the line of each outline entry: the line with its title near the destination, else the line at the height of
 * the destination, else the first line of the page. Marks lines that are the whole title as headings, in `pages`.
 * Entries without a page are left out, and entries that are no sections: figures, tables, names of files, and what
 * their page does not print although most others are printed ("Cover", "Title").
 */
export function placeOutline(targets: readonly OutlineTarget[], pages: readonly PageLines[]): Heading[] {
  const indexOf = new Map(pages.map((page, index) => [page.number, index]))
  const sections = targets.filter(({ title }) => !captionStart.test(title) && !fileName.test(title))
  const isPrinted = printedTest(pages, indexOf)
  const unprinted = new Set(sections.filter(target => !isPrinted(target)))
  const isReliable = unprinted.size <= mostUnprinted * sections.length
  const places: Heading[] = []
  for (const target of sections) {
    if (isReliable && unprinted.has(target)) continue
    const place = findPlace(target, pages, indexOf)
    if (place) places.push({ level: target.level, title: target.title, ...place })
  }
  return places.sort((a, b) => a.page - b.page || a.line - b.line)
}

const fileName = /^\S+\.[a-z]{2,5}$/i
/** When more of the entries are not printed, the text of the pages is not to be relied on. */
const mostUnprinted = 0.5

/** Returns whether the page of an entry, or the next one, has most of its words. */
function printedTest(
  pages: readonly PageLines[],
  indexOf: ReadonlyMap<number, number>,
): (target: OutlineTarget) => boolean {
  const known = new Map<number, ReadonlySet<string>>()
  const wordsOf = (index: number): ReadonlySet<string> => {
    const words = known.get(index) ?? new Set(pages[index]?.lines.flatMap(line => splitWords(line.text)))
    known.set(index, words)
    return words
  }
  return ({ title, page }) => {
    const index = page === null ? undefined : indexOf.get(page)
    if (index === undefined) return true
    const words = splitWords(title)
    const found = words.filter(word => wordsOf(index).has(word) || wordsOf(index + 1).has(word))
    return found.length >= words.length / 2
  }
}

function splitWords(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{L}{2,}/gu) ?? []
  )
}

function findPlace(
  target: OutlineTarget,
  pages: readonly PageLines[],
  indexOf: ReadonlyMap<number, number>,
): { page: number; line: number } | null {
  const index = target.page === null ? undefined : indexOf.get(target.page)
  if (index === undefined) return null
  // Some programs point just above the heading, which may be the end of the previous page.
  for (const candidate of [index, index + 1]) {
    const page = pages[candidate]
    if (!page) continue
    const match = findTitle(target.title, page, candidate === index ? target.y : 0)
    if (!match || (candidate !== index && match.rank > 1)) continue
    if (match.rank <= 1) markHeading(page, match, target.level)
    return { page: candidate, line: match.line }
  }
  return { page: index, line: lineAt(pages[index], target.y) }
}

/** The best match for a title: whole lines before line beginnings, then the line nearest to `y`. */
function findTitle(title: string, page: PageLines, y: number | null): Match | null {
  const wanted = keyOf(title)
  const bare = keyOf(withoutNumber(title))
  if (wanted.length < 2) return null
  const keys = keysOf(page)
  let best: Match | null = null
  for (let line = 0; line < page.lines.length; line += 1) {
    let key = ''
    for (let lines = 1; lines <= 4 && line + lines <= page.lines.length; lines += 1) {
      key += keys[line + lines - 1] ?? ''
      const textOf = () => page.lines.slice(line, line + lines).map(({ text }) => text)
      const rank = rankMatch({ key, textOf }, wanted, bare)
      if (rank === null) continue
      const distance = y === null ? 0 : Math.abs((page.lines[line]?.y0 ?? 0) - y)
      const match = { line, lines, rank, distance }
      if (!best || match.rank < best.rank || (match.rank === best.rank && match.distance < best.distance))
        best = match
    }
  }
  return best
}

const knownKeys = new WeakMap<PageLines, string[]>()

/** The keys of the lines of a page. An outline may have hundreds of entries on one page. */
function keysOf(page: PageLines): readonly string[] {
  const keys = knownKeys.get(page) ?? page.lines.map(({ text }) => keyOf(text))
  knownKeys.set(page, keys)
  return keys
}

/** 0: the whole title; 1: the title without its number; 2: a line that begins with it; null: no match. */
function rankMatch(
  { key, textOf }: { key: string; textOf: () => string[] },
  wanted: string,
  bare: string,
): number | null {
  if (key === wanted) return 0
  if (key.endsWith(bare) || key.endsWith(wanted)) {
    const rest = keyOf(withoutNumber(textOf().join(' ')))
    if ((bare.length >= 2 && rest === bare) || rest === wanted) return 1
  }
  return wanted.length >= 4 && key.startsWith(wanted) ? 2 : null
}

function markHeading(page: PageLines, match: Match, level: number): void {
  for (const [index, line] of page.lines.slice(match.line, match.line + match.lines).entries()) {
    line.heading = level
    line.continued = index > 0
  }
}

function lineAt(page: PageLines | undefined, y: number | null): number {
  if (!page || y === null) return 0
  const below = page.lines.findIndex(line => line.y1 > y)
  return Math.max(0, below)
}

function withoutNumber(text: string): string {
  return text
    .trim()
    .replace(
      /^(?:chapter|part|section|appendix|kapitel|teil|abschnitt|anhang)?\s*(?:\d+(?:\.\d+)*|[ivxlc]+|[a-z])[.):]*\s+/iu,
      '',
    )
}
