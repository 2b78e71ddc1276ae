import {
  familyOf,
  findUsualStyle,
  isAllCapitals,
  keyOf,
  type Part,
  type Style,
  styleOf,
  type UsualStyle,
} from './document-parts.ts'
import { findLevels } from './heading-levels.ts'
import {
  endsLikeText,
  isUnlikely,
  isUsualName,
  listMark,
  readContentsLine,
  readNumber,
  startsLikeHeading,
} from './heading-text.ts'
import type { PageLines, PlacedLine } from './write-markdown.ts'

/** A heading and where it is. Level 1 is outermost. */
export type Heading = { level: number; title: string; page: number; line: number }

/** Its parts are one or two blocks: "Chapter 3" and the name of the chapter. */
export type GuessedHeading = Heading & { parts: Part[] }

/** In units of the size of the text: headings are this much larger, or they are set apart in another way. */
const larger = 1.12
const slightlyLarger = 1.05
const muchLarger = 1.3
const longest = 120
const mostLines = 4
/** More headings than this, as a share of the blocks, are something else: a list, a form, slides. */
const mostHeadings = 0.4

/**
 * Guesses the headings by size, weight, capitals, font, numbering, their usual names and the contents page, and returns
 * them with their levels. `ignored` blocks, such as the title and the authors, are no headings.
 */
export function guessHeadings(
  pages: readonly PageLines[],
  parts: readonly Part[],
  ignored: ReadonlySet<Part>,
): GuessedHeading[] {
  const facts: Facts = {
    usual: findUsualStyle(parts),
    contents: readContents(parts),
    running: findRunning(parts),
  }
  const open = parts.filter(part => !ignored.has(part) && pages[part.page]?.ocr === false)
  const next = findNext(parts)
  const judged = new Map(open.map(part => [part, judge(part, next.get(part), facts)]))
  const found = open.filter(part => judged.get(part) === 'heading')
  const perhaps = open.filter(part => judged.get(part) === 'perhaps')
  const styled = keepStyled(
    open.filter(part => judged.get(part) === 'styled'),
    found,
    facts.usual,
  )
  const alike = [...styled, ...keepAlike(perhaps, open)]
  const numbered = open.filter(
    part => judged.get(part) === 'text' && isPlainNumbered(part) && !facts.contents.entries.has(part),
  )
  const counted = keepCounted(numbered, [...found, ...alike])
  const usual = dropUnusual([...found, ...alike, ...counted].sort(byPlace))
  const kept = dropLabels(dropRepeated(usual), parts, findSlideTitles(pages, parts))
  const levels = findLevels(kept)
  const headings = kept.map(part => ({
    level: levels.get(part) ?? 1,
    title: part.text,
    page: part.page,
    line: part.line,
    parts: [part],
  }))
  return joinWrapped(joinChapters(headings, next), next)
}

/** The block after each one; footnotes are at the end of a page or of a column. */
function findNext(parts: readonly Part[]): Map<Part, Part | undefined> {
  const next = new Map<Part, Part | undefined>()
  let following: Part | undefined
  for (const part of parts.toReversed()) {
    next.set(part, following)
    if (part.lines[0]?.role !== 'footnote') following = part
  }
  return next
}

/** Marks the lines of headings, so that they are written as headings. */
export function markHeadings(headings: readonly GuessedHeading[]): void {
  for (const { parts, level } of headings)
    for (const [index, line] of parts.flatMap(part => part.lines).entries()) {
      line.heading = level
      line.continued = index > 0
    }
}

/** "Chapter 3" without the name of the chapter. */
export const bareChapter =
  /^(?:chapter|part|appendix|annex|kapitel|teil|anhang|chapitre|partie|annexe|capítulo|capitolo|parte)\s+(?:\d{1,2}|[IVX]{1,5}|[A-Z])[.:]?$/iu

