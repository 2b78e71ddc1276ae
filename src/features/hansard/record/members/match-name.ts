import type { Person } from './person.ts'

/** Words of a name. `words` are the given names or initials, and include the surname when `surname` is null. */
export type ParsedName = { words: readonly string[]; surname: string | null }

/**
 * "Evans, Sen Christopher" · "Senator CHRIS EVANS" · "Ms AE Burke" · "Hon. B.C. Scott" · "Baume Sen The Hon P.E." ·
 * "Kennedy, Simon MP": titles and honours are dropped, case is ignored.
 */
export function parseName(name: string): ParsedName {
  const plain = name.replaceAll(/\([^)]*\)?/g, ' ')
  const comma = plain.indexOf(',')
  const sen = /^(.+?)\s+(?:Sen\.?|Mr|Mrs|Ms|Miss|Dr|The Hon\.?|Sir|Dame)\s+(.*)$/.exec(plain)
  if (comma > 0 && nameWords(plain.slice(0, comma)).length > 0) {
    const surname = nameWords(plain.slice(0, comma))
    const rest = nameWords(plain.slice(comma + 1))
    // "Ms GILLARD,MP" has only honours behind its comma.
    if (rest.length > 0) return { words: rest, surname: surname.join('') }
    return { words: surname, surname: null }
  }
  const sorted = sen === null ? [] : nameWords(sen[1] ?? '')
  if (sen !== null && sorted.length > 0) return { words: nameWords(sen[2] ?? ''), surname: sorted.join('') }
  return { words: nameWords(plain), surname: null }
}

/** Whether a name matches a person: the whole surname, and the given name, its short form or its initial. */
export function fitsName(parsed: ParsedName, person: Person): boolean {
  return [`${person.name}`, ...person.aliases].some(full => fitsFullName(parsed, full, person.surname))
}

function fitsFullName({ words, surname }: ParsedName, full: string, familyName: string): boolean {
  const own = nameWords(full)
  const family = surnameIn(own, familyName)
  if (surname !== null)
    return surname === family.join('') && fitsGiven(words, own.slice(0, own.length - family.length))
  const ending = words.slice(-family.length)
  if (ending.join('') !== family.join('')) return false
  return fitsGiven(words.slice(0, words.length - family.length), own.slice(0, own.length - family.length))
}

/** The surname at the end of a full name: an alias may have another surname than the person. */
function surnameIn(own: readonly string[], familyName: string): readonly string[] {
  const family = nameWords(familyName)
  const isOwn = own.slice(-family.length).join('') === family.join('')
  return isOwn && family.length > 0 ? family : own.slice(-1)
}

function fitsGiven(words: readonly string[], given: readonly string[]): boolean {
  if (words.length === 0) return true
  const [first = ''] = words
  // Initials come as one word ("AE") or several ("B C"). Only the first is compared: the tables lack some others.
  const isInitials =
    words.every(word => word.length === 1) || (words.length === 1 && isRunOfInitials(first, given))
  if (isInitials) return given.some(name => name.startsWith(first.charAt(0)))
  return words.some(word => word.length > 1 && given.some(name => isSameGiven(word, name)))
}

function isRunOfInitials(word: string, given: readonly string[]): boolean {
  return word.length <= 3 && !given.includes(word) && given.some(name => name.startsWith(word.charAt(0)))
}

function isSameGiven(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= 3 && long.startsWith(short)
}

const titles = new Set(
  (
    'mr mrs ms miss dr sir dame lady hon honourable rt right the senator sen senators mp mps qc kc sc am ao oam obe mbe ' +
    'cbe kbe cmg kcmg gcmg cb mc dso dsc rfd csc ac ad ach ch pc vc ed jr snr sr prof professor brigadier brig general ' +
    'maj major colonel col lt lieutenant captain capt commander cmdr rev reverend madam and'
  ).split(' '),
)

/** Cache of `nameWords`: the same names are compared many times. */
const remembered = new Map<string, readonly string[]>()
const mostRemembered = 50_000

/** Lower case without accents and marks; titles and honours left out. */
export function nameWords(name: string): readonly string[] {
  const known = remembered.get(name)
  if (known !== undefined) return known
  if (remembered.size >= mostRemembered) remembered.clear()
  const words = splitName(name)
  remembered.set(name, words)
  return words
}

function splitName(name: string): string[] {
  const letters = name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll(/['’‘`.]/g, "'")
  const words = letters.replaceAll(/(?<=[a-z])'(?=[a-z]{2})/g, '').split(/[^a-z]+/)
  return words.filter(word => word !== '' && !titles.has(word))
}
