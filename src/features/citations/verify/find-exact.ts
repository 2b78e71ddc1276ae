import type { DocumentText } from './document-text.ts'
import { gapsEqual, isSpaceless, listWords, readLetters } from './letter-stream.ts'
import { isInsertion, type QuotePart } from './parse-quote.ts'
import type { Likeness } from './seek-close.ts'

/** The letters [from, to) of a document. */
export type LetterSpan = { from: number; to: number }

/** One place where all parts of a quote occur in order: one span per part. */
export type QuotePlace = LetterSpan[]

/** A short common phrase may occur thousands of times. The search stops after this many places. */
export const mostPlaces = 1_000
/** How many occurrences of the next part are tried after one place of the previous part. */
const mostTries = 8

/** Returns every place of the document where the parts occur word for word and near each other. */
export function findExact(parts: readonly QuotePart[], text: DocumentText): QuotePlace[] {
  const [first, ...rest] = parts
  if (!first) return []
  const places: QuotePlace[] = []
  for (let from = 0; places.length < mostPlaces; ) {
    const at = nextExact(first, text, from)
    if (at === -1) break
    const start = { from: at, to: at + first.stream.folded.length }
    const place = isBracketFree(first.gap.mark, text, at) ? follow(rest, text, [start]) : null
    const isWhole = place !== null && isBracketFree(parts.at(-1)?.mark ?? '', text, place.at(-1)?.to ?? at)
    if (isWhole) places.push(place)
    from = place ? (place.at(-1)?.to ?? at + 1) : at + 1
  }
  return places
}

/** Whether the document has the words of the part at `at`, with equal spelling, case, spacing and punctuation. */
function matchesAt(part: QuotePart, text: DocumentText, at: number): boolean {
  const { stream } = part
  const { letters, document } = text
  const end = at + stream.folded.length
  if (!letters.startsWith(stream.folded, at)) return false
  const start = text.startOf(Math.max(0, at - 1))
  const stop = end < letters.length ? text.endOf(end) : document.markdown.length
  const found = readLetters(document.markdown, start, stop)
  const offset = unitsAt(text, at, start)
  if (!found.folded.startsWith(stream.folded, offset)) return false
  if (isInsideWord(found.folded, found.gaps[offset] ?? '', offset)) return false
  const last = offset + stream.folded.length
  if (isInsideWord(found.folded, found.gaps[last] ?? '', last)) return false
  if (/^-$/.test(stream.gaps[0] ?? '') && /^\p{N}/u.test(stream.folded) && found.gaps[offset] !== '-')
    return false
  if (!endsEqual(stream.gaps[0] ?? '', found.gaps[offset] ?? '')) return false
  if (!endsEqual(stream.gaps.at(-1) ?? '', found.gaps[last] ?? '')) return false
  for (let unit = 1; unit < stream.folded.length; unit++) {
    if (stream.cased[unit] !== found.cased[offset + unit]) return false
    if (!gapsEqual(stream.gaps[unit] ?? '', found.gaps[offset + unit] ?? '')) return false
  }
  return true
}

function nextExact(part: QuotePart, text: DocumentText, from: number): number {
  for (let at = from; ; at++) {
    at = text.letters.indexOf(part.stream.folded, at)
    if (at === -1 || matchesAt(part, text, at)) return at
  }
}

/**
 * An insertion in brackets at an end of the quote must not match brackets of the document: it could hide a changed
 * bracket.
 */
function isBracketFree(mark: string, text: DocumentText, border: number): boolean {
  if (!isInsertion(mark)) return true
  const { markdown } = text.document
  const start = border === 0 ? 0 : text.endOf(border - 1)
  const end = border < text.letters.length ? text.startOf(border) : markdown.length
  return !/[[\]]/.test(markdown.slice(start, end))
}

/**
 * Finds the nearest place of the remaining parts. An insertion in brackets never matches brackets of the document;
 * otherwise a changed citation would pass as an insertion.
 */
function follow(rest: readonly QuotePart[], text: DocumentText, place: QuotePlace): QuotePlace | null {
  const [part, ...others] = rest
  const previous = place.at(-1)
  if (!part || !previous) return place
  const reach = previous.to + part.gap.mostLetters
  for (let tries = 0, from = previous.to; tries < mostTries; tries++) {
    const at = nextWithin(part, text, { from, last: reach })
    if (at === -1) return null
    const skipped = text.document.markdown.slice(text.endOf(previous.to - 1), text.startOf(at))
    const isAllowed = !isInsertion(part.gap.mark) || !/[[\]]/.test(skipped)
    const found = isAllowed
      ? follow(others, text, [...place, { from: at, to: at + part.stream.folded.length }])
      : null
    if (found) return found
    from = at + 1
  }
  return null
}

function nextWithin(
  part: QuotePart,
  text: DocumentText,
  { from, last }: { from: number; last: number },
): number {
  const window = text.letters.slice(from, last + part.stream.folded.length)
  for (
    let at = window.indexOf(part.stream.folded);
    at !== -1;
    at = window.indexOf(part.stream.folded, at + 1)
  )
    if (matchesAt(part, text, from + at)) return from + at
  return -1
}

