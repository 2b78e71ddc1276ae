import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { Failure } from '../../../model/failure.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { GraphChange, GraphStore, RepositoryRecord } from '../../../ports/graph-store.ts'
import { type Database, openDatabase } from './database.ts'
import { loadRepository } from './graph-load.ts'
import { countNodes, findEdges, findNodes, listRepositories, readNodes, readVersion } from './graph-reads.ts'
import { graphSnapshot } from './graph-snapshot.ts'
import { dropRepository, stageParts, swapIn, sweep } from './graph-writes.ts'
import { migrate, migrations } from './migrations.ts'
import { toStoreFailure } from './sqlite-failure.ts'

export type SqliteGraphOptions = {
  /** The store’s database file. */
  path: string
  clock: Clock
  /** How long a write waits for other processes. */
  busyTimeoutMs?: number
}

/** Staging takes minutes at most: what has waited longer was left by a process that is gone. */
const staleAfterMs = 3_600_000

/** Graphs in the store’s own file, over a connection that the first use opens. */
export function sqliteGraphStore(options: SqliteGraphOptions): GraphStore {
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

  async function replace(change: GraphChange, signal: AbortSignal): Promise<RepositoryRecord> {
    const database = await connection()
    const stage = { id: randomUUID(), at: options.clock.now() }
    const before = staleBefore(stage.at)
    await sweep(database, { before, stage: null })
    try {
      await stageParts(database, change, stage, signal)
      return await database.write(() => swapIn(database, change, stage), signal)
    } finally {
      await sweep(database, { before, stage: stage.id }).catch(leaveForLater)
    }
  }

  return {
    version: () => read(readVersion),
    listRepositories: () => read(listRepositories),
    loadRepository: name => guard(async () => loadRepository(await connection(), name)),
    replace: (change, signal) => guard(() => replace(change, signal)),
    remove: name =>
      guard(async () => {
        const database = await connection()
        const wasThere = await database.write(() => dropRepository(database, name))
        await sweep(database, { before: staleBefore(options.clock.now()), stage: null }).catch(leaveForLater)
        return wasThere
      }),
    findNodes: query => read(database => findNodes(database, query)),
    countNodes: query => read(database => countNodes(database, query)),
    readNodes: ids => read(database => readNodes(database, ids)),
    findEdges: query => read(database => findEdges(database, query)),
    snapshot: () => guard(async () => graphSnapshot(await open(options))),
    async close() {
      const database = await opened?.catch(() => null)
      database?.close()
    },
  }
}

function staleBefore(now: string): string {
  return new Date(Date.parse(now) - staleAfterMs).toISOString()
}

/** Sweeping is done again before the next change; that a lock or a full disk is in its way now fails nobody’s work. */
function leaveForLater(error: unknown): void {
  if (!(toStoreFailure(error) instanceof Failure)) throw error
}

function open({ path, clock, busyTimeoutMs = 10_000 }: SqliteGraphOptions): Promise<Database> {
  const place = path === ':memory:' ? path : resolve(path)
  return openDatabase(place, {
    busyTimeoutMs,
    prepare(database) {
      migrate(database, migrations, clock)
      // A power cut may bring the graph of a moment ago back, whole; that can be parsed again, and writing is quicker.
      database.exec('PRAGMA synchronous = NORMAL')
    },
  })
}

async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toStoreFailure(error)
  }
}
