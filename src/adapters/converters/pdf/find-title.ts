import { findUsualStyle, isAllCapitals, keyOf, type Part, type Style, styleOf } from './document-parts.ts'
import { isUsualName, readNumber } from './heading-text.ts'

/** The title of a document as printed on its first pages, and the blocks above its text, which are no headings. */
export type TitleBlock = { title: string | null; parts: Set<Part> }

/** The title is at least this much larger than the text, or bold. */
const larger = 1.15
/** Blocks of this many lines in the size of the text end the title block. */
const proseLines = 4
/** A cover page or two may come before the title. */
const lastPage = 2

/**
 * Finds the title block: what comes before the first section or running text. The title is its largest text. A title
 * that the file declares is used when the first pages print it, or when they have no title.
 */
export function findTitle(parts: readonly Part[], declared: string | null): TitleBlock {
  const body = findUsualStyle(parts).size
  const block = takeBlock(parts, body)
  const printed = pickTitle(block, body)
  const firstPages = keyOf(
    parts
      .filter(part => part.page <= lastPage)
      .map(part => part.text)
      .join(' '),
  )
  const printedText = withoutMarks(printed.map(part => part.text).join(' '))
  const isPrinted =
    declared !== null &&
    keyOf(declared).length > 5 &&
    (firstPages.includes(keyOf(declared)) || isMixedWith(declared, printedText))
  const isShortened = declared !== null && printed.length === 1 && isBeginning(declared, printedText)
  const title = isPrinted && !isShortened ? declared : printedText || declared
  return { title: title || null, parts: new Set(endBlock(block, printed, parts)) }
}

/** Whether a title leaves out the end of what is printed: "Introduction to argtable" of "Introduction to argtable 2.x". */
function isBeginning(title: string, text: string): boolean {
  return keyOf(text).startsWith(keyOf(title)) && keyOf(text).length > keyOf(title).length + 1
}

/** Drops the marks of footnotes: "[^1]". */
function withoutMarks(text: string): string {
  return text.replace(/\s*\[\^[^\]]*\]/g, '')
}

/**
 * The part of the block that is surely no section: up to the page of the title, and up to a block below the title that
 * is followed by a sentence and has a style of several others.
 */
function endBlock(block: readonly Part[], title: readonly Part[], parts: readonly Part[]): Part[] {
  const last = title.at(-1)
  if (!last) return [...block]
  const styles = new Map<Style, number>()
  for (const part of parts)
    if (isSetApart(part)) styles.set(styleOf(part), (styles.get(styleOf(part)) ?? 0) + 1)
  const after = block.slice(block.indexOf(last) + 1)
  const next = (part: Part) => parts[parts.indexOf(part) + 1]
  const isSection = (part: Part) =>
    isSetApart(part) &&
    (styles.get(styleOf(part)) ?? 0) >= leastSections &&
    next(part)?.page === part.page &&
    isSentence(next(part))
  const key = keyOf(title.map(part => part.text).join(' '))
  // A cover may come before the page with the title and the authors.
  const isRepeated = after.some(part => part.page > last.page && key.includes(keyOf(part.text).slice(0, 40)))
  const section = after.find(part => (part.page > last.page && !isRepeated) || isSection(part))
  return section ? block.slice(0, block.indexOf(section)) : [...block]
}

const leastSections = 3

/** A line that is bold or in capitals. */
function isSetApart({ lines, text, isBody }: Part): boolean {
  return (
    isBody &&
    lines.length === 1 &&
    (lines.every(line => line.bold) || isAllCapitals(text)) &&
    text.length < 60
  )
}

function isSentence(part: Part | undefined): boolean {
  return (
    part !== undefined &&
    /\p{Ll}{3}/u.test(part.text) &&
    part.text.length >= (/[.:?!]$/.test(part.text) ? 20 : 200)
  )
}

/** Whether a text has the words of a title in their order, with a few others between, such as a label at the margin. */
function isMixedWith(title: string, text: string): boolean {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const others = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  let at = 0
  for (const word of others) if (word === words[at]) at += 1
  return words.length >= 4 && at === words.length && others.length <= 1.5 * words.length
}

