import { lazyDatabase, type PostgresPlace } from '../../../../adapters/stores/postgres/door.ts'
import type { FactStore } from '../../fact-store.ts'
import { nextPlace } from '../moved-rows.ts'
import { correctionsSchema, deleteCorrection, listCorrections, putCorrections } from './corrections.ts'
import { countFacts, findEntities, listBare, listEdges, listPending, loadFacts } from './fact-reads.ts'
import { putReadings, putVectors, settleStale } from './fact-writes.ts'
import { exportRows, importRows } from './move-rows.ts'
import { rankFactsByVector, rankFactsByWords } from './rank-facts.ts'

/** Facts in the database of the store. It connects on first use. */
export function postgresFactStore(place: PostgresPlace): FactStore {
  const { clock } = place
  const { read, write, close } = lazyDatabase(place, {
    feature: 'facts',
    steps: [factsSchema, correctionsSchema],
  })

  return {
    listPending: (collections, reader, limit) =>
      read(sql => listPending(sql, { collections, reader, limit })),
    put: (work, signal) => write(sql => putReadings(sql, { ...work, now: clock.now() }), signal),
    settle: (rules, signal) => write(sql => settleStale(sql, rules, clock.now()), signal),
    listBare: (collections, model, limit) => read(sql => listBare(sql, { collections, model, limit })),
    putVectors: (model, vectors, signal) => write(sql => putVectors(sql, model, vectors), signal),
    rankByWords: (scope, terms, limit) => read(sql => rankFactsByWords(sql, scope, { terms, limit })),
    rankByVectors: (scope, query, limit) => read(sql => rankFactsByVector(sql, scope, { ...query, limit })),
    findEntities: (collections, names) => read(sql => findEntities(sql, collections, names)),
    listEdges: (scope, entities, limit) => read(sql => listEdges(sql, scope, { entities, limit })),
    load: (ids, mostSupports) => read(sql => loadFacts(sql, ids, mostSupports)),
    count: collections => read(sql => countFacts(sql, collections)),
    listCorrections: () => read(listCorrections),
    putCorrections: (corrections, signal) =>
      write(sql => putCorrections(sql, corrections, clock.now()), signal),
    deleteCorrection: (correction, signal) => write(sql => deleteCorrection(sql, correction), signal),
    async exportRows(collection, place) {
      const { rows, last } = await read(sql => exportRows(sql, collection, place))
      return { rows, next: nextPlace(place, last) }
    },
    importRows: (collection, rows, signal) => write(sql => importRows(sql, collection, rows), signal),
    close,
  }
}

/**
 * As in SQLite, see there: deleting a document in any way deletes its readings and observations; triggers then delete the
 * facts and entities that nothing supports. `collection` is the first column of every key. Those who write facts or
 * documents hold the lock of the collection's row, so triggers see what all others have written. Group ids, names and
 * terms are kept as `termKey` returns them: an index takes 2,704 bytes.
 */
