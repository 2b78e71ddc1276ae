import { emptyReference, type Person } from '../model/reference.ts'
import { type Loose, listOf, recordsOf, textOf } from '../text/json-values.ts'
import {
  chooseDoi,
  type Draft,
  distinct,
  genreName,
  isParticle,
  makePerson,
  splitParticle,
} from './finish-reference.ts'
import { parseDate } from './parse-date.ts'
import { collapse, plainText } from './plain-text.ts'

/** Maps an item of Zotero to a reference. `collections` are the names of its collections. */
export function itemToDraft(item: Loose, collections: readonly string[]): Draft {
  const extra = readExtra(item.extra)
  const text = (...names: string[]): string | null => {
    for (const name of names) {
      const value = plainText(textOf(item[name]) ?? '')
      if (value !== '') return value
    }
    return null
  }
  const url = textOf(item.url)
  return {
    ...emptyReference,
    citekey:
      textOf(item.citationKey) ??
      textOf(item.citekey) ??
      extra.get('citation key') ??
      extra.get('citationkey') ??
      null,
    itemKey:
      textOf(item.key) ??
      textOf(item.itemKey) ??
      /\/items\/([A-Z0-9]{8})$/.exec(textOf(item.uri) ?? '')?.[1] ??
      null,
    type: extra.get('type') ?? itemTypes[textOf(item.itemType) ?? ''] ?? 'document',
    genre: genreName(text('thesisType', 'reportType', 'manuscriptType', 'type', 'genre') ?? '') || null,
    title: text('title', 'caseName', 'nameOfAct', 'subject'),
    authors: creators(item, authorRoles),
    editors: creators(item, ['editor']),
    translators: creators(item, ['translator']),
    issued: parseDate(
      textOf(item.date) ??
        textOf(item.dateDecided) ??
        textOf(item.dateEnacted) ??
        textOf(item.issueDate) ??
        extra.get('issued') ??
        '',
    ),
    accessed: parseDate(textOf(item.accessDate) ?? ''),
    container: text(...containers),
    publisher:
      text(
        'publisher',
        'university',
        'institution',
        'company',
        'studio',
        'network',
        'distributor',
        'label',
        'issuingAuthority',
      ) ??
      extra.get('publisher') ??
      null,
    place: text('place') ?? extra.get('place') ?? null,
    volume: text('volume'),
    issue: text('issue'),
    number: text('number', 'reportNumber', 'patentNumber', 'billNumber', 'docketNumber'),
    pages: text('pages'),
    edition: text('edition'),
    doi: chooseDoi(textOf(item.DOI) ?? extra.get('doi') ?? null, url),
    isbn: text('ISBN') ?? extra.get('isbn') ?? null,
    url,
    language: text('language'),
    tags: distinct(tagsOf(item)),
    collections: distinct(collections),
    files: distinct(
      recordsOf(item.attachments).map(
        file => textOf(file.localPath) ?? textOf(file.path) ?? textOf(file.filename) ?? '',
      ),
    ),
  }
}

const containers: readonly string[] = [
  'publicationTitle',
  'bookTitle',
  'proceedingsTitle',
  'encyclopediaTitle',
  'dictionaryTitle',
  'websiteTitle',
  'blogTitle',
  'forumTitle',
  'programTitle',
  'conferenceName',
  'meetingName',
  'repository',
]

/** Roles that count as author: the first one that the item has. */
const authorRoles: readonly string[] = [
  'author',
  'director',
  'programmer',
  'presenter',
  'inventor',
  'artist',
  'cartographer',
  'composer',
  'performer',
  'podcaster',
  'interviewee',
  'sponsor',
  'scriptwriter',
]

function creators(item: Loose, roles: readonly string[]): Person[] {
  const all = recordsOf(item.creators)
  for (const role of roles) {
    const found = all.filter(creator => creator.creatorType === role).map(personOf)
    if (found.length > 0) return found.filter(person => person !== null)
  }
  return []
}

/** Zotero has particles in either name ("van der Meer", "Simone de") and "Jr." after a comma. */
function personOf(creator: Loose): Person | null {
  const part = (name: string): string => collapse(textOf(creator[name]) ?? '')
  if (part('name') !== '') return { literal: part('name') }
  const quoted = /^"(.+)"$/.exec(part('lastName'))?.[1]
  const { particle, family } =
    quoted === undefined ? splitParticle(part('lastName').split(' ')) : { particle: '', family: quoted }
  const [given = '', suffix = ''] = part('firstName').split(/,!?\s*/, 2)
  const words = given.split(' ')
  const trailing = words.findLastIndex(word => !isParticle(word)) + 1
  const dropping = trailing === 0 ? [] : words.slice(trailing)
  return makePerson({
    family,
    given: (trailing === 0 ? words : words.slice(0, trailing)).join(' '),
    particle: [...dropping, particle].filter(word => word !== '').join(' '),
    suffix,
  })
}

function tagsOf(item: Loose): string[] {
  return listOf(item.tags).map(tag => textOf(tag) ?? textOf(recordsOf([tag])[0]?.tag) ?? '')
}

/** "Citation Key: x" and other fields in `extra`, by lower-case name. */
function readExtra(value: unknown): ReadonlyMap<string, string> {
  const lines = Array.isArray(value)
    ? value.map(line => textOf(line) ?? '')
    : (textOf(value) ?? '').split('\n')
  const fields = new Map<string, string>()
  for (const line of lines) {
    const [, name, text] = /^\s*([\w .-]{2,30}?)\s*:\s*(\S.*?)\s*$/.exec(line) ?? []
    if (name !== undefined && text !== undefined && !fields.has(name.toLowerCase()))
      fields.set(name.toLowerCase(), text)
  }
  return fields
}

/** The CSL type of each item type of Zotero. */
const itemTypes: Readonly<Record<string, string>> = {
  artwork: 'graphic',
  audioRecording: 'song',
  bill: 'bill',
  blogPost: 'post-weblog',
  book: 'book',
  bookSection: 'chapter',
  case: 'legal_case',
  computerProgram: 'software',
  conferencePaper: 'paper-conference',
  dataset: 'dataset',
  dictionaryEntry: 'entry-dictionary',
  document: 'document',
  email: 'personal_communication',
  encyclopediaArticle: 'entry-encyclopedia',
  film: 'motion_picture',
  forumPost: 'post',
  hearing: 'hearing',
  instantMessage: 'personal_communication',
  interview: 'interview',
  journalArticle: 'article-journal',
  letter: 'personal_communication',
  magazineArticle: 'article-magazine',
  manuscript: 'manuscript',
  map: 'map',
  newspaperArticle: 'article-newspaper',
  patent: 'patent',
  podcast: 'song',
  preprint: 'article',
  presentation: 'speech',
  radioBroadcast: 'broadcast',
  report: 'report',
  standard: 'standard',
  statute: 'legislation',
  thesis: 'thesis',
  tvBroadcast: 'broadcast',
  videoRecording: 'motion_picture',
  webpage: 'webpage',
}

/** Item types that are not references. */
export const childTypes: ReadonlySet<string> = new Set(['note', 'attachment', 'annotation'])
