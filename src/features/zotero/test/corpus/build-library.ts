import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type LibraryWriter, libraryWriter } from './library-writer.ts'
import type { ZoteroVersion } from './schema.ts'

export type BuiltLibrary = {
  databasePath: string
  storageFolder: string
  linkedBaseFolder: string
  /** Keeps the database open, like a running Zotero: the last writes are in the write-ahead log only. */
  writer: LibraryWriter
}

export const groupId = 4711

/** A small library with every special case of Zotero's database. */
export function buildLibrary(
  folder: string,
  { version = 7, journal = 'wal' }: { version?: ZoteroVersion; journal?: 'wal' | 'delete' } = {},
): BuiltLibrary {
  const storageFolder = join(folder, 'storage')
  const linkedBaseFolder = join(folder, 'papers')
  const databasePath = join(folder, 'zotero.sqlite')
  mkdirSync(storageFolder, { recursive: true })
  const writer = libraryWriter(databasePath, version, journal)
  addLibraries(writer)
  addCollections(writer, version)
  addItems(writer, version)
  addFiles(writer, { folder, storageFolder, linkedBaseFolder })
  if (version >= 6) addAnnotations(writer)
  writer.addNote('NOTECHLD', 'NOFILES1')
  writer.addNote('NOTEALON', null)
  writer.addNote('NOTETRSH', 'TRASHED1')
  writer.addNote('NOTEGONE', 'NOFILES1', true)
  if (journal === 'wal') writer.checkpoint()
  // Only in the log: a reader that ignores the log misses it.
  writer.addItem({
    key: 'FRESH001',
    type: 'book',
    fields: { title: 'Fresh from the press', date: '2026-00-00 2026' },
    authors: ['Nora New'],
    added: '2026-06-01 08:00:00',
  })
  return { databasePath, storageFolder, linkedBaseFolder, writer }
}

function addLibraries(writer: LibraryWriter): void {
  writer.addLibrary(1, 'user')
  writer.addLibrary(2, 'group', { id: groupId, name: 'Reading group' })
  writer.addLibrary(3, 'feed')
  writer.run("INSERT INTO feeds VALUES (3, 'News', 'https://example.org/feed')")
}

function addCollections(writer: LibraryWriter, version: ZoteroVersion): void {
  writer.addCollection('THESIS01', 'Thesis')
  writer.addCollection('CHAPTER1', 'Chapter 1', 'THESIS01')
  writer.addCollection('DRAFTS01', 'Drafts', 'CHAPTER1')
  writer.addCollection('GROUPCOL', 'chapter 1', null, 2)
  writer.addCollection('LOOPCOL1', 'Loop one')
  writer.addCollection('LOOPCOL2', 'Loop two', 'LOOPCOL1')
  writer.run(
    `UPDATE collections SET parentCollectionID = (SELECT collectionID FROM collections WHERE key = 'LOOPCOL2')
     WHERE key = 'LOOPCOL1'`,
  )
  if (version < 7) return
  writer.addCollection('TRASHCOL', 'Thrown away')
  writer.addCollection('TRASHSUB', 'Below', 'TRASHCOL')
  writer.trashCollection('TRASHCOL')
}

function addItems(writer: LibraryWriter, version: ZoteroVersion): void {
  writer.addItem({
    key: 'BOOK0001',
    type: 'book',
    fields: {
      title: 'The <i>Clean</i> Desk',
      date: '2017-09-00 September 2017',
      publisher: 'Paper Press',
      ...(version >= 7 ? { citationKey: 'martin2017clean' } : { extra: 'citationkey: martin2017clean' }),
    },
    authors: ['Robert Martin', 'Deskworks'],
    tags: ['#ml-tutorial', 'History'],
    collections: ['CHAPTER1'],
  })
  const title = 'On the order of papers'
  writer.addItem({
    key: 'ARTICLE1',
    type: 'journalArticle',
    fields: {
      title,
      date: '2019-05-04 4 May 2019',
      extra: 'PMID: 1\nCitation Key: pinnedKey2019\nDOI: https://doi.org/10.1234/ABC.5',
    },
    authors: ['Ada van Berg'],
    tags: ['history of science'],
    collections: ['THESIS01'],
  })
  writer.addItem({
    key: 'ARTICLE2',
    type: 'journalArticle',
    fields: { title, date: '2019-00-00 2019' },
    authors: ['Ada van Berg'],
    collections: ['DRAFTS01'],
  })
  writer.addItem({
    key: 'ARTICLE3',
    type: 'journalArticle',
    fields: { title, date: 2019 },
    authors: ['Ada van Berg'],
  })
  writer.addItem({
    key: 'WEBPAGE1',
    type: 'webpage',
    fields: { title: 'A page', url: 'https://example.org/' },
  })
  writer.addItem({ key: 'MISSING1', type: 'thesis', fields: { title: 'Lost', date: '0000-00-00 n.d.' } })
  writer.addItem({ key: 'NOFILES1', type: 'book', fields: { title: 'Only a title' } })
  writer.addItem({
    key: 'TRASHED1',
    type: 'book',
    fields: { title: 'Thrown away' },
    tags: ['trash tag'],
    collections: ['CHAPTER1'],
    isTrashed: true,
  })
  writer.addItem({
    key: 'GROUPIT1',
    type: 'book',
    library: 2,
    fields: { title: 'Read together' },
    collections: ['GROUPCOL'],
  })
  writer.addItem({ key: 'FEEDITEM', type: 'journalArticle', library: 3, fields: { title: 'From the feed' } })
}

