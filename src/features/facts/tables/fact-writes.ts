import type { Database } from '../../../adapters/stores/sqlite/door.ts'
import { toBlob } from '../../../adapters/stores/sqlite/door.ts'
import type { Mention } from '../fact.ts'
import type { FactRules, Reading } from '../fact-store.ts'
import {
  type AssignedObservation,
  countFactTerms,
  type FactPut,
  type KnownFact,
  planGroup,
  readerFamily,
} from './plan-group.ts'

const findDocument = `SELECT documents.key, collection_key AS collectionKey, collections.name AS collection
  FROM documents JOIN collections ON collections.key = collection_key WHERE documents.id = ?`
const forgetReading = 'DELETE FROM fact_readings WHERE document_key = ? AND (reader = ? OR reader LIKE ?)'
const insertReading = 'INSERT INTO fact_readings (document_key, reader, reads_metadata) VALUES (?, ?, ?)'
const insertObservation = `INSERT INTO fact_observations (collection_key, reading_key, document_key, group_id,
  subject_id, subject_name, subject_label, relation, object_id, object_name, object_label, fact, origin, start, end,
  valid_at, invalid_at, is_exclusive) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const markStale = 'INSERT OR IGNORE INTO fact_stale (collection_key, group_id) VALUES (?, ?)'
const listStale = `SELECT collection_key AS collectionKey, collections.name AS collection, group_id AS groupId
  FROM fact_stale JOIN collections ON collections.key = collection_key ORDER BY collection_key, group_id`
const listGroup = `SELECT key, subject_id AS subject, relation, object_id AS object, fact, valid_at AS validAt,
  invalid_at AS invalidAt, is_exclusive AS isExclusive, fact_key AS factKey FROM fact_observations WHERE collection_key = ? AND group_id = ? ORDER BY key`
const listGroupFacts =
  'SELECT key, id, fact, expired_at AS expiredAt FROM facts WHERE collection_key = ? AND group_id = ?'
const forgetFact = 'DELETE FROM facts WHERE key = ?'
const releaseObservations = 'UPDATE fact_observations SET fact_key = NULL WHERE fact_key = ?'
const insertFact = `INSERT INTO facts (collection_key, id, group_id, relation, subject_key, object_key, fact, valid_at,
  invalid_at, created_at, expired_at, length) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const updateFact =
  'UPDATE facts SET fact = ?, valid_at = ?, invalid_at = ?, expired_at = ?, length = ? WHERE key = ?'
const assignFact = 'UPDATE fact_observations SET fact_key = ? WHERE key = ?'
const insertTerm = 'INSERT INTO fact_terms (collection_key, term, fact_key, count) VALUES (?, ?, ?, ?)'
const findEntity = 'SELECT key FROM fact_entities WHERE id = ?'
const insertEntity =
  'INSERT INTO fact_entities (collection_key, id, name, label, created_at) VALUES (?, ?, ?, ?, ?)'
const insertName = 'INSERT OR IGNORE INTO fact_names (collection_key, name, entity_key) VALUES (?, ?, ?)'
const describeSubject =
  'SELECT subject_name AS name, subject_label AS label FROM fact_observations WHERE key = ?'
const describeObject =
  'SELECT object_name AS name, object_label AS label FROM fact_observations WHERE key = ?'
const listNames = `SELECT DISTINCT subject_id AS id, subject_name AS name, subject_label AS label FROM fact_observations
  WHERE fact_key = ?1 UNION SELECT DISTINCT object_id, object_name, object_label FROM fact_observations WHERE fact_key = ?1`
const readEntity = 'SELECT key, name FROM fact_entities WHERE id = ?'
const renameEntity = 'UPDATE fact_entities SET name = ? WHERE key = ?'
const bumpVersion = `INSERT INTO fact_collections (collection_key, version) VALUES (?, 1)
  ON CONFLICT (collection_key) DO UPDATE SET version = version + 1`
const findBare = 'SELECT key, collection_key AS collectionKey FROM facts WHERE id = ? AND fact = ?'
const insertVector = 'INSERT OR REPLACE INTO fact_vectors (fact_key, model, vector) VALUES (?, ?, ?)'

type Owner = { key: number; collectionKey: number; collection: string }
type ObservationRow = Omit<AssignedObservation, 'isExclusive'> & { isExclusive: number }
type Group = { collectionKey: number; collection: string; groupId: string }
type Settling = { database: Database; rules: FactRules; now: string }
type FactTerms = { collectionKey: number; factKey: number; terms: readonly string[] }

/**
 * Replaces what earlier readings of these documents observed, settles the facts that change, and returns the number of new
 * facts. Like all writes of this file, it runs inside a write transaction of the SQLite fact store.
 */
export function putReadings(
  database: Database,
  work: { reader: string; readings: readonly Reading[]; rules: FactRules; now: string },
): number {
  for (const reading of work.readings) {
    const owner = database.get<Owner>(findDocument, reading.documentId)
    if (owner) putReading({ database, ...work }, owner, reading)
  }
  return settleGroups({ database, ...work }).added
}

/** Settles the facts of documents that were deleted; returns the number of groups of observations it settled. */
export function settleStale(database: Database, rules: FactRules, now: string): number {
  return settleGroups({ database, rules, now }).groups
}

/** Stores the vectors of facts whose text is still the one that was embedded. */
export function putVectors(
  database: Database,
  model: string,
  vectors: readonly { id: string; fact: string; vector: Float32Array }[],
): void {
  const changed = new Set<number>()
  for (const { id, fact, vector } of vectors) {
    const row = database.get<{ key: number; collectionKey: number }>(findBare, id, fact)
    if (!row) continue
    database.run(insertVector, row.key, model, toBlob(vector))
    changed.add(row.collectionKey)
  }
  for (const collectionKey of changed) database.run(bumpVersion, collectionKey)
}

