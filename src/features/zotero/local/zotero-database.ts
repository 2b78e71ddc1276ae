import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { abortFailure } from '../../../core/model/failure.ts'
import type { CachedText, ReferenceLibrary } from '../../../core/ports/reference-library.ts'
import type { FileReader } from '../../../core/ports/source-reader.ts'
import { generateCitekey } from '../../../core/references/generate-citekey.ts'
import {
  type AskBetterBibtex,
  type BuiltItem,
  buildItems,
  findCitekeys,
  type GenerateCitekey,
} from '../build-items.ts'
import {
  countTags,
  findCollection,
  inTreeOrder,
  newestItems,
  selectItems,
  toReferenceCollection,
  type ZoteroCollection,
} from '../select-items.ts'
import { toAnnotations } from '../to-annotations.ts'
import { fileMissing, groupOfUri, type ZoteroItem, zoteroUri } from '../zotero-item.ts'
import { type DatabaseReader, databaseReader } from './database-reader.ts'
import { placeAttachment, placeAttachments } from './place-attachments.ts'
import {
  countContents,
  type DatabaseContents,
  intoNumber,
  intoText,
  type LibraryCounts,
  readContents,
} from './read-contents.ts'
import { checkSchema, fullTextSql } from './zotero-schema.ts'

export type ZoteroDatabaseOptions = {
  databasePath: string
  /** Zotero's `storage` folder, usually beside the database. */
  storageFolder: string
  linkedBaseFolder: string | null
  files: FileReader
  /** Makes keys for items without one; by default from author, title and year. */
  generateCitekey?: GenerateCitekey
  /** Asks the running Better BibTeX for keys that are neither in the item nor in Better BibTeX's database. */
  askBetterBibtex?: AskBetterBibtex
  /** Where a locked database is copied to; by default the system's folder for temporary files. */
  temporaryFolder?: string
}

export type ZoteroDatabase = ReferenceLibrary & { count(signal: AbortSignal): Promise<LibraryCounts> }

type BuiltLibrary = { items: BuiltItem[]; collections: readonly ZoteroCollection[] }

/** Caches the contents of the database until its files are written. */
type LibrarySnapshots = {
  contents(signal: AbortSignal): Promise<DatabaseContents>
  reader: DatabaseReader
}

/**
 * A library over Zotero's database file; Zotero may be running. Throws when the file is not a database that can be
 * read.
 */
export async function zoteroDatabase(
  options: ZoteroDatabaseOptions,
  signal: AbortSignal,
): Promise<ZoteroDatabase> {
  const { databasePath, storageFolder, temporaryFolder } = options
  const warnings = new Set<string>()
  const warn = (warning: string) => warnings.add(warning)
  const snapshots = librarySnapshots(databasePath, { temporaryFolder, warn })
  const { reader } = snapshots

  async function readLibrary(stop: AbortSignal): Promise<BuiltLibrary> {
    const contents = await snapshots.contents(stop)
    const attachments = await placeAttachments(contents.attachments, contents.annotations, options)
    const { items, collections, libraryIds } = contents
    const stored: AskBetterBibtex = () => readBetterBibtexKeys(databasePath, temporaryFolder, stop)
    const ask = options.askBetterBibtex ? [stored, options.askBetterBibtex] : [stored]
    const nameOf = ({ library, key }: ZoteroItem) => `${libraryIds.get(library.groupId) ?? 1}:${key}`
    const citekeys = await findCitekeys(items, { nameOf, ask, warn }, stop)
    return {
      items: buildItems(
        { items, attachments, collections, citekeys },
        options.generateCitekey ?? generateCitekey,
      ),
      collections,
    }
  }

  await snapshots.contents(signal).catch(async (error: unknown) => {
    await reader.close()
    throw error
  })
  return {
    description: `Zotero database ${databasePath}`,
    version: async () => (await reader.facts()).writtenAt,
    changesSince: async () => null,
    async listCollections(stop) {
      const { collections } = await snapshots.contents(stop)
      return inTreeOrder(collections).map(toReferenceCollection)
    },
    async findCollection(keyOrName, stop) {
      const { collections } = await snapshots.contents(stop)
      return toReferenceCollection(findCollection(collections, keyOrName))
    },
    async listItems(selection, stop) {
      const { items, collections } = await readLibrary(stop)
      return selectItems(items, selection, collections)
    },
    async recentItems(limit, stop) {
      const { items } = await readLibrary(stop)
      return newestItems(
        items.map(({ item }) => item),
        limit,
      )
    },
    async listTags(collection, stop) {
      const { items, collections } = await readLibrary(stop)
      const selection = { collection, includeSubcollections: true, includeTags: [], excludeTags: [] }
      return countTags(selectItems(items, selection, collections))
    },
    async listAnnotations(attachmentKey, stop) {
      const { annotations } = await snapshots.contents(stop)
      return toAnnotations(annotations.filter(annotation => annotation.attachmentKey === attachmentKey))
    },
    async readAttachment({ key, uri, name }, stop) {
      const { attachments } = await snapshots.contents(stop)
      const group = groupOfUri(uri) ?? null
      const record = attachments.find(known => known.key === key && known.library.groupId === group)
      if (!record) throw fileMissing(name, 'it is in the trash of Zotero, or not in its database')
      const { attachment: found } = await placeAttachment(record, options)
      if (found.missing !== null) throw fileMissing(found.name, found.missing)
      const bytes = await options.files.read(found.place, null, stop)
      const { mediaType } = record
      return {
        ...bytes,
        source: zoteroUri(record.library, key),
        name: found.name,
        mediaType,
        origin: 'local',
      }
    },
    async cachedText(attachmentKey, stop) {
      const text = await readCache(storageFolder, attachmentKey, stop)
      return text === null
        ? null
        : { text, ...(await readPageCounts({ reader, databasePath }, attachmentKey, stop)) }
    },
    takeWarnings() {
      const taken = [...warnings]
      warnings.clear()
      return taken
    },
    count: stop =>
      reader.read(database => countContents(database, checkSchema(database, databasePath)), stop),
    close: () => reader.close(),
  }
}

