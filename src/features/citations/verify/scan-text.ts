import { ownValue } from '../../../core/text/json-values.ts'

/** Receives the letters and marks of a text in order. */
type TextSink = {
  /** Called for each letter or digit. One character may produce several letters ("ﬁ"). */
  letter(letter: Letter, start: number, end: number): void
  /** Called for each visible character between letters. */
  mark(sign: string): void
  /**
   * Called once for a run of ASCII letters and digits, instead of `letter` for each. Optional; faster for whole
   * documents.
   */
  run?(start: number, end: number): void
}

/** A letter or digit in lower case and as written. */
type Letter = { folded: string; cased: string }

const target =
  /\((?:<[^<>\n]{0,2000}>|(?=[^()\s]*[/.#:])(?:[^()\s]|\([^()\s]{0,200}\)){1,2000})(?:\s+"[^"\n]{0,300}")?\)/
    .source
const linkOpening = new RegExp(`!?\\[(?=[^\\]\\n]{0,300}\\]${target})`, 'y')
const linkTarget = new RegExp(`\\]${target}`, 'y')
const footnoteMark = /\[\^[^\]\s]{1,40}\]:?/y
const comment = /<!--[\s\S]{0,1000}?-->/y
/** Known HTML tags only: `List<String>` is not a tag, and dropping it would hide a changed word. */
const tag =
  /<\/?(?:a|abbr|b|big|blockquote|br|caption|cite|code|dd|del|div|dl|dt|em|figcaption|figure|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|samp|small|span|strong|sub|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var)(?:\s[^<>]{0,400})?\/?>/iy
const entity = /&(amp|lt|gt|quot|apos|nbsp|#\d{1,6}|#x[0-9a-f]{1,5});/iy
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

const triggers = { exclamation: 0x21, ampersand: 0x26, less: 0x3c, open: 0x5b, close: 0x5d } as const

/**
 * Scans Markdown (or a plain quote) from `from` to `to` and skips what a reader does not see: link targets, footnote
 * marks, HTML tags and comments. Text after `to` is only used to distinguish a link from a bracket.
 */
export function scanText(text: string, sink: TextSink, { from = 0, to = text.length } = {}): void {
  for (let at = from; at < to; ) {
    const code = text.charCodeAt(at)
    const letter = code < 128 ? asciiLetters[code] : undefined
    if (letter !== undefined && !isCombined(text, at)) {
      const end = sink.run ? plainEnd(text, at, to) : at + 1
      if (sink.run) sink.run(at, end)
      else sink.letter(letter, at, end)
      at = end
      continue
    }
    const skipped = letter === undefined && code < 128 ? skipUnseen(text, at, sink) : at
    if (skipped > at) {
      at = skipped
      continue
    }
    const end = clusterEnd(text, at)
    readCluster(text.slice(at, end), sink, { start: at, end })
    at = end
  }
}

/** Whether the next character may combine with the letter at `at`. */
function isCombined(text: string, at: number): boolean {
  return at + 1 < text.length && text.charCodeAt(at + 1) >= 0x300
}

function plainEnd(text: string, at: number, to: number): number {
  let end = at + 1
  while (end < to && asciiLetters[text.charCodeAt(end)] !== undefined && !isCombined(text, end)) end += 1
  return end
}

function skipUnseen(text: string, at: number, sink: TextSink): number {
  switch (text.charCodeAt(at)) {
    case triggers.exclamation:
    case triggers.open:
      return Math.max(endOf(footnoteMark, text, at), endOf(linkOpening, text, at))
    case triggers.close:
      return endOf(linkTarget, text, at)
    case triggers.less:
      return skipTag(text, at, sink)
    case triggers.ampersand:
      return readEntity(text, at, sink)
    default:
      return at
  }
}

/** A tag that breaks the line counts as a space; other tags are skipped. */
function skipTag(text: string, at: number, sink: TextSink): number {
  const end = Math.max(endOf(comment, text, at), endOf(tag, text, at))
  if (end > at && /^<\/?(?:br|p|div|li|t[dhr]|h\d)\b/i.test(text.slice(at, at + 6))) sink.mark(' ')
  return end
}

function readEntity(text: string, at: number, sink: TextSink): number {
  const end = endOf(entity, text, at)
  if (end === at) return at
  const name = text.slice(at + 1, end - 1).toLowerCase()
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  const sign = ownValue(entities, name) ?? String.fromCodePoint(code)
  readCluster(sign, sink, { start: at, end })
  return end
}

/** Returns where the pattern that starts at `at` ends, or `at` when it does not match. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

type ClusterPart = Letter | { mark: string }

/** Maps an ASCII code to its letter or digit; undefined for everything else. */
const asciiLetters: readonly (Letter | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code)
  return /[a-z0-9]/i.test(sign) ? { folded: sign.toLowerCase(), cased: sign } : undefined
})

/**
 * Returns the end of the cluster at `at`: a base character with its combining marks, or the jamo of a Hangul syllable.
 */
export function clusterEnd(text: string, at: number): number {
  let end = at + sizeAt(text, at)
  if (isJamo(text.charCodeAt(at))) {
    while (end < text.length && isJamo(text.charCodeAt(end))) end += 1
    return end
  }
  while (end < text.length && isCombining(text, end)) end += sizeAt(text, end)
  return end
}

/** Sends the letters and marks of one cluster to the sink, after NFKC normalisation. */
function readCluster(cluster: string, sink: TextSink, { start, end }: { start: number; end: number }): void {
  for (const sign of signsOf(cluster))
    if ('mark' in sign) sink.mark(sign.mark)
    else sink.letter(sign, start, end)
}

const known = new Map<string, readonly ClusterPart[]>()
const mostKnown = 50_000

function signsOf(cluster: string): readonly ClusterPart[] {
  const found = known.get(cluster)
  if (found) return found
  const signs = analyse(cluster)
  if (known.size >= mostKnown) known.clear()
  known.set(cluster, signs)
  return signs
}

const letterPattern = /[\p{L}\p{N}\p{M}]/u
/** Invisible characters: joiners, direction marks, byte order marks, control characters, and tatweel. */
const unseen = /[\p{Cf}\p{Variation_Selector}\u0640]|(?!\s)\p{Cc}/gu
/** Vowel points of Arabic and Hebrew, which are optional in print. */
const points = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670]/g

function analyse(cluster: string): ClusterPart[] {
  if (cluster === '\u00ad') return [{ mark: cluster }]
  // NFKC would split a standalone accent into a space and a combining accent.
  if (/^\p{Sk}/u.test(cluster)) return [{ mark: cluster }]
  const plain = cluster.normalize('NFKC').replace(unseen, '').replace(points, '')
  return [...plain].map(sign =>
    letterPattern.test(sign) ? { folded: sign.toLowerCase().replace('ς', 'σ'), cased: sign } : { mark: sign },
  )
}

function sizeAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xd800 && code <= 0xdbff && at + 1 < text.length ? 2 : 1
}

function isJamo(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x11ff) ||
    (code >= 0xa960 && code <= 0xa97c) ||
    (code >= 0xd7b0 && code <= 0xd7fb)
  )
}

/** 0: unknown; 1: combines with the previous character; 2: does not combine. */
const combining = new Uint8Array(65_536)

function isCombining(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code < 0x300) return false
  if (code >= 0xd800 && code <= 0xdbff) return /^[\p{M}\p{Variation_Selector}]/u.test(text.slice(at, at + 2))
  const cached = combining[code]
  if (cached !== 0) return cached === 1
  const isMark = /[\p{M}\p{Variation_Selector}]/u.test(String.fromCharCode(code))
  combining[code] = isMark ? 1 : 2
  return isMark
}
