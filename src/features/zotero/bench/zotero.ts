/**
 * Reads a real Zotero database and recorded responses of the web API, and prints the counts beside those of `sqlite3`
 * and `jq`.
 * Usage: npm run measure -- zotero [folder with zotero.sqlite and api-responses/]
 */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileReader } from '../../../adapters/sources/file-reader.ts'
import type { LibraryItem } from '../../../core/ports/reference-library.ts'
import { listGroups } from '../api/list-pages.ts'
import { zoteroApi } from '../api/zotero-api.ts'
import { zoteroDatabase } from '../local/zotero-database.ts'
import { jumpingClock } from '../test/corpus/api-server.ts'
import { recordedHttp } from '../test/corpus/recorded-http.ts'

type Line = { what: string; ours: string | number; theirs: string | number }

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../../../../../shared/data/zotero'))
const databasePath = join(folder, 'zotero.sqlite')
const answersFolder = join(folder, 'api-responses')
const idle = new AbortController().signal
const everything = { collection: null, includeSubcollections: true, includeTags: [], excludeTags: [] }
const files = fileReader({ home: '/', workingDirectory: '/', maxBytes: 1e9 })

async function main(): Promise<void> {
  if (!existsSync(databasePath)) return console.log(`skipped: there is no ${databasePath}`)
  const lines = [
    ...print('zotero.sqlite', 'sqlite3', await surveyDatabase()),
    ...print('api-responses', 'jq', await surveyAnswers()),
  ]
  const differing = lines.filter(({ ours, theirs }) => ours !== theirs).length
  console.log(`\n${lines.length} counts compared, ${differing} differ`)
  process.exitCode = differing === 0 ? 0 : 1
}

function print(title: string, tool: string, lines: Line[]): Line[] {
  console.log(`\n${title.padEnd(44)}${'ours'.padStart(18)}${tool.padStart(18)}`)
  for (const { what, ours, theirs } of lines)
    console.log(
      `${what.padEnd(44)}${String(ours).padStart(18)}${String(theirs).padStart(18)}${ours === theirs ? '' : '  DIFFERS'}`,
    )
  return lines
}

async function surveyDatabase(): Promise<Line[]> {
  const before = readdirSync(folder)
  const started = performance.now()
  const library = await zoteroDatabase(
    { databasePath, storageFolder: join(folder, 'storage'), linkedBaseFolder: null, files },
    idle,
  )
  const items = await library.listItems(everything, idle)
  const read = performance.now() - started
  const counts = await library.count(idle)
  const attachments = items.flatMap(item => item.attachments)
  const annotations = await Promise.all(attachments.map(({ key }) => library.listAnnotations(key, idle)))
  await library.close()
  const left = readdirSync(folder).filter(name => !before.includes(name))
  console.log(`read in ${read.toFixed(0)} ms; files left beside the database: ${left.join(', ') || 'none'}`)
  const live = `FROM items i JOIN libraries l USING (libraryID) JOIN itemTypes t USING (itemTypeID)
    WHERE l.type <> 'feed' AND NOT EXISTS (SELECT 1 FROM deletedItems d WHERE d.itemID = i.itemID)`
  const regular = `${live} AND t.typeName NOT IN ('note', 'attachment', 'annotation')`
  const field = (name: string) =>
    `SELECT v.value FROM itemData d JOIN itemDataValues v USING (valueID) JOIN fields f USING (fieldID)
     WHERE f.fieldName = '${name}' AND d.itemID IN (SELECT i.itemID ${regular})`
  const own = (fact: (item: LibraryItem) => unknown) => items.filter(item => fact(item)).length
  return [
    { what: 'items', ours: items.length, theirs: ask(`SELECT count(*) ${regular}`) },
    {
      what: '  of them journal articles',
      ours: own(ofType('article-journal')),
      theirs: ask(`SELECT count(*) ${regular} AND t.typeName = 'journalArticle'`),
    },
    {
      what: '  of them book sections',
      ours: own(ofType('chapter')),
      theirs: ask(`SELECT count(*) ${regular} AND t.typeName = 'bookSection'`),
    },
    {
      what: 'citation keys of their own',
      ours: own(item => !item.reference.isCitekeyGenerated),
      theirs: ask(`SELECT count(*) FROM (${field('citationKey')})`),
    },
    {
      what: 'citation keys, hashed',
      ours: hash(
        items.filter(item => !item.reference.isCitekeyGenerated).map(item => item.reference.citekey),
      ),
      theirs: hash(rows(field('citationKey'))),
    },
    {
      what: 'titles, hashed',
      ours: hash(items.flatMap(item => item.reference.title ?? [])),
      theirs: hash(rows(`SELECT replace(value, '<sub>1</sub>', '₁') FROM (${field('title')})`)),
    },
    {
      what: 'years, hashed',
      ours: hash(items.flatMap(item => String(item.reference.issued?.year ?? ''))),
      theirs: hash(rows(`SELECT substr(value, 1, 4) FROM (${field('date')})`)),
    },
    {
      what: 'authors',
      ours: items.reduce((sum, item) => sum + item.reference.authors.length, 0),
      theirs: ask(
        `SELECT count(*) FROM itemCreators JOIN creatorTypes USING (creatorTypeID) WHERE creatorType = 'author' AND itemID IN (SELECT i.itemID ${regular})`,
      ),
    },
    {
      what: 'attachments',
      ours: counts.attachments,
      theirs: ask(`SELECT count(*) ${live} AND t.typeName = 'attachment'`),
    },
    {
      what: '  given with their items',
      ours: attachments.length,
      theirs: ask(`SELECT count(*) FROM itemAttachments WHERE parentItemID IN (SELECT i.itemID ${regular})`),
    },
    { what: 'notes', ours: counts.notes, theirs: ask(`SELECT count(*) ${live} AND t.typeName = 'note'`) },
    {
      what: 'annotations',
      ours: annotations.flat().length,
      theirs: ask(`SELECT count(*) ${live} AND t.typeName = 'annotation'`),
    },
    {
      what: 'tags',
      ours: counts.tags,
      theirs: ask(`SELECT count(DISTINCT tagID) FROM itemTags WHERE itemID IN (SELECT i.itemID ${regular})`),
    },
    {
      what: 'collections',
      ours: counts.collections,
      theirs: ask(
        'SELECT count(*) FROM collections WHERE collectionID NOT IN (SELECT collectionID FROM deletedCollections)',
      ),
    },
    {
      what: 'libraries without feeds',
      ours: counts.libraries,
      theirs: ask("SELECT count(*) FROM libraries WHERE type <> 'feed'"),
    },
    {
      what: 'rows of items accounted for',
      ours: items.length + counts.attachments + counts.notes + counts.annotations,
      theirs: ask('SELECT count(*) FROM items') - ask('SELECT count(*) FROM feedItems'),
    },
  ]
}