/** Joins "Chapter 3" and the name of the chapter below it. */
function joinChapters(
  headings: readonly GuessedHeading[],
  next: ReadonlyMap<Part, Part | undefined>,
): GuessedHeading[] {
  const joined: GuessedHeading[] = []
  for (const heading of headings) {
    const above = joined.at(-1)
    const last = above?.parts.at(-1)
    const belongs =
      above?.parts.length === 1 && last && bareChapter.test(last.text) && next.get(last) === heading.parts[0]
    if (belongs) {
      above.title = `${above.title} ${heading.title}`
      above.parts.push(...heading.parts)
    } else joined.push({ ...heading })
  }
  return joined
}

/** Joins a heading and its next line, when both were taken for headings: set alike, one directly below the other. */
function joinWrapped(
  headings: readonly GuessedHeading[],
  next: ReadonlyMap<Part, Part | undefined>,
): GuessedHeading[] {
  const joined: GuessedHeading[] = []
  for (const heading of headings) {
    const above = joined.at(-1)
    const last = above?.parts.at(-1)
    const [part] = heading.parts
    const belongs = above && last && part && next.get(last) === part && isWrapped(last, part)
    if (belongs) {
      above.title = `${above.title} ${heading.title}`
      above.parts.push(...heading.parts)
    } else joined.push({ ...heading })
  }
  return joined
}

function isWrapped(part: Part, next: Part): boolean {
  const [above, below] = [part.lines.at(-1), next.lines[0]]
  if (!above || !below || part.page !== next.page || styleOf(part) !== styleOf(next)) return false
  if (readNumber(next.text) || isUsualName(next.text) || isUsualName(part.text)) return false
  const step = below.y1 - above.y1
  const isShared = Math.min(above.x1, below.x1) - Math.max(above.x0, below.x0) > 0
  return isShared && step > 0.5 * above.size && step < 1.4 * above.size
}

/** Fewer headings of a style than this share are followed by running text: labels of a form, or of a slide. */
const leastFollowed = 0.4

/** Drops styles without numbers and usual names that are used like labels: mostly without text below, or too often. */
function dropLabels(
  headings: readonly Part[],
  parts: readonly Part[],
  slideTitles: ReadonlySet<Part>,
): Part[] {
  const isHeading = new Set(headings)
  const indexes = new Map(parts.map((part, index) => [part, index]))
  const isFollowed = (heading: Part) => {
    const next = parts[(indexes.get(heading) ?? 0) + 1]
    if (next === undefined) return false
    const isListed = listMark.test(next.text) || (next.lines.every(isCode) && next.size <= heading.size)
    return isHeading.has(next) || next.text.length >= 60 || !next.isBody || isListed
  }
  const isCertain = (part: Part) =>
    readNumber(part.text) !== null || isUsualName(part.text) || slideTitles.has(part)
  const certain = new Set(headings.filter(isCertain).map(styleOf))
  const open = headings.filter(part => !isCertain(part))
  const followed = countStyles(open.filter(isFollowed))
  const all = countStyles(open)
  const blocks = parts.filter(part => part.isBody).length
  const areTooMany = headings.length > 3 && headings.length > mostHeadings * blocks
  return headings.filter(part => {
    if (isCertain(part)) return true
    const style = styleOf(part)
    if (certain.has(style) && startsLikeHeading(part.text)) return true
    return !areTooMany && (followed.get(style) ?? 0) >= leastFollowed * (all.get(style) ?? 0)
  })
}

/** The first text of each slide that is larger than the others on it. Slides are wider than high. */
function findSlideTitles(pages: readonly PageLines[], parts: readonly Part[]): Set<Part> {
  const perPage = Map.groupBy(
    parts.filter(part => part.isBody),
    part => part.page,
  )
  return new Set(
    [...perPage].flatMap(([index, [first, ...others]]) => {
      const page = pages[index]
      if (!first || !page || page.width <= page.height || (first.lines[0]?.y0 ?? 0) > page.height / 3)
        return []
      return others.length > 0 && others.every(part => first.size >= larger * part.size) ? [first] : []
    }),
  )
}

function byPlace(a: Part, b: Part): number {
  return a.page - b.page || a.line - b.line
}

type Facts = {
  usual: UsualStyle
  contents: { titles: ReadonlySet<string>; entries: ReadonlySet<Part> }
  running: ReadonlySet<Part>
}

