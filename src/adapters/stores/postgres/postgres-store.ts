import type { CollectionCount, CollectionSummary } from '../../../core/model/collection.ts'
import type { DocumentWrite, IndexCount, Store } from '../../../core/ports/store.ts'
import { toCollection } from '../common/collection-row.ts'
import { adviseOnFeed, adviseOnServer, checkStore } from './check-store.ts'
import { exportChunks, loadChunks, loadVectors } from './chunks.ts'
import {
  type CollectionRow,
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
import { describeUrl, type Sql } from './database.ts'
import { defaultIndexFrom, denseIndexes } from './dense-index.ts'
import {
  correctDocument,
  countDocument,
  countDocuments,
  deleteDocument,
  describeDocument,
  findDocument,
  listDocuments,
  readDocuments,
  readSummary,
} from './documents.ts'
import { findDocuments, findNeighbours, tallyDocuments } from './find-documents.ts'
import { readGeometry } from './geometry.ts'
import { groupDocuments, groupMemory } from './group-documents.ts'
import { heldCollections } from './held-collections.ts'
import { keptPostings } from './kept-postings.ts'
import { lazyDatabase, type PostgresPlace } from './lazy-database.ts'
import { migrations } from './migrations.ts'
import { nearReads } from './near-reads.ts'
import { countWaiting, endFeed } from './outbox.ts'
import { outerReads } from './outer-reads.ts'
import { listPending, listUntokened, putTokens, putVectors } from './pending-vectors.ts'
import { proposeDocuments } from './propose-documents.ts'
import { putDocuments } from './put-document.ts'
import { rank } from './rank.ts'
import { countChunks } from './scope-keys.ts'
import { countTerms } from './term-counts.ts'
import { listTrash, readTrash, removeTrash, removeTrashOf } from './trash.ts'

/**
 * A store in one PostgreSQL database that several processes may share. It connects on first use. When the server cannot
 * be reached, calls fail until it can; the store object stays valid.
 */
export function postgresStore(options: PostgresPlace): Store {
  const languages: LanguageMemory = new Map()
  const groups = groupMemory()
  const { open, read, write, close } = lazyDatabase(options)
  const near = nearReads(options.readUrl ?? null, read)
  const { clock, indexFrom = defaultIndexFrom } = options
  const indexes = denseIndexes({ indexFrom, clock })
  const { heldFrom = defaultHeldFrom, heldBytes = defaultHeldBytes } = options
  // An index outside the database is chosen because vectors take too much memory.
  const mostBytes = options.outer == null ? heldBytes : 0
  const held = heldCollections({ read, from: heldFrom, mostBytes })
  const tools = { held, postings: keptPostings(keptPostingBytes) }
  const outer = options.outer == null ? null : outerReads(options.outer, { open, read, write })

  /** A write that changes vectors, or what they are filtered by. */
  async function change<T>(work: (sql: Sql) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const result = await write(work, signal)
    outer?.kick()
    return result
  }
  async function put(writes: readonly DocumentWrite[], signal: AbortSignal): Promise<void> {
    const collections = await change(sql => putDocuments(sql, writes), signal)
    for (const collection of collections) await grow(collection)
  }
  /** One index of a collection is enough. */
  async function grow(collection: CollectionRow): Promise<void> {
    if (outer === null) indexes.grow(await open(), collection)
  }
  async function list<Rows extends readonly CollectionSummary[]>(
    work: (sql: Sql) => Promise<Rows>,
  ): Promise<Rows> {
    const rows = await read(async sql => {
      await outer?.learn(sql)
      return work(sql)
    })
    return near.note(rows)
  }
  async function count(sql: Sql): Promise<CollectionCount[]> {
    const rows = await listCollections(sql, languages)
    if (outer === null) return rows
    const waiting = await countWaiting(
      sql,
      rows.map(({ name }) => name),
    )
    return rows.map(row => ({ ...row, ...unfedOf(waiting.get(row.name)) }))
  }
  async function countIndexesOf(sql: Sql, name: string): Promise<IndexCount> {
    const counts = await countIndexes(sql, name)
    if (outer === null) return counts
    const unfed = (await countWaiting(sql, [name])).get(name)
    const isAsked = counts.chunks >= outer.from
    return { ...counts, ...unfedOf(unfed), ...(isAsked ? { hasGraph: true } : {}) }
  }

  return {
    description: describeUrl(options.url),
    schemaVersion: migrations.length,
    access: () =>
      read(async sql => {
        const row = await sql.get<{ is_replica: boolean }>('SELECT pg_is_in_recovery() AS is_replica')
        return row?.is_replica ? 'read-only' : 'read-write'
      }),

    getCollection: name =>
      read(async sql => {
        const row = await findCollection(sql, name)
        return row ? toCollection(row) : null
      }),
    describeCollections: () => list(sql => describeCollections(sql, languages)),
    listCollections: () => list(count),
    ensureCollection: collection => write(sql => ensureCollection(sql, collection)),
    updateCollection: (name, change) => write(sql => updateCollection(sql, name, change)),
    async replaceCollections(successions) {
      const isReplaced = await change(sql => replaceCollections(sql, successions))
      indexes.tidy(await open())
      return isReplaced
    },
    countIndexes: name => read(sql => countIndexesOf(sql, name)),
    async deleteCollection(name) {
      const deleted = await change(async sql => {
        await removeTrashOf(sql, name)
        return deleteCollection(sql, name)
      })
      indexes.tidy(await open())
      return deleted
    },

    findDocument: (collection, source) => read(sql => findDocument(sql, collection, source)),
    putDocument: (document, signal) => put([document], signal),
    putDocuments: put,
    describeDocument: (id, facts) => change(sql => describeDocument(sql, id, facts)),
    correctDocument: (id, correction) => change(sql => correctDocument(sql, id, correction)),
    countDocument: id => read(sql => countDocument(sql, id)),
    readDocument: async id => (await read(sql => readDocuments(sql, [id])))[0] ?? null,
    readDocuments: ids => read(sql => readDocuments(sql, ids)),
    readGeometry: (id, pages) => read(sql => readGeometry(sql, id, pages)),
    readSummary: id => read(sql => readSummary(sql, id)),
    listDocuments: request => read(sql => listDocuments(sql, request)),
    countDocuments: (collections, matching) => read(sql => countDocuments(sql, collections, matching)),
    findDocuments: (collection, filter, limit) =>
      read(sql => findDocuments(sql, collection, { filter, limit })),
    findNeighbours: (collection, request) => read(sql => findNeighbours(sql, collection, request)),
    groupDocuments: (name, request) => read(sql => groupDocuments(sql, groups, { name, request })),
    tallyDocuments: (collection, request) => read(sql => tallyDocuments(sql, collection, request)),
    countChunks: scope => read(sql => countChunks(sql, scope)),
    countTerms: request => read(sql => countTerms(sql, request)),
    deleteDocument: (id, trash) => change(sql => deleteDocument(sql, id, trash)),
    listTrash: collections => read(sql => listTrash(sql, collections)),
    readTrash: id => read(sql => readTrash(sql, id)),
    removeTrash: ids => write(sql => removeTrash(sql, ids)),

    async rank(query, signal) {
      const proposals = (await outer?.propose(query, signal)) ?? new Map()
      return near.read(sql => rank(sql, { ...query, indexes, proposals, tools }, signal), signal)
    },
    proposeDocuments: (query, signal) =>
      near.read(sql => proposeDocuments(sql, { ...query, tools }, signal), signal),
    loadVectors: ids => near.read(sql => loadVectors(sql, ids)),
    loadChunks: (ids, extras = { tokenBits: false }) => near.read(sql => loadChunks(sql, ids, extras)),
    exportChunks: documentId => read(sql => exportChunks(sql, documentId)),
    listPending: request => read(sql => listPending(sql, request)),
    listUntokened: request => read(sql => listUntokened(sql, request)),
    putTokens: (name, tokens, signal) => write(sql => putTokens(sql, name, tokens), signal),
    putVectors: (name, vectors, signal) => change(sql => putVectors(sql, name, vectors), signal),

    // The server removes deleted rows by itself (autovacuum).
    compact: async () => {},
    warm: async names => {
      const collections = await read(sql => sql.all<CollectionRow>('SELECT * FROM quire.collections'))
      for (const collection of collections)
        if (names?.includes(collection.name) ?? true) await grow(collection)
      outer?.kick()
      // A server that starts; a process that has made the vectors of some leaves nothing in memory for the next one.
      if (names === undefined) await held.warm(collections)
    },
    check: async signal => checkStore(await open(), signal),
    advise: () =>
      read(async sql => [...(await adviseOnServer(sql)), ...(outer === null ? await adviseOnFeed(sql) : [])]),
    outerIndex: async () => (outer === null ? null : outer.state()),
    checkOuterIndex: async signal => outer?.check(signal) ?? [],
    async rebuildOuterIndex(report, signal) {
      if (outer === null) await write(endFeed)
      else await outer.rebuild(report, signal)
    },
    async close() {
      await outer?.close()
      await held.close()
      await near.close()
      await close()
    },
  }
}

/** Smaller collections take the database less than following them takes. */
const defaultHeldFrom = 1_000
/** 560,000 vectors of 384 numbers. */
const defaultHeldBytes = 512 * 1024 * 1024
const keptPostingBytes = 64 * 1024 * 1024

const unfedOf = (unfed = 0) => (unfed === 0 ? {} : { unfed })
