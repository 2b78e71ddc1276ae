import { readRoman, writeRoman } from './roman-numerals.ts'

/**
 * Where the printed page numbers of a document come from: declared by the file, printed on its pages, counted from the
 * page range of its reference, or corrected by a user.
 */
export type PageLabelSource = (typeof pageLabelSources)[number]

export const pageLabelSources = ['embedded', 'printed', 'reference', 'corrected', 'none'] as const

export type NumberStyle = 'arabic' | 'roman' | 'ROMAN'

/** A printed page number that can be counted on: "213", "iv", "S12", "A-3". */
export type PageLabel = { prefix: string; style: NumberStyle; value: number }

/**
 * Prefixes of labels: letters ("S12", "e465"), a letter or chapter with a dash or full stop ("A-3", "2-14", "B.7"), or an
 * article with a colon ("111:2").
 */
const prefixed = /^([A-Za-z]{1,3}|[A-Za-z]{1,2}[-–.]|\d{1,2}[-–]|\d{1,4}:)(\d{1,5})$/

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
