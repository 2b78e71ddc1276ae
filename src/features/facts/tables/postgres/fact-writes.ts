import {
  lockCollectionKeys,
  type Sql,
  termKey,
  vectorBytes,
} from '../../../../adapters/stores/postgres/door.ts'
import type { Mention, Observation } from '../../fact.ts'
import type { FactRules, Reading } from '../../fact-store.ts'
import {
  type AssignedObservation,
  countFactTerms,
  type FactPut,
  type KnownFact,
  planGroup,
  readerFamily,
} from '../plan-group.ts'

const findDocuments = `SELECT documents.id, documents.key, documents.collection, collections.name FROM quire.documents
  JOIN quire.collections ON collections.key = documents.collection WHERE documents.id = ANY(?::text[])`
const forgetReading = `DELETE FROM quire.fact_readings
  WHERE collection = ? AND document = ? AND (reader = ? OR starts_with(reader, ?))`
const insertReading = `INSERT INTO quire.fact_readings (collection, document, reader, reads_metadata)
  VALUES (?, ?, ?, ?) RETURNING key`
const observed = `subject_id, subject_name, subject_label, relation, object_id, object_name, object_label, fact, origin,
  is_exclusive, start_at, end_at, valid_at, invalid_at, group_id`
const insertObservations = `INSERT INTO quire.fact_observations (collection, reading, document, ${observed})
  SELECT ?, ?, ?, ${observed} FROM json_populate_recordset(NULL::quire.fact_observations, ?::json)`
const markStale = `INSERT INTO quire.fact_stale (collection, group_id) SELECT ?, * FROM unnest(?::text[])
  ON CONFLICT DO NOTHING`
const takeStale = `DELETE FROM quire.fact_stale WHERE collection = ANY(?::bigint[]) RETURNING collection, group_id AS "groupId"`
const listGroup = `SELECT key, subject_id AS subject, relation, object_id AS object, fact, valid_at AS "validAt",
  invalid_at AS "invalidAt", is_exclusive AS "isExclusive", fact_key AS "factKey" FROM quire.fact_observations
  WHERE collection = ? AND group_id = ? ORDER BY key`
const listGroupFacts = `SELECT key, id, fact, expired_at AS "expiredAt" FROM quire.facts
  WHERE collection = ? AND group_id = ?`
const insertFact = `INSERT INTO quire.facts (collection, id, group_id, relation, subject, object, fact, valid_at,
  invalid_at, created_at, expired_at, length) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING key`
const updateFact = `UPDATE quire.facts SET fact = ?, valid_at = ?, invalid_at = ?, expired_at = ?, length = ?
  WHERE collection = ? AND key = ?`
const assignFact =
  'UPDATE quire.fact_observations SET fact_key = ? WHERE collection = ? AND key = ANY(?::bigint[])'
const releaseFacts = `UPDATE quire.fact_observations SET fact_key = NULL
  WHERE collection = ? AND fact_key = ANY(?::bigint[])`
const forgetFacts = 'DELETE FROM quire.facts WHERE collection = ? AND key = ANY(?::bigint[])'
const insertTerms = `INSERT INTO quire.fact_terms (collection, fact, term, count)
  SELECT ?, ?, * FROM unnest(?::text[], ?::int[])`
const findEntity = 'SELECT key, name FROM quire.fact_entities WHERE id = ? AND collection = ?'
const insertEntity = `INSERT INTO quire.fact_entities (collection, id, name, label, created_at)
  VALUES (?, ?, ?, ?, ?) RETURNING key`
const insertNames = `INSERT INTO quire.fact_names (collection, entity, name) SELECT ?, ?, * FROM unnest(?::text[])
  ON CONFLICT DO NOTHING`
const describe = (part: 'subject' | 'object') =>
  `SELECT ${part}_name AS name, ${part}_label AS label FROM quire.fact_observations WHERE collection = ? AND key = ?`
const listNames = `SELECT DISTINCT id, name, label FROM quire.fact_observations,
  LATERAL (VALUES (subject_id, subject_name, subject_label), (object_id, object_name, object_label)) AS part (id, name, label)
  WHERE collection = ? AND fact_key = ?`
