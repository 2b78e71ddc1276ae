import type { ParsedSentence } from './parse-phrases.ts'

/** Whether a title without quotation marks goes on in small words: "Coming [to my Senses]", "Minotaur[: The Labyrinths]". */
export function isCutTitle({ phrases }: ParsedSentence, at: number): boolean {
  const title = phrases[at]
  if (title === undefined || title.isQuoted === true) return false
  if (/^(?:[IVX]+|\p{Lu})$/u.test(title.text)) return true
  const [first, second, third] = phrases.slice(at + 1, at + 4)
  const goesOn = [second, third].some(one => one?.kind === 'name')
  return first?.kind === 'word' && /^(?::|to|my|your|our|the|of|is|are)$/.test(first.text) && goesOn
}
