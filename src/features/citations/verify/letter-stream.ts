import { scanText } from './scan-text.ts'

/** A text as its letters and digits, one entry per UTF-16 unit of the folded form, and the gaps between them. */
export type LetterStream = {
  folded: string
  /** As written; empty for the second unit of a letter that folds to two units. */
  cased: string[]
  starts: number[]
  ends: number[]
  /** `gaps[i]` is the normalised gap before unit i; the last entry is the gap after the last unit. */
  gaps: string[]
}

/** A word, or one character of a script without spaces. */
export type StreamWord = {
  folded: string
  cased: string
  start: number
  end: number
  /** The gap before the word. */
  gap: string
}

export function readLetters(text: string, from = 0, to = text.length): LetterStream {
  const stream: LetterStream = { folded: '', cased: [], starts: [], ends: [], gaps: [] }
  const folded: string[] = []
  let gap = ''
  let before = ''
  scanText(
    text,
    {
      letter(letter, start, end) {
        for (let unit = 0; unit < letter.folded.length; unit++) {
          stream.gaps.push(unit === 0 ? normaliseGap(gap, before, letter.folded) : '')
          stream.cased.push(unit === 0 ? letter.cased : '')
          stream.starts.push(start)
          stream.ends.push(end)
        }
        folded.push(letter.folded)
        gap = ''
        before = letter.folded
      },
      mark(sign) {
        gap += sign
      },
    },
    { from, to },
  )
  stream.gaps.push(normaliseGap(gap, before, ''))
  stream.folded = folded.join('')
  return stream
}

export function listWords(stream: LetterStream): StreamWord[] {
  const words: StreamWord[] = []
  for (let at = 0; at < stream.cased.length; at++) {
    const folded = stream.folded[at] ?? ''
    const gap = stream.gaps[at] ?? ''
    const last = words.at(-1)
    const end = stream.ends[at] ?? 0
    const continues =
      last !== undefined && (gap === '' || gap === lineHyphen) && !(startsWord(stream, at) && gap === '')
    if (continues) {
      last.folded += folded
      last.cased += stream.cased[at]
      last.end = end
    } else words.push({ folded, cased: stream.cased[at] ?? '', start: stream.starts[at] ?? 0, end, gap })
  }
  return words
}

/**
 * Each character of a script without spaces is a word, except for combining marks and second halves of surrogate pairs.
 */
function startsWord(stream: LetterStream, at: number): boolean {
  const code = stream.folded.charCodeAt(at)
  const isHalf = code >= 0xdc00 && code <= 0xdfff
  if (isHalf || /\p{M}/u.test(stream.folded[at] ?? '')) return false
  return isSpaceless(pointAt(stream.folded, at)) || isSpaceless(pointAt(stream.folded, at - 1))
}

function pointAt(text: string, at: number): string {
  const code = text.charCodeAt(at)
  const start = code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
  const point = text.codePointAt(Math.max(0, start))
  return point === undefined ? '' : String.fromCodePoint(point)
}

/** A hyphen that may only mark a line break. It equals a hyphen and also equals nothing. */
const lineHyphen = '\u00ad'

/** A line break that may be inside a word or between two words. */
const lineSpace = '\n'
const hangul = /\p{Script=Hangul}/u

const spacelessPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u

/** Whether the script of the letter has no spaces between words, or breaks lines inside words. */
export function isSpaceless(letter: string): boolean {
  return letter.charCodeAt(0) >= 0x0e00 && spacelessPattern.test(letter)
}

const tableRule = /\n[ \t]*\|?[ \t]*:?-{3,}:?[ \t]*(?:\|[ \t]*:?-{3,}:?[ \t]*)*\|?[ \t]*(?=\n)/g
const underline = /\n[ \t]*(?:={2,}|-{2,}|(?:[*_][ \t]*){3,})[ \t]*(?=\n)/g
const lineMarker = /\n(?:[ \t]*(?:[-+*•]|>|#{1,6})(?=[ \t]))+/g
/** A bullet or dash before a list item. A quote may include it or leave it out. */
const itemMark = '•'
const escapeMark = /\\(?=[!-/:-@[-`{-~])/g

/**
 * Reduces the characters between two letters to what is part of a quote: `''` inside a word, `' '` between words,
 * otherwise the punctuation without spaces. Removes Markdown marks and unifies quotation marks and dashes. A hyphen
 * before white space may only mark the end of a line.
 */
function normaliseGap(raw: string, before: string, after: string): string {
  if (raw === '' || raw === ' ') return spaceBetween(raw, before, after)
  const isBroken = /^(?:[-\u2010]\s+|\u00ad\s*)$/.test(raw) && /\p{L}$/u.test(before) && /^\p{L}/u.test(after)
  if (isBroken) return /\s/.test(raw) ? lineHyphen : ''
  // The start of the text counts as the start of a line.
  const plain = (before === '' ? `\n${raw}` : raw)
    .replaceAll('\u00ad', '')
    .replace(/[ \t]+/g, ' ')
    .replace(tableRule, '\n')
    .replace(underline, '\n')
    .replace(lineMarker, marker => (/[-+*]/.test(marker) ? `\n${itemMark}` : '\n'))
    .replace(escapeMark, '')
  const signs = unifySigns(stripEmphasis(plain, before, after))
  if (signs !== '') return signs
  return spaceBetween(/[\s|]/.test(plain) ? plain : '', before, after)
}

/** Korean has spaces between words but also breaks lines inside words, so only a Korean line break is ambiguous. */
function spaceBetween(raw: string, before: string, after: string): string {
  if (raw === '') return ''
  if (!isSpaceless(before) || !isSpaceless(after)) return ' '
  if (!hangul.test(before) || !hangul.test(after)) return ''
  return raw.includes('\n') ? lineSpace : ' '
}

export function gapsEqual(one: string, other: string): boolean {
  if (one === other) return true
  if (one === lineSpace) return other === '' || other === ' '
  if (other === lineSpace) return one === '' || one === ' '
  if (one.includes(itemMark)) return equalsItem(one, other)
  if (other.includes(itemMark)) return equalsItem(other, one)
  if (one === lineHyphen) return other === '' || other === '-'
  return other === lineHyphen && (one === '' || one === '-')
}

function equalsItem(item: string, other: string): boolean {
  return other === (item.replaceAll(itemMark, '') || ' ') || other === item.replaceAll(itemMark, '-')
}

/** Keeps a star between digits (multiplication) and an underscore inside a name. */
function stripEmphasis(plain: string, before: string, after: string): string {
  if (plain === '_') return plain
  if (plain === '*' && /\p{N}$/u.test(before) && /^\p{N}/u.test(after)) return plain
  return plain.replace(/``/g, '"').replace(/[*_`|]|~~/g, '')
}

function unifySigns(text: string): string {
  return (
    text
      .replace(/\s+/g, '')
      // Bullets. Symbol fonts use private characters for theirs.
      .replace(/[•◦‣▪●○■□\p{Co}]+/gu, itemMark)
      .replace(/["'‘’‚‛“”„‟«»‹›´′″‵‶「」『』〝〞＂＇]+/g, "'")
      .replace(/[-‐‑‒–—―−⸺⸻﹘﹣－]+/g, '-')
      .replace(/…|\.{3,}/g, '…')
  )
}
