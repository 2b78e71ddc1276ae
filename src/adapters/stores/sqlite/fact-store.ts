import { resolve } from 'node:path'
import type { Clock } from '../../../ports/clock.ts'
import type { FactStore } from '../../../ports/fact-store.ts'
import { type Database, openDatabase } from './database.ts'
import { factCopies } from './fact-copies.ts'
import { countFacts, findEntities, listBare, listEdges, listPending } from './fact-lists.ts'
import { loadFacts } from './fact-rows.ts'
import { putReadings, putVectors, settleStale } from './fact-writes.ts'
import { migrate, migrations } from './migrations.ts'
import { rankFactsLexically } from './rank-facts.ts'
import { toStoreFailure } from './sqlite-failure.ts'

export type SqliteFactStoreOptions = {
  /** The store’s database file. */
  path: string
  clock: Clock
  /** How long a write waits for other processes. */
  busyTimeoutMs?: number
}

/** Facts in the store’s own file, over a connection of their own that the first use opens. */
export function sqliteFactStore(options: SqliteFactStoreOptions): FactStore {
  const { clock } = options
  let opened: Promise<Database> | null = null
  const connection = () => {
    opened ??= open(options).catch(error => {
      opened = null
      throw error
    })
    return opened
  }
  const read = <T>(work: (database: Database) => T) =>
    guard(async () => {
      const database = await connection()
      return database.read(() => work(database))
    })
  const write = <T>(work: (database: Database) => T, signal: AbortSignal) =>
    guard(async () => {
      const database = await connection()
      return database.write(() => work(database), signal)
    })
  const copies = factCopies()

  return {
    listPending: (collections, reader, limit) =>
      read(database => listPending(database, { collections, reader, limit })),
    put: (reader, readings, rules, signal) =>
      write(database => putReadings(database, { reader, readings, rules, now: clock.now() }), signal),
    settle: (rules, signal) => write(database => settleStale(database, rules, clock.now()), signal),
    listBare: (collections, model, limit) =>
      read(database => listBare(database, { collections, model, limit })),
    putVectors: (model, vectors, signal) => write(database => putVectors(database, model, vectors), signal),
    rankLexically: (scope, terms, limit) =>
      read(database => rankFactsLexically(database, scope, terms, limit)),
    rankDensely: (scope, query, limit) => read(database => copies.rank(database, scope, query, limit)),
    findEntities: (collections, names) => read(database => findEntities(database, collections, names)),
    listEdges: (scope, entities, limit) => read(database => listEdges(database, scope, entities, limit)),
    load: (ids, mostSupports) => read(database => loadFacts(database, ids, mostSupports)),
    count: collections => read(database => countFacts(database, collections)),
    async close() {
      const database = await opened?.catch(() => null)
      database?.close()
    },
  }
}

function open({ path, clock, busyTimeoutMs = 10_000 }: SqliteFactStoreOptions): Promise<Database> {
  const place = path === ':memory:' ? path : resolve(path)
  return openDatabase(place, {
    busyTimeoutMs,
    prepare: database => migrate(database, migrations, clock),
  })
}

/** The edge of the adapter: what SQLite throws leaves as a Failure. */
async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toStoreFailure(error)
  }
}
