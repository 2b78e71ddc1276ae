import { type Draft, isCitable } from '../../../../core/references/finish-reference.ts'
import type { RefusedEntry } from '../reference-reader.ts'
import { entryToDraft } from './entry-to-draft.ts'
import { type BibEntry, type BibScan, scanBibtex, type ValuePart } from './scan-bibtex.ts'

export type ReadBibtex = {
  format: 'bibtex' | 'biblatex'
  drafts: Draft[]
  refused: RefusedEntry[]
  warnings: string[]
}

/** An entry with strings expanded and inherited fields added. Values are still TeX. */
export type ResolvedEntry = { type: string; key: string; line: number; fields: ReadonlyMap<string, string> }

/** Reads BibTeX and BibLaTeX, which differ in field names and date formats. */
export function readBibtex(text: string): ReadBibtex {
  const scan = scanBibtex(text)
  const { entries, warnings } = resolveEntries(scan)
  const drafts: Draft[] = []
  const refused = [...scan.refused]
  for (const entry of entries) {
    const draft = entryToDraft(entry)
    if (isCitable(draft)) drafts.push(draft)
    else
      refused.push({
        line: entry.line,
        entry: null,
        reason: `@${entry.type}: it has no key and nothing to cite`,
      })
  }
  refused.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
  const format = entries.some(isBiblatex) ? 'biblatex' : 'bibtex'
  return { format, drafts, refused, warnings: [...scan.warnings, ...warnings] }
}

type Resolved = { entries: ResolvedEntry[]; warnings: string[] }

const biblatexTypes = new Set(
  'online report thesis mvbook collection mvcollection inreference dataset software video artwork'.split(' '),
)

const biblatexFields = 'date journaltitle location eprinttype eventtitle pagetotal maintitle'.split(' ')

function isBiblatex({ type, fields }: ResolvedEntry): boolean {
  const hasExtendedNames = /(?:^|\s)family\s*=/.test(fields.get('author') ?? fields.get('editor') ?? '')
  return biblatexTypes.has(type) || hasExtendedNames || biblatexFields.some(name => fields.has(name))
}

/**
 * Expands strings and inherits fields from `xdata` and `crossref`. Entries of type @xdata only provide fields and are
 * not returned.
 */
function resolveEntries(scan: BibScan): Resolved {
  const warnings: string[] = []
  const strings = readStrings(scan.strings)
  const own = scan.entries.map(entry => expandEntry(entry, strings, warnings))
  const byKey = new Map<string, ResolvedEntry>()
  for (const entry of own) {
    const key = entry.key.toLowerCase()
    if (key !== '' && !byKey.has(key)) byKey.set(key, entry)
  }
  const entries = own
    .filter(entry => entry.type !== 'xdata')
    .map(entry => inherit(entry, { byKey, warnings, seen: [] }))
  return { entries, warnings }
}

function readStrings(entries: readonly BibEntry[]): Map<string, string> {
  const strings = new Map(monthStrings)
  for (const entry of entries)
    for (const [name, parts] of entry.fields)
      strings.set(name, parts.map(part => expand(part, strings) ?? part.value).join(''))
  return strings
}

const monthStrings: readonly (readonly [string, string])[] =
  'January February March April May June July August September October November December'
    .split(' ')
    .map(month => [month.slice(0, 3).toLowerCase(), month] as const)

/** Returns null for an undefined string. */
function expand(part: ValuePart, strings: ReadonlyMap<string, string>): string | null {
  if (part.kind === 'text' || /^\d+$/.test(part.value)) return part.value
  return strings.get(part.value.toLowerCase()) ?? null
}

function expandEntry(
  entry: BibEntry,
  strings: ReadonlyMap<string, string>,
  warnings: string[],
): ResolvedEntry {
  const fields = new Map<string, string>()
  for (const [name, parts] of entry.fields) {
    let value = ''
    for (const part of parts) {
      const known = expand(part, strings)
      if (known === null && !/\d/.test(part.value) && name !== 'month')
        warnings.push(
          `line ${entry.line}: "${entry.key}" uses the string "${part.value}", which is not defined; its name was used.`,
        )
      value += known ?? part.value
    }
    fields.set(name, value)
  }
  return { type: entry.type, key: entry.key, line: entry.line, fields }
}

