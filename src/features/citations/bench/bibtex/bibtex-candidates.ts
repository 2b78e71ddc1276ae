/**
 * BibTeX readers that use libraries from npm, with the exports of our modules in src/features/citations/references/bibtex, so
 * that our tests can run on them (`bibtex.ts`). The library parses; only what our reader must return in addition is added.
 */

import { installCandidate, loadCandidate } from '../../../../../bench/install-candidate.ts'
import { emptyReference, type PartialDate, type Person } from '../../../../core/model/reference.ts'
import {
  chooseDoi,
  type Draft,
  distinct,
  genreName,
  isCitable,
  makePerson,
} from '../../../../core/references/finish-reference.ts'
import { makeDate, parseDate } from '../../../../core/references/parse-date.ts'
import { plainText } from '../../../../core/references/plain-text.ts'
import { isRecord, type Loose } from '../../../../core/text/json-values.ts'
import { entryTypes, parseFileField, subtypes } from '../../references/bibtex/entry-to-draft.ts'
import type { ReadBibtex } from '../../references/bibtex/read-bibtex.ts'
import { splitTop } from '../../references/bibtex/tex-groups.ts'
import { cslToDraft } from '../../references/csl-to-draft.ts'

export type Candidate = { packages: string[]; open: (home: string) => Promise<(text: string) => ReadBibtex> }

export const candidates: Readonly<Record<string, Candidate>> = {
  retorquere: { packages: ['@retorquere/bibtex-parser@9.0.29'], open: openRetorquere },
  'citation-js': {
    packages: ['@citation-js/core@0.9.0', '@citation-js/plugin-bibtex@0.9.0'],
    open: openCitationJs,
  },
  'biblatex-csl-converter': { packages: ['biblatex-csl-converter@3.6.0'], open: openConverter },
  astrocite: { packages: ['astrocite-bibtex@0.16.4'], open: openAstrocite },
}

export async function openCandidate(name: string): Promise<(text: string) => ReadBibtex> {
  const candidate = candidates[name]
  if (candidate === undefined)
    throw new Error(`There is no candidate ${name}; choose one of ${Object.keys(candidates).join(', ')}.`)
  return candidate.open(installCandidate(candidate.packages))
}

type Creator = { name?: string; lastName?: string; firstName?: string; prefix?: string; suffix?: string }
type Entry = {
  type: string
  key: string
  fields: Record<string, string | string[] | Creator[]>
  input: string
}
type Library = { entries: Entry[]; errors: { error: string; input: string }[] }
type Parse = (text: string, options: object) => Library

