import { Failure } from '../../core/model/failure.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { JobLedger } from '../../core/ports/job-ledger.ts'
import type { Store, Tables } from '../../core/ports/store.ts'

export type StoreOptions = {
  clock: Clock
  /** How long a write waits for other processes. */
  busyTimeoutMs?: number
  /** Called with a sentence for the user when the store could only be opened for reading. */
  onReadOnly?: (notice: string) => void
}

type StoreKind = {
  open(place: string, options: StoreOptions): Promise<Store>
  /** Jobs are remembered beside the documents they are about. */
  openLedger(place: string, options: StoreOptions): Promise<JobLedger>
  /** Features keep tables of their own beside the documents. */
  openTables: <Access>(tables: Tables<Access>, place: string, options: StoreOptions) => Promise<Access>
}

/** How to open each kind of store, by the word before the colon. */
const stores = {
  sqlite: {
    async open(place, options) {
      const { lazySqliteStore } = await import('./sqlite/sqlite-store.ts')
      return lazySqliteStore({ ...options, path: place })
    },
    async openLedger(place, options) {
      const { sqliteJobLedger } = await import('./sqlite/job-ledger.ts')
      return sqliteJobLedger({ ...options, path: place })
    },
    openTables: (tables, place, { clock }) => tables.sqlite({ path: place, clock }),
  },
} satisfies Record<string, StoreKind>

/**
 * Gives a store from one string: `sqlite:./knowledge.db`, or the path of a SQLite file. The first use opens the file, so
 * that a file that cannot be opened fails the calls that need it and not the program.
 */
export async function openStore(url: string, options: StoreOptions): Promise<Store> {
  const { kind, place } = findKind(url)
  return stores[kind].open(place, options)
}

/** Opens the ledger of the jobs that work on a store, from the same string. */
export async function openJobLedger(url: string, options: StoreOptions): Promise<JobLedger> {
  const { kind, place } = findKind(url)
  return stores[kind].openLedger(place, options)
}

/** Opens tables that a feature keeps in the database of the store, from the same string. */
export async function openTables<Access>(
  url: string,
  tables: Tables<Access>,
  options: StoreOptions,
): Promise<Access> {
  const { kind, place } = findKind(url)
  return stores[kind].openTables(tables, place, options)
}

function findKind(url: string): { kind: keyof typeof stores; place: string } {
  const { kind, place } = parseUrl(url)
  if (!isKnown(kind))
    throw new Failure('invalid', 'INVALID_STORE', `There is no store of the kind "${kind}".`, {
      hint: `Known kinds: ${Object.keys(stores).join(', ')}. Example: sqlite:./knowledge.db`,
      details: { kind },
    })
  if (place === '')
    throw new Failure('invalid', 'INVALID_STORE', `The store "${url}" does not say where it is.`, {
      hint: 'Example: sqlite:./knowledge.db',
    })
  return { kind, place }
}

/** A word of two or more letters before a colon is a kind; one letter is a Windows drive. */
function parseUrl(url: string): { kind: string; place: string } {
  const [, kind, place] = /^([a-z][a-z0-9+.-]+):(.*)$/is.exec(url.trim()) ?? []
  if (kind === undefined || place === undefined) return { kind: 'sqlite', place: url.trim() }
  return { kind: kind.toLowerCase(), place }
}

function isKnown(kind: string): kind is keyof typeof stores {
  return Object.hasOwn(stores, kind)
}
