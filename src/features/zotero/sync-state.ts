import type { LibraryItem } from '../../core/ports/reference-library.ts'

/** What a sync of one selection knows from its earlier runs. Plain JSON. */
export type SyncState = {
  /** Which source it was read from: versions of different sources cannot be compared. */
  source: string
  /** Everything up to this version has been read; null when the source cannot tell. */
  version: number | null
  /** Stamps of the items that were taken over, by key. */
  stamps: Readonly<Record<string, string>>
}

/** One reading of a library or a part of it. `version` was asked for before the items were read. */
export type Reading = {
  source: string
  version: number | null
  items: readonly Pick<LibraryItem, 'key' | 'stamp'>[]
  /** Items that the source itself calls changed (`changesSince`), since stamps do not show everything. */
  touched?: readonly string[]
}

export type SyncPlan = {
  added: string[]
  changed: string[]
  removed: string[]
  unchanged: string[]
  /** The reading is older than what was seen before (a snapshot without its write-ahead log): nothing is removed. */
  isStale: boolean
}

export const emptySyncState: SyncState = { source: '', version: null, stamps: {} }

/** What is new, changed and gone, by comparing stamps; all lists in order of key. */
export function planSync(state: SyncState, reading: Reading): SyncPlan {
  const isStale = isOlder(reading, state)
  const found = new Map(reading.items.map(({ key, stamp }) => [key, stamp]))
  const keys = [...found.keys()].sort()
  const touched = new Set(reading.touched)
  const known = (key: string) => state.stamps[key]
  const isSame = (key: string) => known(key) === found.get(key) && !touched.has(key)
  return {
    added: keys.filter(key => known(key) === undefined),
    // An old snapshot shows old stamps: taking them over would undo what was read since.
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
 * The state after a run. Only items that were really taken over get their new stamp, and the version moves only
 * when all were and never back: whatever failed or was not seen comes up again in the next run.
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

/** Whether nothing can have happened since the last run, so that reading can be spared. */
export function isUpToDate(state: SyncState, source: string, version: number | null): boolean {
  return version !== null && state.source === source && state.version === version
}

function isOlder(reading: Reading, state: SyncState): boolean {
  if (reading.source !== state.source || reading.version === null || state.version === null) return false
  return reading.version < state.version
}
