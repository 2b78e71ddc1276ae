import { type SideOptions, sideConnection } from '../../../adapters/stores/sqlite/door.ts'
import type { FactStore } from '../fact-store.ts'
import { correctionsSchema, deleteCorrection, listCorrections, putCorrections } from './corrections.ts'
import { countFacts, findEntities, listBare, listEdges, listPending, loadFacts } from './fact-reads.ts'
import { putReadings, putVectors, settleStale } from './fact-writes.ts'
import { exportRows, importRows } from './move-rows.ts'
import { nextPlace } from './moved-rows.ts'
import { factCopies, rankFactsByWords } from './rank-facts.ts'

/** Facts in the store’s own file. */
export function sqliteFactStore(options: SideOptions): FactStore {
  const { clock } = options
  const { read, write, close } = sideConnection(options, {
    tables: { feature: 'facts', firstTable: 'fact_collections', steps: [factsSchema, correctionsSchema] },
  })
  const copies = factCopies()

  return {
    listPending: (collections, reader, limit) =>
      read(database => listPending(database, { collections, reader, limit })),
    put: (work, signal) => write(database => putReadings(database, { ...work, now: clock.now() }), signal),
    settle: (rules, signal) => write(database => settleStale(database, rules, clock.now()), signal),
    listBare: (collections, model, limit) =>
      read(database => listBare(database, { collections, model, limit })),
    putVectors: (model, vectors, signal) => write(database => putVectors(database, model, vectors), signal),
    rankByWords: (scope, terms, limit) =>
      read(database => rankFactsByWords(database, scope, { terms, limit })),
    rankByVectors: (scope, query, limit) =>
      read(database => copies.rank(database, scope, { ...query, limit })),
    findEntities: (collections, names) => read(database => findEntities(database, collections, names)),
    listEdges: (scope, entities, limit) => read(database => listEdges(database, scope, { entities, limit })),
    load: (ids, mostSupports) => read(database => loadFacts(database, ids, mostSupports)),
    count: collections => read(database => countFacts(database, collections)),
    listCorrections: () => read(listCorrections),
    putCorrections: (corrections, signal) =>
      write(database => putCorrections(database, corrections, clock.now()), signal),
    deleteCorrection: (correction, signal) =>
      write(database => deleteCorrection(database, correction), signal),
    async exportRows(collection, place) {
      const { rows, last } = await read(database => exportRows(database, collection, place))
      return { rows, next: nextPlace(place, last) }
    },
    importRows: (collection, rows, signal) =>
      write(database => importRows(database, collection, rows), signal),
    close,
  }
}

/**
 * Observations of documents, and the facts made from them. What the SQL does not show:
 * - Readings belong to documents, observations to readings: deleting a document in any way deletes them.
 *   Triggers then delete the facts that nothing supports any more and the entities without facts, in the same
 *   transaction, so that a search never cites a deleted document.
 * - Periods of the remaining facts may have to be reopened: their groups are listed in `fact_stale`. That table does not
 *   reference collections, because rows are inserted while a collection is being deleted.
 * - Quotes are not stored: a span is read from the document's text.
 * - `fact_collections.version` counts changes of facts, so that copies in memory can be checked.
 */
const factsSchema = `
CREATE TABLE fact_collections (
  collection_key INTEGER PRIMARY KEY REFERENCES collections ON DELETE CASCADE,
  version INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE fact_readings (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  document_key INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
  reader TEXT NOT NULL,
  reads_metadata INTEGER NOT NULL,
  UNIQUE (document_key, reader)
) STRICT;

CREATE TABLE fact_entities (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  collection_key INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  label TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE fact_names (
  collection_key INTEGER NOT NULL,
  name TEXT NOT NULL,
  entity_key INTEGER NOT NULL REFERENCES fact_entities ON DELETE CASCADE,
  PRIMARY KEY (collection_key, name, entity_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX fact_names_entity ON fact_names (entity_key);

CREATE TABLE facts (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  collection_key INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
  id TEXT NOT NULL UNIQUE,
  group_id TEXT NOT NULL,
  relation TEXT NOT NULL,
  subject_key INTEGER NOT NULL REFERENCES fact_entities,
  object_key INTEGER NOT NULL REFERENCES fact_entities,
  fact TEXT NOT NULL,
  valid_at TEXT,
  invalid_at TEXT,
  created_at TEXT NOT NULL,
  expired_at TEXT,
  length INTEGER NOT NULL
) STRICT;
CREATE INDEX facts_group ON facts (collection_key, group_id);
CREATE INDEX facts_subject ON facts (subject_key);
CREATE INDEX facts_object ON facts (object_key);

CREATE TABLE fact_observations (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  collection_key INTEGER NOT NULL,
  reading_key INTEGER NOT NULL REFERENCES fact_readings ON DELETE CASCADE,
  document_key INTEGER NOT NULL,
  group_id TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  subject_name TEXT NOT NULL,
  subject_label TEXT NOT NULL,
  relation TEXT NOT NULL,
  object_id TEXT NOT NULL,
  object_name TEXT NOT NULL,
  object_label TEXT NOT NULL,
  fact TEXT NOT NULL,
  origin TEXT NOT NULL,
  is_exclusive INTEGER NOT NULL,
  start INTEGER NOT NULL,
  end INTEGER NOT NULL,
  valid_at TEXT,
  invalid_at TEXT,
  fact_key INTEGER
) STRICT;
CREATE INDEX fact_observations_reading ON fact_observations (reading_key);
CREATE INDEX fact_observations_group ON fact_observations (collection_key, group_id);
CREATE INDEX fact_observations_fact ON fact_observations (fact_key);

CREATE TABLE fact_terms (
  collection_key INTEGER NOT NULL,
  term TEXT NOT NULL,
  fact_key INTEGER NOT NULL REFERENCES facts ON DELETE CASCADE,
  count INTEGER NOT NULL,
  PRIMARY KEY (collection_key, term, fact_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX fact_terms_fact ON fact_terms (fact_key);

CREATE TABLE fact_vectors (
  fact_key INTEGER PRIMARY KEY REFERENCES facts ON DELETE CASCADE,
  model TEXT NOT NULL,
  vector BLOB NOT NULL
) STRICT;

CREATE TABLE fact_stale (
  collection_key INTEGER NOT NULL,
  group_id TEXT NOT NULL,
  PRIMARY KEY (collection_key, group_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER fact_readings_described AFTER UPDATE OF title, metadata ON documents
WHEN NEW.title <> OLD.title OR NEW.metadata <> OLD.metadata
BEGIN
  DELETE FROM fact_readings WHERE document_key = NEW.key AND reads_metadata = 1;
END;

CREATE TRIGGER fact_observations_gone AFTER DELETE ON fact_observations
BEGIN
  INSERT OR IGNORE INTO fact_stale (collection_key, group_id) VALUES (OLD.collection_key, OLD.group_id);
  DELETE FROM facts WHERE key = OLD.fact_key
    AND NOT EXISTS (SELECT 1 FROM fact_observations WHERE fact_key = OLD.fact_key);
END;

CREATE TRIGGER facts_gone AFTER DELETE ON facts
BEGIN
  DELETE FROM fact_entities WHERE key IN (OLD.subject_key, OLD.object_key)
    AND NOT EXISTS (SELECT 1 FROM facts WHERE subject_key = fact_entities.key)
    AND NOT EXISTS (SELECT 1 FROM facts WHERE object_key = fact_entities.key);
  UPDATE fact_collections SET version = version + 1 WHERE collection_key = OLD.collection_key;
END;
`