const putVector = `INSERT INTO quire.fact_vectors (collection, fact, model, vector)
  SELECT collection, key, ?, ?::vector FROM quire.facts WHERE id = ? AND fact = ?
  ON CONFLICT (collection, fact) DO UPDATE SET model = excluded.model, vector = excluded.vector`

type Owner = { id: string; key: number; collection: number; name: string }
type Settling = { sql: Sql; rules: FactRules; now: string }
type Group = { collection: number; groupId: string; name: string }

/**
 * Inside a write transaction, as all functions of this file. Replaces what earlier readings of these documents observed,
 * settles the facts that change, and returns the number of new facts.
 */
export async function putReadings(
  sql: Sql,
  work: { reader: string; readings: readonly Reading[]; rules: FactRules; now: string },
): Promise<number> {
  const ids = work.readings.map(({ documentId }) => documentId)
  const listed = await sql.all<Owner>(findDocuments, ids)
  const locked = await lockCollectionKeys(
    sql,
    listed.map(({ collection }) => collection),
  )
  // Read again: a document may have been deleted before the lock was taken.
  const owners = new Map((await sql.all<Owner>(findDocuments, ids)).map(owner => [owner.id, owner]))
  for (const reading of work.readings) {
    const owner = owners.get(reading.documentId)
    if (owner && locked.has(owner.collection)) await putReading({ sql, ...work }, owner, reading)
  }
  return (await settleGroups({ sql, ...work }, locked)).added
}

/** Settles the facts of documents that were deleted; returns the number of groups of observations it settled. */
export async function settleStale(sql: Sql, rules: FactRules, now: string): Promise<number> {
  const stale = await sql.all<{ collection: number }>('SELECT DISTINCT collection FROM quire.fact_stale')
  const keys = stale.map(({ collection }) => collection)
  const locked = await lockCollectionKeys(sql, keys)
  const gone = keys.filter(key => !locked.has(key))
  await sql.run('DELETE FROM quire.fact_stale WHERE collection = ANY(?::bigint[])', gone)
  return (await settleGroups({ sql, rules, now }, locked)).groups
}

/** Stores the vectors of facts whose text is still the one that was embedded. */
export async function putVectors(
  sql: Sql,
  model: string,
  vectors: readonly { id: string; fact: string; vector: Float32Array }[],
): Promise<void> {
  for (const { id, fact, vector } of vectors) await sql.run(putVector, model, vectorBytes(vector), id, fact)
}

async function putReading(
  { sql, reader, rules }: { sql: Sql; reader: string; rules: FactRules },
  owner: Owner,
  { observations, readsMetadata }: Reading,
): Promise<void> {
  await sql.run(forgetReading, owner.collection, owner.key, reader, readerFamily(reader))
  const reading = await sql.get<{ key: number }>(
    insertReading,
    owner.collection,
    owner.key,
    reader,
    readsMetadata,
  )
  if (observations.length === 0) return
  const rows = observations.map(observation => observationRow(observation, owner.name, rules))
  await sql.run(
    insertObservations,
    owner.collection,
    reading?.key ?? 0,
    owner.key,
    JSON.stringify(rows, storable),
  )
  await sql.run(markStale, owner.collection, [...new Set(rows.map(row => row.group_id))])
}

/** JSON in PostgreSQL refuses U+0000 and lone surrogates. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value
}

function observationRow(observation: Observation, collection: string, rules: FactRules) {
  const { subject, object, relation, fact, origin, start, end, validAt, invalidAt, isExclusive } = observation
  return {
    subject_id: rules.entityId(collection, subject.key),
    subject_name: subject.name,
    subject_label: subject.label,
    relation,
    object_id: rules.entityId(collection, object.key),
    object_name: object.name,
    object_label: object.label,
    fact,
    origin,
    is_exclusive: isExclusive,
    start_at: start,
    end_at: end,
    valid_at: validAt,
    invalid_at: invalidAt,
    group_id: termKey(rules.groupOf(observation)),
  }
}

/** Settles all stale groups of locked collections, which are given by key with their names. */
async function settleGroups(
  settling: Settling,
  locked: ReadonlyMap<number, string>,
): Promise<{ groups: number; added: number }> {
  const groups = await settling.sql.all<Omit<Group, 'name'>>(takeStale, [...locked.keys()])
  let added = 0
  for (const group of groups)
    added += await settleGroup(settling, { ...group, name: locked.get(group.collection) ?? '' })
  return { groups: groups.length, added }
}

