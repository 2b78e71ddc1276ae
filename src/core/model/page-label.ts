/**
 * Where the printed page numbers of a document come from: declared by the file, printed on its pages, counted from the
 * page range of its reference, or corrected by a user.
 */
export type PageLabelSource = (typeof pageLabelSources)[number]

export const pageLabelSources = ['embedded', 'printed', 'reference', 'corrected', 'none'] as const

export type NumberStyle = 'arabic' | 'roman' | 'ROMAN'

/** A printed page number that can be counted on: "213", "iv", "S12", "A-3". */
export type PageLabel = { prefix: string; style: NumberStyle; value: number }

/** Prefixes of labels: letters ("S12", "e465"), or a letter or chapter with a dash or full stop ("A-3", "2-14", "B.7"). */
const prefixed = /^([A-Za-z]{1,3}|[A-Za-z]{1,2}[-–.]|\d{1,2}[-–])(\d{1,5})$/

/** Returns null for text that is not a page number. */
export function parseLabel(text: string): PageLabel | null {
  const plain = text.trim()
  if (/^\d{1,6}$/.test(plain)) return { prefix: '', style: 'arabic', value: Number(plain) }
  const roman = readRoman(plain)
  if (roman !== null)
    return { prefix: '', style: plain === plain.toLowerCase() ? 'roman' : 'ROMAN', value: roman }
  const [, prefix, digits] = prefixed.exec(plain) ?? []
  return prefix === undefined ? null : { prefix, style: 'arabic', value: Number(digits) }
}

/** Returns null for numbers that the style cannot write. */
export function writeLabel({ prefix, style, value }: PageLabel): string | null {
  if (style === 'arabic') return value < 0 ? null : `${prefix}${value}`
  const roman = writeRoman(value)
  if (roman === null) return null
  return `${prefix}${style === 'ROMAN' ? roman.toUpperCase() : roman}`
}

/** The label of a page that is `steps` pages after the page with this label. */
export function countOn(label: PageLabel, steps: number): string | null {
  return writeLabel({ ...label, value: label.value + steps })
}

/** Where the labels of a span come from: `none` when it has none, even if other pages of the document have some. */
export function labelSourceOf(
  pages: { firstLabel: string | null } | null,
  source: PageLabelSource,
): PageLabelSource {
  return pages === null || pages.firstLabel === null ? 'none' : source
}

/** Whether the labels only repeat the physical page numbers. */
export function repeatsNumbers(pages: readonly { number: number; label: string | null }[]): boolean {
  return pages.every(({ number, label }) => label === String(number))
}

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

function writeRoman(value: number): string | null {
  if (value < 1 || value >= 4000) return null
  let rest = value
  let text = ''
  for (const [worth, numeral] of numerals)
    while (rest >= worth) {
      text += numeral
      rest -= worth
    }
  return text
}

/** Only numerals in one case and in their usual form: "iv", not "iiii". */
function readRoman(text: string): number | null {
  if (!/^(?:[ivxlcdm]+|[IVXLCDM]+)$/.test(text)) return null
  const worths = [...text.toLowerCase()].map(letter => digits[letter] ?? 0)
  const value = worths.reduce((sum, worth, at) => sum + (worth < (worths[at + 1] ?? 0) ? -worth : worth), 0)
  return writeRoman(value) === text.toLowerCase() ? value : null
}
