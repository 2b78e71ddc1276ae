import { type Person, type Reference, surnameOf } from '../../../../core/model/reference.ts'
import { type CitedPages, citePages } from '../../../../core/text/cite-pages.ts'
import { ownValue } from '../../../../core/text/json-values.ts'
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
  sentences,
  volumeText,
  yearText,
} from '../citation-parts.ts'
import { type InitialsStyle, invertName, joinNames, uprightName } from '../format-name.ts'

/** APA, 7th edition, without italics. Keeps the case of titles. */
export function apaReference(reference: Reference): string {
  const title = titleWithDetails(reference)
  const who = creatorsOf(reference)
  const opening = who === null ? [title, dateOf(reference)] : [who, dateOf(reference), title]
  const text = sentences([...opening, ...sourceOf(reference)])
  const address = retrieval(reference)
  return address === null ? text : `${text} ${address}`
}

/** "(Martin, 2017, pp. 45–46)". */
export function apaInText(reference: Reference, pages: CitedPages | null): string {
  const { people } = leadingPeople(reference)
  const name = people.length === 0 ? titleInText(reference) : `${shortNames(people)},`
  const year = reference.issued === null ? 'n.d.' : yearText(reference.issued, 'B.C.E.')
  return `(${[`${name} ${year}`, ...(pages === null ? [] : [citePages(pages)])].join(', ')})`
}

const initials: InitialsStyle = { afterLetter: '.', between: ' ', hyphens: true }

function creatorsOf(reference: Reference): string | null {
  const { people, areEditors } = leadingPeople(reference)
  if (people.length === 0) return null
  const names = listNames(people)
  return areEditors ? `${names} (${editorMark(reference)})` : names
}

/** "Ed.", "Eds.", "Ed. & Trans.". */
function editorMark(reference: Reference): string {
  const mark = reference.editors.length > 1 ? 'Eds.' : 'Ed.'
  return contributorsOf(reference).areBoth ? `${mark} & Trans.` : mark
}

/** Lists up to twenty names; with more, the first nineteen and the last. */
function listNames(people: readonly Person[]): string {
  const names = people.map(person => invertName(person, { ...initials, comma: ', ', suffixComma: ', ' }))
  if (names.length > 20) return `${names.slice(0, 19).join(', ')}, . . . ${names.at(-1)}`
  return joinNames(names, ', & ')
}

function shortNames(people: readonly Person[]): string {
  const [first, second] = people.map(surnameOf)
  if (people.length > 2) return `${first} et al.`
  return second === undefined ? `${first}` : `${first} & ${second}`
}

/** The title of a part of another work is put in quotation marks. */
function titleInText(reference: Reference): string {
  const title = reference.title ?? reference.container ?? 'Untitled'
  return reference.container === null ? `${title},` : `“${title},”`
}

const dated: ReadonlySet<string> = new Set([
  'article-newspaper',
  'article-magazine',
  'webpage',
  'post',
  'post-weblog',
  'broadcast',
  'speech',
  'interview',
  'personal_communication',
])

function dateOf({ issued, type }: Reference): string {
  if (issued === null) return '(n.d.)'
  const year = yearText(issued, 'B.C.E.')
  if (!dated.has(type) || issued.month === null) return `(${year})`
  const month = monthName(issued.month)
  return `(${year}, ${issued.day === null ? month : `${month} ${issued.day}`})`
}

function titleWithDetails(reference: Reference): string {
  const { title, type, genre, publisher } = reference
  const shape = referenceShape(reference)
  const inside = [contributorsText(reference), detailsOf(reference)].filter(part => part !== '').join('; ')
  const text = withBrackets(title ?? untitled(reference), inside)
  if (shape === 'thesis' && isUnpublished(reference))
    return `${text} [Unpublished ${lowerWord(genre ?? 'thesis')}]`
  if (shape === 'thesis')
    return `${text} [${[genre ?? 'Thesis', publisher].filter(part => part !== null).join(', ')}]`
  const medium = ownValue(mediums, type) ?? null
  return medium === null ? text : `${text} [${medium}]`
}

/** "J. Smith, Ed.; H. Weaver & K. Roe, Trans.". */
function contributorsText(reference: Reference): string {
  const { editors, translators } = contributorsOf(reference)
  const edited = editors.length === 0 ? [] : [`${uprightNames(editors)}, ${editorMark(reference)}`]
  const translated = translators.length === 0 ? [] : [`${uprightNames(translators)}, Trans.`]
  return [...edited, ...translated].join('; ')
}

