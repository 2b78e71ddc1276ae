import { writeRoman } from '../../../core/model/roman-numerals.ts'

/** Writes the number of a list item in a format of Word (`w:numFmt`); unknown formats as digits. */
export function formatCount(count: number, format: string): string {
  return writers[format]?.(count) ?? String(count)
}

const writers: Readonly<Record<string, (count: number) => string>> = {
  none: () => '',
  decimalZero: count => String(count).padStart(2, '0'),
  lowerLetter: count => letters(count, 'abcdefghijklmnopqrstuvwxyz'),
  upperLetter: count => letters(count, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  russianLower: count => letters(count, 'абвгдежзиклмнопрстуфхцчшщыэюя'),
  russianUpper: count => letters(count, 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ'),
  lowerRoman: count => roman(count),
  upperRoman: count => roman(count).toUpperCase(),
  ordinal: count => `${count}${suffixOf(count)}`,
  decimalEnclosedCircle: count =>
    count >= 1 && count <= 20 ? String.fromCodePoint(0x245f + count) : `${count}`,
}

/** After the last letter, Word doubles the first: a … z, aa, bb. */
function letters(count: number, alphabet: string): string {
  if (count < 1) return String(count)
  const index = (count - 1) % alphabet.length
  const times = Math.min(Math.floor((count - 1) / alphabet.length) + 1, 20)
  return (alphabet[index] ?? '').repeat(times)
}

/** The largest number of a list item in Word. */
const most = 32_767

function roman(count: number): string {
  return writeRoman(count, most) ?? String(count)
}

function suffixOf(count: number): string {
  if (count % 100 >= 11 && count % 100 <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][count % 10] ?? 'th'
}
