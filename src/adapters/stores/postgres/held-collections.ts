import { denseCopy } from '../common/dense-copy.ts'
import { type VectorArena, vectorArena } from '../common/vector-arena.ts'
import { type Changes, readChanges } from './change-log.ts'
import type { CollectionRow } from './collections.ts'
import type { Sql } from './database.ts'
import { addRows, type HeldCollection, noteBlocks, readRows, removeRanges } from './held-collection.ts'
import { heldNames } from './held-names.ts'
import type { KeyRange } from './outbox.ts'

/**
 * Collections that a server holds in memory. The database is the truth: a search reads the version of the collection in
 * its own snapshot, and uses what is held only if that has exactly this version, after adding what has changed since.
 */
export type HeldCollections = {
  arena(): VectorArena
  /** From now on, collections that are searched are held. Loads these, the largest first, as far as there is room. */
  warm(collections: readonly CollectionRow[]): Promise<void>
  /**
   * Inside a read transaction. Null when the database must be asked: nothing is loaded yet, or a later version. Use what it
   * returns before waiting for anything else: a later search may bring it to a later version.
   */
  current(sql: Sql, collection: CollectionRow): Promise<HeldCollection | null>
  /** Resolves when what is being loaded is there. */
  settled(): Promise<void>
  close(): Promise<void>
}

export type HeldOptions = {
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Smaller collections are not held: the database compares their vectors as fast. */
  from: number
  /** What the vectors of all of them may take; 0: they are not held. */
  mostBytes: number
}

/** Read at once while a collection is loaded. */
const chunksPerStep = 4_000
/** A search reads so many changed chunks itself; when there are more, the database answers until they are read. */
const mostFollowed = 2_000
/** Keys are not used again: of a collection that was replaced many times, few are left. */
const mostKeysPerChunk = 16
const leastKeys = 100_000
/** After an error, nothing is loaded for this long. */
const restMs = 5_000
const bytesPerVector = (dimensions: number) => Math.ceil(1.125 * dimensions + 40)

/** What one search uses of each collection: when it has a later version meanwhile, entries and directions are still right. */
export type HeldOfSearch = (collection: CollectionRow) => Promise<HeldCollection | null>

export function holdOnce(collections: Pick<HeldCollections, 'current'>, sql: Sql): HeldOfSearch {
  const known = new Map<number, HeldCollection>()
  return async collection => {
    const held = known.get(collection.key) ?? (await collections.current(sql, collection))
    if (held !== null) known.set(collection.key, held)
    return held
  }
}

type Entry = { held: HeldCollection; usedAt: number; following: Promise<unknown> }

