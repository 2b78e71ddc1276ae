import { type Database, fromBlob, toBlob } from '../../../adapters/stores/sqlite/door.ts'
import { decodeVector, encodeVector } from '../../../core/model/library-file.ts'
import {
  type MovedEntity,
  type MovedFact,
  type MovedObservation,
  type MovedPlace,
  type MovedReading,
  type MovedRows,
  noRows,
  pageRows,
} from './moved-rows.ts'

const listEntities = `SELECT key, id, name, label, created_at AS createdAt FROM fact_entities
  WHERE collection_key = ? AND key > ? ORDER BY key LIMIT ${pageRows}`
const listNames = 'SELECT name FROM fact_names WHERE entity_key = ? ORDER BY name'
const listFacts = `SELECT facts.key, facts.id, group_id AS groupId, relation, subject.id AS subject, object.id AS object, facts.fact,
  valid_at AS validAt, invalid_at AS invalidAt, facts.created_at AS createdAt, expired_at AS expiredAt, length, model, vector
  FROM facts JOIN fact_entities AS subject ON subject.key = subject_key
  JOIN fact_entities AS object ON object.key = object_key LEFT JOIN fact_vectors ON fact_key = facts.key
  WHERE facts.collection_key = ? AND facts.key > ? ORDER BY facts.key LIMIT ${pageRows}`
const listTerms = 'SELECT term, count FROM fact_terms WHERE fact_key = ? ORDER BY term'
const listReadings = `SELECT fact_readings.key, documents.id AS documentId, reader, reads_metadata AS readsMetadata
  FROM fact_readings JOIN documents ON documents.key = document_key
  WHERE collection_key = ? AND fact_readings.key > ? ORDER BY fact_readings.key LIMIT ${pageRows}`
const listObservations = `SELECT fact_observations.group_id AS groupId, subject_id AS subjectId, subject_name AS subjectName,
  subject_label AS subjectLabel, fact_observations.relation, object_id AS objectId, object_name AS objectName,
  object_label AS objectLabel, fact_observations.fact, origin, is_exclusive AS isExclusive, start, end,
  fact_observations.valid_at AS validAt, fact_observations.invalid_at AS invalidAt, facts.id AS factId
  FROM fact_observations LEFT JOIN facts ON facts.key = fact_key WHERE reading_key = ? ORDER BY fact_observations.key`
const listStale = 'SELECT group_id AS groupId FROM fact_stale WHERE collection_key = ? ORDER BY group_id'

const findCollection = 'SELECT key FROM collections WHERE name = ?'

type Keyed<Row> = Row & { key: number }

/** Inside a transaction, as the other functions of this file. A page of the collection's rows, and the last key. */
export function exportRows(
  database: Database,
  collection: string,
  { part, after }: MovedPlace,
): { rows: MovedRows; last: number | undefined } {
  const owner = database.get<{ key: number }>(findCollection, collection)
  if (!owner) return { rows: noRows, last: undefined }
  if (part === 'entities') {
    const found = database.all<Keyed<Omit<MovedEntity, 'names'>>>(listEntities, owner.key, after)
    const entities = found.map(({ key, ...entity }) => ({
      ...entity,
      names: database.all<{ name: string }>(listNames, key).map(({ name }) => name),
    }))
    const stale =
      after > 0 ? [] : database.all<{ groupId: string }>(listStale, owner.key).map(({ groupId }) => groupId)
    return { rows: { ...noRows, entities, stale }, last: found.at(-1)?.key }
  }
  if (part === 'facts') {
    type Row = Omit<MovedFact, 'terms' | 'vector'> & { model: string | null; vector: Uint8Array | null }
    const found = database.all<Keyed<Row>>(listFacts, owner.key, after)
    const facts = found.map(({ key, model, vector, ...fact }) => ({
      ...fact,
      terms: database.all<{ term: string; count: number }>(listTerms, key).map(row => ({ ...row })),
      vector: model === null || vector === null ? null : { model, values: encodeVector(fromBlob(vector)) },
    }))
    return { rows: { ...noRows, facts }, last: found.at(-1)?.key }
  }
  type Row = { documentId: string; reader: string; readsMetadata: number }
  type Observed = Omit<MovedObservation, 'isExclusive'> & { isExclusive: number }
  const found = database.all<Keyed<Row>>(listReadings, owner.key, after)
  const readings = found.map(({ key, readsMetadata, ...reading }) => ({
    ...reading,
    readsMetadata: readsMetadata === 1,
    observations: database
      .all<Observed>(listObservations, key)
      .map(row => ({ ...row, isExclusive: row.isExclusive === 1 })),
  }))
  return { rows: { ...noRows, readings }, last: found.at(-1)?.key }
}