async function openRetorquere(home: string): Promise<(text: string) => ReadBibtex> {
  // SAFETY: the documented interface of the pinned version.
  const { parse } = (await loadCandidate(home, '@retorquere/bibtex-parser')) as { parse: Parse }
  const options = {
    english: false,
    sentenceCase: false,
    caseProtection: false,
    applyCrossRef: true,
    fieldMode: { keywords: 'verbatim' },
    unsupported: (_node: unknown, tex: string) => tex.replace(/\\[a-zA-Z]+\s*|[\\{}]/g, ''),
  }
  return text => {
    const { entries, errors } = parse(text, options)
    const refused = errors.map(({ error, input }) => ({
      line: input === '' || !text.includes(input) ? null : lineAt(text, text.indexOf(input)),
      entry: /^@\s*\w+\s*[{(]\s*([^\s,={}]+)\s*,/.exec(input)?.[1] ?? null,
      reason: error,
    }))
    const drafts: Draft[] = []
    for (const entry of entries) {
      if (entry.type.toLowerCase() === 'xdata' || Object.keys(entry.fields).length === 0) continue
      const draft = retorquereDraft(entry)
      if (isCitable(draft)) drafts.push(draft)
      else
        refused.push({
          line: lineAt(text, text.indexOf(entry.input)),
          entry: null,
          reason: 'it has no key and nothing to cite',
        })
    }
    const isBiblatex = entries.some(
      ({ fields, input }) => fields.date !== undefined || /\bfamily\s*=/.test(input),
    )
    return { format: isBiblatex ? 'biblatex' : 'bibtex', drafts, refused, warnings: [] }
  }
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length
}

function retorquereDraft({ type, key, fields }: Entry): Draft {
  const raw = (name: string): string => {
    const value = fields[name] ?? ''
    return Array.isArray(value) ? value.filter(part => typeof part === 'string').join(' and ') : value
  }
  const text = (...names: string[]): string | null =>
    names.map(name => plainText(raw(name))).find(value => value !== '') ?? null
  const people = (name: string): Person[] => {
    const value = fields[name]
    return Array.isArray(value) ? value.flatMap(creator => personOf(creator) ?? []) : []
  }
  const list = (name: string): string[] => {
    const value = raw(name).replaceAll(' and ', ',')
    const [bySemicolon, byComma] = [splitTop(value, /;/y), splitTop(value, /,/y)]
    return distinct(
      (bySemicolon.length >= byComma.length ? bySemicolon : byComma).map(part => part.replace(/[{}]/g, '')),
    )
  }
  const known = entryTypes[type.toLowerCase()]
  const kind = subtypes[raw('entrysubtype').toLowerCase()] ?? known?.type ?? 'document'
  const isArticle = kind.startsWith('article')
  const isPart = kind === 'chapter' || kind === 'paper-conference' || kind === 'entry-encyclopedia'
  const journal = text('journaltitle', 'journal')
  const url =
    raw('url')
      .replace(/^\\url\s*\{(.*)\}$/s, '$1')
      .replace(/\{?\\([_%&#$~{}])\}?/g, '$1')
      .replace(/\s+/g, '') ||
    addressIn(raw('howpublished')) ||
    archiveAddress(raw)
  const written = text('type')
  return {
    ...emptyReference,
    type: kind,
    genre: written === null ? (known?.genre ?? null) : genreName(written),
    citekey: key === '' ? null : key,
    title: text('subtitle') === null ? text('title') : `${text('title')}: ${text('subtitle')}`,
    authors: people('author'),
    editors: people('editor'),
    issued: dateOf(raw),
    accessed: parseDate(raw('urldate')),
    container:
      (isPart ? (text('booktitle') ?? journal) : (journal ?? text('booktitle'))) ??
      text('maintitle', 'eventtitle'),
    publisher:
      text('publisher', 'institution', 'school', 'organization') ??
      (addressIn(raw('howpublished')) ? null : text('howpublished')),
    place: text('location', 'address'),
    volume: text('volume'),
    issue: isArticle ? text('number', 'issue') : text('issue'),
    number: isArticle ? null : text('number'),
    pages: text('pages'),
    edition: text('edition'),
    doi: chooseDoi(raw('doi') || null, url),
    isbn: text('isbn'),
    url,
    language: text('langid', 'language', 'hyphenation'),
    tags: list('keywords'),
    collections: list('groups'),
    files: distinct(parseFileField(raw('file'))),
  }
}

function personOf(creator: string | Creator): Person | null {
  if (typeof creator === 'string') return null
  if (creator.name !== undefined)
    return /^others$/i.test(creator.name) ? null : { literal: plainText(creator.name) }
  const { lastName = '', firstName = '', prefix = '', suffix = '' } = creator
  if (lastName === 'others' && firstName === '') return null
  return makePerson({
    family: plainText(lastName),
    given: plainText(firstName),
    particle: plainText(prefix),
    suffix: plainText(suffix),
  })
}

function dateOf(raw: (name: string) => string): PartialDate | null {
  const date = parseDate(raw('date') || raw('year'))
  if (date === null || raw('date') !== '' || date.month !== null) return date
  // The library writes the name of a month as a number: "4 07" had a day before it, "07 4" one after it.
  const numbers = raw('month').match(/\d+/g) ?? []
  const month = numbers.find(number => number.length === 2 && number.startsWith('0')) ?? numbers[0] ?? ''
  const day = raw('day') || (numbers.find(number => number !== month) ?? '')
  return makeDate(date.year, Number.parseInt(month, 10), Number.parseInt(day, 10))
}

function addressIn(field: string): string | null {
  return /https?:\/\/[^\s{}<>"]+/.exec(field)?.[0] ?? null
}

function archiveAddress(raw: (name: string) => string): string | null {
  const archive = (raw('eprinttype') || raw('archiveprefix')).toLowerCase()
  return archive === 'arxiv' && raw('eprint') !== '' ? `https://arxiv.org/abs/${raw('eprint')}` : null
}

async function openCitationJs(home: string): Promise<(text: string) => ReadBibtex> {
  const { Cite } = await loadCandidate(home, '@citation-js/core')
  await loadCandidate(home, '@citation-js/plugin-bibtex')
  // SAFETY: the documented interface of the pinned version.
  const Reader = Cite as new (text: string, options: object) => { data: unknown[] }
  return text => fromCsl(new Reader(text, { generateGraph: false }).data)
}

async function openConverter(home: string): Promise<(text: string) => ReadBibtex> {
  const library = await loadCandidate(home, 'biblatex-csl-converter')
  // SAFETY: the documented interface of the pinned version.
  const parse = library.parse as (text: string, options: object) => Loose
  // SAFETY: as above.
  const Exporter = library.CSLExporter as new (entries: unknown) => { parse: () => Record<string, Loose> }
  return text => {
    const { entries, errors } = parse(text, { processUnexpected: true, processUnknown: true })
    // SAFETY: as above.
    const keys = entries as Record<string, { entry_key?: string }>
    const items = Object.entries(new Exporter(entries).parse())
    const read = fromCsl(items.map(([id, item]) => ({ ...item, id: keys[id]?.entry_key ?? '' })))
    // SAFETY: as above.
    const problems = (errors as { type: string; line?: number; entry?: string }[]).filter(
      ({ type }) => type !== 'duplicate_key',
    )
    const refused = problems.map(({ type, line = null, entry = null }) => ({ line, entry, reason: type }))
    return { ...read, refused }
  }
}

async function openAstrocite(home: string): Promise<(text: string) => ReadBibtex> {
  // SAFETY: the documented interface of the pinned version.
  const { parse } = (await loadCandidate(home, 'astrocite-bibtex')) as { parse: (text: string) => unknown[] }
  return text => fromCsl(parse(text))
}

function fromCsl(items: readonly unknown[]): ReadBibtex {
  const drafts = items.filter(isRecord).map(item => cslToDraft(item))
  return { format: 'bibtex', drafts, refused: [], warnings: [] }
}
