import { baselineOf, type Word } from './page-layout.ts'

/** In units of the size of the word before: how much smaller, higher and apart a mark may be. */
const largest = 0.87
const leastRise = 0.15
const mostRise = 0.75
const widestGap = 0.3
const deepestOverlap = 0.2

/** Figures that are raised by the design of the font. */
export const raisedFigures = /^[⁰¹²³⁴-⁹]+$/

const mark = /^(?:\d{1,3}(?:[,;–-]\d{1,3})*,?|[*∗†‡§¶]{1,4})$/u

/**
 * Flags the marks of footnotes: figures and signs that are smaller and higher than the word before them, or at the
 * beginning of a note. Exponents are not flagged: those after a single letter, a number or a unit.
 */
export function markRaised(words: readonly Word[]): Word[] {
  return words.map(word => {
    const isFigures = raisedFigures.test(word.text)
    if (!isFigures && !mark.test(word.text)) return word
    const plain = isFigures ? word.text.normalize('NFKC') : word.text
    const isHigher = isFigures ? () => true : (other: Word) => isAbove(word, other)
    return isMark(word, { words, plain, isHigher }) ? { ...word, text: plain, raised: true } : word
  })
}

function isMark(
  word: Word,
  facts: { words: readonly Word[]; plain: string; isHigher: (than: Word) => boolean },
): boolean {
  const { words, plain, isHigher } = facts
  const near = words[word.order - 1]
  const before = near && isBefore(near, word) ? near : words.find(other => isBefore(other, word))
  if (before !== undefined) return isHigher(before) && takesMark(before.text, plain)
  const after = words[word.order + 1]
  return after !== undefined && isBefore(word, after) && isHigher(after) && /\p{L}/u.test(after.text)
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
