import type { DocumentText } from './document-text.ts'
import type { Likeness } from './find-close.ts'
import { standsAt } from './find-exact.ts'
import { readLetters, wordsOf } from './letter-stream.ts'
import type { QuotePart } from './parse-quote.ts'

/** How long a footnote, caption or table may be that stands inside a sentence. */
const longestInterruption = 3_000
/** So many letters at either end of a quote point at few places. */
const anchor = 14
const mostTries = 50

/** The words are all there, in order; what stands between them is said, and costs little. */
const similarity = 0.97

/**
 * A quote whose words all stand in order, but for one whole block (a footnote, a caption, a table) that the
 * page puts between them, as sentences are cut at the foot of a page.
 */
export function findInterrupted(part: QuotePart, text: DocumentText): Likeness[] {
  const { folded } = part.stream
  if (folded.length < 2 * anchor) return []
  const heads = positionsOf(folded.slice(0, anchor), text.letters)
  const tails = positionsOf(folded.slice(-anchor), text.letters).map(at => at + anchor)
  return heads.flatMap(head => {
    const tail = tails.find(
      end => end > head + folded.length && end <= head + folded.length + longestInterruption,
    )
    const cut = tail === undefined ? null : findCut(part, text, head, tail)
    return cut === null || tail === undefined ? [] : [toLikeness(text, { head, tail, ...cut })]
  })
}

/** Where the interruption begins and ends: between words of the quote, and at the ends of blocks. */
function findCut(
  part: QuotePart,
  text: DocumentText,
  head: number,
  tail: number,
): { from: number; to: number } | null {
  const { folded } = part.stream
  const before = commonStart(folded, text.letters, head)
  const after = commonEnd(folded, text.letters, tail)
  for (let kept = before; kept >= folded.length - after; kept--) {
    const from = head + kept
    const to = tail - (folded.length - kept)
    if (kept === 0 || kept === folded.length || !isBlockEnd(text, from) || !isBlockEnd(text, to)) continue
    const [first, second] = cutPart(part, kept)
    if (first && second && standsAt(first, text, head) && standsAt(second, text, to)) return { from, to }
  }
  return null
}

/** Both halves of the quote; nothing when a word would be cut. */
function cutPart(part: QuotePart, kept: number): QuotePart[] {
  const at = part.stream.starts[kept] ?? 0
  if (part.stream.gaps[kept] === '') return []
  const firstCase = part.stream.cased[kept]
  return [part.text.slice(0, part.stream.ends[kept - 1]), part.text.slice(at)].map((text, half) => {
    const stream = readLetters(text)
    if (half === 1) stream.cased[0] = firstCase ?? ''
    return { text, stream, words: wordsOf(stream), gap: { mark: '', mostLetters: 0 }, mark: '' }
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
    at !== -1 && positions.length < mostTries;
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
    similarity,
    differences: [{ kind: 'missing', quoted: '', found, charSpan }],
    omissions: [],
  }
}
