import { type Manuscript, type ManuscriptCitation, noteMark } from '../../../core/model/manuscript.ts'
import type { Quotation } from './find-quotations.ts'
import { textWithout } from './quoted-text.ts'

/** The citations of a quotation, and how sure it is that they belong to it. */
export type Pairing = {
  citations: ManuscriptCitation[]
  /** `beside`: nothing but punctuation between. `sentence`: in its sentence. `near`: an author named before it. */
  by: 'beside' | 'sentence' | 'near' | null
}

type Text = Pick<Manuscript, 'text' | 'blocks' | 'citations'>

const unpaired: Pairing = { citations: [], by: null }

/** Finds the citations that a reader relates to the quotation: behind it, in its note, or in the words that introduce it. */
export function pairCitations(
  quotation: Quotation,
  manuscript: Text & { running: Text },
  all: readonly Quotation[],
): Pairing {
  const own = quotation.block.kind === 'note' ? manuscript : manuscript.running
  return (
    (quotation.kind === 'block' ? withinBlock(quotation, own) : null) ??
    behind(quotation, own) ??
    inNote(quotation, manuscript) ??
    ahead(quotation, own, all) ??
    introduced(quotation, own) ??
    narrativeBehind(quotation, own) ??
    namedBefore(quotation, own) ??
    unpaired
  )
}

/** Adds the manuscript without the citations of its notes, which belong to the marks of the notes. */
export function withRunning<M extends Text>(manuscript: M): M & { running: M } {
  const notes = manuscript.blocks.filter(({ kind }) => kind === 'note')
  const isInNote = ({ start, end }: ManuscriptCitation) =>
    notes.some(note => note.start <= start && note.end >= end)
  const citations = manuscript.citations.filter(citation => !isInNote(citation))
  return { ...manuscript, running: { ...manuscript, citations } }
}

function withinBlock({ inner, end }: Quotation, manuscript: Text): Pairing | null {
  const inside = manuscript.citations.filter(one => one.start >= inner.start && one.end <= end)
  const last = inside.at(-1)
  // A citation in the middle belongs to the quoted text itself.
  const isAtEnd = last !== undefined && /^[\s.,;:)\]}”"’'»]*$/.test(manuscript.text.slice(last.end, end))
  return isAtEnd ? { citations: [last], by: 'beside' } : null
}

const beside = new RegExp(`^[\\s.,;:!?…’”"'»«“)*_>${noteMark}\\]—–-]*$`, 'u')
const mostBetween = 400

/** A citation in brackets behind the quotation, in the same sentence. A block's may begin the next paragraph. */
function behind(quotation: Quotation, manuscript: Text): Pairing | null {
  const limit = quotation.kind === 'block' ? quotation.end + mostBetween : endOfBlock(quotation, manuscript)
  const next = manuscript.citations.find(
    one => one.start >= quotation.end && one.end <= limit && !one.isNarrative,
  )
  if (next === undefined) return null
  const between = textBetween(manuscript, quotation.end, next.start)
  if (beside.test(between)) return { citations: [next], by: 'beside' }
  if (quotation.kind === 'block' || between.length > mostBetween || hasSentenceEnd(between)) return null
  return { citations: [next], by: 'sentence' }
}

function endOfBlock({ end, block }: Quotation, { blocks }: Text): number {
  const own = blocks.find(one => one.start <= end && one.end >= end && one.kind !== 'heading')
  return own?.end ?? block.end
}

function textBetween(manuscript: Text, from: number, to: number): string {
  return textWithout(manuscript, { start: from, end: to })
}

/** The citations of the note whose mark follows the quotation in its sentence. */
function inNote(quotation: Quotation, manuscript: Text): Pairing | null {
  const { text, blocks, citations } = manuscript
  const from = quotation.kind === 'block' ? quotation.start : quotation.end - 2
  const limit = endOfBlock(quotation, manuscript)
  const marked = blocks
    .filter(({ anchor }) => anchor !== null && anchor >= from && anchor <= limit)
    .sort((one, other) => (one.anchor ?? 0) - (other.anchor ?? 0))
  const [note] = marked
  if (note?.anchor == null) return null
  const between = note.anchor > quotation.end ? text.slice(quotation.end, note.anchor) : ''
  if (between.length > mostBetween || hasSentenceEnd(between)) return null
  const own = citations.filter(({ start, end }) =>
    marked.some(one => one.anchor === note.anchor && one.start <= start && one.end >= end),
  )
  return own.length === 0 ? null : { citations: own, by: beside.test(between) ? 'beside' : 'sentence' }
}

/** A citation before the quotation in the same sentence, unless it belongs to another quotation. */
function ahead(quotation: Quotation, manuscript: Text, all: readonly Quotation[]): Pairing | null {
  if (quotation.kind === 'block') return null
  const previous = manuscript.citations.findLast(
    one => one.end <= quotation.start && one.start >= quotation.block.start,
  )
  if (previous === undefined) return null
  const between = textBetween(manuscript, previous.end, quotation.start)
  if (between.length > mostBetween || hasSentenceEnd(between)) return null
  const isTaken = all.some(
    other =>
      other.end <= previous.start &&
      other.block === quotation.block &&
      !previous.isNarrative &&
      beside.test(textBetween(manuscript, other.end, previous.start)),
  )
  return isTaken ? null : { citations: [previous], by: 'sentence' }
}

/** The sentence that ends with a colon before a quotation in a paragraph of its own. */
function introduced(quotation: Quotation, manuscript: Text): Pairing | null {
  if (quotation.kind !== 'block') return null
  const { blocks, citations } = manuscript
  const before = blocks.findLast(({ end, kind }) => end <= quotation.start && kind === 'text')
  const previous = citations.findLast(({ end }) => end <= quotation.start)
  if (before === undefined || previous === undefined || previous.start < before.start) return null
  const between = textBetween(manuscript, previous.end, before.end)
  return hasSentenceEnd(between) ? null : { citations: [previous], by: 'sentence' }
}

function narrativeBehind(quotation: Quotation, manuscript: Text): Pairing | null {
  const limit = endOfBlock(quotation, manuscript)
  const next = manuscript.citations.find(one => one.start >= quotation.end && one.end <= limit)
  if (next === undefined) return null
  const between = textBetween(manuscript, quotation.end, next.start)
  return between.length > mostBetween || hasSentenceEnd(between)
    ? null
    : { citations: [next], by: 'sentence' }
}

/** An author who was named earlier in the paragraph. */
function namedBefore({ start, block }: Quotation, { citations }: Text): Pairing | null {
  const previous = citations.findLast(one => one.end <= start && one.start >= block.start && one.isNarrative)
  return previous === undefined ? null : { citations: [previous], by: 'near' }
}

const sentenceEnd = /([\p{L}\p{N}’”"»)\]]+)[.!?…]["”’»“)]*\s+(?=["“„«‘(]?\p{Lu})/gu
const abbreviations =
  /^(?:\p{L}|pp|cf|vgl|al|eds?|dr|mr|mrs|ms|prof|st|no|nr|vol|ch|chap|sec|fig|eq|hrsg|hg|bd|ca|etc|vs|approx|resp|inc|ltd|jr|sr|art|ibid|ebd|sog|usw|bzw)$/iu

/** Whether a sentence ends in the text and another one begins. */
function hasSentenceEnd(text: string): boolean {
  if (text.length > 4 * mostBetween || /\n\s*\n/.test(text)) return true
  for (const [, last = ''] of text.matchAll(sentenceEnd)) if (!abbreviations.test(last)) return true
  return false
}
