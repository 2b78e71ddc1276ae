export type Span = { start: number; end: number }

/** No letter of any script is longer; a longer grapheme is an attack with combining marks and is cut by code points. */
const longestGrapheme = 32

const abbreviations = new Set(
  (
    'abb abs al anm approx art aufl av bd bzw ca cap capt cf ch chap co col dept dr ed eds e.g eq eqs etc et evtl ' +
    'ex fig figs fol ggf gen gov hrsg i.e ibid inc incl jr kap lt ltd max min mr mrs ms mt no nos nr op p par ' +
    'pl pp prof ref refs resp rev s sec sect sen seq sog sr st str tab usw u.a u.s v vgl vol vols vs z.b d.h o.ä'
  ).split(' '),
)

const terminators = '.!?…؟۔।॥።។'
const wideTerminators = '。！？｡'
const closers = `"'”’»)]*_\`」』）】`
const sentenceMarks = `${terminators}${wideTerminators}`
const afterWide = `${wideTerminators}${closers}`
const afterStop = `${terminators}${closers}`
const clauseMarks = ',;:—–'
const wideClauseMarks = '、，；：'

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const words = new Intl.Segmenter('und', { granularity: 'word' })

/** Cuts after sentences, but not after abbreviations, initials and short numbers. List items are separate. */
export function splitSentences(text: string, span: Span): Span[] {
  return splitAt(text, span, sentenceCuts(text, span))
}

/** Cuts after commas, semicolons, colons, dashes, and at line breaks. */
export function splitClauses(text: string, span: Span): Span[] {
  const cuts: number[] = []
  for (let at = span.start; at < span.end; at++) {
    const mark = text.charAt(at)
    if (mark === '\n' || wideClauseMarks.includes(mark)) cuts.push(at + 1)
    else if (clauseMarks.includes(mark) && isSpace(text.charCodeAt(at + 1))) cuts.push(at + 1)
  }
  return splitAt(text, span, cuts)
}

export function splitLines(text: string, span: Span): Span[] {
  const cuts: number[] = []
  for (let at = text.indexOf('\n', span.start); at !== -1 && at < span.end; at = text.indexOf('\n', at + 1))
    cuts.push(at + 1)
  return splitAt(text, span, cuts)
}

export function splitWords(text: string, span: Span): Span[] {
  const cuts: number[] = []
  for (let at = span.start + 1; at < span.end; at++)
    if (isSpace(text.charCodeAt(at - 1)) && !isSpace(text.charCodeAt(at))) cuts.push(at)
  return splitAt(text, span, cuts)
}

/**
 * Cuts a run without spaces into pieces that fit, of at most `window` characters: between words where the script has
 * any, else between graphemes. A piece is never empty.
 */
export function splitCharacters(
  text: string,
  span: Span,
  fit: { window: number; fits: (span: Span) => boolean },
): Span[] {
  const pieces: Span[] = []
  let start = span.start
  while (start < span.end) {
    const window = { start, end: Math.min(span.end, start + fit.window) }
    const end = endOfRun(text, window, { limit: span.end, fits: fit.fits })
    pieces.push({ start, end })
    start = end
  }
  return pieces.flatMap(piece => trimSpan(text, piece) ?? [])
}

/** Yields the starts of words from the end of the span backwards, except the start of the span. */
export function* wordStartsBackwards(text: string, span: Span): Generator<number> {
  const spaced = splitWords(text, span)
  if (spaced.length > 1) {
    for (let at = spaced.length - 1; at > 0; at--) yield spaced[at]?.start ?? span.end
    return
  }
  const segments = [...words.segment(text.slice(span.start, span.end))]
  for (let at = segments.length - 1; at > 0; at--) {
    const segment = segments[at]
    if (segment?.isWordLike) yield span.start + segment.index
  }
}

/** Returns the span without surrounding white space; null when nothing is left. */
export function trimSpan(text: string, span: Span): Span | null {
  let { start, end } = span
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return start < end ? { start, end } : null
}

