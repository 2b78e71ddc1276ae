import type { LibraryItem } from '../../core/ports/reference-library.ts'

/** What is stored between two syncs of one selection. Plain JSON. */
export type SyncState = {
  /** The source of the last run: versions of different sources cannot be compared. */
  source: string
  /** Everything up to this version has been ingested; null when the source has no versions. */
  version: number | null
  /** Stamps of the items that were ingested, by key. */
  stamps: Readonly<Record<string, string>>
}

/** What one run read from a library or a collection. `version` is from before the items were read. */
export type Reading = {
  source: string
  version: number | null
  items: readonly Pick<LibraryItem, 'key' | 'stamp'>[]
  /** Items that `changesSince` returned: stamps do not cover every change. */
  touched?: readonly string[]
}

export type SyncPlan = {
  added: string[]
  changed: string[]
  removed: string[]
  unchanged: string[]
  /**
   * The source returned an older state than the last run (a copy without its write-ahead log): then nothing is changed
   * or removed.
   */
  isStale: boolean
}

export const emptySyncState: SyncState = { source: '', version: null, stamps: {} }

/** Compares stamps to find new, changed and removed items. All lists are in order of key. */
export function planSync(state: SyncState, reading: Reading): SyncPlan {
  const isStale = isOlder(reading, state)
  const found = new Map(reading.items.map(({ key, stamp }) => [key, stamp]))
  const keys = [...found.keys()].sort()
  const touched = new Set(reading.touched)
  const known = (key: string) => state.stamps[key]
  const isSame = (key: string) => known(key) === found.get(key) && !touched.has(key)
  return {
    added: keys.filter(key => known(key) === undefined),
    // Old stamps would undo newer changes.
    changed: isStale ? [] : keys.filter(key => known(key) !== undefined && !isSame(key)),
    removed: isStale
      ? []
      : Object.keys(state.stamps)
          .filter(key => !found.has(key))
          .sort(),
    unchanged: keys.filter(isSame),
    isStale,
  }
}

/**
 * The state after a run. Only items that were ingested get their new stamp. The version is raised only when all were,
 * and never lowered, so that failed items are tried again in the next run.
 */
export function advanceSync(
  state: SyncState,
  reading: Reading,
  done: { taken: ReadonlySet<string>; removed: ReadonlySet<string> },
): SyncState {
  const plan = planSync(state, reading)
  const wanted = [...plan.added, ...plan.changed]
  const fresh = new Map(reading.items.map(({ key, stamp }) => [key, stamp]))
  const kept = Object.entries(state.stamps).filter(([key]) => !done.removed.has(key))
  const taken = wanted.filter(key => done.taken.has(key)).map(key => [key, fresh.get(key) ?? ''] as const)
  const isComplete =
    wanted.every(key => done.taken.has(key)) && plan.removed.every(key => done.removed.has(key))
  const settled = state.source === reading.source ? state.version : null
  return {
    source: reading.source,
    version: plan.isStale || !isComplete ? settled : reading.version,
    stamps: Object.fromEntries([...kept, ...taken].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}

/** Whether nothing has changed since the last run, so that the items need not be read. */
export function isUpToDate(state: SyncState, source: string, version: number | null): boolean {
  return version !== null && state.source === source && state.version === version
}

function isOlder(reading: Reading, state: SyncState): boolean {
  if (reading.source !== state.source || reading.version === null || state.version === null) return false
  return reading.version < state.version
}
