import type { TextSink } from './scan-text.ts'

type Sign = { folded: string; cased: string } | { mark: string }

/** By code: the letter or digit in lower case; undefined for everything else. */
export const asciiLetters: readonly (string | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code)
  return /[a-z0-9]/i.test(sign) ? sign.toLowerCase() : undefined
})

/** A base and its combining marks are one sign, and so are the jamo of a Hangul syllable. */
export function clusterEnd(text: string, at: number): number {
  let end = at + sizeAt(text, at)
  if (isJamo(text.charCodeAt(at))) {
    while (end < text.length && isJamo(text.charCodeAt(end))) end += 1
    return end
  }
  while (end < text.length && isCombining(text, end)) end += sizeAt(text, end)
  return end
}

/** Hands over the letters of one sign, composed and without compatibility forms (NFKC), and its marks. */
export function readCluster(cluster: string, sink: TextSink, start: number, end: number): void {
  for (const sign of signsOf(cluster))
    if ('mark' in sign) sink.mark(sign.mark)
    else sink.letter(sign.folded, sign.cased, start, end)
}

const known = new Map<string, readonly Sign[]>()
const mostKnown = 50_000

function signsOf(cluster: string): readonly Sign[] {
  const found = known.get(cluster)
  if (found) return found
  const signs = analyse(cluster)
  if (known.size >= mostKnown) known.clear()
  known.set(cluster, signs)
  return signs
}

const letterPattern = /[\p{L}\p{N}\p{M}]/u
/** Format and control characters: joiners, direction marks, byte order marks, font leftovers; and tatweel. */
const unseen = /[\p{Cf}\p{Variation_Selector}\u0640]|(?!\s)\p{Cc}/gu
/** Vowel points of Arabic and Hebrew: the same word is printed with or without them. */
const points = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670]/g

function analyse(cluster: string): Sign[] {
  if (cluster === '\u00ad') return [{ mark: cluster }]
  // NFKC would make a space and a combining accent of a free-standing one.
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

/** 0: not asked yet; 1: combines with what stands before it; 2: does not. */
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
