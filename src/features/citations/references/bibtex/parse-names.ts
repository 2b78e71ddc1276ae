import type { Person } from '../../../../core/model/reference.ts'
import { isParticle, makePerson, splitParticle } from '../../../../core/references/finish-reference.ts'
import { splitTop, wholeGroup } from './tex-groups.ts'
import { texToText } from './tex-to-text.ts'

/** Parses a field of names in BibTeX or BibLaTeX syntax. Skips "and others". */
export function parseNames(field: string): Person[] {
  return splitTop(field.replace(/\s+/g, ' '), / and(?=[ {]) ?| and ?$/iy)
    .map(name => withoutSortingAid(name.trim()))
    .filter(name => name !== '' && name.toLowerCase() !== 'others')
    .map(parseName)
    .filter(person => person !== null)
}

/** `{\noopsort{gogh}}{van Gogh}`: removes the sort key before the name. */
function withoutSortingAid(name: string): string {
  return name.replace(/^\{?\s*\\(?:noopsort|sortnoop|SortNoop)\s*\{[^{}]*\}\s*\}?\s*/, '')
}

function parseName(name: string): Person | null {
  if (/^"?\s*(?:family|given|prefix|suffix)\s*=/i.test(name)) return parseExtended(name)
  const group = wholeGroup(name)
  if (group !== null) return literal(group)
  const parts = splitTop(name, /,/y).map(part => part.trim())
  if (parts.length === 1) return parseFirstLast(splitWords(name))
  const [last = '', second = '', ...rest] = parts
  const { particle, family } = splitWritten(splitWords(last))
  return rest.length === 0
    ? makePerson({ family, particle, given: texToText(second) })
    : makePerson({ family, particle, suffix: texToText(second), given: texToText(rest.join(', ')) })
}

/** `family=Oord, given=Aaron, prefix=van den, useprefix=true`; values may be quoted or in braces. */
function parseExtended(name: string): Person | null {
  const values = new Map<string, string>()
  for (const part of splitTop(name.replace(/^"|"$/g, ''), /,/y)) {
    const [, key, value] = /^\s*"?([a-z-]+)\s*=\s*([\s\S]*?)"?\s*$/i.exec(part) ?? []
    if (key !== undefined && value !== undefined) values.set(key.toLowerCase(), texToText(value))
  }
  return makePerson({
    family: values.get('family') ?? '',
    given: values.get('given') ?? '',
    particle: values.get('prefix') ?? '',
    suffix: values.get('suffix') ?? '',
  })
}

/**
 * "First von Last": the particle extends from the first to the last lower-case word. The last word is always the family
 * name.
 */
function parseFirstLast(words: readonly string[]): Person | null {
  if (words.length === 1) return literal(words[0] ?? '')
  const small = words.map((word, index) => index < words.length - 1 && isSmallWord(word))
  const first = small.indexOf(true)
  const start = first === -1 ? words.length - 1 : first
  const end = first === -1 ? start : small.lastIndexOf(true) + 1
  return makePerson({
    given: texToText(words.slice(0, start).join(' ')),
    particle: texToText(words.slice(start, end).join(' ')),
    family: texToText(words.slice(end).join(' ')),
  })
}

function splitWritten(words: readonly string[]): { particle: string; family: string } {
  const written = words.map(word => (isSmallWord(word) ? texToText(word) : `\0${texToText(word)}`))
  const { particle, family } = splitParticle(written)
  return { particle, family: family.replaceAll('\0', '') }
}

/** A word in braces counts as one unit: `{von Wright}` is a family name. */
function isSmallWord(word: string): boolean {
  if (/^\{[^\\]/.test(word)) return false
  return isParticle(texToText(word))
}

function literal(tex: string): Person | null {
  const text = texToText(tex)
  return text === '' ? null : { literal: text }
}

function splitWords(tex: string): string[] {
  return splitTop(tex.trim(), /[\s~]+/y).filter(word => word !== '')
}
