import { bodySizeOf, isUsualName, type Part, readNumber } from './guess-headings.ts'

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
  const body = bodySizeOf(parts)
  const block = takeBlock(parts, body)
  const printed = pickTitle(block, body)
  const firstPages = keyOf(
    parts
      .filter(part => part.page <= lastPage)
      .map(part => part.text)
      .join(' '),
  )
  const isPrinted = declared !== null && keyOf(declared).length > 5 && firstPages.includes(keyOf(declared))
  const printedText = printed.map(part => part.text).join(' ')
  const title = isPrinted ? declared : printedText || declared
  return { title: title || null, parts: new Set(block) }
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
  const candidates = block.filter(part => isTitleLike(part))
  const largest = Math.max(0, ...candidates.map(part => part.size))
  if (!(largest > 0)) return []
  const first = candidates.findIndex(part => part.size > 0.97 * largest)
  const isSetApart = largest >= larger * body || candidates[first]?.lines.every(line => line.bold) === true
  if (!isSetApart) return []
  const title: Part[] = []
  for (const part of candidates.slice(first)) {
    if (part.size < 0.97 * largest || part.page !== candidates[first]?.page) break
    if (title[0] && !isSameSetting(title[0], part)) break
    title.push(part)
    if (title.length === 4) break
  }
  return title
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

function keyOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
