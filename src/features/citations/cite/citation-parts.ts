import type { PartialDate, Person, Reference } from '../../../core/model/reference.ts'
import { ownValue } from '../../../core/text/json-values.ts'

/** Pages with one en dash between numbers, however the source joined them: `1183 - 1198`, `L1--L6`. */
export function pagesText(pages: string): string {
  return pages.replace(/(?<=[\dA-Za-z])\s*[-‐‑–—−]{1,3}\s*(?=[\dA-Za-z])/g, (dash, at: number) =>
    isPage(pages.slice(0, at), -1) && isPage(pages.slice(at + dash.length), 0) ? '–' : dash,
  )
}

/** "8(3)", "8", "(3)"; null without either. */
export function volumeText({ volume, issue }: Reference): string | null {
  const text = `${volume ?? ''}${issue === null ? '' : `(${issue})`}`
  return text === '' ? null : text
}

/** Whether pages name more than one page. */
export function areSeveral(pages: string): boolean {
  return /[–,;&]|\d\s*(?:ff?\.?|sqq?\.?)$/.test(pagesText(pages))
}

/** A page number has a digit or is Roman; "e-123" and "A-level" are no ranges. */
function isPage(text: string, at: 0 | -1): boolean {
  const words = text.trim().split(/[\s,;]+/)
  const word = words.at(at) ?? ''
  return /\d$/.test(at === -1 ? word : (/^[A-Za-z]*\d+/.exec(word)?.[0] ?? '')) || /^[ivxlcdm]+$/i.test(word)
}

/** "2" → "2nd", "Second" → "2nd"; null for a text that is no number ("Rev. ed."). */
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

/** An edition worth naming: the first is not. `word` is how the style writes "edition". */
export function editionText(edition: string | null, word: string): string | null {
  if (edition === null) return null
  const ordinal = editionOrdinal(edition)
  if (ordinal === '1st') return null
  if (ordinal !== null) return `${ordinal} ${word}`
  return /\bed(?:n|ition)?\b\.?/i.test(edition) ? edition : `${edition} ${word}`
}

/** Who stands first: authors, or the editors of a whole work that has none. Editors of a part never do. */
export function leadingPeople(reference: Reference): { people: readonly Person[]; areEditors: boolean } {
  const { authors, editors } = reference
  const shape = shapeOf(reference)
  const isPart = shape === 'chapter' || shape === 'paper' || shape === 'article' || shape === 'news'
  if (authors.length > 0 || isPart) return { people: authors, areEditors: false }
  return { people: editors, areEditors: editors.length > 0 }
}

/** Where it can be read: the DOI, or else its address. */
export function addressOf(reference: Reference): string | null {
  return reference.doi === null ? reference.url : `https://doi.org/${reference.doi}`
}

/** "2017", "44 B.C.E." with the words the style uses. */
export function yearText(date: PartialDate, beforeOurEra: string): string {
  return date.year < 0 ? `${-date.year} ${beforeOurEra}` : String(date.year)
}

const monthNames =
  'January February March April May June July August September October November December'.split(' ')

export function monthName(month: number): string {
  return monthNames[month - 1] ?? ''
}

/** "working paper" at the beginning of a part. */
export function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** "Working paper", which of these; "Report" says nothing without its number. */
export function reportText({ genre, number }: Reference, numberWord: string): string | null {
  if (number !== null) return `${capitalise(genre ?? 'report')} ${numberWord} ${number}`
  return genre === null || /^report$/i.test(genre) ? null : capitalise(genre)
}

/** Ends a part with a full stop unless it already ends a sentence. */
export function sentence(text: string): string {
  return /[.?!。？！…]["”’»]?$/u.test(text) ? text : `${text}.`
}

/** Sentences with a blank between; what is missing is left out. */
export function sentences(parts: readonly (string | null)[]): string {
  return parts
    .filter(part => part !== null && part !== '')
    .map(part => sentence(part ?? ''))
    .join(' ')
}

/** How a reference is put together: what it is part of decides, not only its name. */
export type Shape =
  | 'article'
  | 'news'
  | 'preprint'
  | 'book'
  | 'chapter'
  | 'paper'
  | 'thesis'
  | 'report'
  | 'web'
  | 'other'

export function shapeOf(reference: Reference): Shape {
  const { type, container, volume } = reference
  // CSL calls what stands in no journal an article too: a manuscript in a repository.
  if (type === 'article' && container === null) return 'preprint'
  const shape = type === 'article-magazine' && volume !== null ? 'article' : ownValue(shapes, type)
  if (shape !== undefined) return shape === 'chapter' && container === null ? 'book' : shape
  return container === null ? 'other' : 'article'
}

const shapes: Readonly<Record<string, Shape>> = {
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
  webpage: 'web',
  post: 'web',
  'post-weblog': 'web',
}
