import { Failure } from '../../core/model/failure.ts'
import type { JsonObject } from '../../core/model/json.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { JobLedger } from '../../core/ports/job-ledger.ts'
import type { Store, Tables } from '../../core/ports/store.ts'
import type { StoreRemainder } from '../../core/ports/store-remainder.ts'
import type { TokenBook } from '../../core/ports/token-book.ts'
import type { OuterOptions } from './common/outer-index.ts'
import type { SharedParts } from './postgres/shared/shared-parts.ts'

export type { OuterOptions, SharedParts }

export type StoreOptions = {
  clock: Clock
  /** How long a write waits for other processes. */
  busyTimeoutMs?: number
  /** A replica of a database server, which answers searches; null for none. */
  readUrl?: string | null
  /** What vectors of its collections may take in the memory of a server. */
  heldBytes?: number
  /** An index of vectors outside the database; null for none. */
  vectors?: OuterOptions | null
  /** Called with a notice for the user when the store can only be opened for reading. */
  onReadOnly?: (notice: string) => void
}

type StoreKind = {
  open(place: string, options: StoreOptions): Promise<Store>
  /** The ledger of jobs is in the same database as their documents. */
  openLedger(place: string, options: StoreOptions): Promise<JobLedger>
  /** So are the tokens of its callers. */
  openTokens(place: string, options: StoreOptions): Promise<TokenBook>
  /** Tables of features are in the same database as the documents. */
  openTables: <Access>(tables: Tables<Access>, place: string, options: StoreOptions) => Promise<Access>
  openRemainder(place: string, options: StoreOptions): Promise<StoreRemainder>
  /** Lets a role of the server read and write what is stored; throws for a store without roles. */
  grant(place: string, role: string, options: StoreOptions): Promise<void>
  /** What else the database holds; null when that is in the home. */
  openShared(place: string, options: StoreOptions): Promise<SharedParts | null>
  /** Writes one state of the database into an empty folder. Returns what restoring needs beside the files. */
  backUp(place: string, folder: string, options: BackupOptions): Promise<JsonObject>
  /** Restores it into a database without documents. Throws STORE_NOT_EMPTY. */
  restore(
    place: string,
    backup: { folder: string; details: JsonObject },
    options: BackupOptions,
  ): Promise<void>
}

type BackupOptions = StoreOptions & { signal: AbortSignal }