/** The blocks before the first section or the first running text; none when the page begins with one. */
function takeBlock(parts: readonly Part[], body: number): Part[] {
  const first = parts.find(part => part.isBody)
  const onPages = parts.filter(part => part.page <= (first?.page ?? 0) + 1)
  const end = onPages.findIndex(
    (part, index) =>
      (part.isBody && isUsualName(part.text)) ||
      (/^abstract\b|^summary\b/i.test(part.text) && part.isBody) ||
      (readNumber(part.text)?.kind === 'arabic' && part.size < larger * body && index > 0) ||
      isProse(part, body),
  )
  const block = end < 0 ? onPages.filter(part => part.page === first?.page) : onPages.slice(0, end)
  return block.filter(part => part.isBody)
}

function isProse(part: Part, body: number): boolean {
  return (
    part.isBody &&
    part.lines.length >= proseLines &&
    part.size < larger * body &&
    part.text.length > 45 * part.lines.length * 0.8 &&
    /[.!?]["”’)]?(?:\s|$)/.test(part.text)
  )
}

/** The largest text of the block, with the lines that follow it in the same size. */
function pickTitle(block: readonly Part[], body: number): Part[] {
  const likely = block.filter(part => isTitleLike(part))
  const named = likely.filter(part => !kindOfText.test(part.text))
  const candidates = (named.some(part => part.size >= larger * body) ? named : likely).filter(
    part => !isImprint(part, likely, body),
  )
  const largest = Math.max(0, ...candidates.map(part => part.size))
  if (!(largest > 0)) return []
  const first = candidates.findIndex(part => part.size > 0.97 * largest)
  const isSetApart = largest >= larger * body || candidates[first]?.lines.every(line => line.bold) === true
  if (!isSetApart) return []
  const title: Part[] = []
  const below = candidates.slice(first)
  for (const [index, part] of below.entries()) {
    // "… or …" between the two names of a work.
    const isBetween = conjunction.test(part.text) && (below[index + 1]?.size ?? 0) > 0.97 * largest
    if (isBetween) {
      title.push(part)
      continue
    }
    if (part.size < 0.97 * largest || part.page !== candidates[first]?.page) break
    if (title[0] && !isSameSetting(title[0], part)) break
    title.push(part)
    if (title.length === 4) break
  }
  return title
}

const conjunction = /^(?:or|and|oder|und|ou|et|o|y)$/iu

/** What journals and institutes print above a title, often larger than the title. */
const kindOfText =
  /^(?:technical report|(?:original |scientific )?research(?: article| paper| note| report)?|original (?:article|paper|contribution|investigation)|(?:mini[- ]|systematic )?review(?: article| paper)?|regular (?:article|paper)|full (?:length )?(?:article|paper)|short (?:communication|note|paper|report)|brief (?:communication|report)|rapid communication|letter(?: to the editor)?|case report|commentary|editorial|perspective|viewpoint|open access|white ?paper|working paper|discussion paper|invited (?:paper|article)|preprint|draft|articles?|reports?)\.?$/iu

/** A word in a size of its own below a large text of several words is a mark of the series or the publisher. */
function isImprint(part: Part, others: readonly Part[], body: number): boolean {
  if (/\s/.test(part.text) || conjunction.test(part.text)) return false
  if (others.some(other => other !== part && Math.abs(other.size - part.size) < 0.1 * part.size)) return false
  return others.some(
    other =>
      other.page === part.page &&
      other.text.split(' ').length >= 3 &&
      other.size >= Math.max(0.5 * part.size, 1.5 * body) &&
      (other.lines.at(-1)?.y1 ?? 0) < (part.lines[0]?.y0 ?? 0),
  )
}

/** Whether two parts are set alike: bold or not, in capitals or not. */
function isSameSetting(a: Part, b: Part): boolean {
  const isBold = (part: Part) => part.lines.every(line => line.bold)
  const isCapital = (part: Part) => part.text === part.text.toUpperCase()
  return isBold(a) === isBold(b) && isCapital(a) === isCapital(b)
}

function isTitleLike({ text, lines }: Part): boolean {
  if (!/\p{L}{2}/u.test(text) || text.length > 300 || lines.length > 6) return false
  return !/^arxiv:|@|https?:|^(?:volume|vol\.|issn|doi|page|proceedings of|submitted|received|published)\b/iu.test(
    text,
  )
}
