import { randomUUID } from 'node:crypto'
import { type Database, lazyDatabase, type PostgresPlace } from '../../../../adapters/stores/postgres/door.ts'
import { Failure } from '../../../../core/model/failure.ts'
import type { GraphChange, GraphStore, RepositoryRecord } from '../../ports/graph-store.ts'
import { staleBefore } from '../graph-parts.ts'
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

/** Graphs in the database of the store. It connects on first use. */
export function postgresGraphStore(options: PostgresPlace): GraphStore {
  const { open, read, write, close } = lazyDatabase(options, {
    feature: 'code',
    steps: [graphSchema, keptSources],
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
      return await database.write(sql => swapIn(sql, { change, stage }), signal)
    } finally {
      await sweep(database, { before, stage: stage.id }).catch(ignoreStoreFailure)
    }
  }

  return {
    version: () => read(readVersion),
    listRepositories: () => read(listRepositories),
    loadRepository: name => read(sql => loadRepository(sql, name)),
    loadSources: name => read(sql => loadSources(sql, name)),
    loadParts: name => read(sql => loadParts(sql, name)),
    replace: async (change, signal) => replace(await open(), change, signal),
    async remove(name) {
      const wasThere = await write(sql => dropRepository(sql, name))
      const sweeping = { before: staleBefore(options.clock.now()), stage: null }
      await sweep(await open(), sweeping).catch(ignoreStoreFailure)
      return wasThere
    },
    findNodes: query => read(sql => findNodes(sql, query)),
    countNodes: query => read(sql => countNodes(sql, query)),
    readNodes: ids => read(sql => readNodes(sql, ids)),
    findEdges: query => read(sql => findEdges(sql, query)),
    snapshot: async () => graphSnapshot(await (await open()).snapshot()),
    close,
  }
}

/** What could not be swept, for example because the server was lost, is swept before the next change. */
function ignoreStoreFailure(error: unknown): void {
  if (!(error instanceof Failure)) throw error
}

/** As in SQLite, see there: graphs consist of parts, which are staged, live or dropped. */
const graphSchema = `
CREATE TABLE quire.graph_state (version bigint NOT NULL);
INSERT INTO quire.graph_state (version) VALUES (0);

CREATE TABLE quire.graph_repositories (
  name text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL,
  facts text NOT NULL,
  counts text NOT NULL,
  edges bigint NOT NULL
);

CREATE SEQUENCE quire.graph_part_keys;
CREATE TABLE quire.graph_parts (
  key bigint PRIMARY KEY,
  repository text COLLATE "C" NOT NULL,
  path text COLLATE "C",
  hash text,
  parsed bytea NOT NULL,
  counts text NOT NULL,
  edges bigint NOT NULL,
  state text COLLATE "C" NOT NULL,
  stage text COLLATE "C",
  staged_at text COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX graph_parts_live ON quire.graph_parts (repository, path) WHERE state = 'live';
CREATE INDEX graph_parts_idle ON quire.graph_parts (state, stage) WHERE state <> 'live';

CREATE TABLE quire.graph_nodes (
  part bigint NOT NULL,
  ordinal integer NOT NULL,
  id bytea NOT NULL,
  label text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  full_name text COLLATE "C",
  properties text NOT NULL,
  PRIMARY KEY (part, ordinal)
);
CREATE INDEX graph_nodes_id ON quire.graph_nodes (id);
CREATE INDEX graph_nodes_name ON quire.graph_nodes USING hash (name);
CREATE INDEX graph_nodes_full_name ON quire.graph_nodes USING hash (full_name);
CREATE INDEX graph_nodes_label ON quire.graph_nodes (label) WHERE full_name IS NOT NULL;

CREATE TABLE quire.graph_edges (
  part bigint NOT NULL,
  ordinal integer NOT NULL,
  type text COLLATE "C" NOT NULL,
  from_id bytea NOT NULL,
  to_id bytea NOT NULL,
  file text,
  properties text NOT NULL,
  PRIMARY KEY (part, ordinal)
);
CREATE INDEX graph_edges_from ON quire.graph_edges (from_id, type);
CREATE INDEX graph_edges_to ON quire.graph_edges (to_id, type);
`

/** The texts of the files, compressed; empty where none is kept. */
const keptSources = 'ALTER TABLE quire.graph_parts ADD COLUMN source bytea'
