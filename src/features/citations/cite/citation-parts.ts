import { nameOf, type PartialDate, type Person, type Reference } from '../../../core/model/reference.ts'
import { type CitedPages, citePages } from '../../../core/text/cite-pages.ts'
import { ownValue } from '../../../core/text/json-values.ts'

/** Writes page ranges with an en dash, whatever dash the source has: `1183 - 1198`, `L1--L6`. */
export function pagesText(pages: string): string {
  return pages.replace(/(?<=[\dA-Za-z])\s*[-‐‑–—−]{1,3}\s*(?=[\dA-Za-z])/g, (dash, at: number) =>
    isPage(pages.slice(0, at), -1) && isPage(pages.slice(at + dash.length), 0) ? '–' : dash,
  )
}

/** "8(3)", "8", "(3)"; null when there is neither volume nor issue. */
export function volumeText({ volume, issue }: Reference): string | null {
  const text = `${volume ?? ''}${issue === null ? '' : `(${issue})`}`
  return text === '' ? null : text
}

/** Whether the text names more than one page. */
export function areSeveral(pages: string): boolean {
  return /[–,;&]|\d\s*(?:ff?\.?|sqq?\.?)$/.test(pagesText(pages))
}

/** A page number has a digit or is Roman. "e-123" and "A-level" are not ranges. */
function isPage(text: string, at: 0 | -1): boolean {
  const words = text.trim().split(/[\s,;]+/)
  const word = words.at(at) ?? ''
  return /\d$/.test(at === -1 ? word : (/^[A-Za-z]*\d+/.exec(word)?.[0] ?? '')) || /^[ivxlcdm]+$/i.test(word)
}

/** "2" → "2nd", "Second" → "2nd"; null for text without a number ("Rev. ed."). */
export function editionOrdinal(edition: string): string | null {
  const bare = edition.trim().replace(/\s*(?:ed(?:n|ition|\.)?|\(ed\.?\))\.?$/i, '')
  const digits = /^(\d{1,3})(?:st|nd|rd|th|\.|e|ª|º)?$/i.exec(bare)?.[1]
  const number = digits === undefined ? ordinalWords.indexOf(bare.toLowerCase()) + 1 : Number(digits)
  return number < 1 ? null : `${number}${ordinalSuffix(number)}`
}

const ordinalWords =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')

function ordinalSuffix(number: number): string {
  if (number % 100 >= 11 && number % 100 <= 13) return 'th'
  return { 1: 'st', 2: 'nd', 3: 'rd' }[number % 10] ?? 'th'
}

/** Returns the edition, or null for a first edition. `word` is the style's word for "edition". */
export function editionText(edition: string | null, word: string): string | null {
  if (edition === null) return null
  const ordinal = editionOrdinal(edition)
  if (ordinal === '1st') return null
  if (ordinal !== null) return `${ordinal} ${word}`
  return /\bed(?:n|ition)?\b\.?/i.test(edition) ? edition : `${edition} ${word}`
}

/**
 * Returns the people who come first in a citation: the authors, or the editors of a whole work without authors. Editors
 * of the containing work never come first.
 */
export function leadingPeople(reference: Reference): { people: readonly Person[]; areEditors: boolean } {
  const { authors, editors } = reference
  const shape = referenceShape(reference)
  const isPart = shape === 'chapter' || shape === 'paper' || shape === 'article' || shape === 'news'
  if (authors.length > 0 || isPart) return { people: authors, areEditors: false }
  return { people: editors, areEditors: editors.length > 0 }
}

/** Whether it is cited as part of the work that its editors edited. */
export function isInBook(reference: Reference): boolean {
  const shape = referenceShape(reference)
  return shape === 'chapter' || (shape === 'paper' && reference.container !== null)
}

/** People to name after the title. Editors who come first, or who edited the containing work, are named there. */
export type Contributors = {
  editors: readonly Person[]
  translators: readonly Person[]
  /** The editors also translated; then `translators` is empty. */
  areBoth: boolean
}