/** Returns how many units before `at` belong to the same character of the Markdown. */
function unitsAt(text: DocumentText, at: number, start: number): number {
  let units = 0
  while (at - units - 1 >= 0 && text.startOf(at - units - 1) === start) units += 1
  return units
}

function isInsideWord(folded: string, gap: string, at: number): boolean {
  if (gap !== '' || at === 0 || at >= folded.length) return false
  return !isSpaceless(folded[at] ?? '') && !isSpaceless(folded[at - 1] ?? '')
}

/** Punctuation at the ends of a quote is ignored, except for signs that change the meaning of a number. */
function endsEqual(quoted: string, found: string): boolean {
  const signs = quoted.match(/[\p{Sc}%‰°<>=±+]/gu) ?? []
  return signs.every(sign => found.includes(sign))
}

/** The longest footnote, caption or table that may interrupt a sentence, in letters. */
const longestInterruption = 3_000
/** How many letters at each end of the quote are used to find candidate places. Long enough to be rare. */
const anchorLength = 14
const mostAnchors = 50

/**
 * The similarity of an interrupted quote: all words are there in order, and the interruption is reported as a
 * difference.
 */
const interruptedSimilarity = 0.97

/**
 * Finds quotes whose words all occur in order, except that one whole block (a footnote, a caption, a table) interrupts
 * them, as happens at the end of a page.
 */
export function findInterrupted(part: QuotePart, text: DocumentText): Likeness[] {
  const { folded } = part.stream
  if (folded.length < 2 * anchorLength) return []
  const heads = positionsOf(folded.slice(0, anchorLength), text.letters)
  const tails = positionsOf(folded.slice(-anchorLength), text.letters).map(at => at + anchorLength)
  return heads.flatMap(head => {
    const tail = tails.find(
      end => end > head + folded.length && end <= head + folded.length + longestInterruption,
    )
    const cut = tail === undefined ? null : findCut(part, text, { head, tail })
    return cut === null || tail === undefined ? [] : [toLikeness(text, { head, tail, ...cut })]
  })
}

/**
 * Returns where the interruption starts and ends. Both must be between words of the quote and at the border of a block.
 */
function findCut(
  part: QuotePart,
  text: DocumentText,
  { head, tail }: { head: number; tail: number },
): { from: number; to: number } | null {
  const { folded } = part.stream
  const before = commonStart(folded, text.letters, head)
  const after = commonEnd(folded, text.letters, tail)
  for (let kept = before; kept >= folded.length - after; kept--) {
    const from = head + kept
    const to = tail - (folded.length - kept)
    if (kept === 0 || kept === folded.length || !isBlockEnd(text, from) || !isBlockEnd(text, to)) continue
    const [first, second] = cutPart(part, kept)
    if (first && second && matchesAt(first, text, head) && matchesAt(second, text, to)) return { from, to }
  }
  return null
}

/** Splits the quote into two parts. Returns an empty list when that would split a word. */
function cutPart(part: QuotePart, kept: number): QuotePart[] {
  const at = part.stream.starts[kept] ?? 0
  if (part.stream.gaps[kept] === '') return []
  const firstCase = part.stream.cased[kept]
  return [part.text.slice(0, part.stream.ends[kept - 1]), part.text.slice(at)].map((text, half) => {
    const stream = readLetters(text)
    if (half === 1) stream.cased[0] = firstCase ?? ''
    return { text, stream, words: listWords(stream), gap: { mark: '', mostLetters: 0 }, mark: '' }
  })
}

function isBlockEnd(text: DocumentText, unit: number): boolean {
  if (unit <= 0 || unit >= text.letters.length) return true
  return /\n\s*\n/.test(text.document.markdown.slice(text.endOf(unit - 1), text.startOf(unit)))
}

function commonStart(folded: string, letters: string, at: number): number {
  let length = 0
  while (length < folded.length && folded[length] === letters[at + length]) length += 1
  return length
}

function commonEnd(folded: string, letters: string, end: number): number {
  let length = 0
  while (length < folded.length && folded.at(-1 - length) === letters[end - 1 - length]) length += 1
  return length
}

function positionsOf(run: string, letters: string): number[] {
  const positions: number[] = []
  for (
    let at = letters.indexOf(run);
    at !== -1 && positions.length < mostAnchors;
    at = letters.indexOf(run, at + 1)
  )
    positions.push(at)
  return positions
}

function toLikeness(
  text: DocumentText,
  { head, tail, from, to }: { head: number; tail: number; from: number; to: number },
): Likeness {
  const charSpan = { start: text.startOf(from), end: text.endOf(to - 1) }
  const found = text.document.markdown.slice(charSpan.start, charSpan.end)
  return {
    start: text.startOf(head),
    end: text.endOf(tail - 1),
    similarity: interruptedSimilarity,
    differences: [{ kind: 'missing', quoted: '', found, charSpan }],
    omissions: [],
  }
}
