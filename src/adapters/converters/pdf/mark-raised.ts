import { baselineOf, type Word } from './page-layout.ts'

/** In units of the size of the word before: how much smaller, higher and apart a mark may be. */
const largest = 0.87
const leastRise = 0.15
const mostRise = 0.75
const widestGap = 0.3
const deepestOverlap = 0.2

/** Figures that are raised by the design of the font. */
export const raisedFigures = /^[⁰¹²³⁴-⁹]+$/

const mark = /^(?:[1-9]\d{0,2}(?:[,;–-][1-9]\d{0,2})*,?|[*∗†‡§¶]{1,4})$/u

/**
 * Flags the marks of footnotes: figures and signs that are smaller and higher than the word before them, or at the
 * beginning of a note. Exponents are not flagged (those after a single letter, a number or a unit), nor are the upper
 * figures of fractions ("1⁄4").
 */
export function markRaised(words: readonly Word[]): Word[] {
  // Few pages have a mark whose word is not drawn just before it.
  let find: ReturnType<typeof findEndings> | null = null
  const findBefore = (word: Word) => {
    find ??= findEndings(words)
    return find(word)
  }
  return words.map((word, index) => {
    const isFigures = raisedFigures.test(word.text)
    if (!isFigures && !mark.test(word.text)) return word
    const plain = isFigures ? word.text.normalize('NFKC') : word.text
    const isHigher = (than: Word) => isFigures || isAbove(word, than)
    const [near, after] = [words[index - 1], words[index + 1]]
    if (after && /^[⁄∕]/u.test(after.text) && isBefore(word, after)) return word
    const before = near && isBefore(near, word) ? near : findBefore(word)
    const isMark = before
      ? isHigher(before) && takesMark(before.text, plain)
      : after !== undefined && isBefore(word, after) && isHigher(after) && /\p{L}/u.test(after.text)
    return isMark ? { ...word, text: plain, raised: true } : word
  })
}

/** In points: words are indexed by squares of this size, each with a limited number of words. */
const squareSize = 16
const mostInSquare = 50

/** Finds the word that ends where a given one begins. */
function findEndings(words: readonly Word[]): (word: Word) => Word | undefined {
  const squares = new Map<string, Word[]>()
  for (const word of words) {
    const key = keyOf(word.x1, baselineOf(word))
    const square = squares.get(key)
    if (square === undefined) squares.set(key, [word])
    else if (square.length < mostInSquare) square.push(word)
  }
  return word => {
    for (const x of [0, -squareSize, squareSize])
      for (const y of [0, squareSize, -squareSize]) {
        const near = squares.get(keyOf(word.x0 + x, baselineOf(word) + y))
        const before = near?.find(other => other !== word && isBefore(other, word))
        if (before) return before
      }
    return undefined
  }
}

function keyOf(x: number, y: number): string {
  return `${Math.floor(x / squareSize)} ${Math.floor(y / squareSize)}`
}

/** Whether a word ends where the other one begins, on about the same line. */
function isBefore(word: Word, other: Word): boolean {
  const size = Math.max(word.size, other.size)
  const gap = other.x0 - word.x1
  return (
    word.rotation === other.rotation &&
    word.text !== '' &&
    gap > -deepestOverlap * size &&
    gap < widestGap * size &&
    Math.abs(baselineOf(word) - baselineOf(other)) < mostRise * size
  )
}

function isAbove(word: Word, other: Word): boolean {
  const rise = baselineOf(other) - baselineOf(word)
  return word.size < largest * other.size && rise > leastRise * other.size && rise < mostRise * other.size
}

/** Whether a raised sign after this text is a mark and no exponent. */
export function takesMark(text: string, sign: string): boolean {
  if (/[)\]]$/.test(text)) return /\p{L}{3}|\d{4}|\d\]$/u.test(text)
  if (/[.,;:!?…”’"'»]$/u.test(text)) return true
  if (!/\p{L}{2}$/u.test(text)) return false
  const isPower = /^[23]$/.test(sign) && units.test(text)
  return !isPower && !(/^\d/.test(sign) && functions.test(text))
}

const units = /(?:^|[\d/·.(])(?:[kcdmnµμhMG]m|in|ft|yd|mi|ha|cm|sec|min|ms|Hz|rad|deg|px|au)$/u
const functions = /(?:^|[^\p{L}])(?:sin|cos|tan|cot|sec|csc|log|ln|exp|sinh|cosh|tanh|det|max|min)$/u
