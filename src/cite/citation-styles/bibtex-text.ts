import { type Person, surnameOf } from '../../model/reference.ts'

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

/** Styles may change the case of titles: words with a capital inside (DNA, iPhone) are kept as they are. */
export function titleToTex(title: string): string {
  return title
    .split(' ')
    .map(word => (/\p{L}.*\p{Lu}/u.test(word) ? `{${textToTex(word)}}` : textToTex(word)))
    .join(' ')
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
