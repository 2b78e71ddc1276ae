import { setImmediate } from 'node:timers/promises'
import { throwIfAborted } from '../../../../core/model/failure.ts'
import { stopWords } from './stop-words.ts'

const mostPhrases = 8
const mostSingleWords = 2
const longestPhrase = 4
/** After this many texts others get their turn. */
const breath = 16

/**
 * For each text the phrases it repeats and its neighbours do not: runs of up to four words without a stop word,
 * counted, weighed by how rare they are among the other texts, ties in order of the alphabet. No model, no chance.
 */
export async function keyphrases(texts: readonly string[], signal: AbortSignal): Promise<string[][]> {
  const words = wordReader()
  const counted: Map<string, number>[] = []
  for (const text of texts) {
    counted.push(countPhrases(words(text)))
    if (counted.length % breath > 0) continue
    throwIfAborted(signal)
    await setImmediate()
  }
  const spread = new Map<string, number>()
  for (const phrases of counted)
    for (const phrase of phrases.keys()) spread.set(phrase, (spread.get(phrase) ?? 0) + 1)
  const rarity = (phrase: string) => Math.log((texts.length + 1) / (spread.get(phrase) ?? 1))
  return counted.map(phrases => choose(phrases, rarity))
}

/** Words in lower case; null where a phrase must end. Headings are in capitals, and capitals are passed over. */
function wordReader(): (text: string) => (string | null)[] {
  const known = new Map<string, string | null>()
  const read = (token: string): string | null => {
    const word = token
      .toLowerCase()
      .replaceAll('’', "'")
      .replace(/'s$/, '')
      .replace(/[-']+$/, '')
    const isShouted = token.length > 4 && token === token.toUpperCase()
    return word.length < 3 || isShouted || stopWords.has(word) || !/^[a-zà-ɏ]/.test(word) ? null : word
  }
  return text =>
    (text.match(/[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'’-]*|[^A-Za-zÀ-ɏ\s]+/g) ?? []).map(token => {
      const word = known.get(token)
      if (word !== undefined) return word
      const fresh = read(token)
      known.set(token, fresh)
      return fresh
    })
}

/** Phrases said at least twice, and single words said often. A phrase cannot be repeated if one of its words is not. */
function countPhrases(words: readonly (string | null)[]): Map<string, number> {
  const single = new Map<string, number>()
  for (const word of words) if (word !== null) single.set(word, (single.get(word) ?? 0) + 1)
  const counts = new Map<string, number>()
  for (let start = 0; start < words.length; start += 1) {
    let phrase = ''
    for (let at = start; at < Math.min(words.length, start + longestPhrase); at += 1) {
      const word = words[at]
      if (word == null || (single.get(word) ?? 0) < 2) break
      phrase = phrase === '' ? word : `${phrase} ${word}`
      if (at > start) counts.set(phrase, (counts.get(phrase) ?? 0) + 1)
    }
  }
  for (const [phrase, count] of counts) if (count < 2) counts.delete(phrase)
  for (const [word, count] of single) if (count >= 6 && word.length >= 5) counts.set(word, count)
  return counts
}

type Scored = { phrase: string; isSingle: boolean; score: number }

function choose(phrases: Map<string, number>, rarity: (phrase: string) => number): string[] {
  const scored = [...phrases]
    .map(([phrase, count]): Scored => {
      const isSingle = !phrase.includes(' ')
      return { phrase, isSingle, score: count * (rarity(phrase) + 0.1) * (isSingle ? 1 : 2) }
    })
    .toSorted((one, other) => other.score - one.score || (one.phrase < other.phrase ? -1 : 1))
  const chosen: Scored[] = []
  for (const candidate of scored) {
    const isSpent = candidate.isSingle && chosen.filter(({ isSingle }) => isSingle).length >= mostSingleWords
    const isSaid = chosen.some(
      ({ phrase }) => isPart(phrase, candidate.phrase) || isPart(candidate.phrase, phrase),
    )
    if (!isSpent && !isSaid) chosen.push(candidate)
    if (chosen.length === mostPhrases) break
  }
  return chosen.map(({ phrase }) => phrase)
}

function isPart(whole: string, part: string): boolean {
  return ` ${whole} `.includes(` ${part} `)
}
