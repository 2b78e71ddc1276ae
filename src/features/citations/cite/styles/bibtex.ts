import type { PageSpan } from '../../../../core/model/chunk.ts'
import type { PartialDate, Reference } from '../../../../core/model/reference.ts'
import { ownValue } from '../../../../core/text/json-values.ts'
import { monthName, pagesText } from '../citation-parts.ts'
import { citePages } from '../page-range.ts'
import { addressToTex, namesToTex, textToTex, titleToTex } from './bibtex-text.ts'

/** An entry that BibTeX and BibLaTeX read alike. Paths of files stay with their owner. */
export function bibtexEntry(reference: Reference): string {
  const { type, subtype } = entryTypeOf(reference)
  const fields = [['entrysubtype', subtype] as const, ...fieldsOf(reference)]
  const lines = fields
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `  ${name} = ${value}`)
  return `@${type}{${keyOf(reference)},\n${lines.join(',\n')}\n}`
}

/** "\cite[pp.~45--46]{martin2017}". */
export function bibtexInText(reference: Reference, pages: PageSpan | null): string {
  const place = pages === null ? '' : `[${citePages(pages).replace(' ', '~').replace('–', '--')}]`
  return `\\cite${place}{${keyOf(reference)}}`
}

/** Characters that would end a key. */
function keyOf({ citekey }: Reference): string {
  return citekey.replace(/[\s,{}%#"\\~]+/g, '')
}

const entryTypes: Readonly<Record<string, string>> = {
  'article-journal': 'article',
  'article-newspaper': 'article',
  'article-magazine': 'article',
  book: 'book',
  pamphlet: 'booklet',
  chapter: 'incollection',
  'entry-encyclopedia': 'inreference',
  'paper-conference': 'inproceedings',
  thesis: 'thesis',
  report: 'techreport',
  webpage: 'online',
  manuscript: 'unpublished',
  patent: 'patent',
  dataset: 'dataset',
  software: 'software',
  periodical: 'periodical',
  document: 'misc',
}

/** A type that has no entry of its own is named in `entrysubtype`. */
function entryTypeOf({ type, genre }: Reference): { type: string; subtype: string | null } {
  if (type === 'thesis') return { type: thesisType(genre), subtype: null }
  const known = ownValue(entryTypes, type)
  if (known === undefined) return { type: 'misc', subtype: braced(type) }
  const subtype = { 'article-newspaper': 'newspaper', 'article-magazine': 'magazine' }[type]
  return { type: known, subtype: subtype === undefined ? null : braced(subtype) }
}

function thesisType(genre: string | null): string {
  if (genre === null) return 'thesis'
  return /master/i.test(genre) ? 'mastersthesis' : 'phdthesis'
}

function fieldsOf(reference: Reference): (readonly [string, string | null])[] {
  const { type, title, container, publisher, place, genre, doi, url, tags } = reference
  const isArticle = type.startsWith('article')
  const isPart = ['chapter', 'paper-conference', 'entry-encyclopedia', 'entry-dictionary', 'entry'].includes(
    type,
  )
  const text = (value: string | null): string | null => (value === null ? null : braced(textToTex(value)))
  return [
    ['author', braced(namesToTex(reference.authors))],
    ['editor', braced(namesToTex(reference.editors))],
    ['title', title === null ? null : braced(titleToTex(title))],
    [isPart ? 'booktitle' : 'journal', text(container)],
    ...dateFields(reference.issued),
    ['volume', text(reference.volume)],
    ['number', text(isArticle ? reference.issue : reference.number)],
    ['issue', isArticle ? null : text(reference.issue)],
    ['pages', reference.pages === null ? null : text(pagesText(reference.pages))],
    ['edition', text(reference.edition)],
    ['type', text(genre)],
    [publisherField(type), text(publisher)],
    ['address', text(place)],
    ['isbn', text(reference.isbn)],
    ['doi', doi === null ? null : braced(addressToTex(doi))],
    ['url', url === null ? null : braced(addressToTex(url))],
    ['urldate', reference.accessed === null ? null : braced(isoDate(reference.accessed))],
    ['language', text(reference.language)],
    ['keywords', braced(tags.map(keywordToTex).join(', '))],
  ]
}

/** Empty braces are no field. */
function braced(value: string): string {
  return value === '' ? '' : `{${value}}`
}

function publisherField(type: string): string {
  return { thesis: 'school', report: 'institution', webpage: 'organization' }[type] ?? 'publisher'
}

function keywordToTex(tag: string): string {
  return /[,;]/.test(tag) ? `{${textToTex(tag)}}` : textToTex(tag)
}

/** Years of four digits are written as all styles know them, others as BibLaTeX does. */
function dateFields(date: PartialDate | null): (readonly [string, string | null])[] {
  if (date === null) return []
  if (date.year < 1000 || date.year > 9999) return [['date', braced(isoDate(date))]]
  return [
    ['year', braced(String(date.year))],
    ['month', date.month === null ? null : monthName(date.month).slice(0, 3).toLowerCase()],
    ['day', date.day === null ? null : braced(String(date.day))],
  ]
}

/** ISO years count from 0, so that 44 before our era is −0043. */
function isoDate({ year, month, day }: PartialDate): string {
  const counted = year < 0 ? year + 1 : year
  const sign = counted < 0 ? '-' : ''
  const digits = String(Math.abs(counted)).padStart(4, '0')
  if (digits.length > 4) return `y${sign}${digits}`
  const parts = [month, day].filter(part => part !== null).map(part => String(part).padStart(2, '0'))
  return [`${sign}${digits}`, ...parts].join('-')
}
