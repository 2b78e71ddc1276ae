import type { Random } from '../../../src/app/eval/seeded-random.ts'
import type { Document } from '../../../src/core/model/document.ts'
import { plain } from './plain-text.ts'

/** One word becomes another: another word, another number, a negation put in or taken out, a word dropped. */
export function changeWord(quote: string, vocabulary: readonly string[], random: Random): string | null {
  const words = quote.split(/\s+/)
  const at = random.below(words.length)
  const word = words[at] ?? ''
  const negation = words.findIndex(other => /^(?:not|no|never|nicht|kein)$/i.test(other))
  const number = words.findIndex(other => /^\d+$/.test(other))
  const way = random.next()
  if (negation !== -1 && way < 0.5) return words.toSpliced(negation, 1).join(' ')
  if (number !== -1 && way < 0.5)
    return words.toSpliced(number, 1, String(Number(words[number]) + 1)).join(' ')
  if (way < 0.15) return words.toSpliced(at, 0, 'not').join(' ')
  const [letters] = word.match(/[\p{L}\p{M}]+/u) ?? []
  if (letters === undefined) return null
  if (way < 0.3) return words.length > 6 ? words.toSpliced(at, 1).join(' ') : null
  return words.toSpliced(at, 1, word.replace(letters, random.pick(vocabulary))).join(' ')
}

export function swapWords(quote: string, random: Random): string | null {
  const words = quote.split(/\s+/)
  const one = random.below(words.length)
  const other = random.next() < 0.5 ? one + 1 : random.below(words.length)
  const [a, b] = [words[one], words[other]]
  if (a === undefined || b === undefined || plain(a) === plain(b)) return null
  return words.with(one, b).with(other, a).join(' ')
}

const misreadings: readonly (readonly [string, string])[] = [
  ['l', '1'],
  ['l', 'I'],
  ['I', 'l'],
  ['1', 'l'],
  ['rn', 'm'],
  ['m', 'rn'],
  ['0', 'O'],
  ['o', '0'],
  ['e', 'c'],
  ['h', 'b'],
  ['cl', 'd'],
  [' ', ''],
]

/** About one misread sign in thirty, and at least one. */
export function misread(quote: string, random: Random): string | null {
  let text = quote
  const times = Math.max(1, Math.round(quote.length / 30))
  for (let time = 0; time < times; time++) {
    const [from, to] = random.pick(misreadings)
    const places = [...text.matchAll(from === ' ' ? /(?<=\p{L}) (?=\p{L})/gu : new RegExp(from, 'g'))].map(
      found => found.index,
    )
    if (places.length === 0) continue
    const at = random.pick(places)
    text = text.slice(0, at) + to + text.slice(at + from.length)
  }
  return text === quote ? null : text
}

/** Words of the library in an order that nobody wrote: by chance, or each likely after the one before. */
export function inventor(documents: readonly Document[]): (random: Random) => string {
  const words = documents.flatMap(({ markdown }) => markdown.match(/[\p{L}\p{M}]{2,}/gu) ?? [])
  const followers = new Map<string, string[]>()
  words.forEach((word, at) => {
    const key = word.toLowerCase()
    followers.set(key, [...(followers.get(key) ?? []).slice(-200), words[at + 1] ?? word])
  })
  return random => {
    const length = 6 + random.below(35)
    if (random.next() < 0.5) return Array.from({ length }, () => random.pick(words)).join(' ')
    const invented = [random.pick(words)]
    while (invented.length < length) {
      const next = followers.get(invented.at(-1)?.toLowerCase() ?? '') ?? words
      invented.push(random.pick(next))
    }
    return invented.join(' ')
  }
}

export function vocabularyOf(documents: readonly Document[]): string[] {
  const words = documents.flatMap(({ markdown }) => markdown.match(/\b[a-z]{3,12}\b/g) ?? [])
  return [...new Set(words)]
}
