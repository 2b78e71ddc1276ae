import { type Person, surnameOf } from '../../../../core/model/reference.ts'

/** Text as TeX that reads back as the same text: special characters escaped, accidental ligatures kept apart. */
export function textToTex(text: string): string {
  return text
    .replace(/[\\{}~^`&%$#_]/g, character => escapes[character] ?? character)
    .replace(/([-',])(?=\1)/g, '$1{}')
    .replace(/–/g, '--')
    .replace(/—/g, '---')
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '`': '\\textasciigrave{}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
}

/**
 * Styles may change the case of titles. Kept as they are: words with a capital inside (DNA, iPhone), letters that stand
 * for themselves (vitamin C, X-ray), and, where the title is written as a sentence is, every name in it.
 */
export function titleToTex(title: string): string {
  const words = title.split(' ')
  const isSentence = isSentenceCase(words)
  return words
    .map((word, index) => {
      const isName = isSentence && /^\P{L}*\p{Lu}/u.test(word) && !isBeginning(words, index)
      return isName || hasOwnCase(word) ? `{${textToTex(word)}}` : textToTex(word)
    })
    .join(' ')
}

function hasOwnCase(word: string): boolean {
  return (
    /\p{L}.*\p{Lu}/u.test(word) || (/^\P{L}*\p{Lu}(?!\p{L})/u.test(word) && !/^\P{L}*A\P{L}*$/u.test(word))
  )
}

/** Whether at least half of the words begin small; little words do in every title, and the first never does. */
function isSentenceCase(words: readonly string[]): boolean {
  const telling = words.filter((word, index) => !isBeginning(words, index) && /\p{L}{4}/u.test(word))
  const small = telling.filter(word => /^\P{L}*\p{Ll}/u.test(word))
  return small.length > 0 && small.length * 2 >= telling.length
}

/** A subtitle begins with a capital of its own. */
function isBeginning(words: readonly string[], index: number): boolean {
  return index === 0 || /[:.?!–—]["”’»)]?$/u.test(words[index - 1] ?? '')
}

/** An address as it is; braces would end the field. */
export function addressToTex(address: string): string {
  return address.replaceAll('{', '%7B').replaceAll('}', '%7D')
}

export function namesToTex(people: readonly Person[]): string {
  return people.map(nameToTex).join(' and ')
}

function nameToTex(person: Person): string {
  if (person.literal !== undefined) return `{${textToTex(person.literal)}}`
  const { family, given, particle, suffix } = person
  const isPlain = !/[,]|^\P{L}*\p{Ll}|\sand\s/u.test(family)
  const last = isPlain ? textToTex(family) : `{${textToTex(family)}}`
  const surname = isReadAsParticle(particle)
    ? [particle, last].filter(part => part !== '').join(' ')
    : `{${textToTex(surnameOf(person))}}`
  const first = /,|\sand\s/i.test(given) ? `{${textToTex(given)}}` : textToTex(given)
  return [surname, ...(suffix === '' ? [] : [textToTex(suffix)]), first].join(', ')
}

/** Only small words before a surname are read as its particle. */
function isReadAsParticle(particle: string): boolean {
  return particle.split(' ').every(word => word === '' || /^\P{L}*\p{Ll}/u.test(word))
}