const factsSchema = `
CREATE TABLE quire.fact_readings (
  collection bigint NOT NULL,
  key bigint GENERATED ALWAYS AS IDENTITY,
  document bigint NOT NULL,
  reader text COLLATE "C" NOT NULL,
  reads_metadata boolean NOT NULL,
  PRIMARY KEY (collection, key),
  UNIQUE (collection, document, reader),
  FOREIGN KEY (collection, document) REFERENCES quire.documents (collection, key) ON DELETE CASCADE
);

CREATE TABLE quire.fact_entities (
  collection bigint NOT NULL,
  key bigint GENERATED ALWAYS AS IDENTITY,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  label text NOT NULL,
  created_at text NOT NULL,
  PRIMARY KEY (collection, key),
  UNIQUE (id, collection)
);

CREATE TABLE quire.fact_names (
  collection bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  entity bigint NOT NULL,
  PRIMARY KEY (collection, name, entity),
  FOREIGN KEY (collection, entity) REFERENCES quire.fact_entities ON DELETE CASCADE
);
CREATE INDEX fact_names_entity ON quire.fact_names (collection, entity);

CREATE TABLE quire.facts (
  collection bigint NOT NULL,
  key bigint GENERATED ALWAYS AS IDENTITY,
  id text COLLATE "C" NOT NULL,
  group_id text COLLATE "C" NOT NULL,
  relation text NOT NULL,
  subject bigint NOT NULL,
  object bigint NOT NULL,
  fact text NOT NULL,
  valid_at text COLLATE "C",
  invalid_at text COLLATE "C",
  created_at text NOT NULL,
  expired_at text,
  length integer NOT NULL,
  PRIMARY KEY (collection, key),
  UNIQUE (id, collection)
);
CREATE INDEX facts_group ON quire.facts (collection, group_id);
CREATE INDEX facts_subject ON quire.facts (collection, subject);
CREATE INDEX facts_object ON quire.facts (collection, object);

CREATE TABLE quire.fact_observations (
  collection bigint NOT NULL,
  key bigint GENERATED ALWAYS AS IDENTITY,
  reading bigint NOT NULL,
  document bigint NOT NULL,
  group_id text COLLATE "C" NOT NULL,
  subject_id text COLLATE "C" NOT NULL,
  subject_name text NOT NULL,
  subject_label text NOT NULL,
  relation text NOT NULL,
  object_id text COLLATE "C" NOT NULL,
  object_name text NOT NULL,
  object_label text NOT NULL,
  fact text NOT NULL,
  origin text NOT NULL,
  is_exclusive boolean NOT NULL,
  start_at integer NOT NULL,
  end_at integer NOT NULL,
  valid_at text COLLATE "C",
  invalid_at text COLLATE "C",
  fact_key bigint,
  PRIMARY KEY (collection, key),
  FOREIGN KEY (collection, reading) REFERENCES quire.fact_readings ON DELETE CASCADE
);
CREATE INDEX fact_observations_reading ON quire.fact_observations (collection, reading);
CREATE INDEX fact_observations_group ON quire.fact_observations (collection, group_id);
CREATE INDEX fact_observations_fact ON quire.fact_observations (collection, fact_key);

CREATE TABLE quire.fact_terms (
  collection bigint NOT NULL,
  term text COLLATE "C" NOT NULL,
  fact bigint NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (collection, term, fact),
  FOREIGN KEY (collection, fact) REFERENCES quire.facts ON DELETE CASCADE
);
CREATE INDEX fact_terms_fact ON quire.fact_terms (collection, fact);

CREATE TABLE quire.fact_vectors (
  collection bigint NOT NULL,
  fact bigint NOT NULL,
  model text COLLATE "C" NOT NULL,
  vector vector NOT NULL,
  PRIMARY KEY (collection, fact),
  FOREIGN KEY (collection, fact) REFERENCES quire.facts ON DELETE CASCADE
);

CREATE TABLE quire.fact_stale (
  collection bigint NOT NULL,
  group_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (collection, group_id)
);

CREATE FUNCTION quire.fact_document_described() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM quire.fact_readings
    WHERE collection = NEW.collection AND document = NEW.key AND reads_metadata;
  RETURN NULL;
END $$;
CREATE TRIGGER fact_document_described AFTER UPDATE OF title, metadata ON quire.documents FOR EACH ROW
  WHEN (NEW.title <> OLD.title OR NEW.metadata <> OLD.metadata)
  EXECUTE FUNCTION quire.fact_document_described();

CREATE FUNCTION quire.fact_observation_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO quire.fact_stale (collection, group_id) VALUES (OLD.collection, OLD.group_id) ON CONFLICT DO NOTHING;
  DELETE FROM quire.facts WHERE collection = OLD.collection AND key = OLD.fact_key
    AND NOT EXISTS (SELECT FROM quire.fact_observations WHERE collection = OLD.collection AND fact_key = OLD.fact_key);
  RETURN NULL;
END $$;
CREATE TRIGGER fact_observation_gone AFTER DELETE ON quire.fact_observations FOR EACH ROW
  EXECUTE FUNCTION quire.fact_observation_gone();

CREATE FUNCTION quire.fact_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM quire.fact_entities AS entity WHERE collection = OLD.collection AND key IN (OLD.subject, OLD.object)
    AND NOT EXISTS (SELECT FROM quire.facts WHERE collection = OLD.collection AND subject = entity.key)
    AND NOT EXISTS (SELECT FROM quire.facts WHERE collection = OLD.collection AND object = entity.key);
  RETURN NULL;
END $$;
CREATE TRIGGER fact_gone AFTER DELETE ON quire.facts FOR EACH ROW EXECUTE FUNCTION quire.fact_gone();
`
