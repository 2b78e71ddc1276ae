import type { PartialDate, Person, Reference } from '../../../../core/model/reference.ts'
import { type CitedPages, citePages } from '../../../../core/text/cite-pages.ts'
import {
  addressOf,
  contributorsOf,
  editionText,
  isInBook,
  leadingPeople,
  monthName,
  pagesText,
  patentText,
  referenceShape,
  sentence,
  sentences,
  yearText,
} from '../citation-parts.ts'
import { invertName } from '../format-name.ts'

/** Vancouver as recommended by the ICMJE: surname and initials, up to six authors, year after the source. */
export function vancouverReference(reference: Reference): string {
  const { doi } = reference
  const address = addressOf(reference)
  const text = sentences([creatorsOf(reference), titleOf(reference), ...sourceOf(reference)])
  if (address === null) return text
  const isNamed = doi !== null && referenceShape(reference) !== 'preprint'
  return isNamed ? `${text} doi: ${doi}.` : `${text} Available from: ${address}`
}

/** Vancouver numbers references in the order of the text; a single reference is number 1. */
export function vancouverInText(_reference: Reference, pages: CitedPages | null): string {
  return pages === null ? '(1)' : `(1, ${citePages(pages)})`
}

function creatorsOf(reference: Reference): string | null {
  const { people, areEditors } = leadingPeople(reference)
  if (people.length === 0) return null
  if (areEditors) return editorsOf(reference)
  const isPatent = referenceShape(reference) === 'patent'
  return isPatent
    ? `${listNames(people)}, ${people.length > 1 ? 'inventors' : 'inventor'}`
    : listNames(people)
}

const nameStyle = { afterLetter: '', between: '', hyphens: false, comma: ' ', suffixComma: ' ' } as const

/** Lists up to six names. A semicolon separates people from organisations. */
function listNames(people: readonly Person[]): string {
  const named = people.slice(0, 6)
  const text = named.reduce((list, person, index) => {
    const name = invertName(withOrdinal(person), nameStyle)
    const before = named[index - 1]
    if (before === undefined) return name
    return `${list}${isGroup(before) || isGroup(person) ? ';' : ','} ${name}`
  }, '')
  return people.length > 6 ? `${text}, et al` : text
}

function isGroup(person: Person): boolean {
  return person.literal !== undefined
}

/** Writes "Jr." without a full stop and "III" as "3rd". */
function withOrdinal(person: Person): Person {
  if (person.literal !== undefined) return person
  const suffix = person.suffix.replace(/\.$/, '')
  return { ...person, suffix: { II: '2nd', III: '3rd', IV: '4th', V: '5th' }[suffix] ?? suffix }
}

/** "Vogelstein B, Kinzler KW, editors", "Strachey J, editor and translator". */
function editorsOf(reference: Reference): string {
  const { editors } = reference
  const [edited, translated] = editors.length > 1 ? ['editors', 'translators'] : ['editor', 'translator']
  const role = contributorsOf(reference).areBoth ? `${edited} and ${translated}` : edited
  return `${listNames(editors)}, ${role}`
}

/** "Galkin AV, translator; Roodyn DB, editor". */
function contributorsText(reference: Reference): string {
  const { editors, translators } = contributorsOf(reference)
  const role = translators.length > 1 ? 'translators' : 'translator'
  return [
    ...(translators.length === 0 ? [] : [`${listNames(translators)}, ${role}`]),
    ...(editors.length === 0 ? [] : [editorsOf(reference)]),
  ].join('; ')
}

function isOnline(reference: Reference): boolean {
  return reference.doi === null && reference.url !== null
}

function titleOf(reference: Reference): string | null {
  const { title, genre } = reference
  const text = title ?? '[title unknown]'
  const shape = referenceShape(reference)
  const isSeen = isOnline(reference)
  if (shape === 'thesis') return `${text} [${thesisKind(genre)}${isSeen ? ' on the Internet' : ''}]`
  return isSeen && !isPart(reference) ? `${text} [Internet]` : text
}

/** Whether "[Internet]" is added to the containing work instead of the title. */
function isPart(reference: Reference): boolean {
  const shape = referenceShape(reference)
  return isInBook(reference) || shape === 'article' || shape === 'news' || shape === 'preprint'
}