/**
 * `perhaps` is set apart by a weak sign: it counts when most blocks in its style are alike. `styled` is set apart, but
 * could be the label of what follows: it counts when its style is that of a heading.
 */
type Verdict = 'heading' | 'perhaps' | 'styled' | 'text'

function judge(part: Part, next: Part | undefined, { usual, contents, running }: Facts): Verdict {
  const { text, lines, size } = part
  const body = usual.size
  if (!part.isBody || lines.length > mostLines || text.length > longest || size > 6 * body) return 'text'
  if (!/\p{L}{2}/u.test(text) || lines.some(line => line.table !== null || isCode(line))) return 'text'
  if (lines.some(line => Math.abs(line.size - size) > 0.1 * size)) return 'text'
  if (contents.entries.has(part) || running.has(part) || isUnlikely(text)) return 'text'
  const number = readNumber(text)
  const isBold = lines.every(line => line.bold)
  const isItalic = lines.every(line => line.italic)
  const isCapital = isAllCapitals(text)
  // In a box or a note, a heading is larger than the text of the box.
  const least = isBold && isProse(next) ? Math.min(body, next.size) : body
  const isLarger = size >= larger * least
  if (contents.titles.has(keyOf(text)) && (isLarger || isBold || isCapital || isItalic || lines.length === 1))
    return 'heading'
  if (isUsualName(text)) return size >= 0.75 * body ? 'heading' : 'text'
  if (isSentenceStart(part, next)) return 'text'
  if (endsLikeText(text, number !== null)) {
    if (!isLarger || !isShort(part)) return 'text'
    return isProse(next) ? 'heading' : isBold && text.endsWith(':') ? 'styled' : 'text'
  }
  // Small capitals are smaller letters.
  const isOtherFont = usual.family !== '' && lines.every(line => familyOf(line.face) !== usual.family)
  const isFirm = isBold && (number !== null || isOtherFont)
  if (size < (number && isCapital ? 0.75 : isFirm ? 0.85 : 0.95) * least) return 'text'
  const isSlightlyLarger = size >= slightlyLarger * body
  if (number && (isLarger || isBold || isCapital || (isItalic && text.length < 80))) return 'heading'
  if (number && isSlightlyLarger && lines.length === 1) return 'heading'
  const isNamed = text.length < (isSlightlyLarger ? longest : 80) && startsLikeHeading(text)
  if (next !== undefined && !next.isBody && next.page === part.page)
    return (isBold || size >= muchLarger * body) && isNamed && isShort(part) ? 'styled' : 'text'
  if (
    size >= larger * body ||
    (isLarger && isNamed) ||
    ((isBold || (isCapital && text.length > 5)) && isNamed)
  )
    return 'heading'
  const isWeak = (isItalic || isOtherFont || isSlightlyLarger) && isNamed && isShort(part) && isProse(next)
  return isWeak ? 'perhaps' : 'text'
}

/** A line of a program; a heading may consist mostly of names of programs, but its other words are bold. */
function isCode({ monospace, bold }: PlacedLine): boolean {
  return monospace && !bold
}

/** A line with a few words. */
function isShort({ lines, text }: Part): boolean {
  return lines.length === 1 && text.length < 60 && /\p{L}{3}/u.test(text)
}

function isProse(part: Part | undefined): part is Part {
  return part?.isBody === true && part.text.length >= 60
}

