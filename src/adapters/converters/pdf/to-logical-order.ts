import { baselineOf, type Word } from './page-layout.ts'

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u
const leftToRight = /[\p{L}\p{N}]/u

/**
 * Words from left to right become words in the order they are read. A line that is mostly in a right-to-left
 * script is reversed, but runs of other scripts and numbers inside it keep their order.
 */
export function toLogicalOrder(words: readonly Word[]): string {
  const reading = isRightToLeft(words) ? reverse(words) : words
  let text = ''
  for (const [index, word] of reading.entries()) {
    const previous = reading[index - 1]
    if (previous && carriesAccentFor(previous, word)) text = composeAccent(text, word.text)
    else text += previous && !touches(previous, word) ? ` ${word.text}` : word.text
  }
  return text
}

function isRightToLeft(words: readonly Word[]): boolean {
  let balance = 0
  for (const word of words)
    for (const character of word.text)
      if (rightToLeft.test(character)) balance += 1
      else if (leftToRight.test(character)) balance -= 1
  return balance > 0
}

function reverse(words: readonly Word[]): Word[] {
  const reversed: Word[] = []
  let run: Word[] = []
  const flush = () => {
    reversed.push(...run)
    run = []
  }
  for (const word of words.toReversed()) {
    if (!rightToLeft.test(word.text) && leftToRight.test(word.text)) {
      run.unshift(word)
      continue
    }
    flush()
    reversed.push(word)
  }
  flush()
  return reversed
}

/** Pieces of one word that were drawn separately. Neighbours in drawing order know; for others the gap tells. */
function touches(a: Word, b: Word): boolean {
  const gap = Math.max(b.x0 - a.x1, a.x0 - b.x1)
  if (b.order === a.order + 1 && b.glued === false) return false
  // A raised or lowered mark stands close to its word; what is set apart from the mark is no part of it.
  if (Math.abs(baselineOf(a) - baselineOf(b)) > 0.05 * Math.max(a.size, b.size))
    return gap < 0.03 * Math.max(a.size, b.size)
  return gap < 0.1 * Math.min(a.size, b.size)
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
