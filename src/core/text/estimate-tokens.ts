/**
 * Roughly how many tokens a hosted model will count, rather too many than too few. Four ASCII letters to a
 * token, single digits and signs, two letters of other alphabets; characters of three bytes (Chinese, Thai,
 * Hindi…) count one and a half and those of four (emoji) three, as byte-level vocabularies have them at worst.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(pieces)) tokens += weigh(piece)
  return Math.ceil(tokens)
}

/** The longest beginning of the text that is within the limit by that measure. */
export function cutToTokens(text: string, maxTokens: number): string {
  let tokens = 0
  for (const match of text.matchAll(pieces)) {
    const weight = weigh(match[0])
    if (tokens + weight > maxTokens) {
      const part = Math.floor((match[0].length * (maxTokens - tokens)) / weight)
      return text
        .slice(0, match.index + part)
        .toWellFormed()
        .replace(/\uFFFD$/, '')
    }
    tokens += weight
  }
  return text
}

const pieces =
  /[A-Za-z]+|[\u0080-\u07ff]+|[\u0800-\uffff]+|[\u{10000}-\u{10ffff}]+|[^\sA-Za-z\u0080-\u{10ffff}]/gu

function weigh(piece: string): number {
  const code = piece.codePointAt(0) ?? 0
  if (code < 0x80) return /[A-Za-z]/.test(piece) ? Math.ceil(piece.length / 4) : 1
  if (code < 0x800) return Math.ceil(piece.length / 2)
  // Four-byte characters have a length of two in JavaScript, which makes the three they count.
  return Math.ceil(piece.length * 1.5)
}
