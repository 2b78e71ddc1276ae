/** The output of a model for a text: one vector of length 1 per token, concatenated. */
export type TokenVectors = { values: Float32Array; width: number }

/** Scales the vector of every token to length 1. */
export function unitTokens(values: ArrayLike<number>, width: number): TokenVectors {
  const units = Float32Array.from(values)
  for (let start = 0; start < units.length; start += width) {
    let squares = 0
    for (let i = start; i < start + width; i++) squares += (units[i] ?? 0) ** 2
    const length = Math.sqrt(squares) || 1
    for (let i = start; i < start + width; i++) units[i] = (units[i] ?? 0) / length
  }
  return { values: units, width }
}

/**
 * For each word of the question, the mean similarity of its tokens to their nearest token of the text. The special
 * tokens at both ends are ignored. When the token counts of the words do not add up, every word gets the mean of all
 * tokens.
 */
export function nearestWords(
  question: TokenVectors,
  tokensPerWord: readonly number[],
  text: TokenVectors,
): Float32Array<ArrayBuffer> {
  const tokens = question.values.length / question.width
  const cosines = Array.from({ length: Math.max(0, tokens - 2) }, (_, at) => nearest(question, at + 1, text))
  const known = tokensPerWord.reduce((sum, count) => sum + count, 0)
  if (known !== cosines.length) return new Float32Array(tokensPerWord.length).fill(meanOf(cosines))
  let from = 0
  return Float32Array.from(tokensPerWord, count => {
    const own = cosines.slice(from, from + count)
    from += count
    return meanOf(own)
  })
}

function nearest(question: TokenVectors, token: number, text: TokenVectors): number {
  const { width } = text
  const from = token * width
  let best = 0
  for (let start = width; start < text.values.length - width; start += width) {
    let cosine = 0
    for (let i = 0; i < width; i++) cosine += (question.values[from + i] ?? 0) * (text.values[start + i] ?? 0)
    if (cosine > best) best = cosine
  }
  return best
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
