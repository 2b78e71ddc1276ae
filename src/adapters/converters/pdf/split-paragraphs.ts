import { endsSentence, isSameStyle } from './order-blocks.ts'
import { type Block, boundsOf, type Line } from './page-layout.ts'

/** Cuts a block into paragraphs: by distance, indentation, short last lines, list marks and changes of style. */
export function splitParagraphs(block: Block): Block[] {
  const column = {
    x0: block.x0,
    x1: block.x1,
    pitch: pitchOf(block.lines),
    isIndented: hasIndents(block),
    isNote: block.role === 'footnote',
  }
  const paragraphs: Line[][] = []
  for (const [index, line] of block.lines.entries()) {
    const previous = block.lines[index - 1]
    const first = paragraphs.at(-1)?.[0]
    if (
      previous &&
      first &&
      !startsParagraph({ first, previous, next: line, after: block.lines[index + 1] }, column)
    )
      paragraphs.at(-1)?.push(line)
    else paragraphs.push([line])
  }
  return paragraphs.map(lines => ({ ...block, ...boundsOf(lines), lines }))
}

type Column = { x0: number; x1: number; pitch: number; isIndented: boolean; isNote: boolean }

/** The median distance of lines; 0 when there is only one. */
function pitchOf(lines: readonly Line[]): number {
  const steps = lines
    .slice(1)
    .map((line, index) => line.y1 - (lines[index]?.y1 ?? line.y1))
    .filter(step => step > 1)
    .sort((a, b) => a - b)
  return steps[(steps.length - 1) >> 1] ?? 0
}

/** Whether paragraphs of the block begin with an indented line. */
function hasIndents(block: Block): boolean {
  return block.lines.some((line, index) => index > 0 && isIndented(line, block.x0))
}

function isIndented(line: Line, left: number): boolean {
  return line.x0 - left > 0.8 * line.size && line.x0 - left < 6 * line.size
}

/** `first` is the first line of the paragraph that `next` may continue. */
type Step = { first: Line; previous: Line; next: Line; after: Line | undefined }

