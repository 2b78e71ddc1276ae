import { captionStart, roundSize } from './find-roles.ts'
import type { PageLines, PlacedLine } from './write-markdown.ts'

/** A block of a page as its lines; `page` and `line` are indexes. */
export type Part = {
  page: number
  line: number
  lines: PlacedLine[]
  text: string
  size: number
  isBody: boolean
}

/** A heading and where it is. Level 1 is outermost. */
export type GuessedHeading = { level: number; title: string; page: number; line: number }

/** Lists the blocks of all pages in reading order. */
export function listParts(pages: readonly PageLines[]): Part[] {
  const parts: Part[] = []
  for (const [page, { lines }] of pages.entries())
    for (const [index, line] of lines.entries()) {
      const last = parts.at(-1)
      if (last?.page === page && last.lines[0]?.block === line.block) last.lines.push(line)
      else
        parts.push({
          page,
          line: index,
          lines: [line],
          text: '',
          size: line.size,
          isBody: line.role === 'body',
        })
    }
  for (const part of parts) part.text = part.lines.map(line => line.text).join(' ')
  return parts
}

/** In units of the size of the text: headings are this much larger, or they are set apart in another way. */
const larger = 1.12
const longest = 120
const mostLines = 4
/** More headings than this, as a share of the blocks, are something else: a list, a form, slides. */
const mostHeadings = 0.4

/**
 * For files without an outline: marks headings by size, weight, capitals, numbering, their usual names and the contents
 * page, and returns them with their levels. `ignored` blocks, such as the title and the authors, are no headings.
 */
export function guessHeadings(
  pages: readonly PageLines[],
  parts: readonly Part[],
  ignored: ReadonlySet<Part>,
): GuessedHeading[] {
  const body = bodySizeOf(parts)
  const contents = readContents(parts)
  const found = parts.filter(
    (part, index) =>
      !ignored.has(part) &&
      pages[part.page]?.ocr === false &&
      isHeading(part, parts[index + 1], { body, contents }),
  )
  const numbered = parts.filter(part => !ignored.has(part) && !found.includes(part) && isPlainNumbered(part))
  const kept = dropUnusual([...found, ...keepCounted(numbered, found)].sort(byPlace))
  if (!areFollowedByText(kept, parts)) return []
  const blocks = parts.filter(part => part.isBody).length
  if (kept.length > 3 && kept.length > mostHeadings * blocks) return []
  const levels = findLevels(kept)
  return kept.map(part => {
    const level = levels.get(part) ?? 1
    for (const [index, line] of part.lines.entries()) {
      line.heading = level
      line.continued = index > 0
    }
    return { level, title: part.text, page: part.page, line: part.line }
  })
}

/** Adds headings such as "Abstract" and "References", which outlines often leave out. */
export function addUsualHeadings(
  placed: readonly GuessedHeading[],
  parts: readonly Part[],
): GuessedHeading[] {
  const added = parts.flatMap(({ text, page, line, lines, isBody }) => {
    const isMarked = lines.some(one => one.heading !== null)
    if (!isBody || isMarked || lines.length > 1 || !isUsualName(text)) return []
    for (const one of lines) one.heading = 1
    return [{ level: 1, title: text, page, line }]
  })
  return [...placed, ...added].sort((a, b) => a.page - b.page || a.line - b.line)
}

/** Fewer headings than this share are followed by running text: labels of a form, or of a slide. */
const leastFollowed = 0.4

function areFollowedByText(headings: readonly Part[], parts: readonly Part[]): boolean {
  const isHeading = new Set(headings)
  const indexes = new Map(parts.map((part, index) => [part, index]))
  const followed = headings.filter(heading => {
    const next = parts[(indexes.get(heading) ?? 0) + 1]
    return next !== undefined && (isHeading.has(next) || next.text.length >= 60 || !next.isBody)
  })
  return followed.length >= leastFollowed * headings.length
}

function byPlace(a: Part, b: Part): number {
  return a.page - b.page || a.line - b.line
}

/** A line such as "3.1 Copying" in the style of the text. */
function isPlainNumbered({ text, lines, isBody }: Part): boolean {
  const number = readNumber(text)
  if (!isBody || lines.length > 1 || text.length > 70 || number?.kind !== 'arabic') return false
  return number.depth >= 2 && !endsLikeText(text, true) && !isUnlikely(text) && !isContentsLine(text)
}