async function settleGroup(settling: Settling, group: Group): Promise<number> {
  const { sql, rules, now } = settling
  const { collection, groupId, name } = group
  const observations = await sql.all<AssignedObservation>(listGroup, collection, groupId)
  const known = await sql.all<KnownFact>(listGroupFacts, collection, groupId)
  const { puts, drops } = planGroup({ observations, known }, { rules, now, collection: name })
  for (const put of puts) {
    const key =
      put.key === null
        ? await addFact(settling, group, put)
        : await changeFact(sql, collection, { ...put, key: put.key })
    if (put.newObservations.length === 0) continue
    await sql.run(assignFact, key, collection, put.newObservations)
    await nameEntities(settling, collection, key)
  }
  if (drops.length > 0) {
    await sql.run(releaseFacts, collection, drops)
    await sql.run(forgetFacts, collection, drops)
  }
  return puts.filter(({ key }) => key === null).length
}

async function changeFact(
  sql: Sql,
  collection: number,
  { key, fact, expiredAt, isReworded }: FactPut & { key: number },
): Promise<number> {
  const { length } = fact.terms
  await sql.run(updateFact, fact.fact, fact.validAt, fact.invalidAt, expiredAt, length, collection, key)
  if (!isReworded) return key
  for (const table of ['fact_terms', 'fact_vectors'])
    await sql.run(`DELETE FROM quire.${table} WHERE collection = ? AND fact = ?`, collection, key)
  await addTerms(sql, { collection, key, terms: fact.terms })
  return key
}

async function addFact(settling: Settling, group: Group, { id, fact, expiredAt }: FactPut): Promise<number> {
  const { sql, now } = settling
  const { collection, groupId } = group
  const ensure = async (entityId: string, part: 'subject' | 'object') => {
    type Described = Pick<Mention, 'name' | 'label'>
    const described = await sql.get<Described>(describe(part), collection, fact.observations[0] ?? 0)
    return ensureEntity(settling, collection, {
      id: entityId,
      ...(described ?? { name: '', label: 'Thing' }),
    })
  }
  const row = await sql.get<{ key: number }>(
    insertFact,
    ...[collection, id, groupId, fact.relation],
    ...[await ensure(fact.subject, 'subject'), await ensure(fact.object, 'object')],
    ...[fact.fact, fact.validAt, fact.invalidAt, now, expiredAt, fact.terms.length],
  )
  const key = row?.key ?? 0
  await addTerms(sql, { collection, key, terms: fact.terms })
  return key
}

async function addTerms(
  sql: Sql,
  { collection, key, terms }: { collection: number; key: number; terms: readonly string[] },
): Promise<void> {
  const counts = countFactTerms(terms.map(termKey))
  await sql.run(insertTerms, collection, key, [...counts.keys()], [...counts.values()])
}

/** An entity can be found by every name that passages use for it, and is shown under the best one. */
async function nameEntities({ sql, rules }: Settling, collection: number, factKey: number): Promise<void> {
  type Named = { id: string } & Pick<Mention, 'name' | 'label'>
  for (const { id, name, label } of await sql.all<Named>(listNames, collection, factKey)) {
    const known = await sql.get<{ key: number; name: string }>(findEntity, id, collection)
    if (!known || known.name === name) continue
    await sql.run(insertNames, collection, known.key, rules.namesOf({ name, label }).map(termKey))
    const better = rules.betterName(known.name, name)
    if (better !== known.name)
      await sql.run(
        'UPDATE quire.fact_entities SET name = ? WHERE collection = ? AND key = ?',
        better,
        collection,
        known.key,
      )
  }
}

async function ensureEntity(
  { sql, rules, now }: Settling,
  collection: number,
  entity: { id: string } & Pick<Mention, 'name' | 'label'>,
): Promise<number> {
  const known = await sql.get<{ key: number }>(findEntity, entity.id, collection)
  if (known) return known.key
  const row = await sql.get<{ key: number }>(
    insertEntity,
    collection,
    entity.id,
    entity.name,
    entity.label,
    now,
  )
  const key = row?.key ?? 0
  await sql.run(insertNames, collection, key, rules.namesOf(entity).map(termKey))
  return key
}
