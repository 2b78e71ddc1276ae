import { type DocumentName, idBytes, nameTable } from '../common/chunk-names.ts'
import type { ChunkName } from '../common/merge-rankings.ts'
import type { CopyProgress, SavableCopy } from '../common/savable-copy.ts'
import type { CollectionRow } from './collections.ts'
import type { Database } from './database.ts'
import { type HeldCopies, heldCopies } from './held-copies.ts'
import { lexicalNames } from './lexical-table.ts'
import type { StoredCopies } from './stored-copies.ts'

/**
 * The number of terms of every chunk of a collection, in memory that all threads read. Keys of chunks are grouped by
 * `keysPerGroup`, and only groups with a chunk of the collection take space.
 */
export type SizePlace = {
  /** The first key of each group, divided by `keysPerGroup`. */
  groups: Int32Array
  groupCount: number
  /** For each key of each group the number of terms + 1, at most 65,535; 0: there is no such chunk. */
  sizes: Uint16Array
  /** Number of chunks, and of their terms together. */
  chunks: number
  terms: number
}

export const keysPerGroup = 256

/** The sizes as seen by one thread, inside a read transaction. */
export type SizePlaces = {
  /** The sizes of exactly the current state of the collection. */
  place(collection: CollectionRow): SizePlace
  /** Called after the sizes were read: throws when they have changed since. */
  confirm(collection: CollectionRow): void
}

/** The sizes that this process holds, one table per searched collection. */
export type ChunkSizes = SizePlaces &
  Pick<HeldCopies<SizeTable>, 'catchUp' | 'current' | 'saved'> & {
    /** How many chunks the tables of these collections hold. */
    count(names: readonly string[]): number
  }

export function chunkSizes(database: Database, stored: StoredCopies): ChunkSizes {
  const { catchUp, current, list, saved } = heldCopies(database, stored, {
    kind: 'sizes',
    documentsPerTurn: 1_024,
    create: sizeTable,
    follow(table, { key: collectionKey }, { removed, from, until }) {
      if (removed.length > 0) table.removeDocuments(removed)
      const documents = database.iterate<DocumentRow>(readDocuments, collectionKey, from, until)
      for (const { documentKey, ...name } of documents) table.addDocument(documentKey, name)
      const rows = database.iterate<SizeRow>(readSizes(collectionKey), collectionKey, from, until)
      for (const { size, ...row } of rows) table.add({ ...row, terms: decodeSize(size) })
    },
    release() {},
  })
  return {
    catchUp,
    current,
    place: collection => current(collection).place(),
    // Nothing else runs on this thread between reading a place and using it.
    confirm() {},
    saved,
    count: names => list(names).reduce((sum, table) => sum + table.place().chunks, 0),
  }
}

type DocumentRow = DocumentName & { documentKey: number }
type SizeRow = { documentKey: number; key: number; chunkId: string; size: Uint8Array }

const readDocuments = `SELECT key AS documentKey, id AS documentId, language FROM documents
  WHERE collection_key = ? AND version > ? AND version <= ?`

function readSizes(collectionKey: number): string {
  return `SELECT documents.key AS documentKey, chunks.key, chunks.id AS chunkId, sz AS size
    FROM documents JOIN chunks ON document_key = documents.key
    JOIN ${lexicalNames(collectionKey).sizes} AS sizes ON sizes.id = chunks.key
    WHERE documents.collection_key = ? AND documents.version > ? AND documents.version <= ?`
}

/** FTS5 stores the number of terms of each column as varints: seven bits a byte, the highest first. */
function decodeSize(bytes: Uint8Array): number {
  let sum = 0
  let value = 0
  for (const byte of bytes) {
    value = value * 128 + (byte & 127)
    if (byte >= 128) continue
    sum += value
    value = 0
  }
  return sum
}

/** The sizes of one collection, which follow its changes. */
export type SizeTable = CopyProgress &
  SavableCopy & {
    /** Incremented when sizes that another thread may be reading are removed. */
    readonly changes: Int32Array
    place(): SizePlace
    /** What identifies a chunk and its document; null when it is not known here, but in the database only. */
    nameOf(chunkKey: number): Omit<ChunkName, 'key'> | null
    addDocument(documentKey: number, name: DocumentName): void
    /** A chunk of a document that was added before it. */
    add(chunk: { documentKey: number; key: number; chunkId: string; terms: number }): void
    removeDocuments(documentKeys: readonly number[]): void
  }

const largestSize = 65_535

type SavedHead = CopyProgress & { groupCount: number; chunks: number; terms: number; namesBytes?: number }