function addFiles(
  writer: LibraryWriter,
  {
    folder,
    storageFolder,
    linkedBaseFolder,
  }: { folder: string; storageFolder: string; linkedBaseFolder: string },
): void {
  const stored = (key: string, name: string, library = 1) => {
    write(join(storageFolder, key, name), `${library}/${key}`)
    return `storage:${name}`
  }
  const linked = write(join(folder, 'elsewhere', 'absolute.pdf'), 'absolute')
  const addressed = write(join(folder, 'elsewhere', 'by address ä.pdf'), 'addressed')
  write(join(linkedBaseFolder, '2019', 'relative.pdf'), 'relative')
  const { addAttachment } = writer
  addAttachment({ key: 'ATTSTORE', parent: 'BOOK0001', linkMode: 0, path: stored('ATTSTORE', 'desk.pdf') })
  addAttachment({
    key: 'ATTSECND',
    parent: 'BOOK0001',
    linkMode: 1,
    path: stored('ATTSECND', 'appendix.pdf'),
  })
  addAttachment({
    key: 'ATTTRASH',
    parent: 'BOOK0001',
    linkMode: 0,
    path: stored('ATTTRASH', 'old.pdf'),
    isTrashed: true,
  })
  addAttachment({ key: 'ATTABSOL', parent: 'ARTICLE1', linkMode: 2, path: linked })
  addAttachment({ key: 'ATTRELAT', parent: 'ARTICLE2', linkMode: 2, path: 'attachments:2019/relative.pdf' })
  addAttachment({ key: 'ATTADDRS', parent: 'ARTICLE3', linkMode: 2, path: pathToFileURL(addressed).href })
  addAttachment({
    key: 'ATTLINKU',
    parent: 'WEBPAGE1',
    linkMode: 3,
    path: null,
    mediaType: 'text/html',
    title: 'Link',
  })
  addAttachment({
    key: 'ATTSNAPS',
    parent: 'WEBPAGE1',
    linkMode: 1,
    path: stored('ATTSNAPS', 'page.html'),
    mediaType: 'text/html',
  })
  addAttachment({ key: 'ATTMISSI', parent: 'MISSING1', linkMode: 0, path: 'storage:lost.pdf' })
  addAttachment({ key: 'ATTOFTRS', parent: 'TRASHED1', linkMode: 0, path: stored('ATTOFTRS', 'gone.pdf') })
  addAttachment({
    key: 'ATTIMAGE',
    parent: 'NOFILES1',
    linkMode: 4,
    path: 'storage:image.png',
    mediaType: 'image/png',
  })
  addAttachment({
    key: 'ALONE001',
    parent: null,
    linkMode: 0,
    path: stored('ALONE001', 'alone.pdf'),
    title: 'alone.pdf',
  })
  addAttachment({
    key: 'GROUPATT',
    parent: 'GROUPIT1',
    linkMode: 0,
    library: 2,
    path: stored('GROUPATT', 'together.pdf', 2),
  })
  write(join(storageFolder, 'ATTSTORE', '.zotero-ft-cache'), cachedText)
  writer.indexText('ATTSTORE', 12, 12)
}

export const cachedText = 'A desk is clean when nothing on it is in the way. '.repeat(20)

function addAnnotations(writer: LibraryWriter): void {
  const on = { attachment: 'ATTSTORE' }
  writer.addAnnotation({
    ...on,
    key: 'ANNOTE02',
    kind: 2,
    pageIndex: 9,
    comment: 'so true',
    pageLabel: '4',
    tags: ['key point'],
  })
  writer.addAnnotation({
    ...on,
    key: 'ANNOTE01',
    kind: 1,
    pageIndex: 4,
    text: 'nothing is in the way',
    pageLabel: 'v',
  })
  writer.addAnnotation({
    ...on,
    key: 'ANNOTE03',
    kind: 1,
    pageIndex: 5,
    text: 'thrown away',
    isTrashed: true,
  })
  writer.addAnnotation({ ...on, key: 'ANNOTE09', kind: 99, pageIndex: 6 })
  writer.addAnnotation({
    attachment: 'ATTTRASH',
    key: 'ANNOTE04',
    kind: 1,
    pageIndex: 1,
    text: 'in a trashed file',
  })
}

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}