export function heldCollections({ read, from, mostBytes }: HeldOptions): HeldCollections {
  let shared: VectorArena | null = null
  let isHolding = false
  let restUntil = 0
  /** Those that can be used. */
  const entries = new Map<number, Entry>()
  const loading = new Map<number, Promise<void>>()
  /** One after the other: loading needs a connection, and others search meanwhile. */
  let queue: Promise<unknown> = Promise.resolve()

  function arena(): VectorArena {
    shared ??= vectorArena()
    return shared
  }

  function drop(key: number): void {
    const entry = entries.get(key)
    entries.delete(key)
    if (entry !== undefined) release(entry.held)
  }

  function release(held: HeldCollection): void {
    held.dense?.release()
    held.dense = null
  }

  const othersOf = (key: number) =>
    [...entries.values()].filter(({ held }) => held.key !== key && held.dense !== null)

  /** With the vectors of this collection and all others. */
  function bytesWith({ key, dimensions, chunks }: CollectionRow): number {
    return othersOf(key).reduce(
      (sum, { held }) => sum + (held.dense?.size ?? 0) * bytesPerVector(held.dimensions),
      chunks * bytesPerVector(dimensions),
    )
  }

  /** Gives up collections that were not searched for longest; false when this one is too large by itself. */
  function makeRoom(collection: CollectionRow): boolean {
    if (collection.chunks * bytesPerVector(collection.dimensions) > mostBytes) return false
    for (;;) {
      if (bytesWith(collection) <= mostBytes) return true
      const [oldest] = othersOf(collection.key).sort((one, other) => one.usedAt - other.usedAt)
      if (oldest === undefined) return true
      drop(oldest.held.key)
    }
  }

  function startLoading(key: number): void {
    if (!isHolding || loading.has(key) || performance.now() < restUntil) return
    const running = queue
      .then(() => load(key))
      .catch(() => {
        restUntil = performance.now() + restMs
      })
      .finally(() => loading.delete(key))
    queue = running
    loading.set(key, running)
  }

  async function load(key: number): Promise<void> {
    const collections = await read(sql => sql.all<CollectionRow>('SELECT * FROM quire.collections'))
    const known = new Map(collections.map(one => [one.key, one]))
    for (const held of [...entries.keys()]) if (!known.has(held)) drop(held)
    const collection = known.get(key)
    if (collection === undefined || !isWorthHolding(collection)) return
    const held: HeldCollection = {
      key,
      dimensions: collection.dimensions,
      version: collection.version,
      names: heldNames(),
      dense: makeRoom(collection) ? denseCopy(arena(), collection.dimensions) : null,
      changedBlocks: new Map(),
    }
    try {
      await readSteps(held, [1, collection.next_chunk])
      while (isHolding) if (await catchUp(held)) return
    } catch (error) {
      release(held)
      throw error
    }
    release(held)
  }

  async function readSteps(held: HeldCollection, [first, end]: KeyRange): Promise<void> {
    for (let at = first; at < end && isHolding; at += chunksPerStep) {
      const range = [at, Math.min(at + chunksPerStep, end)] as const
      addRows(held, await read(sql => readRows(sql, held, [range])))
    }
  }

  /** Follows what was written while it was loaded; true when it can be used, or the collection is gone. */
  async function catchUp(held: HeldCollection): Promise<boolean> {
    const late = await read(async sql => {
      const now = await findByKey(sql, held.key)
      if (now === undefined) return true
      const changes = await readChanges(sql, held.key, { after: held.version, until: now.version })
      if (changes === null) throw new Error('The collection has changed too much.')
      if (countChunks(changes) > mostFollowed) return { changes, version: now.version }
      await follow(sql, held, { changes, version: now.version })
      entries.set(held.key, { held, usedAt: performance.now(), following: Promise.resolve() })
      return true
    })
    if (late === true) return true
    removeRanges(held, late.changes.removed)
    for (const range of [...late.changes.added, ...late.changes.vectors]) await readSteps(held, range)
    held.version = late.version
    return false
  }

  function isWorthHolding({ chunks, next_chunk: next }: CollectionRow): boolean {
    return chunks >= from && next <= Math.max(leastKeys, mostKeysPerChunk * chunks)
  }

  /** The same connection follows one version after the other. */
  async function followNext(sql: Sql, entry: Entry, collection: CollectionRow): Promise<boolean> {
    const { held } = entry
    if (entries.get(held.key) !== entry || held.version > collection.version) return false
    if (held.version === collection.version) return true
    const changes = await readChanges(sql, held.key, { after: held.version, until: collection.version })
    if (changes !== null && countChunks(changes) <= mostFollowed) {
      await follow(sql, held, { changes, version: collection.version })
      if (!makeRoom(collection)) release(held)
      return true
    }
    drop(held.key)
    startLoading(held.key)
    return false
  }

  return {
    arena,
    async warm(collections) {
      isHolding = true
      for (const collection of collections.toSorted((one, other) => other.chunks - one.chunks)) {
        const isLoaded = entries.has(collection.key)
        if (isLoaded || !isWorthHolding(collection) || bytesWith(collection) > mostBytes) continue
        startLoading(collection.key)
        await loading.get(collection.key)
      }
    },
    async current(sql, collection) {
      if (!isHolding || !isWorthHolding(collection)) return null
      const entry = entries.get(collection.key)
      if (entry === undefined) {
        startLoading(collection.key)
        return null
      }
      entry.usedAt = performance.now()
      if (entry.held.version !== collection.version) {
        const following = entry.following.then(() => followNext(sql, entry, collection))
        entry.following = following.catch(() => {})
        if (!(await following)) return null
      }
      return entry.held.version === collection.version ? entry.held : null
    },
    async settled() {
      await Promise.all(loading.values())
    },
    async close() {
      isHolding = false
      await Promise.all(loading.values())
      for (const key of [...entries.keys()]) drop(key)
    },
  }
}

function findByKey(sql: Sql, key: number): Promise<CollectionRow | undefined> {
  return sql.get<CollectionRow>('SELECT * FROM quire.collections WHERE key = ?', key)
}

function countChunks({ added, vectors }: Changes): number {
  return [...added, ...vectors].reduce((sum, [first, end]) => sum + end - first, 0)
}

/** Inside a read transaction that sees this version: everything is read before anything is changed. */
async function follow(
  sql: Sql,
  held: HeldCollection,
  { changes, version }: { changes: Changes; version: number },
): Promise<void> {
  const rows = await readRows(sql, held, [...changes.added, ...changes.vectors])
  removeRanges(held, changes.removed)
  addRows(held, rows)
  noteBlocks(held, changes, version)
  held.version = version
}