/** "Am J Nurs [Internet]". */
function containerOf(reference: Reference): string | null {
  const { container } = reference
  return container === null || !isOnline(reference) ? container : `${container} [Internet]`
}

function thesisKind(genre: string | null): string {
  if (genre === null) return 'thesis'
  if (/master/i.test(genre)) return "master's thesis"
  return /doctor|ph\.?\s?d|dissertation/i.test(genre) ? 'dissertation' : genre
}

function sourceOf(reference: Reference): (string | null)[] {
  const contributors = contributorsText(reference)
  if (referenceShape(reference) !== 'book') return [contributors, ...publishedIn(reference)]
  const { edition, volume } = reference
  return [
    editionText(edition, 'ed.'),
    volume === null ? null : `Vol. ${volume}`,
    contributors,
    publicationOf(reference),
  ]
}

function publishedIn(reference: Reference): (string | null)[] {
  const { container, edition, volume, number, pages } = reference
  const shape = referenceShape(reference)
  if (shape === 'article') return [journalOf(reference)]
  if (shape === 'news') return [newsOf(reference)]
  if (shape === 'preprint') return preprintOf(reference)
  const publication = publicationOf(reference)
  const bookEdition = editionText(edition, 'ed.')
  const bookVolume = volume === null ? null : `Vol. ${volume}`
  const page = pages === null ? null : `p. ${shortPages(pages)}`
  if (isInBook(reference)) return [bookOf(reference), bookEdition, bookVolume, publication, page]
  if (shape === 'report') return [publication, number === null ? null : `Report No.: ${number}`]
  if (shape === 'patent') return [patentText(reference, null), publication]
  return [container === null || shape === 'web' ? null : container, publication]
}

function bookOf(reference: Reference): string {
  const { editors } = reference
  const by = editors.length === 0 ? '' : `${sentence(editorsOf(reference))} `
  return `In: ${by}${containerOf(reference)}`
}

/** "N Engl J Med. 2002 Jul 25;347(4):284-7". */
function journalOf(reference: Reference): string {
  const { volume, issue, pages } = reference
  const container = containerOf(reference)
  const number = `${volume ?? ''}${issue === null ? '' : `(${issue})`}`
  const page = pages === null ? '' : `:${shortPages(pages)}`
  const date = `${dateText(reference.issued)}${cited(reference)}`
  const place = number === '' && page === '' ? date : `${date}${number === '' ? '' : ';'}${number}${page}`
  return container === null ? place : `${sentence(container)} ${place}`
}

function newsOf(reference: Reference): string {
  const container = containerOf(reference)
  const page = reference.pages === null ? '' : `:${shortPages(reference.pages)}`
  const date = `${dateText(reference.issued)}${cited(reference)}${page}`
  return container === null ? date : `${sentence(container)} ${date}`
}

/** "bioRxiv 069187 [Preprint]. 2016 [cited 2017 Jan 12]". */
function preprintOf(reference: Reference): string[] {
  const { publisher, number, issued, accessed } = reference
  const where = [publisher, number, '[Preprint]'].filter(part => part !== null).join(' ')
  const seen = accessed === null ? '' : ` [cited ${dateText(accessed)}]`
  return [where, `${dateText(issued)}${seen}`]
}

/** "London: SAGE; 2013", with the date of access for online sources. */
function publicationOf(reference: Reference): string {
  const { place, container, publisher, issued } = reference
  const shape = referenceShape(reference)
  const house = shape === 'web' ? (container ?? publisher) : publisher
  const where = [place, house].filter(part => part !== null).join(': ')
  const date =
    shape === 'web' || shape === 'report' || shape === 'patent' ? dateText(issued) : yearOnly(issued)
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

/** Shortens the end of a range by the digits it shares with the start: 284-7, S93-9, but 126A-127A. */
function shortPages(pages: string): string {
  return pagesText(pages)
    .replace(
      /(?<![\p{L}\d])(\p{L}*)(\d+)–\1(\d+)(?![\p{L}\d])/gu,
      // biome-ignore lint/complexity/useMaxParams: String.replace passes the groups as arguments.
      (range, prefix: string, first: string, last: string) =>
        first.length === last.length && first < last ? `${prefix}${first}-${tailOf(first, last)}` : range,
    )
    .replaceAll('–', '-')
}

function tailOf(first: string, last: string): string {
  const shared = [...last].findIndex((digit, index) => digit !== first[index])
  return last.slice(shared)
}
