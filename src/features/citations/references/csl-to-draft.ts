import { emptyReference, type PartialDate, type Person } from '../../../core/model/reference.ts'
import {
  chooseDoi,
  type Draft,
  distinct,
  genreName,
  makePerson,
} from '../../../core/references/finish-reference.ts'
import { makeDate, parseDate } from '../../../core/references/parse-date.ts'
import { collapse, plainText } from '../../../core/references/plain-text.ts'
import { integerOf, isRecord, type Loose, listOf, recordsOf, textOf } from '../../../core/text/json-values.ts'

/** Removes the markup of a field: HTML tags in CSL-JSON, mostly Markdown in CSL-YAML. */
export type ReadMarkup = (value: string) => string

/** Converts a CSL item. */
export function cslToDraft(item: Loose, readMarkup: ReadMarkup = plainText): Draft {
  const text = (...names: string[]): string | null => {
    for (const name of names) {
      const value = readMarkup(textOf(item[name]) ?? '')
      if (value !== '') return value
    }
    return null
  }
  const verbatim = (name: string): string | null => textOf(item[name])
  const { citekey, itemKey } = identify(item)
  return {
    ...emptyReference,
    citekey,
    itemKey,
    type: verbatim('type') ?? 'document',
    genre: genreName(text('genre') ?? '') || null,
    title: text('title'),
    authors: creators(item),
    editors: people(item.editor),
    translators: people(item.translator),
    issued: readDate(item.issued),
    accessed: readDate(item.accessed),
    container: text('container-title', 'event-title', 'event'),
    publisher: text('publisher') ?? (item.type === 'patent' ? text('authority') : null),
    place: text('publisher-place', 'event-place'),
    volume: text('volume'),
    issue: text('issue'),
    number: text('number'),
    pages: text('page'),
    edition: text('edition'),
    doi: chooseDoi(verbatim('DOI') ?? verbatim('doi'), verbatim('URL')),
    isbn: text('ISBN'),
    url: verbatim('URL') ?? verbatim('url'),
    language: verbatim('language'),
    tags: keywordsOf(item.keyword ?? item.keywords),
  }
}

/** Zotero writes the URL or library path of the item into `id`, where other programs write the citekey. */
function identify(item: Loose): { citekey: string | null; itemKey: string | null } {
  const id = textOf(item.id)
  const key = /(?:^https?:\/\/zotero\.org\/.*\/items|^\w+)\/([A-Z0-9]{8})$/.exec(id ?? '')?.[1] ?? null
  const named = textOf(item['citation-key']) ?? citekeyInNote(textOf(item.note))
  const isAddress = key !== null || /^https?:/i.test(id ?? '')
  return { citekey: named ?? (isAddress ? null : id), itemKey: key }
}

function citekeyInNote(note: string | null): string | null {
  return /^\s*citation\s?key\s*:\s*(\S+)/im.exec(note ?? '')?.[1] ?? null
}

/** Returns the authors, or the corresponding people of films, talks and similar works. */
function creators(item: Loose): Person[] {
  for (const role of [
    'author',
    'director',
    'script-writer',
    'interviewer',
    'composer',
    'performer',
    'host',
    'creator',
  ]) {
    const found = people(item[role])
    if (found.length > 0) return found
  }
  return []
}

function people(value: unknown): Person[] {
  return listOf(value)
    .map(name =>
      isRecord(name) ? person(name) : textOf(name) === null ? null : { literal: collapse(String(name)) },
    )
    .filter(found => found !== null)
}

function person(name: Loose): Person | null {
  const part = (key: string): string => collapse(textOf(name[key]) ?? '')
  const literal = part('literal') || part('name')
  if (literal !== '') return { literal }
  const particles = [part('dropping-particle'), part('non-dropping-particle')]
  return makePerson({
    family: part('family').replace(/^"(.*)"$/, '$1'),
    given: part('given'),
    particle: particles.filter(particle => particle !== '').join(' '),
    suffix: part('suffix'),
  })
}

/** Reads date parts, a date as text, or CSL-YAML's list of year, month and day. */
export function readDate(value: unknown): PartialDate | null {
  if (Array.isArray(value))
    return recordsOf(value).length > 0 ? partsOf(recordsOf(value)[0]) : fromNumbers(value)
  if (!isRecord(value)) return dateInWords(value)
  const [first] = listOf(value['date-parts'])
  if (Array.isArray(first)) return fromNumbers(first)
  return partsOf(value) ?? dateInWords(value.raw) ?? dateInWords(value.literal)
}

function partsOf(record: Loose | undefined): PartialDate | null {
  return record === undefined ? null : fromNumbers([record.year, record.month, record.day])
}

function fromNumbers([year, month, day]: readonly unknown[]): PartialDate | null {
  const number = integerOf(year)
  return number === null ? null : makeDate(number, integerOf(month), integerOf(day))
}

function dateInWords(value: unknown): PartialDate | null {
  const text = textOf(value)
  return text === null ? null : parseDate(text)
}

function keywordsOf(value: unknown): string[] {
  if (Array.isArray(value)) return distinct(value.map(tag => textOf(tag) ?? ''))
  const text = textOf(value) ?? ''
  return distinct(text.split(text.includes(';') ? ';' : ','))
}
