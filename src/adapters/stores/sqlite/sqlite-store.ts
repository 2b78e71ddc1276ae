import { resolve } from 'node:path'
import { Failure } from '../../../core/model/failure.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Store } from '../../../core/ports/store.ts'
import { toCollection } from '../common/collection-row.ts'
import { checkStore } from './check-store.ts'
import { chunkSizes } from './chunk-sizes.ts'
import { exportChunks, loadChunks, loadVectors } from './chunks.ts'
import {
  countIndexes,
  deleteCollection,
  describeCollections,
  ensureCollection,
  findCollection,
  type LanguageMemory,
  listCollections,
  replaceCollections,
  updateCollection,
} from './collections.ts'
import { compactStore } from './compact-store.ts'
import { type Database, openDatabase } from './database.ts'
import { denseCopies } from './dense-copies.ts'
import {
  correctDocument,
  countDocument,
  countDocuments,
  describeDocument,
  findDocument,
  listDocuments,
  readDocument,
  readSummary,
} from './documents.ts'
import { findDocuments, findNeighbours, tallyDocuments } from './find-documents.ts'
import { readGeometry } from './geometry.ts'
import { type Migration, migrate, migrations } from './migrations.ts'
import { listPending, listUntokened, putTokens, putVectors } from './pending-vectors.ts'
import { postings } from './postings.ts'
import { putDocument } from './put-document.ts'
import { type ReaderOptions, readers } from './readers.ts'
import { reopening } from './reopening.ts'
import { countChunks, scopeKeys } from './scope-keys.ts'
import { isNotDatabase, toStoreFailure } from './sqlite-failure.ts'
import { storedCopies } from './stored-copies.ts'
import { countTerms, termCounts } from './term-counts.ts'
import { deleteToTrash, listTrash, readTrash, removeTrash, removeTrashOf } from './trash.ts'

export type SqliteStoreOptions = {
  /** The database file; created with its folder when missing. */
  path: string
  clock: Clock
  /** How long a write waits for other processes. */
  busyTimeoutMs?: number
  /** Called with a notice for the user when the file can only be read. */
  onReadOnly?: (notice: string) => void
  readers?: Pick<ReaderOptions, 'fromVectors'>
  /** From this many chunks on, copies in memory are saved for the next process. */
  savedFrom?: number
  /** Throws when the file is missing instead of creating it. */
  mustExist?: boolean
  /** For tests of upgrades only. */
  migrations?: readonly Migration[]
}

/** Longer than another thread or process takes to write the largest document. */
const defaultBusyTimeoutMs = 60_000

/**
 * A store in one SQLite file that several processes may share. It is opened on first use. When the file cannot be
 * opened, is damaged or was replaced, calls fail until it is usable again; the store object stays valid.
 */