type Family = { byKey: ReadonlyMap<string, ResolvedEntry>; warnings: string[]; seen: readonly string[] }

function inherit(entry: ResolvedEntry, family: Family): ResolvedEntry {
  const seen = [...family.seen, entry.key.toLowerCase()]
  const fields = new Map(entry.fields)
  for (const key of listKeys(fields.get('xdata'))) {
    const parent = findParent(entry, key, { ...family, seen })
    for (const [name, value] of parent?.fields ?? []) addMissing(fields, name, value)
  }
  for (const key of listKeys(fields.get('crossref'))) {
    const parent = findParent(entry, key, { ...family, seen })
    if (parent !== null) inheritFrom(parent, { ...entry, fields }, fields)
  }
  return { ...entry, fields }
}

/** Fields of the same name come first: a `booktitle` of the parent is preferred to its `title`. */
function inheritFrom(parent: ResolvedEntry, child: ResolvedEntry, fields: Map<string, string>): void {
  const given = [...parent.fields].map(([name, value]) => ({
    name,
    value,
    target: inheritedName(child, parent, name),
  }))
  const isRenamed = ({ name, target }: (typeof given)[number]) => name !== target
  for (const { target, value } of [...given.filter(field => !isRenamed(field)), ...given.filter(isRenamed)])
    if (target !== null) addMissing(fields, target, value)
}

/** Adds a field unless the entry has it under the name of BibTeX or of BibLaTeX. */
function addMissing(fields: Map<string, string>, name: string, value: string): void {
  const others = sameFields.find(names => names.includes(name)) ?? [name]
  if (!others.some(other => fields.has(other))) fields.set(name, value)
}

/** Names of the same field in BibTeX and BibLaTeX. */
const sameFields: readonly (readonly string[])[] = [
  ['journal', 'journaltitle'],
  ['year', 'date'],
  ['address', 'location'],
  ['school', 'institution'],
]

function listKeys(field: string | undefined): string[] {
  return (field ?? '')
    .split(',')
    .map(key => key.trim())
    .filter(key => key !== '')
}

/** Limits the depth of inheritance; real files have a few levels. */
const deepestFamily = 16

function findParent(entry: ResolvedEntry, key: string, family: Family): ResolvedEntry | null {
  if (family.seen.length > deepestFamily || family.seen.includes(key.toLowerCase())) return null
  const parent = family.byKey.get(key.toLowerCase())
  if (parent !== undefined) return inherit(parent, family)
  family.warnings.push(`line ${entry.line}: "${entry.key}" inherits from "${key}", which is not in the file.`)
  return null
}

/** Entries that are part of a book, and the entries that are such books. */
const parts = new Set(
  'incollection inproceedings conference inbook suppbook suppcollection bookinbook inreference'.split(' '),
)
const books = new Set(
  'book mvbook collection mvcollection proceedings mvproceedings reference mvreference booklet manual'.split(
    ' ',
  ),
)

/** Fields that are not inherited. */
const notInherited = new Set(
  'crossref xref xdata ids entryset entrysubtype execute label options presort related relatedtype sortkey sorttitle shorttitle abstract annotation file keywords groups doi url urldate note pages pagetotal'.split(
    ' ',
  ),
)

/**
 * The name of an inherited field in the child; null when it is not inherited. Only a book gives its title to
 * `booktitle`, and only a periodical gives it to `journaltitle`.
 */
function inheritedName(child: ResolvedEntry, parent: ResolvedEntry, name: string): string | null {
  if (notInherited.has(name)) return null
  if (parent.type === 'periodical' && (child.type === 'article' || child.type === 'suppperiodical'))
    return { title: 'journaltitle', subtitle: 'journalsubtitle' }[name] ?? name
  if (!parts.has(child.type) || !books.has(parent.type)) return name
  const isInBook = child.type === 'inbook' || child.type === 'suppbook'
  if (name === 'author') return isInBook ? 'author' : 'bookauthor'
  // In BibTeX, the title of an @inbook is the title of the book when only its chapter or pages are given.
  if (isInBook && !child.fields.has('title')) return name
  return { title: 'booktitle', subtitle: 'booksubtitle' }[name] ?? name
}