/** Keeps the numbers that count on from another heading: 3.2 after 3.1, 3.1 after 3. */
function keepCounted(numbered: readonly Part[], found: readonly Part[]): Part[] {
  const paths = new Set([...numbered, ...found].map(part => readNumber(part.text)?.path))
  return numbered.filter(part => {
    const path = readNumber(part.text)?.path.split('.').map(Number) ?? []
    const last = path.at(-1) ?? 0
    const parent = path.slice(0, -1)
    return paths.has([...parent, last - 1].join('.')) || (last === 1 && paths.has(parent.join('.')))
  })
}

export function bodySizeOf(parts: readonly Part[]): number {
  const letters = new Map<number, number>()
  for (const { lines } of parts)
    for (const { size, text } of lines)
      letters.set(roundSize(size), (letters.get(roundSize(size)) ?? 0) + text.length)
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

type Numbering = { kind: 'arabic' | 'roman' | 'letter' | 'named' | 'item'; depth: number; path: string }

/** The number that a heading begins with: "2.1", "IV.", "B.", "Appendix A", "Chapter 3". */
export function readNumber(text: string): Numbering | null {
  const arabic = /^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+["“‘(]?[\p{Lu}\p{Lo}\d]/u.exec(text)
  if (arabic?.[1]) return { kind: 'arabic', depth: arabic[1].split('.').length, path: arabic[1] }
  if (/^(?=[IVX])(?:X{0,2})(?:IX|IV|V?I{0,3})[.)]?\s+\p{Lu}/u.test(text))
    return { kind: 'roman', depth: 1, path: '' }
  const letter = /^[A-H](?:\.(\d{1,2}))*[.)]?\s+\p{Lu}/u.exec(text)
  if (letter) return { kind: 'letter', depth: letter[1] === undefined ? 1 : 2, path: '' }
  if (/^\((?:\d{1,2}|[a-h]|[ivx]{1,4})\)\s+\S/u.test(text)) return { kind: 'item', depth: 2, path: '' }
  if (
    /^(?:chapter|part|section|appendix|annex|kapitel|teil|anhang|chapitre|annexe|capítulo)\s+[\dA-Z]/iu.test(
      text,
    )
  )
    return { kind: 'named', depth: 1, path: '' }
  return null
}

/** Names of sections that papers and reports have without a number. */
const usual =
  /^(?:abstract|summary|introduction|background|related works?|preliminaries|methods?|methodology|materials and methods|results(?: and discussion)?|discussion|evaluation|experiments?|conclusions?(?: and (?:future work|outlook))?|concluding remarks|future work|acknowledge?ments?|references|bibliography|works cited|literature cited|appendix|appendices|contents|table of contents|preface|foreword|index|glossary|keywords|zusammenfassung|einleitung|fazit|literatur(?:verzeichnis)?|inhalt(?:sverzeichnis)?|résumé|conclusion générale|références|bibliographie|resumen|introducción|conclusiones|referencias)\.?$/iu

export function isUsualName(text: string): boolean {
  const bare = text.replace(/^(?:\d+|[ivx]+)\.?\s+/iu, '').trim()
  // Letters that are spaced out: A B S T R A C T.
  return usual.test(/^(?:\p{L} )+\p{L}$/u.test(bare) ? bare.replaceAll(' ', '') : bare)
}

function isHeading(
  part: Part,
  next: Part | undefined,
  { body, contents }: { body: number; contents: ReadonlySet<string> },
): boolean {
  const { text, lines, size } = part
  if (!part.isBody || lines.length > mostLines || text.length > longest || size > 6 * body) return false
  if (!/\p{L}{2}/u.test(text) || lines.some(line => line.table !== null || line.monospace)) return false
  if (lines.some(line => Math.abs(line.size - size) > 0.1 * size)) return false
  if (isContentsLine(text) || isUnlikely(text)) return false
  const number = readNumber(text)
  const isUsual = isUsualName(text)
  const isBold = lines.every(line => line.bold)
  const isItalic = lines.every(line => line.italic)
  const isCapital = isAllCapitals(text)
  const isLarger = size >= larger * body
  if (contents.has(keyOf(text)) && (isLarger || isBold || isCapital || isItalic || lines.length === 1))
    return true
  if (isUsual) return size >= 0.85 * body
  if (endsLikeText(text, number !== null)) return false
  // Small capitals are smaller letters.
  if (size < (isCapital && number ? 0.75 : 0.95) * body) return false
  if (number) return isLarger || isBold || isCapital || (isItalic && text.length < 80)
  if (!next?.isBody && next !== undefined) return false
  return (
    isLarger || ((isBold || (isCapital && text.length > 5)) && text.length < 80 && startsLikeHeading(text))
  )
}

