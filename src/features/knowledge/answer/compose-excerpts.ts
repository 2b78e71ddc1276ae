import type { Hit } from '../../../core/model/hit.ts'
import type { JudgedPiece } from './judge-pieces.ts'
import { countWords, type Piece } from './list-pieces.ts'
import { endsInColon, type UnitPart } from './list-units.ts'

/** What is quoted of one place: parts in their order, each verbatim. */
export type Excerpt = {
  hit: Hit
  /** The headings above it, outermost first, without the title of the document. */
  path: string[]
  parts: UnitPart[]
  /** Whether the list goes on in the source. */
  isCut: boolean
}

/** The longest answer that is not one list, and the longest list, in words. */
export const mostWords = 80
const mostListWords = 160
/** A second piece is quoted when its score is at most this far below that of the first. */
const reach = 0.3

/**
 * Makes an answer of the best pieces: one list, or the best piece and a second one that is nearly as good, with what stands
 * around the first as far as there is room. Empty when nothing can be quoted by itself.
 */
export function composeExcerpts(judged: readonly JudgedPiece[]): Excerpt[] {
  const [first, ...others] = judged
  if (first === undefined) return []
  const list = takeList(first)
  if (list !== null) return [list]
  const own = closeColon(withLead(first))
  if (own === null) return []
  const room = mostWords - wordsOf(own)
  const second = others
    .filter(({ score }) => score >= first.score - reach)
    .map(piece => closeColon(withLead(piece)))
    .find(span => span !== null && wordsOf(span) <= room && !overlaps(span, own))
  const grown = closeColon(grow(own, mostWords - (second ? wordsOf(second) : 0))) ?? own
  return [grown, ...(second ? [second] : [])].map(toExcerpt)
}

/** One piece with what it needs to be read by itself, to be shown among the nearest. */
export function composeExcerpt(piece: Piece): Excerpt | null {
  const span = closeColon(withLead(piece))
  return span === null ? null : toExcerpt(span)
}

type Span = Pick<Piece, 'hit' | 'path' | 'section' | 'from' | 'to'>

function partsOf({ section, from, to }: Pick<Span, 'section' | 'from' | 'to'>): UnitPart[] {
  return [...headerAbove(section, from), ...section.slice(from, to)]
}

function wordsOf(span: Pick<Span, 'section' | 'from' | 'to'>): number {
  return countWords(partsOf(span))
}

function overlaps(one: Span, other: Span): boolean {
  const texts = new Set(one.section.slice(one.from, one.to).map(({ text }) => text))
  return other.section.slice(other.from, other.to).some(({ text }) => texts.has(text))
}

/** Words at the start of a sentence that need what stands before it. */
const leaning =
  /^["“(*_]*(?:this|that|these|those|it|its|they|them|their|he|she|such|however|therefore|thus|hence|also|otherwise|instead|moreover|similarly|likewise|then|so|but|and|or|as a result|the (?:former|latter|same|above)|alternatively|if (?:so|not)|to do (?:so|this|that)|both|neither)\b/i

/** The term of an entry, the header of a table, or the sentence that the piece refers back to. */
function withLead(piece: Span): Span {
  const { section, from } = piece
  const first = section[from]
  const before = section[from - 1]
  if (first === undefined || before === undefined) return piece
  const needs =
    before.kind === 'term' ||
    before.kind === 'header' ||
    (before.kind === 'sentence' && endsInColon(before.text)) ||
    (first.kind === 'sentence' && before.kind === 'sentence' && leansBack(first.text))
  const longer = { ...piece, from: from - 1 }
  return needs && wordsOf(longer) <= mostWords ? longer : piece
}

function leansBack(text: string): boolean {
  return leaning.test(text) || /^\p{Ll}/u.test(text)
}

/** Adds what follows, then what stands before, as far as there is room; another entry is about something else. */
function grow(span: Span, limit: number): Span {
  let { from, to } = span
  const { section } = span
  const fits = (start: number, end: number) => wordsOf({ section, from: start, to: end }) <= limit
  while (to < section.length && section[to]?.kind !== 'term' && fits(from, to + 1)) to++
  while (from > 0 && section[from]?.kind !== 'term' && fits(from - 1, to)) from--
  return { ...span, from, to }
}

/** Never ends in a colon: takes the next part if there is room, or else drops the last sentence. */
function closeColon(span: Span): Span | null {
  let { to } = span
  const endsOpen = () => endsInColon(span.section[to - 1]?.text ?? '')
  while (to > span.from && endsOpen()) {
    const next = span.section[to]
    if (next === undefined || countWords(span.section.slice(span.from, to + 1)) > mostWords) break
    to++
  }
  while (to > span.from && endsOpen()) to--
  return to === span.from ? null : { ...span, to }
}

/** The whole list around a piece, with the sentence that introduces it; null when the piece has no item of a list. */
function takeList({ hit, path, section, from, to }: Span): Excerpt | null {
  const isItem = (at: number) => section[at]?.kind === 'item'
  const at = [from, to - 1].find(isItem)
  if (at === undefined) return null
  let start = at
  let end = at + 1
  while (isItem(start - 1)) start--
  while (isItem(end)) end++
  const lead = section[start - 1]
  const kept = section.slice(lead?.kind === 'sentence' ? start - 1 : start, end)
  if (end - start < 2 || countWords(kept) > mostListWords) return null
  return { hit, path, parts: kept, isCut: false }
}

function toExcerpt({ hit, path, section, from, to }: Span): Excerpt {
  return { hit, path, parts: partsOf({ section, from, to }), isCut: false }
}

/** The header of the table that a row stands in, when the quotation begins after it: it names the columns. */
function headerAbove(section: readonly UnitPart[], from: number): UnitPart[] {
  let at = from
  while (section[at]?.kind === 'row') at--
  const header = section[at]
  return at < from && header?.kind === 'header' ? [header] : []
}
