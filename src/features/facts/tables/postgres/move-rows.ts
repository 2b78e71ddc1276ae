import {
  lockCollectionKeys,
  readVector,
  type Sql,
  vectorBytes,
} from '../../../../adapters/stores/postgres/door.ts'
import { decodeVector, encodeVector } from '../../../../core/model/library-file.ts'
import {
  type MovedEntity,
  type MovedFact,
  type MovedObservation,
  type MovedPlace,
  type MovedReading,
  type MovedRows,
  noRows,
  pageRows,
  storable,
  storedKey,
} from '../moved-rows.ts'

const listEntities = `SELECT key, id, name, label, created_at AS "createdAt", ARRAY(SELECT names.name FROM quire.fact_names names
    WHERE names.collection = entities.collection AND entity = entities.key ORDER BY names.name) AS names
  FROM quire.fact_entities entities WHERE collection = ? AND key > ? ORDER BY key LIMIT ${pageRows}`
const listFacts = `SELECT facts.key, facts.id, group_id AS "groupId", relation, subject.id AS subject, object.id AS object, facts.fact,
    valid_at AS "validAt", invalid_at AS "invalidAt", facts.created_at AS "createdAt", expired_at AS "expiredAt", length,
    (SELECT coalesce(json_agg(json_build_object('term', term, 'count', count) ORDER BY term), '[]') FROM quire.fact_terms
      WHERE fact_terms.collection = facts.collection AND fact_terms.fact = facts.key) AS terms,
    model, vector_send(vector) AS vector
  FROM quire.facts JOIN quire.fact_entities subject ON (subject.collection, subject.key) = (facts.collection, facts.subject)
  JOIN quire.fact_entities object ON (object.collection, object.key) = (facts.collection, facts.object)
  LEFT JOIN quire.fact_vectors ON (fact_vectors.collection, fact_vectors.fact) = (facts.collection, facts.key)
  WHERE facts.collection = ? AND facts.key > ? ORDER BY facts.key LIMIT ${pageRows}`
const listReadings = `SELECT readings.key, documents.id AS "documentId", reader, reads_metadata AS "readsMetadata"
  FROM quire.fact_readings readings
  JOIN quire.documents ON (documents.collection, documents.key) = (readings.collection, readings.document)
  WHERE readings.collection = ? AND readings.key > ? ORDER BY readings.key LIMIT ${pageRows}`
const listObservations = `SELECT reading, seen.group_id AS "groupId", subject_id AS "subjectId", subject_name AS "subjectName",
    subject_label AS "subjectLabel", seen.relation, object_id AS "objectId", object_name AS "objectName",
    object_label AS "objectLabel", seen.fact, origin, is_exclusive AS "isExclusive", start_at AS start, end_at AS end,
    seen.valid_at AS "validAt", seen.invalid_at AS "invalidAt", facts.id AS "factId"
  FROM quire.fact_observations seen LEFT JOIN quire.facts ON (facts.collection, facts.key) = (seen.collection, seen.fact_key)
  WHERE seen.collection = ? AND reading = ANY(?::bigint[]) ORDER BY seen.key`
const listStale = 'SELECT group_id AS "groupId" FROM quire.fact_stale WHERE collection = ? ORDER BY group_id'

const findCollection = 'SELECT key FROM quire.collections WHERE name = ?'

type Keyed<Row> = Row & { key: number }

/** Inside a transaction, as the other functions of this file. A page of the collection's rows, and the last key. */
export async function exportRows(
  sql: Sql,
  collection: string,
  { part, after }: MovedPlace,
): Promise<{ rows: MovedRows; last: number | undefined }> {
  const owner = await sql.get<{ key: number }>(findCollection, collection)
  if (!owner) return { rows: noRows, last: undefined }
  if (part === 'entities') {
    const found = await sql.all<Keyed<MovedEntity>>(listEntities, owner.key, after)
    const entities = found.map(({ key: _, ...entity }) => entity)
    const marked = after > 0 ? [] : await sql.all<{ groupId: string }>(listStale, owner.key)
    const stale = marked.map(({ groupId }) => groupId)
    return { rows: { ...noRows, entities, stale }, last: found.at(-1)?.key }
  }
  if (part === 'facts') {
    type Row = Omit<MovedFact, 'vector'> & { model: string | null; vector: Buffer | null }
    const found = await sql.all<Keyed<Row>>(listFacts, owner.key, after)
    const facts = found.map(({ key: _, model, vector, ...fact }) => ({
      ...fact,
      vector: model === null || vector === null ? null : { model, values: encodeVector(readVector(vector)) },
    }))
    return { rows: { ...noRows, facts }, last: found.at(-1)?.key }
  }
  const found = await sql.all<Keyed<Omit<MovedReading, 'observations'>>>(listReadings, owner.key, after)
  const keys = found.map(({ key }) => key)
  const observed = Map.groupBy(
    await sql.all<MovedObservation & { reading: number }>(listObservations, owner.key, keys),
    ({ reading }) => reading,
  )
  const readings = found.map(({ key, ...reading }) => ({
    ...reading,
    observations: (observed.get(key) ?? []).map(({ reading: _, ...observation }) => observation),
  }))
  return { rows: { ...noRows, readings }, last: found.at(-1)?.key }
}

