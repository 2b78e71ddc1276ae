import { fold } from '../people.ts'

/** Whether the first name has only words of the second: the same first and last word, or the surname and some given name. */
export function isSpellingOf(short: string, long: string): boolean {
  const [few, many] = [fold(short).split(' '), fold(long).split(' ')]
  return (
    few.at(-1) === many.at(-1) &&
    few.every(word => many.includes(word) || (word.length <= 2 && many.some(one => one[0] === word[0])))
  )
}

/** Whether a name of two or more words is a longer one with words left out: "Teresa Abascal" of "Teresa Inés Abascal Píriz". */
export function isPartOf(short: string, long: string): boolean {
  const [few, many] = [fold(short).split(' '), fold(long).split(' ')]
  let at = 0
  for (const word of many) if (word === few[at]) at++
  return few.length > 1 && few.length < many.length && few[0] === many[0] && at === few.length
}

/** Whether a word is the first or last of a name: a surname, in either order. */
export function isOuterWord(word: string, name: string): boolean {
  const words = name.split(' ')
  return words.at(-1) === word || words[0] === word
}

export function sharesWord(one: string, other: string): boolean {
  const words = fold(other).split(' ')
  return fold(one)
    .split(' ')
    .some(word => words.includes(word))
}

/** The last word of a name, folded. */
export function surnameOf(name: string): string {
  return fold(name).split(' ').at(-1) ?? ''
}

/** "PSF" of "Python Software Foundation": its letters begin words of the name, in order. */
export function isAbbreviation(short: string, long: string): boolean {
  if (!/^\p{Lu}[\p{Lu}&]{1,5}$/u.test(short)) return false
  let at = 0
  const letters = short.replaceAll('&', '')
  for (const word of long.split(/[ -]/)) if (word[0]?.toUpperCase() === letters[at]) at++
  return at === letters.length
}