export function lazySqliteStore(options: SqliteStoreOptions): Store {
  const path = absolute(options.path)
  const { use, close } = reopening<Store>({
    open: mustExist => sqliteStore({ ...options, mustExist }),
    close: store => store.close(),
  })
  return {
    description: `sqlite:${path}`,
    schemaVersion: (options.migrations ?? migrations).length,
    access: () => use(store => store.access()),

    getCollection: name => use(store => store.getCollection(name)),
    describeCollections: () => use(store => store.describeCollections()),
    listCollections: () => use(store => store.listCollections()),
    ensureCollection: collection => use(store => store.ensureCollection(collection)),
    updateCollection: (name, change) => use(store => store.updateCollection(name, change)),
    replaceCollections: successions => use(store => store.replaceCollections(successions)),
    countIndexes: name => use(store => store.countIndexes(name)),
    deleteCollection: name => use(store => store.deleteCollection(name)),

    findDocument: (collection, source) => use(store => store.findDocument(collection, source)),
    putDocument: (document, signal) => use(store => store.putDocument(document, signal)),
    putDocuments: (writes, signal) => use(store => store.putDocuments(writes, signal)),
    describeDocument: (id, facts) => use(store => store.describeDocument(id, facts)),
    correctDocument: (id, correction) => use(store => store.correctDocument(id, correction)),
    countDocument: id => use(store => store.countDocument(id)),
    readDocument: id => use(store => store.readDocument(id)),
    readDocuments: ids => use(store => store.readDocuments(ids)),
    readGeometry: (id, pages) => use(store => store.readGeometry(id, pages)),
    readSummary: id => use(store => store.readSummary(id)),
    listDocuments: request => use(store => store.listDocuments(request)),
    countDocuments: (collections, matching) => use(store => store.countDocuments(collections, matching)),
    findDocuments: (collection, filter, limit) =>
      use(store => store.findDocuments(collection, filter, limit)),
    findNeighbours: (collection, request) => use(store => store.findNeighbours(collection, request)),
    groupDocuments: (collection, request) => use(store => store.groupDocuments(collection, request)),
    tallyDocuments: (collection, request) => use(store => store.tallyDocuments(collection, request)),
    countChunks: scope => use(store => store.countChunks(scope)),
    countTerms: request => use(store => store.countTerms(request)),
    deleteDocument: (id, trash) => use(store => store.deleteDocument(id, trash)),
    listTrash: collections => use(store => store.listTrash(collections)),
    readTrash: id => use(store => store.readTrash(id)),
    removeTrash: ids => use(store => store.removeTrash(ids)),

    rank: (query, signal) => use(store => store.rank(query, signal)),
    proposeDocuments: (query, signal) => use(store => store.proposeDocuments(query, signal)),
    loadVectors: ids => use(store => store.loadVectors(ids)),
    loadChunks: (ids, extras) => use(store => store.loadChunks(ids, extras)),
    exportChunks: documentId => use(store => store.exportChunks(documentId)),
    listPending: request => use(store => store.listPending(request)),
    listUntokened: request => use(store => store.listUntokened(request)),
    putTokens: (name, tokens, signal) => use(store => store.putTokens(name, tokens, signal)),
    putVectors: (name, vectors, signal) => use(store => store.putVectors(name, vectors, signal)),

    compact: signal => use(store => store.compact(signal)),
    warm: collections => use(store => store.warm(collections)),
    check: signal => use(store => store.check(signal)),
    close,
  }
}

