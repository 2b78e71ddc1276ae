import { ownValue } from '../../../core/text/json-values.ts'
import { asciiLetters, clusterEnd, readCluster } from './read-cluster.ts'

/** Takes what a text is made of, in order. */
export type TextSink = {
  /** A letter or digit, lower-cased and as written; several when one sign stands for several ("ﬁ"). */
  letter(folded: string, cased: string, start: number, end: number): void
  /** Anything between letters that a reader may see. */
  mark(sign: string): void
  /** A run of ASCII letters and digits at once, in place of `letter` for each: for those who read whole documents. */
  run?(start: number, end: number): void
}

const target =
  /\((?:<[^<>\n]{0,2000}>|(?=[^()\s]*[/.#:])(?:[^()\s]|\([^()\s]{0,200}\)){1,2000})(?:\s+"[^"\n]{0,300}")?\)/
    .source
const linkOpening = new RegExp(`!?\\[(?=[^\\]\\n]{0,300}\\]${target})`, 'y')
const linkTarget = new RegExp(`\\]${target}`, 'y')
const footnoteMark = /\[\^[^\]\s]{1,40}\]:?/y
const comment = /<!--[\s\S]{0,1000}?-->/y
/** Only what HTML knows: `List<String>` is no tag, and dropping it would hide a changed word. */
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
 * Reads Markdown (or a plain quote) from `from` to `to` as a reader sees it: link targets, footnote marks, HTML tags
 * and comments are passed over. What lies after `to` is looked at only to tell a link from a bracket.
 */
export function scanText(text: string, sink: TextSink, from = 0, to = text.length): void {
  for (let at = from; at < to; ) {
    const code = text.charCodeAt(at)
    const letter = code < 128 ? asciiLetters[code] : undefined
    if (letter !== undefined && !isCombined(text, at)) {
      const end = sink.run ? plainEnd(text, at, to) : at + 1
      if (sink.run) sink.run(at, end)
      else sink.letter(letter, text[at] ?? '', at, end)
      at = end
      continue
    }
    const skipped = letter === undefined && code < 128 ? skipUnseen(text, at, code, sink) : at
    if (skipped > at) {
      at = skipped
      continue
    }
    const end = clusterEnd(text, at)
    readCluster(text.slice(at, end), sink, at, end)
    at = end
  }
}

/** Whether a letter may be followed by a mark that belongs to it. */
function isCombined(text: string, at: number): boolean {
  return at + 1 < text.length && text.charCodeAt(at + 1) >= 0x300
}

function plainEnd(text: string, at: number, to: number): number {
  let end = at + 1
  while (end < to && asciiLetters[text.charCodeAt(end)] !== undefined && !isCombined(text, end)) end += 1
  return end
}

function skipUnseen(text: string, at: number, code: number, sink: TextSink): number {
  switch (code) {
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

/** A line break is seen as one, though its tag is not. */
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
  readCluster(sign, sink, at, end)
  return end
}

/** Where the pattern ends that starts here; `at` when it does not. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
