import type { PageSpan } from '../../model/chunk.ts'
import type { PartialDate, Person, Reference } from '../../model/reference.ts'
import {
  addressOf,
  editionText,
  leadingPeople,
  monthName,
  pagesText,
  sentence,
  sentences,
  shapeOf,
  yearText,
} from '../citation-parts.ts'
import { invertName } from '../format-name.ts'
import { citePages } from '../page-range.ts'

/** Vancouver as the ICMJE recommends it: surname and initials, six authors, year after the source. */
export function vancouverReference(reference: Reference): string {
  const address = addressOf(reference)
  const text = sentences([creatorsOf(reference), titleOf(reference), ...sourceOf(reference)])
  if (address === null) return text
  return isOnline(reference) ? `${text} Available from: ${address}` : `${text} ${address}`
}

/** References are numbered in the order of a text; alone, this one is the first. */
export function vancouverInText(_reference: Reference, pages: PageSpan | null): string {
  return pages === null ? '(1)' : `(1, ${citePages(pages)})`
}

function creatorsOf(reference: Reference): string | null {
  const { people, areEditors } = leadingPeople(reference)
  if (people.length === 0) return null
  return areEditors ? editorsOf(people) : listNames(people)
}

function listNames(people: readonly Person[]): string {
  const names = people.slice(0, 6).map(person =>
    invertName(withOrdinal(person), {
      afterLetter: '',
      between: '',
      hyphens: false,
      comma: ' ',
      suffixComma: ' ',
    }),
  )
  return people.length > 6 ? `${names.join(', ')}, et al` : names.join(', ')
}

/** "Jr." has no full stop here, and "III" is written "3rd". */
function withOrdinal(person: Person): Person {
  if (person.literal !== undefined) return person
  const suffix = person.suffix.replace(/\.$/, '')
  return { ...person, suffix: { II: '2nd', III: '3rd', IV: '4th', V: '5th' }[suffix] ?? suffix }
}

function editorsOf(editors: readonly Person[]): string {
  return `${listNames(editors)}, ${editors.length > 1 ? 'editors' : 'editor'}`
}

function isOnline(reference: Reference): boolean {
  return reference.doi === null && reference.url !== null
}

function titleOf(reference: Reference): string | null {
  const { title, genre } = reference
  const text = title ?? '[title unknown]'
  const shape = shapeOf(reference)
  if (shape === 'thesis') return `${text} [${thesisKind(genre)}]`
  return isOnline(reference) && (shape === 'web' || shape === 'other') ? `${text} [Internet]` : text
}

function thesisKind(genre: string | null): string {
  if (genre === null) return 'thesis'
  if (/master/i.test(genre)) return "master's thesis"
  return /doctor|ph\.?\s?d|dissertation/i.test(genre) ? 'dissertation' : genre
}

function sourceOf(reference: Reference): (string | null)[] {
  const { container, edition, volume, number, pages } = reference
  const shape = shapeOf(reference)
  if (shape === 'article') return [journalOf(reference)]
  if (shape === 'news') return [newsOf(reference)]
  const publication = publicationOf(reference)
  const bookEdition = editionText(edition, 'ed.')
  const bookVolume = volume === null ? null : `Vol. ${volume}`
  const page = pages === null ? null : `p. ${pagesText(pages)}`
  if (shape === 'chapter' || (shape === 'paper' && container !== null))
    return [inBook(reference), bookEdition, bookVolume, publication, page]
  if (shape === 'report') return [publication, number === null ? null : `Report No.: ${number}`]
  if (shape === 'book') return [bookEdition, bookVolume, publication]
  return [container === null || shape === 'web' ? null : container, publication]
}

function inBook({ container, editors }: Reference): string {
  const by = editors.length === 0 ? '' : `${sentence(editorsOf(editors))} `
  return `In: ${by}${container}`
}

/** "N Engl J Med. 2002 Jul 25;347(4):284–287". */
function journalOf(reference: Reference): string {
  const { container, volume, issue, pages } = reference
  const number = `${volume ?? ''}${issue === null ? '' : `(${issue})`}`
  const page = pages === null ? '' : `:${pagesText(pages)}`
  const date = dateText(reference.issued)
  const place = number === '' && page === '' ? date : `${date}${number === '' ? '' : ';'}${number}${page}`
  return container === null ? place : `${sentence(container)} ${place}`
}

function newsOf(reference: Reference): string {
  const { container, pages } = reference
  const date = `${dateText(reference.issued)}${pages === null ? cited(reference) : `:${pagesText(pages)}${cited(reference)}`}`
  return container === null ? date : `${sentence(container)} ${date}`
}

/** "London: SAGE; 2013", with the date a page was seen where it is read online. */
function publicationOf(reference: Reference): string {
  const { place, container, publisher, issued } = reference
  const shape = shapeOf(reference)
  const house = shape === 'web' ? (container ?? publisher) : publisher
  const where = [place, house].filter(part => part !== null).join(': ')
  const date = shape === 'web' ? dateText(issued) : yearOnly(issued)
  return `${where === '' ? '' : `${where}; `}${date}${cited(reference)}`
}

function cited(reference: Reference): string {
  const { accessed } = reference
  return accessed === null || !isOnline(reference) ? '' : ` [cited ${dateText(accessed)}]`
}

function yearOnly(date: PartialDate | null): string {
  return date === null ? '[date unknown]' : yearText(date, 'BC')
}

function dateText(date: PartialDate | null): string {
  if (date === null || date.month === null) return yearOnly(date)
  const month = monthName(date.month).slice(0, 3)
  return [yearOnly(date), month, date.day].filter(part => part !== null).join(' ')
}