function isAllCapitals(text: string): boolean {
  const letters = text.replace(/[^\p{L}]/gu, '')
  return letters.length >= 4 && letters === letters.toUpperCase() && letters !== letters.toLowerCase()
}

/** Addresses, dates, stamps, formulas and lines of programs. */
function isUnlikely(text: string): boolean {
  if (/\[\^.*\[\^/.test(text) || /:\s+\d/.test(text) || captionStart.test(text)) return true
  return /@|https?:|www\.|arxiv:|doi[:.]|©|[=<>{}|∑∈≤≥]|^\W*\d[\d\s.,:/-]*$/iu.test(text)
}

function endsLikeText(text: string, isNumbered: boolean): boolean {
  if (/[,;:]$/.test(text)) return true
  return /[.]$/.test(text) && !(isNumbered && text.length < 60)
}

function startsLikeHeading(text: string): boolean {
  return /^["“‘(¿¡]?[\p{Lu}\p{Lo}\d]/u.test(text)
}

const leader = /^(.*?)[\s.…·_]{3,}(\d{1,4}|[ivxlc]{1,7})$/iu

function isContentsLine(text: string): boolean {
  return leader.test(text) && /[.…·_]{2}|\.\s\./u.test(text)
}

/** The titles listed on contents pages. */
function readContents(parts: readonly Part[]): Set<string> {
  const titles = new Set<string>()
  const lines = parts.slice(0, 400).flatMap(part => part.lines)
  for (const { text } of lines) {
    const title = isContentsLine(text) ? leader.exec(text)?.[1] : undefined
    if (title) titles.add(keyOf(title))
  }
  titles.delete('')
  return titles.size >= 4 ? titles : new Set()
}

function keyOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

type Style = string

function styleOf({ lines, size, text }: Part): Style {
  const isBold = lines.every(line => line.bold)
  const isItalic = lines.every(line => line.italic)
  return [
    roundSize(size),
    isBold ? 'bold' : '',
    isItalic ? 'italic' : '',
    isAllCapitals(text) ? 'capital' : '',
  ].join(' ')
}

/** When numbered headings have a style, a number that none of them precedes or follows is an item of a list. */
function dropUnusual(found: readonly Part[]): Part[] {
  const numbered = found.filter(part => readNumber(part.text)?.kind === 'arabic')
  if (numbered.length < 3) return [...found]
  const styles = new Map<Style, number>()
  for (const part of numbered) styles.set(styleOf(part), (styles.get(styleOf(part)) ?? 0) + 1)
  const largest = Math.max(...numbered.map(part => roundSize(part.size)))
  return found.filter(
    part => readNumber(part.text) !== null || isUsualName(part.text) || roundSize(part.size) <= 1.6 * largest,
  )
}

/** Levels by numbering first; headings without a number take the level of numbered ones in their style, or by size. */
function findLevels(parts: readonly Part[]): Map<Part, number> {
  const numbers = new Map(parts.map(part => [part, readNumber(part.text)]))
  const hasRoman = parts.filter(part => numbers.get(part)?.kind === 'roman').length >= 2
  const hasArabic = parts.some(part => numbers.get(part)?.kind === 'arabic')
  const levels = new Map<Part, number>()
  const byStyle = new Map<Style, number>()
  for (const part of parts) {
    const level = levelOf(numbers.get(part) ?? null, { hasRoman, hasArabic })
    if (level === null) continue
    levels.set(part, level)
    if (!byStyle.has(styleOf(part))) byStyle.set(styleOf(part), level)
  }
  const sizes = [...new Set(parts.map(part => roundSize(part.size)))].sort((a, b) => b - a)
  for (const part of parts) {
    if (levels.has(part)) continue
    const known = isUsualName(part.text) ? 1 : byStyle.get(styleOf(part))
    levels.set(part, known ?? Math.min(3, sizes.indexOf(roundSize(part.size)) + 1))
  }
  return levels
}

function levelOf(
  number: Numbering | null,
  { hasRoman, hasArabic }: { hasRoman: boolean; hasArabic: boolean },
): number | null {
  if (number === null) return null
  if (number.kind === 'roman' || number.kind === 'named') return 1
  if (number.kind === 'item') return hasRoman || hasArabic ? 3 : 2
  if (number.kind === 'letter') return hasRoman ? 2 : hasArabic ? number.depth : 1
  return Math.min(6, number.depth + (hasRoman ? 1 : 0))
}
