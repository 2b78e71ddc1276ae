import { Failure } from '../../core/model/failure.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { JobLedger } from '../../core/ports/job-ledger.ts'
import type { Store, Tables } from '../../core/ports/store.ts'

export type StoreOptions = {
  clock: Clock
  /** How long a write waits for other processes. */
  busyTimeoutMs?: number
  /** Called with a notice for the user when the store can only be opened for reading. */
  onReadOnly?: (notice: string) => void
}

type StoreKind = {
  open(place: string, options: StoreOptions): Promise<Store>
  /** The ledger of jobs is in the same database as their documents. */
  openLedger(place: string, options: StoreOptions): Promise<JobLedger>
  /** Tables of features are in the same database as the documents. */
  openTables: <Access>(tables: Tables<Access>, place: string, options: StoreOptions) => Promise<Access>
}

/** How to open each kind of store, by the part of the URL before the colon. */
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
  postgres: {
    async open(place, options) {
      const { postgresStore } = await import('./postgres/postgres-store.ts')
      return postgresStore({ ...options, url: `postgres:${place}` })
    },
    async openLedger(place, options) {
      const { postgresJobLedger } = await import('./postgres/job-ledger.ts')
      return postgresJobLedger({ ...options, url: `postgres:${place}` })
    },
    async openTables() {
      throw new Failure(
        'unsupported',
        'STORE_UNSUPPORTED',
        'This feature has no tables for PostgreSQL yet.',
        {
          hint: 'Use a store of the kind sqlite for code graphs and facts.',
        },
      )
    },
  },
} satisfies Record<string, StoreKind>

/**
 * Opens a store from a URL, such as `sqlite:./knowledge.db`, or the path of a SQLite file. The file is opened on first
 * use, so that an error fails the calls that need it and not the program.
 */
export async function openStore(url: string, options: StoreOptions): Promise<Store> {
  const { kind, place } = findKind(url)
  return stores[kind].open(place, options)
}

/** Opens the job ledger of a store, from the same URL. */
export async function openJobLedger(url: string, options: StoreOptions): Promise<JobLedger> {
  const { kind, place } = findKind(url)
  return stores[kind].openLedger(place, options)
}

/** Opens tables of a feature in the database of the store, from the same URL. */
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
    throw new Failure('invalid', 'INVALID_STORE', `The store "${url}" has no path.`, {
      hint: 'Example: sqlite:./knowledge.db',
    })
  return { kind, place }
}

/** Two or more letters before a colon are a kind; one letter is a Windows drive. */
function parseUrl(url: string): { kind: string; place: string } {
  const [, kind, place] = /^([a-z][a-z0-9+.-]+):(.*)$/is.exec(url.trim()) ?? []
  if (kind === undefined || place === undefined) return { kind: 'sqlite', place: url.trim() }
  return { kind: kind.toLowerCase(), place }
}

function isKnown(kind: string): kind is keyof typeof stores {
  return Object.hasOwn(stores, kind)
}
