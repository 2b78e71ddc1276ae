import type { TextTokenizer } from './tokenizer.ts'

const maxCachedWords = 100_000
/** Longer runs without a space are mostly unique (links, hashes, text in scripts without spaces). */
const maxCachedLength = 32

/**
 * Counts tokens with the tokenizer that `load` gives at the first text. Where counts add up over words, each
 * word is only tokenised once: many times faster on prose, and chunking counts a lot.
 */
export function tokenCounter(load: () => TextTokenizer): (text: string) => number {
  let tokenizer: TextTokenizer | null = null
  let counts = new Map<string, number>()

  function countWord(word: string, tokenizer: TextTokenizer): number {
    if (word.length > maxCachedLength) return tokenizer.count(word)
    const known = counts.get(word)
    if (known !== undefined) return known
    const count = tokenizer.count(word)
    if (counts.size >= maxCachedWords) counts = new Map()
    counts.set(word, count)
    return count
  }

  /** Signs are cut off, so that `word`, `"word"` and `word,` are one word to remember. */
  function countAsciiWord(word: string, tokenizer: TextTokenizer): number {
    let total = 0
    let start = 0
    for (let i = 0; i <= word.length; i++) {
      if (i < word.length && !isSign(word.charCodeAt(i))) continue
      if (i > start) total += countWord(word.slice(start, i), tokenizer)
      if (i < word.length) total += 1
      start = i + 1
    }
    return total
  }

  return text => {
    tokenizer ??= load()
    if (!tokenizer.addsUpByWord) return tokenizer.count(text)
    const hasSpecial = tokenizer.specialTokens.some(token => text.includes(token))
    let total = 0
    let start = -1
    let isAscii = true
    for (let i = 0; i <= text.length; i++) {
      const code = i < text.length ? text.charCodeAt(i) : 32
      if (!isSpace(code)) {
        if (start < 0) start = i
        if (code > 127) isAscii = false
      } else if (start >= 0) {
        const word = text.slice(start, i)
        total += isAscii && !hasSpecial ? countAsciiWord(word, tokenizer) : countWord(word, tokenizer)
        start = -1
        isAscii = true
      }
    }
    return total
  }
}

/** Only what every tokenizer takes for a space: BERT's drops some of Unicode's instead of splitting at them. */
function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}

/** All of ASCII that is neither letter nor digit nor control character. */
function isSign(code: number): boolean {
  return (
    (code > 32 && code < 48) ||
    (code > 57 && code < 65) ||
    (code > 90 && code < 97) ||
    (code > 122 && code < 127)
  )
}