function librarySnapshots(
  databasePath: string,
  options: { temporaryFolder?: string | undefined; warn: (warning: string) => void },
): LibrarySnapshots {
  const reader = databaseReader(databasePath, options.temporaryFolder)
  let last: { mark: string; contents: DatabaseContents } | null = null
  return {
    reader,
    async contents(signal) {
      // Before the read: a write during the read then changes the mark for the next call.
      const { mark } = await reader.facts()
      if (last?.mark === mark) return last.contents
      const contents = await reader.read(
        database => readContents(database, checkSchema(database, databasePath)),
        signal,
      )
      const copied = reader.copiedBecause()
      if (copied !== null) options.warn(copied)
      last = { mark, contents }
      return contents
    },
  }
}

const citekeysSql = 'SELECT libraryID, itemKey, citationKey FROM citationkey'

const citekeyColumnsSql =
  "SELECT count(*) AS columns FROM pragma_table_info('citationkey') WHERE name IN (?, ?, ?)"

/**
 * Reads the keys in Better BibTeX's own database, by `libraryID:itemKey`; works while Zotero is closed. Empty when the
 * plug-in is not installed or stores its keys in Zotero's own field.
 */
async function readBetterBibtexKeys(
  zoteroPath: string,
  temporaryFolder: string | undefined,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const path = join(dirname(zoteroPath), 'better-bibtex.sqlite')
  if (!(await stat(path).catch(() => null))?.isFile()) return new Map()
  const reader = databaseReader(path, temporaryFolder)
  try {
    return await reader.read(database => {
      const columns = database.prepare(citekeyColumnsSql).get('libraryID', 'itemKey', 'citationKey')?.columns
      if (columns !== 3) return new Map<string, string>()
      return new Map(
        database
          .prepare(citekeysSql)
          .all()
          .map(row => [`${intoNumber(row.libraryID)}:${intoText(row.itemKey)}`, intoText(row.citationKey)]),
      )
    }, signal)
  } finally {
    await reader.close()
  }
}

async function readCache(storageFolder: string, key: string, signal: AbortSignal): Promise<string | null> {
  if (!/^\w+$/.test(key)) return null
  try {
    return await readFile(join(storageFolder, key, '.zotero-ft-cache'), { encoding: 'utf8', signal })
  } catch (error) {
    if (signal.aborted) throw abortFailure(signal)
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function readPageCounts(
  { reader, databasePath }: { reader: DatabaseReader; databasePath: string },
  key: string,
  signal: AbortSignal,
): Promise<Omit<CachedText, 'text'>> {
  return reader.read(database => {
    const { hasFullText } = checkSchema(database, databasePath)
    const row = hasFullText ? database.prepare(fullTextSql).get(key) : undefined
    const pages = (value: unknown) => (typeof value === 'number' ? value : null)
    return { indexedPages: pages(row?.indexedPages), totalPages: pages(row?.totalPages) }
  }, signal)
}