const insertEntity = `INSERT INTO quire.fact_entities (collection, id, name, label, created_at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING RETURNING key`
const insertNames = `INSERT INTO quire.fact_names (collection, entity, name) SELECT ?, ?, * FROM unnest(?::text[])
  ON CONFLICT DO NOTHING`
const insertFact = `INSERT INTO quire.facts (collection, id, group_id, relation, subject, object, fact, valid_at, invalid_at,
    created_at, expired_at, length)
  SELECT subject.collection, ?, ?, ?, subject.key, object.key, ?, ?, ?, ?, ?, ?::int
  FROM quire.fact_entities subject JOIN quire.fact_entities object USING (collection)
  WHERE collection = ? AND subject.id = ? AND object.id = ? ON CONFLICT DO NOTHING RETURNING key`
const insertTerms = `INSERT INTO quire.fact_terms (collection, fact, term, count)
  SELECT ?, ?, term, sum(count) FROM unnest(?::text[], ?::int[]) AS used (term, count) GROUP BY term`
const insertVector =
  'INSERT INTO quire.fact_vectors (collection, fact, model, vector) VALUES (?, ?, ?, ?::vector)'
const insertReading = `INSERT INTO quire.fact_readings (collection, document, reader, reads_metadata)
  SELECT collection, key, ?, ?::boolean FROM quire.documents WHERE collection = ? AND id = ?
  ON CONFLICT DO NOTHING RETURNING key, document`
const insertObservations = `INSERT INTO quire.fact_observations (collection, reading, document, group_id, subject_id,
    subject_name, subject_label, relation, object_id, object_name, object_label, fact, origin, is_exclusive, start_at, end_at,
    valid_at, invalid_at, fact_key)
  SELECT ?, ?, ?, "groupId", "subjectId", "subjectName", "subjectLabel", seen.relation, "objectId", "objectName", "objectLabel",
    seen.fact, origin, "isExclusive", start, "end", "validAt", "invalidAt", facts.key
  FROM ROWS FROM (json_to_recordset(?::json) AS ("groupId" text, "subjectId" text, "subjectName" text, "subjectLabel" text,
    relation text, "objectId" text, "objectName" text, "objectLabel" text, fact text, origin text, "isExclusive" boolean,
    start int, "end" int, "validAt" text, "invalidAt" text, "factId" text)) WITH ORDINALITY AS seen
  LEFT JOIN quire.facts ON facts.collection = ? AND facts.id = seen."factId" ORDER BY seen.ordinality`
const markStale = `INSERT INTO quire.fact_stale (collection, group_id) SELECT ?, * FROM unnest(?::text[])
  ON CONFLICT DO NOTHING`

/** Stores rows of another store. Rows that are there already are left as they are. */
export async function importRows(sql: Sql, collection: string, rows: MovedRows): Promise<void> {
  const owner = await sql.get<{ key: number }>(findCollection, collection)
  if (!owner || !(await lockCollectionKeys(sql, [owner.key])).has(owner.key)) return
  for (const { id, name, label, createdAt, names } of rows.entities) {
    const added = await sql.get<{ key: number }>(insertEntity, owner.key, id, name, label, createdAt)
    if (added) await sql.run(insertNames, owner.key, added.key, names.map(storedKey))
  }
  for (const fact of rows.facts) await putFact(sql, owner.key, fact)
  for (const reading of rows.readings) await putReading(sql, owner.key, reading)
  if (rows.stale.length > 0) await sql.run(markStale, owner.key, rows.stale)
}

async function putFact(sql: Sql, collection: number, fact: MovedFact): Promise<void> {
  const added = await sql.get<{ key: number }>(
    insertFact,
    ...[fact.id, fact.groupId, fact.relation, fact.fact, fact.validAt, fact.invalidAt, fact.createdAt],
    ...[fact.expiredAt, fact.length, collection, fact.subject, fact.object],
  )
  if (!added) return
  const terms = fact.terms.map(({ term }) => storedKey(term))
  const counts = fact.terms.map(({ count }) => count)
  await sql.run(insertTerms, collection, added.key, terms, counts)
  if (fact.vector === null) return
  const { model, values } = fact.vector
  await sql.run(insertVector, collection, added.key, model, vectorBytes(decodeVector(values)))
}

async function putReading(sql: Sql, collection: number, reading: MovedReading): Promise<void> {
  const { documentId, reader, readsMetadata, observations } = reading
  const added = await sql.get<{ key: number; document: number }>(
    insertReading,
    ...[reader, readsMetadata, collection, documentId],
  )
  if (!added || observations.length === 0) return
  const rows = JSON.stringify(observations, storable)
  await sql.run(insertObservations, collection, added.key, added.document, rows, collection)
}
