const numerals = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const

const digits: Readonly<Record<string, number>> = { m: 1000, d: 500, c: 100, l: 50, x: 10, v: 5, i: 1 }

/** Writes numbers from 1 to `most` in lower case; null for others. */
export function writeRoman(value: number, most = 3999): string | null {
  if (value < 1 || value > most) return null
  let rest = value
  let text = ''
  for (const [worth, numeral] of numerals)
    while (rest >= worth) {
      text += numeral
      rest -= worth
    }
  return text
}

/** Reads numerals in one case and in their usual form: "iv", not "iiii". Null for other text. */
export function readRoman(text: string): number | null {
  if (!/^(?:[ivxlcdm]+|[IVXLCDM]+)$/.test(text)) return null
  const worths = [...text.toLowerCase()].map(letter => digits[letter] ?? 0)
  const value = worths.reduce((sum, worth, at) => sum + (worth < (worths[at + 1] ?? 0) ? -worth : worth), 0)
  return writeRoman(value) === text.toLowerCase() ? value : null
}