/** Whether the text before `end` ends a sentence, so that the text after it can be cited alone. */
export function endsSentence(text: string, end: number): boolean {
  let at = end - 1
  while (at > 0 && closers.includes(text.charAt(at))) at--
  return at >= 0 && `${sentenceMarks}:|`.includes(text.charAt(at))
}

/** Not a regular expression: long runs of punctuation would make it backtrack. */
function sentenceCuts(text: string, span: Span): number[] {
  const cuts: number[] = []
  let at = span.start
  while (at < span.end) {
    const mark = text.charAt(at)
    if (wideTerminators.includes(mark)) {
      at = skip(text, { start: at, end: span.end }, afterWide)
      cuts.push(at)
    } else if (terminators.includes(mark)) {
      const stop = at
      at = skip(text, { start: at, end: span.end }, afterStop)
      if (isSpace(text.charCodeAt(at)) && !isInnerStop(text, { start: span.start, end: stop }, at))
        cuts.push(at)
    } else {
      if (mark === '\n' && /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(text.slice(at + 1, at + 40))) cuts.push(at + 1)
      at++
    }
  }
  return cuts
}

function skip(text: string, { start, end }: Span, characters: string): number {
  let at = start
  while (at < end && characters.includes(text.charAt(at))) at++
  return at
}

/** Whether a mark is part of the word before it, or the next word does not begin a sentence. */
function isInnerStop(text: string, before: Span, after: number): boolean {
  if (/^\p{Ll}/u.test(text.slice(after, after + 8).trimStart())) return true
  if (text.charAt(before.end) !== '.' || '.!?'.includes(text.charAt(before.end + 1) || ' ')) return false
  const near = text.slice(Math.max(before.start, before.end - 16), before.end)
  const word = /[\p{L}\p{N}.]*$/u.exec(near)?.[0] ?? ''
  return /^\p{L}$/u.test(word) || /^\d{1,2}$/.test(word) || abbreviations.has(word.toLowerCase())
}

function splitAt(text: string, span: Span, cuts: readonly number[]): Span[] {
  const spans: Span[] = []
  let start = span.start
  for (const cut of [...cuts, span.end]) {
    const piece = trimSpan(text, { start, end: Math.min(cut, span.end) })
    if (piece) spans.push(piece)
    start = cut
  }
  return spans
}

function endOfRun(
  text: string,
  window: Span,
  { limit, fits }: { limit: number; fits: (span: Span) => boolean },
): number {
  const { start } = window
  if (window.end === limit && fits(window)) return window.end
  const ends = letterEnds(text, window)
  // The last grapheme may continue after the window.
  if (window.end < limit && ends.length > 1) ends.pop()
  const end = longestFitting(start, ends, fits)
  const word = words.segment(text.slice(start, window.end)).containing(end - start)
  const betweenWords = start + (word?.index ?? 0)
  if (betweenWords - start > (end - start) / 2 && fits({ start, end: betweenWords })) return betweenWords
  return end
}

/** Tries the whole first, because it usually fits. */
function longestFitting(start: number, ends: readonly number[], fits: (span: Span) => boolean): number {
  let low = 0
  let high = ends.length - 1
  let middle = high
  while (low < high) {
    if (fits({ start, end: ends[middle] ?? start })) low = middle
    else high = middle - 1
    middle = (low + high + 1) >> 1
  }
  return ends[low] ?? start + 1
}

function letterEnds(text: string, window: Span): number[] {
  const ends: number[] = []
  for (const { segment, index } of graphemes.segment(text.slice(window.start, window.end))) {
    if (segment.length <= longestGrapheme) {
      ends.push(window.start + index + segment.length)
      continue
    }
    let at = window.start + index
    for (const codePoint of segment) {
      at += codePoint.length
      ends.push(at)
    }
  }
  return ends
}

function isSpace(code: number): boolean {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13)
  if (code < 0xa0) return false
  return (
    code === 0xa0 ||
    code === 0x3000 ||
    code === 0xfeff ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f
  )
}
