import type { Person } from '../model/reference.ts'

export type NameParts = { family: string; given: string; particle?: string; suffix?: string }

/** A name of several parts; one that has only one part is a literal. Null when nothing is left of it. */
export function makePerson({ family, given, particle = '', suffix = '' }: NameParts): Person | null {
  if (family === '' && given === '') return null
  if (family === '') return { literal: [particle, given].filter(part => part !== '').join(' ') }
  if (given === '' && particle === '' && suffix === '') return { literal: family }
  return { family, given, particle, suffix }
}

/** Whether a word is written like "van" or "d'": its first letter is a small one. */
export function isParticle(word: string): boolean {
  return /^\P{L}*\p{Ll}/u.test(word)
}

/**
 * "van der Meer" as particle and family. Only small words at the beginning count, never the last one: "Ortega y
 * Gasset" is a family, and so is "mondragon".
 */
export function splitParticle(words: readonly string[]): { particle: string; family: string } {
  let count = 0
  while (count < words.length - 1 && isParticle(words[count] ?? '')) count += 1
  return { particle: words.slice(0, count).join(' '), family: words.slice(count).join(' ') }
}
