import { randomUUID } from 'node:crypto'
import type { Database } from '../../../adapters/stores/sqlite/door.ts'
import { type SideOptions, sideConnection, toStoreFailure } from '../../../adapters/stores/sqlite/door.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { GraphChange, GraphStore, RepositoryRecord } from '../ports/graph-store.ts'
import { loadRepository } from './graph-load.ts'
import { countNodes, findEdges, findNodes, listRepositories, readNodes, readVersion } from './graph-reads.ts'
import { graphSnapshot } from './graph-snapshot.ts'
import { dropRepository, stageParts, swapIn, sweep } from './graph-writes.ts'
import { graphSchema } from './schema-graph.ts'

/** Staging takes minutes at most: what has waited longer was left by a process that is gone. */
const staleAfterMs = 3_600_000

/** Graphs in the store’s own file, over a connection that the first use opens. */
export function sqliteGraphStore(options: SideOptions): GraphStore {
  // A power cut may bring the graph of a moment ago back, whole; that can be parsed again, and writing is quicker.
  const { use, read, openOwn, close } = sideConnection(options, {
    pragmas: 'PRAGMA synchronous = NORMAL',
    tables: { feature: 'code', firstTable: 'graph_state', steps: [graphSchema] },
  })

  async function replace(
    database: Database,
    change: GraphChange,
    signal: AbortSignal,
  ): Promise<RepositoryRecord> {
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
    loadRepository: name => use(async database => loadRepository(database, name)),
    replace: (change, signal) => use(database => replace(database, change, signal)),
    remove: name =>
      use(async database => {
        const wasThere = await database.write(() => dropRepository(database, name))
        await sweep(database, { before: staleBefore(options.clock.now()), stage: null }).catch(leaveForLater)
        return wasThere
      }),
    findNodes: query => read(database => findNodes(database, query)),
    countNodes: query => read(database => countNodes(database, query)),
    readNodes: ids => read(database => readNodes(database, ids)),
    findEdges: query => read(database => findEdges(database, query)),
    snapshot: async () => graphSnapshot(await openOwn()),
    close,
  }
}

function staleBefore(now: string): string {
  return new Date(Date.parse(now) - staleAfterMs).toISOString()
}

/** Sweeping is done again before the next change; that a lock or a full disk is in its way now fails nobody’s work. */
function leaveForLater(error: unknown): void {
  if (!(toStoreFailure(error) instanceof Failure)) throw error
}