function startsParagraph({ first, previous, next, after }: Step, column: Column): boolean {
  if (!isSameStyle(previous, next) && !goesOn(previous, next, column)) return true
  if (column.pitch > 0 && next.y1 - previous.y1 > 1.3 * column.pitch) return true
  if (contentsEntry.test(previous.text) || beginsSubsection(first, next)) return true
  if (bullet.test(next.text) && !isNumberInText({ first, previous, next }, column)) return true
  if (sectionNumber.test(first.text) && contentsNumber.test(next.text)) return true
  if (countsOn(first, next) || (column.isNote && noteSign.test(next.text))) return true
  if (next.monospace) return false
  if (isSectionLine(next, column) && (endsSentence(previous.text) || next.bold)) return true
  if (isSectionLine(previous, column) && /^["“‘(]?[\p{Lu}\p{Lo}]/u.test(next.text)) return true
  // The second line of a bold heading begins below its words, not below its number.
  if (previous.bold && next.bold && !endsSentence(previous.text)) return false
  const rest = (column.x1 - previous.x1) / (column.x1 - column.x0)
  // The lines of an item are indented behind its mark.
  const isItem = (line: Line) => bullet.test(line.text) || itemNumber.test(line.text)
  const goesOnBelow = after && (after.x0 - column.x0 >= 0.5 * after.size || isItem(after))
  const isHanging = rest < 0.2 && isItem(previous) && (goesOnBelow || /^\p{Ll}/u.test(next.text))
  if (isIndented(next, column.x0) && previous.x0 - column.x0 < 0.5 * previous.size && !isHanging) return true
  return (rest > 0.2 && endsSentence(previous.text)) || (rest > 0.35 && isTitleOf(previous, next))
}

/** Whether "4.1 …" is below "4 …": the heading of the first part directly below that of the section. */
function beginsSubsection(first: Line, next: Line): boolean {
  const [number, following] = [first, next].map(line => headingNumber.exec(line.text)?.[1])
  return number !== undefined && following === `${number}.1`
}

const headingNumber = /^(\d{1,2}(?:\.\d{1,2}){0,2})\.?\s+[\p{Lu}\p{Lo}]/u

/** Whether a line begins with the number of a reference, a formula or a section inside a sentence: "as shown in / [12] and". */
function isNumberInText(
  { first, previous, next }: Pick<Step, 'first' | 'previous' | 'next'>,
  { x0, x1 }: Column,
): boolean {
  return (
    /^[[(\d]/.test(next.text) &&
    !/^[[(\d]/.test(first.text) &&
    /[\p{Ll},]$/u.test(previous.text) &&
    x1 - previous.x1 < 0.1 * (x1 - x0) &&
    Math.abs(next.x0 - x0) < 0.5 * next.size
  )
}

/** Whether two lines begin at the same place with numbers that count on, without a full stop: items of a slide, notes. */
function countsOn(first: Line, next: Line): boolean {
  const [number, following] = [first, next].map(line => Number(itemNumber.exec(line.text)?.[1] ?? Number.NaN))
  return (
    number !== undefined &&
    following === number + 1 &&
    Math.abs(first.x0 - next.x0) < 0.5 * Math.max(first.size, next.size)
  )
}

/** A sign that begins another footnote. */
const noteSign = /^(?:\[\^[^\]\d]{1,4}\]|[*∗⋆†‡¶]|§(?!\s?\d))\s?[\p{L}“"]/u

const itemNumber = /^(?:\[\^)?(\d{1,3})\]?\s?(?=[\p{L}“"(‘])/u

/** The number of the next entry of a contents page, after an entry with a number of several parts. */
const contentsNumber =
  /^(?:\d{1,2}(?:\.\d{1,2}){0,3}|[IVX]{1,5}(?:\.\d{1,2})*|[A-H](?:\.\d{1,2})+)\.?\s+[\p{Lu}\p{Lo}]/u

const sectionNumber =
  /^(?:(?:\d{1,2}|[IVX]{1,5}|[A-H])(?:\.\d{1,2}){1,3}\.?|[IVX]{1,5}\.|[A-H]\.)\s+["“‘(]?[\p{Lu}\p{Lo}]/u

/**
 * A line with a section number that is no sentence, in the size and weight of the text. Numbers such as "IV." and "B."
 * also begin sentences and names, so that they count only in capitals or in italics.
 */
function isSectionLine(line: Line, { x0, x1 }: Column): boolean {
  const { text } = line
  if (!sectionNumber.test(text) || /[.,;:-]$/.test(text) || text.length > 90) return false
  const isDotted = /^\d/.test(text)
  const isCapital = text === text.toUpperCase()
  return (
    (line.bold || line.italic || isCapital || isDotted) && (isCapital || line.x1 - line.x0 < 0.85 * (x1 - x0))
  )
}

/** In units of the size: the title of a box, set like its text, is at least this far above it. */
const titlePitch = 1.35

/** Whether a short line is the title of a box on a slide or poster. */
function isTitleOf(previous: Line, next: Line): boolean {
  const pitch = next.y1 - previous.y1
  return pitch > titlePitch * Math.max(previous.size, next.size) && /^\p{Lu}/u.test(next.text)
}

/** Whether a sentence goes on in another style: a full line without its end, and then a word in lower case. */
function goesOn(previous: Line, next: Line, column: Column): boolean {
  const isFull = column.x1 - previous.x1 < 0.2 * (column.x1 - column.x0)
  const isBelow = Math.abs(next.x0 - column.x0) < 0.5 * next.size
  const isAlike = Math.abs(previous.size - next.size) < 0.08 * Math.max(previous.size, next.size)
  return isFull && isBelow && isAlike && !endsSentence(previous.text) && /^[\p{Ll}\\<@_{]/u.test(next.text)
}

const bullet = /^(?:[•◦▪■□●○‣∙·▶►▸➢➤✓✔❖◆◇–—*]|\(?\d{1,3}[.)]|\[\d{1,3}\]|\(? ?[a-z]\d{0,3}[.)])\s/u
/** Ends with dots and a page number. */
const contentsEntry = /(?:\. ?){3,}[\divxlc]{1,5}$/iu