/** Bold words at the beginning of a paragraph, when they go on in its next line: "Growing Plants in / Pots: Water…". */
function isSentenceStart({ lines, page }: Part, next: Part | undefined): boolean {
  const last = lines.at(-1)
  const first = next?.lines[0]
  if (!last || !first || next?.page !== page || !isProse(next)) return false
  const isClose = first.y1 - last.y1 < 1.35 * last.size && first.y1 > last.y1
  if (!isClose || Math.abs(first.size - last.size) > 0.1 * last.size) return false
  if (/\p{L}[-\u00ad]$/u.test(last.text) || /^\(?\p{Ll}/u.test(first.text)) return true
  const isFull = last.x1 - last.x0 > 0.9 * (Math.max(...next.lines.map(line => line.x1)) - last.x0)
  return isFull && /^[\p{L}\p{N}(][^.:]{0,40}[.:]\s/u.test(first.text)
}

/** At least this many blocks of a style make it a style of headings. */
const leastAlike = 2

/** Keeps the blocks in the style of headings; one heading is enough when the style is larger than the text. */
function keepStyled(styled: readonly Part[], found: readonly Part[], usual: UsualStyle): Part[] {
  const proven = countStyles(found)
  return styled.filter(part => {
    const least = part.size >= larger * usual.size ? 1 : leastAlike
    return (proven.get(styleOf(part)) ?? 0) >= least
  })
}

/** Keeps the blocks whose style is mostly used for such blocks. */
function keepAlike(perhaps: readonly Part[], open: readonly Part[]): Part[] {
  const candidates = countStyles(perhaps)
  const all = countStyles(open.filter(part => part.isBody))
  return perhaps.filter(part => {
    const count = candidates.get(styleOf(part)) ?? 0
    return count >= leastAlike && count >= 0.6 * (all.get(styleOf(part)) ?? 0)
  })
}

function countStyles(parts: readonly Part[]): Map<Style, number> {
  const counts = new Map<Style, number>()
  for (const part of parts) counts.set(styleOf(part), (counts.get(styleOf(part)) ?? 0) + 1)
  return counts
}

/** A line such as "3.1 Copying" in the style of the text. */
function isPlainNumbered({ text, lines, isBody }: Part): boolean {
  const number = readNumber(text)
  if (!isBody || lines.length > 1 || text.length > 70 || number?.kind !== 'arabic') return false
  // "2.4 Split composition (A <: B)"
  const bare = text.replace(/\([^()]*\)/g, '')
  if (number.depth < 2 || endsLikeText(text, true) || isUnlikely(bare)) return false
  return /^[\d.]+\s+["“‘(]?[\p{Lu}\p{Lo}]/u.test(text) && readContentsLine(text) === null
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

/**
 * When a document numbers its headings: drops numbers that no other heading precedes or follows, which are items of a
 * list or counts, and text that is much larger than the headings.
 */
function dropUnusual(found: readonly Part[]): Part[] {
  const numbered = found.filter(part => readNumber(part.text)?.kind === 'arabic')
  if (numbered.length < 3) return [...found]
  const paths = new Set(numbered.map(part => readNumber(part.text)?.path ?? ''))
  const largest = Math.max(...numbered.map(part => part.size))
  return found.filter(part => {
    const number = readNumber(part.text)
    if (number?.kind === 'arabic') return isUsualName(part.text) || hasNeighbour(number.path, paths)
    return number !== null || isUsualName(part.text) || part.size <= 1.6 * largest
  })
}

function hasNeighbour(path: string, paths: ReadonlySet<string>): boolean {
  const number = Number(path)
  if (!Number.isInteger(number) || number === 1) return true
  return [...paths].some(
    other => other === `${number - 1}` || other === `${number + 1}` || other.startsWith(`${path}.`),
  )
}

/** The titles that contents pages list, and the blocks that list them. */
function readContents(parts: readonly Part[]): { titles: Set<string>; entries: Set<Part> } {
  const titles = new Set<string>()
  const entries = new Set<Part>()
  const perPage = new Map<number, number>()
  const early = parts.slice(0, 400)
  for (const [index, part] of early.entries()) {
    const listed = part.lines.flatMap(line => readContentsLine(line.text) ?? [])
    const isListed = listed.length > 0 || isPageNumber(part, parts[index + 1])
    if (!isListed) continue
    entries.add(part)
    perPage.set(part.page, (perPage.get(part.page) ?? 0) + Math.max(1, listed.length))
    for (const title of listed.length > 0 ? listed : [part.text]) titles.add(keyOf(title))
  }
  titles.delete('')
  const size = findUsualStyle(parts).size
  // Names of chapters, and first lines of entries that go on in the next line.
  for (const part of early)
    if (
      (perPage.get(part.page) ?? 0) >= 5 &&
      part.size < slightlyLarger * size &&
      !contentsName.test(part.text)
    )
      entries.add(part)
  for (const entry of listUnpaged(early)) entries.add(entry)
  return { titles: titles.size >= 4 ? titles : new Set(), entries }
}

/** The least entries of a contents list that has no page numbers. */
const leastUnpaged = 4

/** The entries below the heading of a contents list, up to the first running text, when most of them are numbered. */
function listUnpaged(parts: readonly Part[]): Part[] {
  return parts.flatMap((heading, index) => {
    if (!contentsName.test(heading.text)) return []
    const below = parts.slice(index + 1).filter(part => part.page === heading.page)
    const end = below.findIndex(part => part.lines.length > 2 && part.text.length > 60 * part.lines.length)
    const entries = end === -1 ? below : below.slice(0, end)
    const numbered = entries.filter(part => /^\d{1,2}(?:\.\d{1,2})+\s+\p{Lu}/u.test(part.text))
    return numbered.length >= leastUnpaged ? numbered : []
  })
}

/** Whether the next block is a page number in the same row, far to the right. */
function isPageNumber({ lines: [line], page }: Part, next: Part | undefined): boolean {
  const number = next?.lines[0]
  if (!line || !number || next?.page !== page || !/^(?:\d{1,4}|[ivxlc]{1,6})$/.test(next.text)) return false
  return Math.abs(number.y1 - line.y1) < 0.3 * line.size && number.x0 > line.x1 + 2 * line.size
}

const contentsName =
  /^(?:table of )?contents$|^inhalt|^table des matières$|^sommaire$|^índice$|^indice$|^目录$/iu
/** A contents list is at most this many pages long. */
const contentsPages = 8

/** Drops what a contents list repeats from the text, and running heads that repeat a heading at the top of a page. */
function dropRepeated(found: readonly Part[]): Part[] {
  const names = new Map(found.map(part => [part, nameOf(part)]))
  const list = found.find(part => contentsName.test(part.text))
  const isAgain = (part: Part, other: Part) => part !== other && names.get(part) === names.get(other)
  const isListed = (part: Part) =>
    list !== undefined && byPlace(part, list) > 0 && part.page <= list.page + contentsPages
  const isLater = (part: Part, other: Part) =>
    isAgain(part, other) && byPlace(other, part) > 0 && styleOf(other) !== styleOf(part)
  const written = found.filter(part => !(isListed(part) && found.some(other => isLater(part, other))))
  return written.filter((part, index) => {
    const isTop = part.line === 0 && (names.get(part)?.length ?? 0) > 3
    const isRunning = (other: Part) =>
      isAgain(part, other) && other.page < part.page && styleOf(other) !== styleOf(part)
    return !(isTop && written.slice(0, index).some(isRunning))
  })
}

function nameOf({ text }: Part): string {
  return bareChapter.test(text) ? keyOf(text) : keyOf(text.replace(/^\d[\d.]*\s|\s\d+$/g, ''))
}

/** In points: how far a running head may move between pages. */
const drift = 8

/** Blocks that are at the same height of at least three near pages with the same words: running heads. */
function findRunning(parts: readonly Part[]): Set<Part> {
  const places = new Map<string, Part[]>()
  for (const part of parts) {
    if (part.lines.length > 1 || part.text.length > 80) continue
    const key = keyOf(part.text.replace(/^[ivxlc]+\s|\s[ivxlc]+$|\d+/g, ''))
    if (key !== '') places.set(key, [...(places.get(key) ?? []), part])
  }
  const isNear = (a: Part, b: Part) =>
    Math.abs(a.page - b.page) <= 4 && Math.abs((a.lines[0]?.y0 ?? 0) - (b.lines[0]?.y0 ?? 0)) <= drift
  const running = [...places.values()].flatMap(group =>
    group.filter(
      part => new Set(group.filter(other => isNear(part, other)).map(other => other.page)).size >= 3,
    ),
  )
  return new Set(running)
}