function uprightNames(people: readonly Person[]): string {
  const names = people.map(person => uprightName(person, initials))
  return joinNames(names, people.length > 2 ? ', & ' : ' & ')
}

function detailsOf(reference: Reference): string {
  const shape = referenceShape(reference)
  if (shape === 'preprint') return reference.number ?? ''
  if (shape === 'report') return reportText(reference, 'No.') ?? ''
  if (shape === 'patent') return patentText(reference, 'No.') ?? ''
  return shape === 'book' ? bookDetails(reference) : ''
}

/** A thesis without an address or archive is unpublished; its university takes the place of the publisher. */
function isUnpublished(reference: Reference): boolean {
  return addressOf(reference) === null && reference.container === null
}

/** Lower-cases "Doctoral dissertation" inside a sentence; keeps "PhD thesis". */
function lowerWord(text: string): string {
  return /^\p{Lu}\p{Ll}*(?!\p{L})/u.test(text) ? text.slice(0, 1).toLowerCase() + text.slice(1) : text
}

function untitled({ genre, type }: Reference): string {
  return `[${genre ?? (type === 'document' ? 'Untitled work' : `Untitled ${type.replaceAll(/[-_]/g, ' ')}`)}]`
}

const mediums: Readonly<Record<string, string>> = {
  motion_picture: 'Film',
  broadcast: 'Broadcast',
  dataset: 'Data set',
  software: 'Computer software',
  map: 'Map',
  song: 'Song',
  graphic: 'Image',
  manuscript: 'Unpublished manuscript',
  'review-book': 'Review',
}

function bookDetails({ edition, volume }: Reference): string {
  return [editionText(edition, 'ed.'), volume === null ? null : `Vol. ${volume}`]
    .filter(part => part !== null)
    .join(', ')
}

function withBrackets(text: string, inside: string): string {
  return inside === '' ? text : `${text} (${inside})`
}

/** Returns what follows the title: journal, book, publisher. */
function sourceOf(reference: Reference): (string | null)[] {
  const { container, publisher } = reference
  const shape = referenceShape(reference)
  if (shape === 'article' || shape === 'news') return [journalOf(reference)]
  if (shape === 'chapter') return [bookOf(reference), publisher]
  if (shape === 'paper') return container === null ? [publisher] : [bookOf(reference), publisher]
  if (shape === 'thesis') return [container, isUnpublished(reference) ? publisher : null]
  if (shape === 'preprint') return [publisher]
  if (shape === 'web')
    return [[container, publisher].find(name => name !== null && !isAuthor(reference, name)) ?? null]
  if (shape === 'report' || shape === 'book' || shape === 'patent')
    return [isAuthor(reference, publisher) ? null : publisher]
  return [container, isAuthor(reference, publisher) ? null : publisher]
}

/** A publisher that is also the author is not repeated. */
function isAuthor({ authors }: Reference, name: string | null): boolean {
  return authors.some(author => author.literal !== undefined && author.literal === name)
}

function journalOf(reference: Reference): string | null {
  const { container, pages } = reference
  const parts = [container, volumeText(reference), pages === null ? null : pagesText(pages)]
  return parts.filter(part => part !== null).join(', ')
}

function bookOf(reference: Reference): string {
  const { container, editors, pages } = reference
  const page = pages === null ? '' : `${areSeveral(pages) ? 'pp.' : 'p.'} ${pagesText(pages)}`
  const details = [bookDetails(reference), page].filter(part => part !== '').join(', ')
  const by = editors.length === 0 ? '' : `${uprightNames(editors)} (${editorMark(reference)}), `
  return withBrackets(`In ${by}${container}`, details)
}

/** A web page or dictionary entry without a date may change, so the date of access is added. */
function retrieval(reference: Reference): string | null {
  const { issued, accessed, doi, type } = reference
  const address = addressOf(reference)
  const mayChange = referenceShape(reference) === 'web' || type.startsWith('entry')
  if (address === null || doi !== null || issued !== null || !mayChange) return address
  if (accessed === null || accessed.month === null) return address
  const day = accessed.day === null ? '' : ` ${accessed.day}`
  return `Retrieved ${monthName(accessed.month)}${day}, ${accessed.year}, from ${address}`
}
