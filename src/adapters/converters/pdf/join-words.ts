import type { Word } from './page-layout.ts'
import { isRightToLeft, reversePieces } from './to-reading-order.ts'

/** In units of the size: pieces of one word, drawn separately, are closer than this. */
const closeGap = 0.03
/** Letters that are all set apart are words where a gap is this much wider than the narrowest, or this wide. */
const wideFactor = 1.3
const wideGap = 0.4

/** The text of the words of a line, given from left to right, in the order they are read. */
export function joinWords(words: readonly Word[]): string {
  const least = leastSpace(words)
  const isMirrored = isRightToLeft(words.map(word => word.text))
  const reading = isMirrored ? reversePieces(words, word => word.text) : words
  let text = ''
  for (const [index, word] of reading.entries()) {
    const previous = reading[index - 1]
    const gap = previous ? Math.max(word.x0 - previous.x1, previous.x0 - word.x1) : 0
    if (previous && carriesAccentFor(previous, word)) text = composeAccent(text, word.text)
    else text += previous && gap >= least ? ` ${word.text}` : word.text
  }
  return text
}

/** The gap from which on words are apart; letters that are spread over a line have another than ordinary text. */
function leastSpace(words: readonly Word[]): number {
  const size = words[0]?.size ?? 0
  const gaps = words.slice(1).map((word, index) => word.x0 - (words[index]?.x1 ?? word.x0))
  const narrowest = words.some(word => word.letters > 1) ? 0 : Math.min(...gaps)
  return narrowest > 0 && Number.isFinite(narrowest)
    ? Math.min(wideFactor * narrowest, wideGap * size)
    : closeGap * size
}

/** Typesetters draw "ï" as a dieresis and, on the same spot, a letter. */
function carriesAccentFor(a: Word, b: Word): boolean {
  return b.order === a.order + 1 && b.x0 < a.x1 - 0.1 * a.size && combining.has(a.text.at(-1) ?? '')
}

function composeAccent(text: string, next: string): string {
  const mark = combining.get(text.at(-1) ?? '') ?? ''
  const letter = next.charAt(0).replace('\u0131', 'i').replace('\u0237', 'j')
  const composed = (letter + mark).normalize('NFC')
  return composed.length === 1 ? text.slice(0, -1) + composed + next.slice(1) : text + next
}

const combining: ReadonlyMap<string, string> = new Map([
  ['`', '\u0300'],
  ['\u00b4', '\u0301'],
  ['\u02c6', '\u0302'],
  ['\u02dc', '\u0303'],
  ['\u00af', '\u0304'],
  ['\u02d8', '\u0306'],
  ['\u02d9', '\u0307'],
  ['\u00a8', '\u0308'],
  ['\u02da', '\u030a'],
  ['\u02dd', '\u030b'],
  ['\u02c7', '\u030c'],
  ['\u00b8', '\u0327'],
])
