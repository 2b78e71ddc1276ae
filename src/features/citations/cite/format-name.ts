import { type Person, surnameOf } from '../../../core/model/reference.ts'

/** How a style writes initials: "R. C.", "R.C.", "RC". */
export type InitialsStyle = { afterLetter: '.' | ''; between: ' ' | ''; hyphens: boolean }

/** "Martin, R. C.": surname, `comma`, initials, then the suffix. */
export function invertName(
  person: Person,
  style: InitialsStyle & { comma: string; suffixComma: string },
): string {
  if (person.literal !== undefined) return person.literal
  const given = initialsOf(person.given, style)
  const name = given === '' ? surnameOf(person) : `${surnameOf(person)}${style.comma}${given}`
  return person.suffix === '' ? name : `${name}${style.suffixComma}${person.suffix}`
}

/** "R. C. Martin": the form for editors of a containing work. */
export function uprightName(person: Person, style: InitialsStyle): string {
  if (person.literal !== undefined) return person.literal
  const given = initialsOf(person.given, style)
  const name = [given, surnameOf(person)].filter(part => part !== '').join(' ')
  return person.suffix === '' ? name : `${name}, ${person.suffix}`
}

/** Returns initials of Latin, Greek and Cyrillic names. Names in other scripts are returned unchanged. */
export function initialsOf(given: string, style: InitialsStyle): string {
  if (given === '' || !/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(given)) return given
  return given
    .split(/\s+|(?<=\.)(?=\p{L})/u)
    .map(word => initialOf(word, style))
    .filter(initial => initial !== '')
    .join(style.between)
}

/** "Jean-Paul" becomes "J.-P."; "MA" counts as two initials; lower-case words ("de") are skipped. */
function initialOf(word: string, style: InitialsStyle): string {
  const parts = word.split(/[-‐]/).filter(part => /\p{L}/u.test(part))
  const letters = parts.flatMap(part => lettersOf(part))
  const joint = style.hyphens && parts.length > 1 ? '-' : style.between
  return letters.map(letter => letter + style.afterLetter).join(joint)
}

function lettersOf(part: string): string[] {
  const bare = part.replace(/[^\p{L}\p{M}]/gu, '')
  if (/^\p{Lu}{2,3}$/u.test(bare)) return [...bare]
  const first = /\p{L}\p{M}*/u.exec(bare)?.[0]
  return first === undefined ? [] : [first.toUpperCase()]
}

/** "A", "A and B", "A, B and C". */
export function joinNames(names: readonly string[], lastJoint: string, joint = ', '): string {
  if (names.length < 2) return names[0] ?? ''
  return `${names.slice(0, -1).join(joint)}${lastJoint}${names.at(-1)}`
}