/** The same, opened at once and bound to the file that exists now. */
export async function sqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const path = absolute(options.path)
  const steps = options.migrations ?? migrations
  const database = await open(path, { ...options, steps })
  if (database.isReadOnly)
    options.onReadOnly?.(
      `The store ${path} is read-only: it can be searched, but nothing can be stored or deleted.`,
    )
  const stored = storedCopies(database, options.savedFrom)
  const tools = {
    database,
    scopeKeys: scopeKeys(database),
    termCounts: termCounts(database),
    copies: denseCopies(database, stored),
    sizes: chunkSizes(database, stored),
    postings: postings(database),
    chunkMemory: new Map(),
  }
  const reading = readers(tools, {
    busyTimeoutMs: options.busyTimeoutMs ?? defaultBusyTimeoutMs,
    ...options.readers,
  })
  const languages: LanguageMemory = new Map()
  const read = <T>(work: () => T) => guard(async () => database.read(work))
  const write = <T>(work: () => T, signal?: AbortSignal) => guard(() => database.write(work, signal))

  return {
    description: `sqlite:${path}`,
    schemaVersion: steps.length,
    access: async () => (database.isReadOnly ? 'read-only' : 'read-write'),

    getCollection: name =>
      read(() => {
        const row = findCollection(database, name)
        return row ? toCollection(row) : null
      }),
    describeCollections: () => read(() => describeCollections(database, languages)),
    listCollections: () => read(() => listCollections(database, languages)),
    ensureCollection: collection => write(() => ensureCollection(database, collection)),
    updateCollection: (name, change) => write(() => updateCollection(database, name, change)),
    replaceCollections: successions => write(() => replaceCollections(database, successions)),
    countIndexes: name => read(() => countIndexes(database, name)),
    deleteCollection: async name => {
      const deleted = await write(() => {
        removeTrashOf(database, name)
        return deleteCollection(database, name)
      })
      stored.removeUnnamed()
      return deleted
    },

    findDocument: (collection, source) => read(() => findDocument(database, collection, source)),
    putDocument: (document, signal) => write(() => putDocument(database, document), signal),
    putDocuments: (writes, signal) =>
      write(() => {
        for (const document of writes) putDocument(database, document)
      }, signal),
    describeDocument: (id, facts) => write(() => describeDocument(database, id, facts)),
    correctDocument: (id, correction) => write(() => correctDocument(database, id, correction)),
    countDocument: id => read(() => countDocument(database, id)),
    readDocument: id => read(() => readDocument(database, id)),
    readDocuments: ids => read(() => ids.flatMap(id => readDocument(database, id) ?? [])),
    readGeometry: (id, pages) => read(() => readGeometry(database, id, pages)),
    readSummary: id => read(() => readSummary(database, id)),
    listDocuments: request => read(() => listDocuments(database, request)),
    countDocuments: (collections, matching) => read(() => countDocuments(database, collections, matching)),
    findDocuments: (collection, filter, limit) =>
      read(() => findDocuments(database, collection, { filter, limit })),
    findNeighbours: (collection, request) => read(() => findNeighbours(database, collection, request)),
    groupDocuments: (collection, request) => guard(() => reading.groupDocuments(collection, request)),
    tallyDocuments: (collection, request) => read(() => tallyDocuments(database, collection, request)),
    countChunks: ({ collections, filter }) => read(() => countChunks(tools, collections, filter)),
    countTerms: request =>
      read(() => ({
        chunks: countChunks(tools, request.collections, []),
        terms: countTerms(tools, request),
      })),
    deleteDocument: (id, trash) => write(() => deleteToTrash(database, id, trash)),
    listTrash: collections => read(() => listTrash(database, collections)),
    readTrash: id => read(() => readTrash(database, id)),
    removeTrash: ids => write(() => removeTrash(database, ids)),

    rank: (query, signal) => guard(() => reading.rank(query, signal)),
    proposeDocuments: (query, signal) => guard(() => reading.proposeDocuments(query, signal)),
    loadVectors: ids => read(() => loadVectors(database, ids)),
    loadChunks: (ids, extras = { tokenBits: false }) => read(() => loadChunks(database, ids, extras)),
    exportChunks: documentId => read(() => exportChunks(database, documentId)),
    listPending: request => read(() => listPending(database, request)),
    listUntokened: request => read(() => listUntokened(database, request)),
    putTokens: (name, tokens, signal) => write(() => putTokens(database, name, tokens), signal),
    putVectors: (name, vectors, signal) => write(() => putVectors(database, name, vectors), signal),

    compact: signal =>
      guard(() => compactStore(database, options.busyTimeoutMs ?? defaultBusyTimeoutMs, signal)),
    warm: collections =>
      guard(async () => {
        const all = describeCollections(database, languages).map(({ name }) => name)
        const names = all.filter(name => collections?.includes(name) ?? true)
        for (const name of names) {
          await tools.copies.catchUp(name)
          await tools.sizes.catchUp(name)
        }
        await reading.warm(names)
      }),
    check: signal => guard(() => checkStore(database, signal)),
    close: () =>
      guard(async () => {
        await reading.close()
        await tools.copies.saved()
        await tools.sizes.saved()
        database.close()
      }),
  }
}

function absolute(path: string): string {
  return path === ':memory:' ? path : resolve(path)
}

async function open(
  path: string,
  {
    clock,
    busyTimeoutMs = defaultBusyTimeoutMs,
    mustExist = false,
    steps,
  }: Omit<SqliteStoreOptions, 'path'> & { steps: readonly Migration[] },
): Promise<Database> {
  try {
    return await openDatabase(path, {
      busyTimeoutMs,
      mustExist,
      prepare: database => migrate(database, steps, clock),
    })
  } catch (error) {
    if (!isNotDatabase(error)) throw toStoreFailure(error)
    throw new Failure(
      'unavailable',
      'STORE_INVALID',
      `${path} is not a store: it is not a SQLite database.`,
      {
        hint: 'Choose another path for the store; it is created when it does not exist.',
        cause: error,
      },
    )
  }
}

/** Errors of SQLite leave the adapter as Failures. */
async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toStoreFailure(error)
  }
}