export function contributorsOf(reference: Reference): Contributors {
  const { editors, translators } = reference
  const shape = referenceShape(reference)
  const isOfPeriodical = shape === 'article' || shape === 'news'
  const areElsewhere = isInBook(reference) || isOfPeriodical || leadingPeople(reference).areEditors
  const areBoth =
    !isOfPeriodical &&
    editors.length > 0 &&
    editors.map(nameOf).join('\n') === translators.map(nameOf).join('\n')
  return { editors: areElsewhere ? [] : editors, translators: areBoth ? [] : translators, areBoth }
}

/** Returns the DOI as a URL, otherwise the URL of the reference. */
export function addressOf(reference: Reference): string | null {
  return reference.doi === null ? reference.url : `https://doi.org/${reference.doi}`
}

/** "2017", "44 B.C.E."; `beforeOurEra` is the style's word for the era. */
export function yearText(date: PartialDate, beforeOurEra: string): string {
  return date.year < 0 ? `${-date.year} ${beforeOurEra}` : String(date.year)
}

const monthNames =
  'January February March April May June July August September October November December'.split(' ')

export function monthName(month: number): string {
  return monthNames[month - 1] ?? ''
}

export function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** "Working paper No. 5"; null for a plain "Report" without a number. */
export function reportText({ genre, number }: Reference, numberWord: string): string | null {
  if (number !== null) return `${capitalise(genre ?? 'report')} ${numberWord} ${number}`
  return genre === null || /^report$/i.test(genre) ? null : capitalise(genre)
}

/** "U.S. Patent No. 9,320,123"; null when nothing is known of it. */
export function patentText({ genre, number }: Reference, numberWord: string | null): string | null {
  const kind = capitalise(genre ?? 'patent')
  if (number === null) return genre === null ? null : kind
  if (/patent/i.test(number)) return number
  return [kind, numberWord, number.replace(/^no\.?\s+/i, '')].filter(part => part !== null).join(' ')
}

/** Adds a full stop unless the text already ends a sentence. */
export function sentence(text: string): string {
  return /[.?!。？！…]["”’»]?$/u.test(text) ? text : `${text}.`
}

/** Joins parts as sentences and skips missing ones. */
export function sentences(parts: readonly (string | null)[]): string {
  return parts
    .filter(part => part !== null && part !== '')
    .map(part => sentence(part ?? ''))
    .join(' ')
}

/** The kinds of references that styles format differently. Depends on the CSL type and on what the work is part of. */
export type ReferenceShape =
  | 'article'
  | 'news'
  | 'preprint'
  | 'book'
  | 'chapter'
  | 'paper'
  | 'thesis'
  | 'report'
  | 'patent'
  | 'web'
  | 'other'

export function referenceShape(reference: Reference): ReferenceShape {
  const { type, container, volume } = reference
  // CSL also uses `article` for manuscripts in repositories, which have no journal.
  if (type === 'article' && container === null) return 'preprint'
  const shape = type === 'article-magazine' && volume !== null ? 'article' : ownValue(shapes, type)
  if (shape !== undefined) return shape === 'chapter' && container === null ? 'book' : shape
  return container === null ? 'other' : 'article'
}

const shapes: Readonly<Record<string, ReferenceShape>> = {
  'article-journal': 'article',
  article: 'article',
  review: 'article',
  'review-book': 'article',
  'article-magazine': 'news',
  'article-newspaper': 'news',
  book: 'book',
  classic: 'book',
  pamphlet: 'book',
  collection: 'book',
  periodical: 'book',
  chapter: 'chapter',
  entry: 'chapter',
  'entry-dictionary': 'chapter',
  'entry-encyclopedia': 'chapter',
  'paper-conference': 'paper',
  thesis: 'thesis',
  report: 'report',
  standard: 'report',
  patent: 'patent',
  webpage: 'web',
  post: 'web',
  'post-weblog': 'web',
}

/** The short citation after a quotation: `(martin2017, pp. 45–46)`, `(martin2017, PDF p. 77)`, `(martin2017)`. */
export function citeSpan({ citekey, pages }: { citekey: string; pages: CitedPages | null }): string {
  return pages === null ? `(${citekey})` : `(${citekey}, ${citePages(pages)})`
}
