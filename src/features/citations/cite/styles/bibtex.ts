import { type PartialDate, type Person, type Reference, surnameOf } from '../../../../core/model/reference.ts'
import { type CitedPages, citePages } from '../../../../core/text/cite-pages.ts'
import { ownValue } from '../../../../core/text/json-values.ts'
import { monthName, pagesText } from '../citation-parts.ts'

/** Writes an entry that both BibTeX and BibLaTeX can read. Omits file paths. */
export function bibtexEntry(reference: Reference): string {
  const { type, subtype } = entryTypeOf(reference)
  const fields = [['entrysubtype', subtype] as const, ...fieldsOf(reference)]
  const lines = fields
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `  ${name} = ${value}`)
  return `@${type}{${keyOf(reference)},\n${lines.join(',\n')}\n}`
}

/** "\cite[pp.~45--46]{martin2017}". */
export function bibtexInText(reference: Reference, pages: CitedPages | null): string {
  const place =
    pages === null
      ? ''
      : `[${citePages(pages)
          .replace(/ (?=\S+$)/, '~')
          .replace('–', '--')}]`
  return `\\cite${place}{${keyOf(reference)}}`
}

/** Removes characters that would end a key. */
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

/** A type without an entry type of its own is written to `entrysubtype`. */
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
    ['translator', braced(namesToTex(reference.translators))],
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

/** Returns an empty string for an empty value, so that no field is written. */
function braced(value: string): string {
  return value === '' ? '' : `{${value}}`
}

function publisherField(type: string): string {
  return { thesis: 'school', report: 'institution', webpage: 'organization' }[type] ?? 'publisher'
}

function keywordToTex(tag: string): string {
  return /[,;]/.test(tag) ? `{${textToTex(tag)}}` : textToTex(tag)
}

/** Writes years of four digits as `year`, which all styles know, and other years as a BibLaTeX `date`. */
function dateFields(date: PartialDate | null): (readonly [string, string | null])[] {
  if (date === null) return []
  if (date.year < 1000 || date.year > 9999) return [['date', braced(isoDate(date))]]
  return [
    ['year', braced(String(date.year))],
    ['month', date.month === null ? null : monthName(date.month).slice(0, 3).toLowerCase()],
    ['day', date.day === null ? null : braced(String(date.day))],
  ]
}

/** ISO years count from 0, so 44 BC is −0043. */
function isoDate({ year, month, day }: PartialDate): string {
  const counted = year < 0 ? year + 1 : year
  const sign = counted < 0 ? '-' : ''
  const digits = String(Math.abs(counted)).padStart(4, '0')
  if (digits.length > 4) return `y${sign}${digits}`
  const parts = [month, day].filter(part => part !== null).map(part => String(part).padStart(2, '0'))
  return [`${sign}${digits}`, ...parts].join('-')
}

/** Escapes special characters and separates accidental ligatures, so that the TeX reads back as the same text. */
function textToTex(text: string): string {
  return text
    .replace(/[\\{}~^`&%$#_]/g, character => escapes[character] ?? character)
    .replace(/([-',])(?=\1)/g, '$1{}')
    .replace(/–/g, '--')
    .replace(/—/g, '---')
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '`': '\\textasciigrave{}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
}

/**
 * Protects words whose case a style must not change: words with a capital inside (DNA, iPhone), single letters (vitamin
 * C, X-ray), and, in a title in sentence case, every capitalised word.
 */
function titleToTex(title: string): string {
  const words = title.split(' ')
  const isSentence = isSentenceCase(words)
  return words
    .map((word, index) => {
      const isName = isSentence && /^\P{L}*\p{Lu}/u.test(word) && !isBeginning(words, index)
      return isName || hasOwnCase(word) ? `{${textToTex(word)}}` : textToTex(word)
    })
    .join(' ')
}

function hasOwnCase(word: string): boolean {
  return (
    /\p{L}.*\p{Lu}/u.test(word) || (/^\P{L}*\p{Lu}(?!\p{L})/u.test(word) && !/^\P{L}*A\P{L}*$/u.test(word))
  )
}

/** Whether at least half of the longer words, except the first, start in lower case. */
function isSentenceCase(words: readonly string[]): boolean {
  const telling = words.filter((word, index) => !isBeginning(words, index) && /\p{L}{4}/u.test(word))
  const small = telling.filter(word => /^\P{L}*\p{Ll}/u.test(word))
  return small.length > 0 && small.length * 2 >= telling.length
}

/** Whether the word starts the title or a subtitle. */
function isBeginning(words: readonly string[], index: number): boolean {
  return index === 0 || /[:.?!–—]["”’»)]?$/u.test(words[index - 1] ?? '')
}

/** Encodes braces, which would end the field. */
function addressToTex(address: string): string {
  return address.replaceAll('{', '%7B').replaceAll('}', '%7D')
}

function namesToTex(people: readonly Person[]): string {
  return people.map(nameToTex).join(' and ')
}

function nameToTex(person: Person): string {
  if (person.literal !== undefined) return `{${textToTex(person.literal)}}`
  const { family, given, particle, suffix } = person
  const isPlain = !/[,]|^\P{L}*\p{Ll}|\sand\s/u.test(family)
  const last = isPlain ? textToTex(family) : `{${textToTex(family)}}`
  const surname = isReadAsParticle(particle)
    ? [particle, last].filter(part => part !== '').join(' ')
    : `{${textToTex(surnameOf(person))}}`
  const first = /,|\sand\s/i.test(given) ? `{${textToTex(given)}}` : textToTex(given)
  return [surname, ...(suffix === '' ? [] : [textToTex(suffix)]), first].join(', ')
}

/** BibTeX reads only lower-case words before a surname as its particle. */
function isReadAsParticle(particle: string): boolean {
  return particle.split(' ').every(word => word === '' || /^\P{L}*\p{Ll}/u.test(word))
}
