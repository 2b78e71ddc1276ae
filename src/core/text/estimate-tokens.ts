/**
 * Estimates how many tokens a hosted model counts, rather too many than too few. It limits replies and the input of hosted
 * models, whose tokenizers are not here; local models count exactly with their own. A token is four ASCII letters, a
 * digit, a sign, or two letters of other alphabets. Characters of three bytes (Chinese, Thai, Hindi…) count 1.5 and
 * those of four bytes (emoji) 3, the worst case of byte-level vocabularies.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(pieces)) tokens += weigh(piece)
  return Math.ceil(tokens)
}

/** The longest start of the text that is within the limit by this estimate. */
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
  // Four-byte characters have length 2 in JavaScript, so each counts 3.
  return Math.ceil(piece.length * 1.5)
}
