import type { Embedder, QuestionTokens } from '../../src/core/ports/embedder.ts'

const width = 64

/** The embedder with tokens that need no model: a word is a pattern of signs of its own, similar to itself only. */
export function withWordTokens(embedder: Embedder): Embedder {
  return {
    ...embedder,
    tokens: {
      width,
      async embedDocuments(texts, signal) {
        const vectors = await embedder.embedDocuments(texts, signal)
        return vectors.map((vector, index) => ({ vector, tokenBits: bitsOf(texts[index] ?? '') }))
      },
      async readQuestion(text): Promise<QuestionTokens> {
        const bits = bitsOf(text)
        const vectors = Float32Array.from({ length: bits.length * 8 }, (_, at) =>
          ((bits[at >> 3] ?? 0) >> (at & 7)) & 1 ? 1 / Math.sqrt(width) : -1 / Math.sqrt(width),
        )
        return { vectors, words: wordsOf(text).map((_, word) => word) }
      },
    },
  }
}

function wordsOf(text: string): string[] {
  return (text.match(/\S+/g) ?? []).map(word => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
}

function bitsOf(text: string): Uint8Array {
  return Uint8Array.from(wordsOf(text).flatMap(patternOf))
}

function patternOf(word: string): number[] {
  let state = 0x811c9dc5
  for (let at = 0; at < word.length; at++) state = Math.imul(state ^ word.charCodeAt(at), 0x01000193)
  return Array.from({ length: width / 8 }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
    return (state >>> 8) & 255
  })
}
