import { emptyReference, type PartialDate, type Person } from '../../../../core/model/reference.ts'
import { chooseDoi, type Draft, distinct, genreName } from '../../../../core/references/finish-reference.ts'
import { makeDate, monthNumber, monthPattern, parseDate } from '../../../../core/references/parse-date.ts'
import { entryTypes, subtypes } from './entry-types.ts'
import { parseFileField } from './parse-file-field.ts'
import { parseNames } from './parse-names.ts'
import type { ResolvedEntry } from './resolve-entries.ts'
import { splitTop } from './split-top.ts'
import { texToText, texToVerbatim } from './tex-to-text.ts'

/** What an entry of BibTeX or BibLaTeX says, in our words. */
export function entryToDraft(entry: ResolvedEntry): Draft {
  const { fields } = entry
  const text = (...names: string[]): string | null => firstOf(fields, names, texToText)
  const verbatim = (...names: string[]): string | null => firstOf(fields, names, texToVerbatim)
  const kind = kindOf(entry, text)
  const url =
    verbatim('url', 'howpublishedurl') ?? addressIn(fields.get('howpublished')) ?? archiveAddress(fields)
  const isArticle = kind.type.startsWith('article')
  return {
    ...emptyReference,
    ...kind,
    citekey: entry.key === '' ? null : entry.key,
    title: withSubtitle(text('title'), text('subtitle')),
    authors: people(fields, 'author'),
    editors: people(fields, 'editor', 'bookeditor'),
    issued: issuedOf(fields),
    accessed: dateOf(text('urldate', 'lastvisited', 'lastchecked', 'lastaccessed')),
    container: containerOf(kind.type, text),
    publisher: text('publisher', 'institution', 'school', 'organization') ?? publishedHow(fields, text),
    place: text('location', 'address'),
    volume: text('volume'),
    issue: isArticle ? text('number', 'issue') : text('issue'),
    number: isArticle ? null : text('number'),
    pages: text('pages'),
    edition: text('edition'),
    doi: chooseDoi(verbatim('doi'), url),
    isbn: text('isbn'),
    url,
    language: text('langid', 'language', 'hyphenation'),
    tags: listOf(fields.get('keywords') ?? fields.get('keyword') ?? fields.get('tags')),
    collections: listOf(fields.get('groups')),
    files: distinct(parseFileField(fields.get('file') ?? fields.get('pdf') ?? '')),
  }
}

type ReadText = (...names: string[]) => string | null

function firstOf(
  fields: ReadonlyMap<string, string>,
  names: readonly string[],
  read: (tex: string) => string,
): string | null {
  for (const name of names) {
    const value = fields.get(name)
    const text = value === undefined ? '' : read(value)
    if (text !== '') return text
  }
  return null
}

function kindOf({ type, fields }: ResolvedEntry, text: ReadText): { type: string; genre: string | null } {
  const known = entryTypes[type]
  const named = subtypes[(fields.get('entrysubtype') ?? '').trim().toLowerCase()]
  const written = text('type')
  const genre = written === null ? (known?.genre ?? null) : genreName(written)
  return { type: named ?? known?.type ?? 'document', genre }
}

function withSubtitle(title: string | null, subtitle: string | null): string | null {
  if (title === null || subtitle === null) return title ?? subtitle
  return /[?!:.]$/.test(title) ? `${title} ${subtitle}` : `${title}: ${subtitle}`
}

function people(fields: ReadonlyMap<string, string>, ...names: string[]): Person[] {
  for (const name of names) {
    const found = parseNames(fields.get(name) ?? '')
    if (found.length > 0) return found
  }
  return []
}

function issuedOf(fields: ReadonlyMap<string, string>): PartialDate | null {
  const date = dateOf(texToText(fields.get('date') ?? ''))
  if (date !== null) return date
  const year = dateOf(texToText(fields.get('year') ?? ''))
  if (year === null || year.month !== null) return year
  const month = texToText(fields.get('month') ?? '')
  const named = monthPattern.exec(month)
  const number = named === null ? Number.parseInt(month, 10) : monthNumber(named[1] ?? '')
  const beside = /(?<!\d)\d{1,2}(?!\d)/.exec(named === null ? '' : month)?.[0]
  const day = texToText(fields.get('day') ?? '') || beside
  return makeDate(year.year, number, day === undefined ? null : Number.parseInt(day, 10))
}

function dateOf(text: string | null): PartialDate | null {
  return text === null || text === '' ? null : parseDate(text)
}

/** A paper may name the journal that printed its proceedings; what it is part of is the book. */
function containerOf(type: string, text: ReadText): string | null {
  const journal = withSubtitle(text('journaltitle', 'journal'), text('journalsubtitle'))
  const book = withSubtitle(text('booktitle'), text('booksubtitle'))
  const isPart = type === 'chapter' || type === 'paper-conference' || type === 'entry-encyclopedia'
  return (isPart ? (book ?? journal) : (journal ?? book)) ?? text('maintitle', 'eventtitle', 'shortjournal')
}

/** `howpublished` names a publisher unless it is an address. */
function publishedHow(fields: ReadonlyMap<string, string>, text: ReadText): string | null {
  return addressIn(fields.get('howpublished')) === null ? text('howpublished') : null
}

function addressIn(field: string | undefined): string | null {
  const found = /\\url\s*\{([^{}]+)\}|(https?:\/\/[^\s{}]+)/.exec(field ?? '')
  return found === null ? null : texToVerbatim(found[1] ?? found[2] ?? '')
}

function archiveAddress(fields: ReadonlyMap<string, string>): string | null {
  const archive = (fields.get('eprinttype') ?? fields.get('archiveprefix') ?? '').trim().toLowerCase()
  const eprint = texToVerbatim(fields.get('eprint') ?? '').replace(/^arxiv:/i, '')
  return archive === 'arxiv' && eprint !== '' ? `https://arxiv.org/abs/${eprint}` : null
}

/** Keywords and groups: separated by semicolons where those are the rule, else by commas. */
function listOf(field: string | undefined): string[] {
  const value = field ?? ''
  const bySemicolon = splitTop(value, /;/y)
  const byComma = splitTop(value, /,/y)
  const parts = bySemicolon.length >= byComma.length ? bySemicolon : byComma
  return distinct(parts.map(texToText))
}