export function sizeTable(): SizeTable {
  const changes = new Int32Array(new SharedArrayBuffer(4))
  const groupOf = new Map<number, number>()
  let groups = new Int32Array(new SharedArrayBuffer(4 * 16))
  let sizes = new Uint16Array(new SharedArrayBuffer(2 * 16 * keysPerGroup))
  /** The document of each key; only this thread needs it. */
  let owners = new Float64Array(16 * keysPerGroup)
  const names = nameTable()
  let chunks = 0
  let terms = 0

  function addGroup(number: number): number {
    const group = groupOf.size
    if (group === groups.length) {
      groups = enlarge(groups, new Int32Array(new SharedArrayBuffer(2 * groups.byteLength)))
      sizes = enlarge(sizes, new Uint16Array(new SharedArrayBuffer(2 * sizes.byteLength)))
      owners = enlarge(owners, new Float64Array(2 * owners.length))
    }
    names.reserve(sizes.length)
    groups[group] = number
    groupOf.set(number, group)
    return group
  }

  function indexOf(chunkKey: number): number | null {
    const group = groupOf.get(Math.floor(chunkKey / keysPerGroup))
    return group === undefined ? null : group * keysPerGroup + (chunkKey % keysPerGroup)
  }

  function remove(index: number): void {
    chunks -= 1
    terms -= (sizes[index] ?? 1) - 1
    sizes[index] = 0
    owners[index] = 0
  }

  /** The three arrays, as far as they are used. */
  const bytesOf = (groupCount: number) => [
    new Uint8Array(groups.buffer, 0, 4 * groupCount),
    new Uint8Array(sizes.buffer, 0, 2 * keysPerGroup * groupCount),
    new Uint8Array(owners.buffer, 0, 8 * keysPerGroup * groupCount),
  ]

  return {
    seenVersion: null,
    addedVersion: 0,
    savedSize: 0,
    changes,
    get size() {
      return chunks
    },
    draft() {
      const { seenVersion, addedVersion } = this
      const groupCount = groupOf.size
      // Copied at once, because later changes are made in place: eighteen bytes a chunk.
      const { ids, documents } = names.save(groupCount * keysPerGroup)
      const blocks = [...bytesOf(groupCount).map(bytes => bytes.slice()), ids, documents]
      const namesBytes = documents.length
      const head: SavedHead = { seenVersion, addedVersion, groupCount, chunks, terms, namesBytes }
      return { head, blocks: blocks.length, blockAt: number => blocks[number] ?? null }
    },
    restoreNext(file) {
      // SAFETY: `draft` wrote it, and the checksum is right.
      const head = file.head as SavedHead
      if (head.namesBytes === undefined)
        throw new Error('The copy is of an earlier version and has no names.')
      groups = new Int32Array(new SharedArrayBuffer(4 * (head.groupCount + 16)))
      sizes = new Uint16Array(new SharedArrayBuffer(2 * keysPerGroup * (head.groupCount + 16)))
      owners = new Float64Array(keysPerGroup * (head.groupCount + 16))
      for (const bytes of bytesOf(head.groupCount)) file.readNext(bytes)
      const places = head.groupCount * keysPerGroup
      const saved = { ids: new Uint8Array(idBytes * places), documents: new Uint8Array(head.namesBytes) }
      file.readNext(saved.ids)
      file.readNext(saved.documents)
      names.reserve(sizes.length)
      names.restore(saved)
      for (let group = 0; group < head.groupCount; group++) groupOf.set(groups[group] ?? 0, group)
      chunks = head.chunks
      terms = head.terms
      this.savedSize = chunks
      this.seenVersion = head.seenVersion
      this.addedVersion = head.addedVersion
      return false
    },
    place: () => ({ groups, groupCount: groupOf.size, sizes, chunks, terms }),
    nameOf(chunkKey) {
      const index = indexOf(chunkKey)
      return index === null ? null : names.find(index, owners[index] ?? 0)
    },
    addDocument: names.addDocument,
    add({ documentKey, key, chunkId, terms: count }) {
      const number = Math.floor(key / keysPerGroup)
      const group = groupOf.get(number) ?? addGroup(number)
      const index = group * keysPerGroup + (key % keysPerGroup)
      if (sizes[index] !== 0) remove(index)
      names.addChunk(index, chunkId)
      const size = Math.min(largestSize, count + 1)
      sizes[index] = size
      owners[index] = documentKey
      chunks += 1
      terms += size - 1
    },
    removeDocuments(removed) {
      Atomics.add(changes, 0, 1)
      const isRemoved = new Set(removed)
      for (const document of isRemoved) names.removeDocument(document)
      // Chunks of a document have consecutive keys, but may be in two groups.
      if (removed.length > fewDocuments)
        for (const [index, owner] of owners.entries()) isRemoved.has(owner) && remove(index)
      else
        for (const document of isRemoved)
          for (let index = owners.indexOf(document); index !== -1; index = owners.indexOf(document, index))
            remove(index)
    },
  }
}

/** Up to this many documents are looked for one by one. */
const fewDocuments = 32

function enlarge<Numbers extends Int32Array | Uint16Array | Float64Array>(
  old: Numbers,
  larger: Numbers,
): Numbers {
  larger.set(old)
  return larger
}
