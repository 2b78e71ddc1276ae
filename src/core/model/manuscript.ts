/** A text that quotes and cites: what a reader of manuscripts returns, whatever the format of the file. */
export type Manuscript = {
  /** The text as a person reads it. All positions here count its UTF-16 code units. */
  text: string
  /** The parts of the text that may quote: ascending by start. Code, lists of references and the like are left out. */
  blocks: ManuscriptBlock[]
  /** The citations that the format marks as such (fields, commands, keys); those in plain words are found later. */
  citations: ManuscriptCitation[]
  /** Positions of the text in the file: a place applies from its start up to the next one. Ascending. */
  places: { start: number; place: string }[]
  warnings: string[]
}

export type ManuscriptBlock = {
  kind: 'text' | 'quote' | 'heading' | 'note'
  start: number
  end: number
  /** Of a note: the position of its mark in the text. */
  anchor: number | null
}

export type ManuscriptCitation = {
  start: number
  end: number
  /** As the writer typed it, or as the field shows it. */
  written: string
  /** Whether it is part of the sentence ("Lessig (2004) writes") and may precede its quotation. */
  isNarrative: boolean
  works: CitedWork[]
}

/** What a citation says about one work. Fields that it does not say are null or empty. */
export type CitedWork = {
  key: string | null
  /** Keys of the item in Zotero. */
  itemKeys: string[]
  doi: string | null
  title: string | null
  /** Surnames as written. */
  authors: string[]
  /** "2004", "2004a". */
  year: string | null
  /** The pages: "63", "63–65", "xiv". Null for chapters, sections and other locators. */
  pages: string | null
}

export const unsaidWork: CitedWork = {
  key: null,
  itemKeys: [],
  doi: null,
  title: null,
  authors: [],
  year: null,
  pages: null,
}

/** The character that replaces the mark of a note in the text of a manuscript. */
export const noteMark = '\ufffc'

/** A remark to attach to the characters [start, end) of a manuscript's text. */
export type ManuscriptComment = { start: number; end: number; text: string }

/**
 * Returns the pages that a locator names: "p. 63", "S. 63 f.", "pp.~63--65", "63, emphasis added". Null when it names a
 * chapter, a section or nothing of the kind.
 */
export function pagesOfLocator(locator: string): string | null {
  const plain = locator.replace(/\\[,;~ ]|~|\u00a0|\u202f/g, ' ').replace(/-{1,3}|[‐‑–—−]/g, '–')
  const found = pageLocator.exec(plain.trim())
  if (found === null) return null
  const [, first = '', last, following, more = ''] = found
  const others = [...more.matchAll(/\d+(?:\s*–\s*\d+)?/g)].map(([range]) => range.replace(/\s/g, ''))
  const range = last !== undefined ? `${first}–${completeRange(first, last)}` : followed(first, following)
  return [range, ...others].join(', ')
}

const pageWord = String.raw`(?:pages?|pp?|seiten?|s|págs?|pág|p[áa]ginas?|pagg?|bl|blz|sid|str|с|стр)\b\.?\s*`
const pageNumber = String.raw`[a-z]{0,2}\d{1,6}|[ivxlcdm]{1,12}`
const pageLocator = new RegExp(
  String.raw`^[,:;\s]*(?:${pageWord})?(${pageNumber})(?:\s*–\s*(${pageNumber}))?(?:\s?(ff|f|sqq|sq)\b\.?)?((?:\s*(?:,|;|&|and|und)\s*(?:${pageWord})?\d{1,6}(?:\s*–\s*\d{1,6})?)*)(?![\p{L}\p{N}])`,
  'iu',
)

/** "265–70" means 265–270. */
function completeRange(first: string, last: string): string {
  const isShort = /^\d+$/.test(first) && /^\d+$/.test(last) && last.length < first.length
  return isShort ? first.slice(0, first.length - last.length) + last : last
}

/** "63 f." includes the next page, "63 ff." some more. */
function followed(first: string, following: string | undefined): string {
  if (following === undefined || !/^\d+$/.test(first)) return first
  return `${first}–${Number(first) + (/^(?:f|sq)$/i.test(following) ? 1 : 4)}`
}
