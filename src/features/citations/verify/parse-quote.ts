import { Failure } from '../../../core/model/failure.ts'
import { isSpaceless, type LetterStream, listWords, readLetters, type StreamWord } from './letter-stream.ts'

/** A part of the quote that must occur without interruption. */
export type QuotePart = {
  text: string
  stream: LetterStream
  words: StreamWord[]
  /** The omission mark before it in the quote, and how many letters of the document the mark may replace. */
  gap: { mark: string; mostLetters: number }
  /** The omission mark after it, when it is the last part. */
  mark: string
}

export type ParsedQuote = {
  /** The quote taken literally, including omission marks. */
  whole: QuotePart
  /** The parts between omission marks; null when there are no such marks. */
  parts: QuotePart[] | null
}

export const quoteLimits = { leastWords: 3, leastCharacters: 4, mostLength: 2_000 } as const

/** An ellipsis may replace several sentences; next to a part of one or two words, only a few words. */
const ellipsisReach = 2_000
const shortEllipsisReach = 200
const bracketReach = 60

const omission =
  /\[\s*(?:…|(?:\.\s?){3,4})\s*\]|\(\s*(?:…|\.\s?\.\s?\.)\s*\)|…\.?|\.\s?\.\s?\.(?:\s?\.)?|\[(?!\s*\d[\d\s,;–-]*\])[^\][]{1,80}\]/g

/** Throws INVALID_INPUT when the quote is too short or too long to verify. */
export function parseQuote(quote: string): ParsedQuote {
  if (quote.length > quoteLimits.mostLength) throw tooLong(quote.length)
  const whole = toPart(quote, '', 0)
  requireWords(whole.words)
  const parts = splitAtOmissions(quote)
  const kept = parts?.flatMap(part => part.words) ?? []
  // The quote must have more quoted words than inserted ones.
  const isQuoted = isEnough(kept) && kept.length > whole.words.length / 2
  return { whole, parts: isQuoted ? parts : null }
}

function requireWords(words: readonly StreamWord[]): void {
  if (isEnough(words)) return
  throw new Failure('invalid', 'INVALID_INPUT', `The quote has ${words.length} words: too few to verify.`, {
    hint: `Give at least ${quoteLimits.leastWords} words (${quoteLimits.leastCharacters} characters in scripts without spaces), as in the text.`,
    details: { field: 'quote', words: words.length },
  })
}

function isEnough(words: readonly StreamWord[]): boolean {
  const spaceless = words.filter(word => isSpaceless(word.folded)).length
  const least = spaceless > words.length / 2 ? quoteLimits.leastCharacters : quoteLimits.leastWords
  return words.length >= least
}

function tooLong(length: number): Failure {
  return new Failure(
    'invalid',
    'INVALID_INPUT',
    `The quote has ${length} characters; at most ${quoteLimits.mostLength} can be verified at once.`,
    { hint: 'Verify it paragraph by paragraph.', details: { field: 'quote', length } },
  )
}

function splitAtOmissions(quote: string): QuotePart[] | null {
  const parts: QuotePart[] = []
  let from = 0
  let mark = ''
  const add = (to: number) => {
    const part = toPart(quote.slice(from, to), mark, 0)
    if (part.words.length === 0) return
    parts.push(part)
    mark = ''
  }
  for (const found of quote.matchAll(omission)) {
    add(found.index)
    // "[T]he": the letter is in the source, in the other case.
    const isLetter = /^\[\p{L}\]$/u.test(found[0]) && /^\p{L}/u.test(quote.slice(found.index + 3))
    mark = mark === '' ? found[0] : `${mark} ${found[0]}`
    from = isLetter ? found.index : found.index + found[0].length
    if (isLetter)
      quote = `${quote.slice(0, found.index)}  ${quote[found.index + 1]}${quote.slice(found.index + 3)}`
  }
  if (from === 0 && mark === '') return null
  add(quote.length)
  return parts.map((part, index) => ({
    ...part,
    gap: { mark: part.gap.mark, mostLetters: reachOf(part, parts[index - 1]) },
    mark: index === parts.length - 1 ? mark : '',
  }))
}

function reachOf(part: QuotePart, previous: QuotePart | undefined): number {
  const { mark } = part.gap
  if (previous === undefined || /^\[(?:sic!?|\p{L})\]$/iu.test(mark)) return 0
  if (isInsertion(mark)) return bracketReach
  return Math.min(part.words.length, previous.words.length) < 3 ? shortEllipsisReach : ellipsisReach
}

/** Whether the mark encloses words that the writer inserted or substituted. */
export function isInsertion(mark: string): boolean {
  return mark.startsWith('[') && !/…|\.\s?\.\s?\./.test(mark)
}

function toPart(text: string, mark: string, mostLetters: number): QuotePart {
  const stream = readLetters(text)
  return { text, stream, words: listWords(stream), gap: { mark, mostLetters }, mark: '' }
}
