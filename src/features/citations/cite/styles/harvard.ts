import { type PartialDate, type Person, type Reference, surnameOf } from '../../../../core/model/reference.ts'
import { type CitedPages, citePages } from '../../../../core/text/cite-pages.ts'
import {
  addressOf,
  areSeveral,
  contributorsOf,
  editionText,
  leadingPeople,
  monthName,
  pagesText,
  patentText,
  referenceShape,
  reportText,
  sentence,
  sentences,
  volumeText,
  yearText,
} from '../citation-parts.ts'
import { type InitialsStyle, invertName, joinNames, uprightName } from '../format-name.ts'

/** Harvard as in *Cite Them Right* (11th edition, with place of publication), without italics. */
export function harvardReference(reference: Reference): string {
  const { issued } = reference
  const who = creatorsOf(reference)
  const year = `(${issued === null ? 'no date' : yearText(issued, 'BC')})`
  const title = reference.title ?? '[Untitled]'
  const body = isPart(reference)
    ? sentence(partText(reference, { who, year, title: quote(title) }))
    : sentences([who === null ? `${title} ${year}` : `${who} ${year} ${title}`, ...wholeSource(reference)])
  return [body, availability(reference)].filter(part => part !== null).join(' ')
}

/** Without an author, the title comes before the year, followed by the containing work. */
function partText(
  reference: Reference,
  { who, year, title }: { who: string | null; year: string; title: string },
): string {
  const source = [...contributorsText(reference).map(lowerFirst), ...partSource(reference)]
  if (who !== null) return [`${who} ${year} ${title}`, ...source].join(', ')
  return [[`${title} ${year}`, ...source.slice(0, 1)].join(' '), ...source.slice(1)].join(', ')
}

/** "Edited by J. Smith", "Translated by H. Weaver". */
function contributorsText(reference: Reference): string[] {
  const { editors, translators, areBoth } = contributorsOf(reference)
  const names = (people: readonly Person[]) => shorten(people.map(person => uprightName(person, initials)))
  return [
    ...(editors.length === 0 ? [] : [`Edited ${areBoth ? 'and translated ' : ''}by ${names(editors)}`]),
    ...(translators.length === 0 ? [] : [`Translated by ${names(translators)}`]),
  ]
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}

/** "(Martin, 2017, pp. 45–46)"; names up to three authors. */
export function harvardInText(reference: Reference, pages: CitedPages | null): string {
  const { people } = leadingPeople(reference)
  const name =
    people.length === 0 ? (newspaperOf(reference) ?? reference.title ?? '[Untitled]') : shortNames(people)
  const year = reference.issued === null ? 'no date' : yearText(reference.issued, 'BC')
  return `(${[name, year, ...(pages === null ? [] : [citePages(pages)])].join(', ')})`
}

function shortNames(people: readonly Person[]): string {
  const names = people.map(surnameOf)
  return names.length > 3 ? `${names[0]} et al.` : joinNames(names, ' and ')
}

function creatorsOf(reference: Reference): string | null {
  const { people, areEditors } = leadingPeople(reference)
  if (people.length === 0) return newspaperOf(reference)
  return areEditors ? `${listNames(people)} ${editorMark(reference)}` : listNames(people)
}

/** The newspaper takes the place of a missing author. */
function newspaperOf(reference: Reference): string | null {
  return referenceShape(reference) === 'news' && reference.authors.length === 0 ? reference.container : null
}

function editorMark(reference: Reference): string {
  const mark = reference.editors.length > 1 ? 'eds' : 'ed.'
  return contributorsOf(reference).areBoth ? `(${mark} and trans.)` : `(${mark})`
}

const initials: InitialsStyle = { afterLetter: '.', between: '', hyphens: true }

function listNames(people: readonly Person[]): string {
  return shorten(people.map(person => invertName(person, { ...initials, comma: ', ', suffixComma: ', ' })))
}

/** With four or more names, lists only the first. */
function shorten(names: readonly string[]): string {
  return names.length > 3 ? `${names[0]} et al.` : joinNames(names, ' and ')
}

function quote(title: string): string {
  return `‘${title}’`
}

/** Whether the title is put in quotation marks and followed by the containing work. */
function isPart(reference: Reference): boolean {
  const shape = referenceShape(reference)
  return (
    shape === 'article' ||
    shape === 'news' ||
    shape === 'preprint' ||
    shape === 'chapter' ||
    (shape === 'paper' && reference.container !== null)
  )
}

function partSource(reference: Reference): string[] {
  const { container, pages, editors, publisher } = reference
  const shape = referenceShape(reference)
  const page = pages === null ? null : `${areSeveral(pages) ? 'pp.' : 'p.'} ${pagesText(pages)}`
  if (shape === 'article') return present([container, volumeText(reference), page])
  if (shape === 'preprint') return [`${publisher ?? ''} [Preprint]`.trim()]
  if (shape === 'news') {
    const paper = newspaperOf(reference) === null ? container : null
    return present([paper, dayAndMonth(reference.issued), page])
  }
  const names = editors.map(editor => uprightName(editor, initials))
  const by = names.length === 0 ? '' : `${shorten(names)} ${editorMark(reference)} `
  const lead = shape === 'chapter' || by !== '' ? 'in ' : ''
  const book = sentences([
    `${lead}${by}${container ?? ''}`,
    ...bookDetails(reference),
    publication(reference),
  ]).replace(/\.$/, '')
  return present([book, page])
}

function present(parts: readonly (string | null)[]): string[] {
  return parts.filter(part => part !== null)
}

function bookDetails({ edition, volume }: Reference): (string | null)[] {
  return [editionText(edition, 'edn'), volume === null ? null : `Vol. ${volume}`]
}

function wholeSource(reference: Reference): (string | null)[] {
  const { genre, publisher, container } = reference
  const shape = referenceShape(reference)
  const contributors = contributorsText(reference)
  if (shape === 'thesis') return [...contributors, genre ?? 'Thesis', publisher]
  if (shape === 'report') return [...contributors, reportText(reference, 'no.'), publication(reference)]
  if (shape === 'patent') return [...contributors, patentText(reference, 'no.'), publication(reference)]
  if (shape === 'web') return [...contributors, container]
  return [...bookDetails(reference), ...contributors, container, publication(reference)]
}

function publication({ place, publisher }: Reference): string | null {
  const text = [place, publisher].filter(part => part !== null).join(': ')
  return text === '' ? null : text
}

function dayAndMonth(date: PartialDate | null): string | null {
  if (date === null || date.month === null) return null
  return [date.day, monthName(date.month)].filter(part => part !== null).join(' ')
}

function availability(reference: Reference): string | null {
  const address = addressOf(reference)
  if (address === null) return null
  const { accessed, doi } = reference
  const seen =
    accessed === null || doi !== null
      ? ''
      : ` (Accessed: ${present([dayAndMonth(accessed), String(accessed.year)]).join(' ')})`
  return `Available at: ${address}${seen}.`
}
