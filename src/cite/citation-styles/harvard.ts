import type { PageSpan } from '../../model/chunk.ts'
import { type PartialDate, type Person, type Reference, surnameOf } from '../../model/reference.ts'
import {
  addressOf,
  areSeveral,
  capitalise,
  editionText,
  leadingPeople,
  monthName,
  pagesText,
  sentence,
  sentences,
  shapeOf,
  volumeText,
  yearText,
} from '../citation-parts.ts'
import { invertName } from '../format-name.ts'
import { joinNames } from '../join-names.ts'
import { citePages } from '../page-range.ts'

/** Harvard as *Cite Them Right* has it (11th edition, with place of publication), without italics. */
export function harvardReference(reference: Reference): string {
  const { issued } = reference
  const who = creatorsOf(reference)
  const year = `(${issued === null ? 'no date' : yearText(issued, 'BC')})`
  const title = reference.title ?? '[Untitled]'
  const opening =
    who === null
      ? `${isPart(reference) ? quote(title) : title} ${year}`
      : `${who} ${year} ${isPart(reference) ? quote(title) : title}`
  const body = isPart(reference)
    ? sentence([opening, ...partSource(reference)].join(', '))
    : sentences([opening, ...wholeSource(reference)])
  return [body, availability(reference)].filter(part => part !== null).join(' ')
}

/** "(Martin, 2017, pp. 45–46)"; up to three authors are named. */
export function harvardInText(reference: Reference, pages: PageSpan | null): string {
  const { people } = leadingPeople(reference)
  const name = people.length === 0 ? (reference.title ?? '[Untitled]') : shortNames(people)
  const year = reference.issued === null ? 'no date' : yearText(reference.issued, 'BC')
  return `(${[name, year, ...(pages === null ? [] : [citePages(pages)])].join(', ')})`
}

function shortNames(people: readonly Person[]): string {
  const names = people.map(surnameOf)
  return names.length > 3 ? `${names[0]} et al.` : joinNames(names, ' and ')
}

function creatorsOf(reference: Reference): string | null {
  const { people, areEditors } = leadingPeople(reference)
  if (people.length === 0) return null
  return areEditors ? `${listNames(people)} ${editorMark(people)}` : listNames(people)
}

function editorMark(editors: readonly Person[]): string {
  return editors.length > 1 ? '(eds)' : '(ed.)'
}

/** Of four and more only the first is named. */
function listNames(people: readonly Person[]): string {
  const names = people.map(person =>
    invertName(person, { afterLetter: '.', between: '', hyphens: true, comma: ', ', suffixComma: ', ' }),
  )
  return names.length > 3 ? `${names[0]} et al.` : joinNames(names, ' and ')
}

function quote(title: string): string {
  return `‘${title}’`
}

/** Articles, chapters and papers stand in quotation marks before what they are part of. */
function isPart(reference: Reference): boolean {
  const shape = shapeOf(reference)
  return (
    shape === 'article' ||
    shape === 'news' ||
    shape === 'chapter' ||
    (shape === 'paper' && reference.container !== null)
  )
}

function partSource(reference: Reference): string[] {
  const { container, pages, editors } = reference
  const shape = shapeOf(reference)
  const page = pages === null ? null : `${areSeveral(pages) ? 'pp.' : 'p.'} ${pagesText(pages)}`
  if (shape === 'article') return present([container, volumeText(reference), page])
  if (shape === 'news') return present([container, dayAndMonth(reference.issued), page])
  const by = editors.length === 0 ? '' : `${listNames(editors)} ${editorMark(editors)} `
  const lead = shape === 'chapter' ? 'in ' : ''
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
  const { genre, number, publisher, container } = reference
  const shape = shapeOf(reference)
  if (shape === 'thesis') return [genre ?? 'Thesis', publisher]
  if (shape === 'report')
    return [
      number === null ? genre : `${capitalise(genre ?? 'report')} no. ${number}`,
      publication(reference),
    ]
  if (shape === 'web') return [container]
  return [...bookDetails(reference), container, publication(reference)]
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