function putReading(
  { database, reader, rules }: { database: Database; reader: string; rules: FactRules },
  owner: Owner,
  { observations, readsMetadata }: Reading,
): void {
  database.run(forgetReading, owner.key, reader, `${readerFamily(reader)}%`)
  const { key } = database.run(insertReading, owner.key, reader, readsMetadata ? 1 : 0)
  for (const observation of observations) {
    const groupId = rules.groupOf(observation)
    database.run(
      insertObservation,
      ...[owner.collectionKey, key, owner.key, groupId],
      ...partOf(owner.collection, observation.subject, rules),
      observation.relation,
      ...partOf(owner.collection, observation.object, rules),
      ...[observation.fact, observation.origin, observation.start, observation.end],
      ...[observation.validAt, observation.invalidAt, observation.isExclusive ? 1 : 0],
    )
    database.run(markStale, owner.collectionKey, groupId)
  }
}

function partOf(
  collection: string,
  { key, name, label }: Mention,
  rules: FactRules,
): [string, string, string] {
  return [rules.entityId(collection, key), name, label]
}

/** Settles all stale groups. Those of deleted collections are dropped. */
function settleGroups(settling: Settling): { groups: number; added: number } {
  const { database } = settling
  const groups = database.all<Group>(listStale)
  let added = 0
  for (const group of groups) added += settleGroup(settling, group)
  database.exec('DELETE FROM fact_stale')
  for (const key of new Set(groups.map(({ collectionKey }) => collectionKey))) database.run(bumpVersion, key)
  return { groups: groups.length, added }
}

function settleGroup(settling: Settling, group: Group): number {
  const { database, rules, now } = settling
  const observations = database
    .all<ObservationRow>(listGroup, group.collectionKey, group.groupId)
    .map(row => ({ ...row, isExclusive: row.isExclusive === 1 }))
  const known = database.all<KnownFact>(listGroupFacts, group.collectionKey, group.groupId)
  const { puts, drops } = planGroup({ observations, known }, { rules, now, collection: group.collection })
  for (const put of puts) {
    const key =
      put.key === null
        ? addFact(settling, group, put)
        : changeFact(database, group.collectionKey, { ...put, key: put.key })
    for (const observation of put.newObservations) database.run(assignFact, key, observation)
    if (put.newObservations.length > 0) nameEntities(settling, key, group.collectionKey)
  }
  for (const key of drops) {
    database.run(releaseObservations, key)
    database.run(forgetFact, key)
  }
  return puts.filter(({ key }) => key === null).length
}

function changeFact(
  database: Database,
  collectionKey: number,
  { key, fact, expiredAt, isReworded }: FactPut & { key: number },
): number {
  database.run(updateFact, fact.fact, fact.validAt, fact.invalidAt, expiredAt, fact.terms.length, key)
  if (!isReworded) return key
  database.run('DELETE FROM fact_terms WHERE fact_key = ?', key)
  database.run('DELETE FROM fact_vectors WHERE fact_key = ?', key)
  addTerms(database, { collectionKey, factKey: key, terms: fact.terms })
  return key
}

function addFact(settling: Settling, group: Group, { id, fact, expiredAt }: FactPut): number {
  const { database, now } = settling
  const [first] = fact.observations
  const ensure = (entityId: string, sql: string) => {
    const described = database.get<Pick<Mention, 'name' | 'label'>>(sql, first ?? 0)
    return ensureEntity(settling, group.collectionKey, {
      id: entityId,
      ...(described ?? { name: '', label: 'Thing' }),
    })
  }
  const { key } = database.run(
    insertFact,
    ...[group.collectionKey, id, group.groupId, fact.relation],
    ...[ensure(fact.subject, describeSubject), ensure(fact.object, describeObject)],
    ...[fact.fact, fact.validAt, fact.invalidAt, now, expiredAt, fact.terms.length],
  )
  addTerms(database, { collectionKey: group.collectionKey, factKey: key, terms: fact.terms })
  return key
}

/** An entity can be found by every name that passages use for it, and is shown under the best one. */
function nameEntities({ database, rules }: Settling, factKey: number, collectionKey: number): void {
  for (const { id, name, label } of database.all<{ id: string } & Pick<Mention, 'name' | 'label'>>(
    listNames,
    factKey,
  )) {
    const known = database.get<{ key: number; name: string }>(readEntity, id)
    if (!known || known.name === name) continue
    for (const called of rules.namesOf({ name, label }))
      database.run(insertName, collectionKey, called, known.key)
    const better = rules.betterName(known.name, name)
    if (better !== known.name) database.run(renameEntity, better, known.key)
  }
}

function addTerms(database: Database, { collectionKey, factKey, terms }: FactTerms): void {
  for (const [term, count] of countFactTerms(terms))
    database.run(insertTerm, collectionKey, term, factKey, count)
}

function ensureEntity(
  { database, rules, now }: Settling,
  collectionKey: number,
  entity: { id: string } & Pick<Mention, 'name' | 'label'>,
): number {
  const known = database.get<{ key: number }>(findEntity, entity.id)
  if (known) return known.key
  const { key } = database.run(insertEntity, collectionKey, entity.id, entity.name, entity.label, now)
  for (const name of rules.namesOf(entity)) database.run(insertName, collectionKey, name, key)
  return key
}
