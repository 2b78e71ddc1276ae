import { isSpaceless, lineHyphen, normaliseGap } from './normalise-gap.ts'
import { scanText } from './scan-text.ts'

/** A text as its letters and digits, one entry per UTF-16 unit of the folded form, and what stands between them. */
export type LetterStream = {
  folded: string
  /** As written; empty for the second unit of a letter that folds to two. */
  cased: string[]
  starts: number[]
  ends: number[]
  /** `gaps[i]` stands before unit i, normalised; the last one stands after everything. */
  gaps: string[]
}

/** A word, or one character of a script without spaces. */
export type Word = {
  folded: string
  cased: string
  start: number
  end: number
  /** What stands before it. */
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
      letter(letter, cased, start, end) {
        for (let unit = 0; unit < letter.length; unit++) {
          stream.gaps.push(unit === 0 ? normaliseGap(gap, before, letter) : '')
          stream.cased.push(unit === 0 ? cased : '')
          stream.starts.push(start)
          stream.ends.push(end)
        }
        folded.push(letter)
        gap = ''
        before = letter
      },
      mark(sign) {
        gap += sign
      },
    },
    from,
    to,
  )
  stream.gaps.push(normaliseGap(gap, before, ''))
  stream.folded = folded.join('')
  return stream
}

export function wordsOf(stream: LetterStream): Word[] {
  const words: Word[] = []
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

/** A character of a script without spaces is a word of its own, marks and second halves aside. */
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