/** How to open each kind of store, by the part of the URL before the colon. */
const stores = {
  sqlite: {
    async open(place, options) {
      if (options.vectors) throw onlyWithServer()
      const { lazySqliteStore } = await import('./sqlite/sqlite-store.ts')
      return lazySqliteStore({ ...options, path: place })
    },
    async openLedger(place, options) {
      const { sqliteJobLedger } = await import('./sqlite/job-ledger.ts')
      return sqliteJobLedger({ ...options, path: place })
    },
    async openTokens(place, options) {
      const { sqliteTokenBook } = await import('./sqlite/token-book.ts')
      return sqliteTokenBook({ ...options, path: place })
    },
    openTables: (tables, place, { clock }) => tables.sqlite({ path: place, clock }),
    async openRemainder(place, options) {
      const { sqliteStoreRemainder } = await import('./sqlite/store-remainder.ts')
      return sqliteStoreRemainder({ ...options, path: place })
    },
    async grant() {
      throw new Failure('invalid', 'INVALID_STORE', 'A SQLite file has no roles.', {
        hint: 'Leave out --grant, or name a server: --store postgres://…',
      })
    },
    openShared: async () => null,
    async backUp(place, folder) {
      const { backUpSqlite } = await import('./sqlite/backup-store.ts')
      return backUpSqlite(place, folder)
    },
    async restore(place, { folder }) {
      const { restoreSqlite } = await import('./sqlite/backup-store.ts')
      await restoreSqlite(place, folder)
    },
  },
  postgres: {
    async open(place, options) {
      const { postgresStore } = await import('./postgres/postgres-store.ts')
      const { vectors, ...others } = options
      const outer = vectors ? (await import('./qdrant/qdrant-index.ts')).qdrantIndex(vectors) : null
      return postgresStore({ ...others, outer, url: `postgres:${place}` })
    },
    async openLedger(place, options) {
      const { postgresJobLedger } = await import('./postgres/job-ledger.ts')
      return postgresJobLedger({ ...options, url: `postgres:${place}` })
    },
    async openTokens(place, options) {
      const { postgresTokenBook } = await import('./postgres/token-book.ts')
      return postgresTokenBook({ ...options, url: `postgres:${place}` })
    },
    openTables: (tables, place, { clock }) => tables.postgres({ url: `postgres:${place}`, clock }),
    async openRemainder(place, options) {
      const { postgresStoreRemainder } = await import('./postgres/store-remainder.ts')
      return postgresStoreRemainder({ ...options, url: `postgres:${place}` })
    },
    async grant(place, role, options) {
      const { grantRole } = await import('./postgres/grant-role.ts')
      await grantRole({ ...options, url: `postgres:${place}` }, role)
    },
    async openShared(place, options) {
      const { postgresSharedParts } = await import('./postgres/shared/shared-parts.ts')
      return postgresSharedParts({ ...options, url: `postgres:${place}` })
    },
    async backUp(place, folder, { clock, signal }) {
      const { backUpPostgres } = await import('./postgres/backup-store.ts')
      return backUpPostgres({ url: `postgres:${place}`, clock }, folder, signal)
    },
    async restore(place, backup, { clock, signal }) {
      const { restorePostgres } = await import('./postgres/backup-store.ts')
      await restorePostgres({ url: `postgres:${place}`, clock }, backup, signal)
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

/** Opens the tokens of a store, from the same URL. */
export async function openTokenBook(url: string, options: StoreOptions): Promise<TokenBook> {
  const { kind, place } = findKind(url)
  return stores[kind].openTokens(place, options)
}

/** Opens what moving a store needs beside the store, from the same URL. */
export async function openRemainder(url: string, options: StoreOptions): Promise<StoreRemainder> {
  const { kind, place } = findKind(url)
  return stores[kind].openRemainder(place, options)
}

/** Lets a role of the database server read and write everything that is stored. */
export async function grantRole(url: string, role: string, options: StoreOptions): Promise<void> {
  const { kind, place } = findKind(url)
  await stores[kind].grant(place, role, options)
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

/**
 * Opens what servers share in the database of the store beside documents and jobs, from the same URL. Null for a store
 * that is a file: then it is in the home.
 */
export async function openShared(url: string, options: StoreOptions): Promise<SharedParts | null> {
  const { kind, place } = findKind(url)
  return stores[kind].openShared(place, options)
}

/** Writes one state of a store into an empty folder, while it is used. */
export async function backUpStore(
  url: string,
  folder: string,
  options: BackupOptions,
): Promise<{ kind: string; details: JsonObject }> {
  const { kind, place } = findKind(url)
  return { kind, details: await stores[kind].backUp(place, folder, options) }
}

/** Restores what `backUpStore` wrote, into a store of the same kind. */
export async function restoreStore(
  url: string,
  backup: { kind: string; folder: string; details: JsonObject },
  options: BackupOptions,
): Promise<void> {
  const { kind, place } = findKind(url)
  if (kind !== backup.kind)
    throw new Failure(
      'invalid',
      'INVALID_STORE',
      `The backup is of a store of the kind "${backup.kind}", but the settings name one of the kind "${kind}".`,
      { hint: `Restore it with --store ${backup.kind}:…, then use quire move.` },
    )
  await stores[kind].restore(place, backup, options)
}

function onlyWithServer(): Failure {
  return new Failure('invalid', 'INVALID_SETTING', 'vectors.url needs a store in PostgreSQL.', {
    hint: 'Name the server with --store postgres://…, or leave out --vectors.',
  })
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
