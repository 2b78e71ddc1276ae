import { emptyReference, type PartialDate, type Person } from '../../../../core/model/reference.ts'
import { chooseDoi, type Draft, distinct, genreName } from '../../../../core/references/finish-reference.ts'
import { makeDate, monthNumber, monthPattern, parseDate } from '../../../../core/references/parse-date.ts'
import { parseNames } from './parse-names.ts'
import type { ResolvedEntry } from './read-bibtex.ts'
import { splitTop } from './tex-groups.ts'
import { texToText, texToVerbatim } from './tex-to-text.ts'

/** Converts a BibTeX or BibLaTeX entry. */
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
    translators: people(fields, 'translator'),
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

/** A conference paper may name both the book of its proceedings and the journal that printed them; the book is used. */
function containerOf(type: string, text: ReadText): string | null {
  const journal = withSubtitle(text('journaltitle', 'journal'), text('journalsubtitle'))
  const book = withSubtitle(text('booktitle'), text('booksubtitle'))
  const isPart = type === 'chapter' || type === 'paper-conference' || type === 'entry-encyclopedia'
  return (isPart ? (book ?? journal) : (journal ?? book)) ?? text('maintitle', 'eventtitle', 'shortjournal')
}

/** Returns `howpublished` as the publisher unless it is a URL. */
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

/** Splits keywords and groups at semicolons or commas, whichever produces more parts. */
function listOf(field: string | undefined): string[] {
  const value = field ?? ''
  const bySemicolon = splitTop(value, /;/y)
  const byComma = splitTop(value, /,/y)
  const parts = bySemicolon.length >= byComma.length ? bySemicolon : byComma
  return distinct(parts.map(texToText))
}

/** The CSL type of each entry type, and the genre for kinds of theses. */
export const entryTypes: Readonly<Record<string, { type: string; genre?: string }>> = {
  article: { type: 'article-journal' },
  suppperiodical: { type: 'article-journal' },
  book: { type: 'book' },
  mvbook: { type: 'book' },
  collection: { type: 'book' },
  mvcollection: { type: 'book' },
  proceedings: { type: 'book' },
  mvproceedings: { type: 'book' },
  reference: { type: 'book' },
  mvreference: { type: 'book' },
  manual: { type: 'book' },
  booklet: { type: 'pamphlet' },
  inbook: { type: 'chapter' },
  bookinbook: { type: 'chapter' },
  incollection: { type: 'chapter' },
  suppbook: { type: 'chapter' },
  suppcollection: { type: 'chapter' },
  inreference: { type: 'entry-encyclopedia' },
  inproceedings: { type: 'paper-conference' },
  conference: { type: 'paper-conference' },
  thesis: { type: 'thesis' },
  phdthesis: { type: 'thesis', genre: 'Doctoral dissertation' },
  mastersthesis: { type: 'thesis', genre: 'Master’s thesis' },
  bachelorsthesis: { type: 'thesis', genre: 'Bachelor’s thesis' },
  report: { type: 'report' },
  techreport: { type: 'report' },
  unpublished: { type: 'manuscript' },
  online: { type: 'webpage' },
  electronic: { type: 'webpage' },
  www: { type: 'webpage' },
  periodical: { type: 'periodical' },
  dataset: { type: 'dataset' },
  software: { type: 'software' },
  patent: { type: 'patent' },
  standard: { type: 'standard' },
  jurisdiction: { type: 'legal_case' },
  legislation: { type: 'legislation' },
  letter: { type: 'personal_communication' },
  artwork: { type: 'graphic' },
  image: { type: 'graphic' },
  movie: { type: 'motion_picture' },
  video: { type: 'motion_picture' },
  audio: { type: 'song' },
  music: { type: 'song' },
  performance: { type: 'performance' },
  review: { type: 'review' },
}

/** CSL types that `entrysubtype` may name. `newspaper` and `magazine` come from BibLaTeX. */
export const subtypes: Readonly<Record<string, string>> = {
  newspaper: 'article-newspaper',
  magazine: 'article-magazine',
  ...Object.fromEntries(
    `article article-magazine article-newspaper bill broadcast classic collection dataset document entry entry-dictionary
     entry-encyclopedia event figure hearing interview legal_case legislation manuscript map motion_picture
     musical_score pamphlet patent performance periodical personal_communication post post-weblog regulation review
     review-book software song speech standard treaty graphic`
      .split(/\s+/)
      .map(type => [type, type]),
  ),
}

/**
 * Returns the paths in a `file` field: `desc:path:type;…` (JabRef, Zotero, Mendeley) or plain paths (Better BibTeX).
 * `:`, `;` and backslashes may be escaped; a drive letter is not a description.
 */
export function parseFileField(field: string): string[] {
  const value = field.replace(/\{?\$\\backslash\$\}?:/g, '\\:').replace(/\{\\_\}/g, '_')
  return splitUnescaped(value.replace(calibreJoint, '$1;'), ';')
    .map(pathOf)
    .filter(path => path !== '')
}

/** Calibre separates files by commas: `:a.epub:EPUB, :a.pdf:PDF`. */
const calibreJoint = /(:[A-Z0-9]{2,5}),\s*(?=:)/g

function pathOf(entry: string): string {
  const parts = splitUnescaped(entry.trim(), ':')
  return unescapePath(choosePath(parts)).trim()
}

function choosePath(parts: readonly string[]): string {
  const [first = '', second = ''] = parts
  if (parts.length >= 3) return parts.slice(1, -1).join(':')
  if (parts.length < 2 || isDrive(first)) return parts.join(':')
  return isFileType(second) ? first : second
}

function isDrive(part: string): boolean {
  return /^[a-zA-Z]$/.test(part.trim())
}

function isFileType(part: string): boolean {
  return /^(?:\w+\/[\w.+-]+|[a-zA-Z]{2,5}\d?)$/.test(part.trim())
}

/** Keeps a backslash before a letter: it is part of a Windows path. */
function unescapePath(path: string): string {
  return path.replace(/\\([^\p{L}\p{N}])/gu, '$1').replace(/^\{(.*)\}$/s, '$1')
}

function splitUnescaped(text: string, separator: string): string[] {
  const parts: string[] = []
  let part = ''
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character === '\\') {
      part += character + (text[at + 1] ?? '')
      at += 1
    } else if (character === separator) {
      parts.push(part)
      part = ''
    } else part += character
  }
  return [...parts, part]
}
