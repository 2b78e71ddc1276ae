import { setImmediate as turn } from 'node:timers/promises'
import type { CopyProgress, SavableCopy } from '../common/savable-copy.ts'
import { type CollectionChanges, canFollow, nextChanges } from './collection-changes.ts'
import { type CollectionRow, findCollection } from './collections.ts'
import type { Database } from './database.ts'
import { type CopyKind, restoreCopy, type StoredCopies } from './stored-copies.ts'

/** What follows a collection in memory, is saved, and is restored by the next process. */
type FollowingCopy = CopyProgress & SavableCopy

/** What is particular to a kind of copies. */
type CopyMaker<Copy> = {
  kind: CopyKind
  /** How many documents are added before other work of this process has its turn. */
  documentsPerTurn: number
  create(collection: CollectionRow): Copy
  /** Inside a read transaction: makes these changes to the copy. */
  follow(copy: Copy, collection: CollectionRow, changes: CollectionChanges): void
  /** Gives back what the copy holds, when it is no longer used. */
  release(copy: Copy): void
}

export type HeldCopies<Copy> = {
  /** Loads what is missing in steps, so that other work of this process is not blocked. */
  catchUp(name: string): Promise<void>
  /** Inside a read transaction: the copy in the current state of the collection. */
  current(collection: CollectionRow): Copy
  /** The copy as it is; undefined when none is held, or that of an earlier collection of this name. */
  find(collection: Pick<CollectionRow, 'name' | 'key'>): Copy | undefined
  /** The copies of these collections that are held. */
  list(names: readonly string[]): Copy[]
  /** Resolves when copies that are being saved are complete. */
  saved(): Promise<void>
}

/** The copies of one kind that this process holds, one per searched collection. */
export function heldCopies<Copy extends FollowingCopy>(
  database: Database,
  stored: StoredCopies,
  maker: CopyMaker<Copy>,
): HeldCopies<Copy> {
  const held = new Map<string, { collectionKey: number; copy: Copy }>()
  const loading = new Map<string, Promise<void>>()
  const saving = new Map<string, Promise<void>>()

  function discard(name: string): void {
    const known = held.get(name)
    if (known) maker.release(known.copy)
    held.delete(name)
  }

  /** A collection that was deleted and recreated has another key; its old copy is invalid. */
  function find({ name, key }: Pick<CollectionRow, 'name' | 'key'>): Copy | undefined {
    const known = held.get(name)
    return known?.collectionKey === key ? known.copy : undefined
  }

  function copyFor(collection: CollectionRow): Copy {
    const known = find(collection)
    if (known !== undefined && canFollow(known, collection)) return known
    discard(collection.name)
    const copy = maker.create(collection)
    held.set(collection.name, { collectionKey: collection.key, copy })
    return copy
  }

  /** Returns whether the copy now has everything up to the current version of the collection. */
  function advance(collection: CollectionRow, mostDocuments: number): boolean {
    const copy = copyFor(collection)
    const changes = nextChanges(database, { collection, progress: copy }, mostDocuments)
    if (changes === null) return true
    maker.follow(copy, collection, changes)
    copy.seenVersion = collection.version
    copy.addedVersion = changes.until
    return changes.isComplete
  }

  /** Reads the copy that an earlier process saved, if there is one and nothing is held yet. */
  async function restore(name: string): Promise<void> {
    // Every search comes here, and a transaction takes a tenth of a millisecond.
    if (held.has(name)) return
    const opened = database.read(() => {
      const collection = findCollection(database, name)
      if (!collection) return null
      const file = stored.find(collection, maker.kind)
      return file && { collection, file }
    })
    if (opened === null) return
    const { collection, file } = opened
    const copy = maker.create(collection)
    const isRestored = await restoreCopy(copy, file)
    if (isRestored && !held.has(name)) held.set(name, { collectionKey: collection.key, copy })
    // What is damaged is read from the database instead.
    else maker.release(copy)
  }

  /** Saves the copy for the next process when reading it from the database again would take long. */
  async function save(name: string): Promise<void> {
    const known = held.get(name)
    if (known === undefined || !stored.isWorthSaving(known.copy)) return
    const collection = database.read(() => findCollection(database, name))
    const copy = collection && find(collection)
    if (!copy) return
    const { size } = copy
    await stored.save(collection, maker.kind, copy.draft())
    copy.savedSize = size
  }

  function startSaving(name: string): void {
    if (saving.has(name)) return
    // A copy that cannot be saved, on a full disk for example, costs time at the next start only.
    const running = save(name)
      .catch(() => {})
      .finally(() => saving.delete(name))
    saving.set(name, running)
  }

  async function load(name: string): Promise<void> {
    await restore(name)
    const step = () =>
      database.read(() => {
        const collection = findCollection(database, name)
        if (collection) return advance(collection, maker.documentsPerTurn)
        discard(name)
        return true
      })
    while (!step()) await turn()
    startSaving(name)
  }

  return {
    catchUp(name) {
      const running = loading.get(name) ?? load(name).finally(() => loading.delete(name))
      loading.set(name, running)
      return running
    },
    current(collection) {
      advance(collection, Number.MAX_SAFE_INTEGER)
      return copyFor(collection)
    },
    find,
    list: names => names.flatMap(name => held.get(name)?.copy ?? []),
    saved: async () => void (await Promise.all(saving.values())),
  }
}