async function surveyAnswers(): Promise<Line[]> {
  const http = recordedHttp(answersFolder)
  const connection = {
    baseUrl: 'https://api.zotero.org',
    kind: 'web',
    apiKey: null,
    http,
    clock: jumpingClock(),
  } as const
  const api = zoteroApi({ ...connection, libraryId: 475425, libraryType: 'user', files })
  const items = await api.listItems(everything, idle)
  const collections = await api.listCollections(idle)
  const groups = await listGroups(connection, 436, idle)
  const own = (fact: (item: LibraryItem) => unknown) => items.filter(item => fact(item)).length
  const regular = 'select(.data.itemType | IN("note", "attachment", "annotation") | not)'
  const count = (filter: string) => Number(query('items_doc.json', `[.[] | ${regular} | ${filter}] | length`))
  const recent = await zoteroApi({ ...connection, libraryId: 1, libraryType: 'user', files }).recentItems(
    100,
    idle,
  )
  return [
    { what: 'items', ours: items.length, theirs: count('.') },
    { what: '  of them books', ours: own(ofType('book')), theirs: count('select(.data.itemType == "book")') },
    {
      what: '  of them journal articles',
      ours: own(ofType('article-journal')),
      theirs: count('select(.data.itemType == "journalArticle")'),
    },
    {
      what: 'items with a year',
      ours: own(item => item.reference.issued),
      theirs: count('select((.data.date // .data.issueDate // "") | test("[0-9]{4}"))'),
    },
    {
      what: 'items with an address',
      ours: own(item => item.reference.url),
      theirs: count('select((.data.url // "") != "")'),
    },
    {
      what: 'tags on items',
      ours: items.reduce((sum, item) => sum + item.reference.tags.length, 0),
      theirs: count('.data.tags[]'),
    },
    {
      what: 'citation keys of their own',
      ours: own(item => !item.reference.isCitekeyGenerated),
      theirs: count('select((.data.extra // "") | test("citation key:"; "i"))'),
    },
    {
      what: 'different citation keys',
      ours: new Set(items.map(item => item.reference.citekey)).size,
      theirs: count('.'),
    },
    {
      what: 'titles, hashed',
      ours: hash(items.flatMap(item => item.reference.title ?? [])),
      theirs: hash(
        query('items_doc.json', `.[] | ${regular} | .data.title`)
          .split('\n')
          .map(line => line.replace(/<\/?(i|b|sub|sup)>/g, '')),
      ),
    },
    {
      what: 'collections',
      ours: collections.length,
      theirs: Number(query('collections_doc.json', 'length')),
    },
    {
      what: '  of them below another',
      ours: collections.filter(({ parentKey }) => parentKey !== null).length,
      theirs: Number(query('collections_doc.json', '[.[] | select(.data.parentCollection)] | length')),
    },
    {
      what: 'items that collections say they hold',
      ours: collections.reduce((sum, { items: held }) => sum + held, 0),
      theirs: Number(query('collections_doc.json', '[.[].meta.numItems] | add')),
    },
    { what: 'groups', ours: groups.length, theirs: Number(query('groups_doc.json', 'length')) },
    { what: 'recent items, children asked for', ours: recent.length, theirs: count('.') },
  ]
}

function ofType(type: string): (item: LibraryItem) => boolean {
  return item => item.reference.type === type
}

function rows(sql: string): string[] {
  const text = execFileSync('sqlite3', ['-readonly', databasePath, sql], { encoding: 'utf8' })
  return text.split('\n').filter(line => line !== '')
}

function ask(sql: string): number {
  return Number(rows(sql)[0])
}

function query(file: string, filter: string): string {
  return execFileSync('jq', ['-r', filter, join(answersFolder, file)], { encoding: 'utf8' }).trim()
}

function hash(values: readonly string[]): string {
  return createHash('sha256')
    .update([...values].sort().join('\n'))
    .digest('hex')
    .slice(0, 12)
}

await main()
