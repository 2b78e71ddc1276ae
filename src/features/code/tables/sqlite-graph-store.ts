import { randomUUID } from 'node:crypto'
import {
  type Database,
  type SideOptions,
  sideConnection,
  toStoreFailure,
} from '../../../adapters/stores/sqlite/door.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { GraphChange, GraphStore, RepositoryRecord } from '../ports/graph-store.ts'
import { staleBefore } from './graph-parts.ts'
import {
  countNodes,
  findEdges,
  findNodes,
  graphSnapshot,
  listRepositories,
  loadParts,
  loadRepository,
  loadSources,
  readNodes,
  readVersion,
} from './graph-reads.ts'
import { dropRepository, stageParts, swapIn, sweep } from './graph-writes.ts'

/** Graphs in the store’s own file. The connection is opened by the first use. */
export function sqliteGraphStore(options: SideOptions): GraphStore {
  // Faster writes. After a power cut the previous graph may be back, complete; it can be parsed again.
  const { use, read, openOwn, close } = sideConnection(options, {
    pragmas: 'PRAGMA synchronous = NORMAL',
    tables: { feature: 'code', firstTable: 'graph_state', steps: [graphSchema, keptSources] },
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
      await stageParts(database, { change, stage }, signal)
      return await database.write(() => swapIn(database, { change, stage }), signal)
    } finally {
      await sweep(database, { before, stage: stage.id }).catch(ignoreStoreFailure)
    }
  }

  return {
    version: () => read(readVersion),
    listRepositories: () => read(listRepositories),
    loadRepository: name => use(async database => loadRepository(database, name)),
    loadSources: name => use(async database => loadSources(database, name)),
    loadParts: name => read(database => loadParts(database, name)),
    replace: (change, signal) => use(database => replace(database, change, signal)),
    remove: name =>
      use(async database => {
        const wasThere = await database.write(() => dropRepository(database, name))
        await sweep(database, { before: staleBefore(options.clock.now()), stage: null }).catch(
          ignoreStoreFailure,
        )
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

/** A sweep that fails because of a lock or a full disk is repeated before the next change. */
function ignoreStoreFailure(error: unknown): void {
  if (!(toStoreFailure(error) instanceof Failure)) throw error
}

/**
 * The graphs of repositories. What the SQL does not show:
 * - A graph consists of parts: one for each file, and one for what belongs to no single file. Parts are written in
 *   batches as `staged`; one short transaction makes them `live` and those they replace `dropped`. Readers see live
 *   parts only, and dropped ones are deleted afterwards.
 * - A node may be in a live and in a staged part, so ids are unique among live parts only. They are binary UUIDs:
 *   edges are mostly ids, and text would double the size of the file.
 * - Parameters have no full name: there are very many, and they are only reached from their function.
 * - `parsed` is the compressed result of the parser: checking uses it, and an unchanged file is not parsed again.
 * - `graph_state` has one row. Copies of the graph in memory are outdated when its version has changed.
 */
const graphSchema = `
CREATE TABLE graph_state (version INTEGER NOT NULL) STRICT;
INSERT INTO graph_state (version) VALUES (0);

CREATE TABLE graph_repositories (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL,
  facts TEXT NOT NULL,
  counts TEXT NOT NULL,
  edges INTEGER NOT NULL
) STRICT;

CREATE TABLE graph_parts (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  repository TEXT NOT NULL,
  path TEXT,
  hash TEXT,
  parsed BLOB,
  counts TEXT NOT NULL,
  edges INTEGER NOT NULL,
  state TEXT NOT NULL,
  stage TEXT,
  staged_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX graph_parts_live ON graph_parts (repository, path) WHERE state = 'live';
CREATE INDEX graph_parts_idle ON graph_parts (state, stage) WHERE state <> 'live';

CREATE TABLE graph_nodes (
  part_key INTEGER NOT NULL REFERENCES graph_parts,
  ordinal INTEGER NOT NULL,
  id BLOB NOT NULL,
  label TEXT NOT NULL,
  name TEXT NOT NULL,
  full_name TEXT,
  properties TEXT NOT NULL,
  PRIMARY KEY (part_key, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX graph_nodes_id ON graph_nodes (id);
CREATE INDEX graph_nodes_name ON graph_nodes (name, label);
CREATE INDEX graph_nodes_full_name ON graph_nodes (label, full_name) WHERE full_name IS NOT NULL;

CREATE TABLE graph_edges (
  part_key INTEGER NOT NULL REFERENCES graph_parts,
  ordinal INTEGER NOT NULL,
  type TEXT NOT NULL,
  from_id BLOB NOT NULL,
  to_id BLOB NOT NULL,
  file TEXT,
  properties TEXT NOT NULL,
  PRIMARY KEY (part_key, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX graph_edges_from ON graph_edges (from_id, type);
CREATE INDEX graph_edges_to ON graph_edges (to_id, type);
`

/** The texts of the files, compressed: type checkers read them. */
const keptSources = 'ALTER TABLE graph_parts ADD COLUMN source BLOB'