const insertEntity = `INSERT OR IGNORE INTO fact_entities (collection_key, id, name, label, created_at)
  VALUES (?, ?, ?, ?, ?)`
const insertName = 'INSERT OR IGNORE INTO fact_names (collection_key, name, entity_key) VALUES (?, ?, ?)'
const findEntity = 'SELECT key FROM fact_entities WHERE id = ?'
const findFact = 'SELECT key FROM facts WHERE id = ?'
const insertFact = `INSERT INTO facts (collection_key, id, group_id, relation, subject_key, object_key, fact, valid_at,
  invalid_at, created_at, expired_at, length) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const insertTerm = 'INSERT INTO fact_terms (collection_key, term, fact_key, count) VALUES (?, ?, ?, ?)'
const insertVector = 'INSERT INTO fact_vectors (fact_key, model, vector) VALUES (?, ?, ?)'
const insertReading = `INSERT OR IGNORE INTO fact_readings (document_key, reader, reads_metadata)
  SELECT key, ?, ? FROM documents WHERE id = ?`
const findDocument = 'SELECT key FROM documents WHERE id = ?'
const insertObservation = `INSERT INTO fact_observations (collection_key, reading_key, document_key, group_id, subject_id,
  subject_name, subject_label, relation, object_id, object_name, object_label, fact, origin, is_exclusive, start, end, valid_at,
  invalid_at, fact_key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT key FROM facts WHERE id = ?))`
const markStale = 'INSERT OR IGNORE INTO fact_stale (collection_key, group_id) VALUES (?, ?)'
const bumpVersion = `INSERT INTO fact_collections (collection_key, version) VALUES (?, 1)
  ON CONFLICT (collection_key) DO UPDATE SET version = version + 1`

/** Stores rows of another store. Rows that are there already are left as they are. */
export function importRows(database: Database, collection: string, rows: MovedRows): void {
  const owner = database.get<{ key: number }>(findCollection, collection)
  if (!owner) return
  for (const { id, name, label, createdAt, names } of rows.entities) {
    const { changes, key } = database.run(insertEntity, owner.key, id, name, label, createdAt)
    if (changes > 0) for (const called of names) database.run(insertName, owner.key, called, key)
  }
  for (const fact of rows.facts) if (!database.get(findFact, fact.id)) putFact(database, owner.key, fact)
  for (const reading of rows.readings) putReading(database, owner.key, reading)
  for (const groupId of rows.stale) database.run(markStale, owner.key, groupId)
  database.run(bumpVersion, owner.key)
}

function putFact(database: Database, collection: number, fact: MovedFact): void {
  const entity = (id: string) => database.get<{ key: number }>(findEntity, id)?.key ?? 0
  const { key } = database.run(
    insertFact,
    ...[collection, fact.id, fact.groupId, fact.relation, entity(fact.subject), entity(fact.object)],
    ...[fact.fact, fact.validAt, fact.invalidAt, fact.createdAt, fact.expiredAt, fact.length],
  )
  for (const { term, count } of fact.terms) database.run(insertTerm, collection, term, key, count)
  if (fact.vector !== null)
    database.run(insertVector, key, fact.vector.model, toBlob(decodeVector(fact.vector.values)))
}

function putReading(
  database: Database,
  collection: number,
  { documentId, reader, readsMetadata, observations }: MovedReading,
): void {
  const { changes, key } = database.run(insertReading, reader, readsMetadata ? 1 : 0, documentId)
  if (changes === 0) return
  const document = database.get<{ key: number }>(findDocument, documentId)?.key ?? 0
  for (const row of observations)
    database.run(
      insertObservation,
      ...[collection, key, document, row.groupId, row.subjectId, row.subjectName, row.subjectLabel],
      ...[row.relation, row.objectId, row.objectName, row.objectLabel, row.fact, row.origin],
      ...[row.isExclusive ? 1 : 0, row.start, row.end, row.validAt, row.invalidAt, row.factId],
    )
}
