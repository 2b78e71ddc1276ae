import { type Database, findCollections, readSpan } from '../../../adapters/stores/sqlite/door.ts'
import type { Entity, Fact, FactSupport } from '../fact.ts'
import type { FactCount, FactEdge, FactScope } from '../fact-store.ts'

const within = 'IN (SELECT value FROM json_each(?))'
const unread = `FROM documents LEFT JOIN fact_readings ON document_key = documents.key AND reader = ?
  WHERE collection_key ${within} AND fact_readings.key IS NULL`
const bare = `FROM facts LEFT JOIN fact_vectors ON fact_key = facts.key AND model = ?
  WHERE collection_key ${within} AND fact_vectors.fact_key IS NULL`

/** Facts that held on a day: begun by then, or ended later; facts without any date are excluded. */
export const heldAt = `(valid_at IS NULL OR valid_at <= ?) AND (invalid_at IS NULL OR invalid_at > ?)
  AND NOT (valid_at IS NULL AND invalid_at IS NULL)`

export function collectionKeys(database: Database, collections: readonly string[]): number[] {
  return findCollections(database, collections).map(({ key }) => key)
}

export function listPending(
  database: Database,
  { collections, reader, limit }: { collections: readonly string[]; reader: string; limit: number },
): { ids: string[]; total: number } {
  const keys = JSON.stringify(collectionKeys(database, collections))
  const rows = database.all<{ id: string }>(
    `SELECT documents.id ${unread} ORDER BY documents.key LIMIT ?`,
    ...[reader, keys, limit],
  )
  const total =
    rows.length < limit
      ? rows.length
      : (database.get<{ count: number }>(`SELECT count(*) AS count ${unread}`, reader, keys)?.count ?? 0)
  return { ids: rows.map(({ id }) => id), total }
}

export function listBare(
  database: Database,
  { collections, model, limit }: { collections: readonly string[]; model: string; limit: number },
): { facts: { id: string; fact: string }[]; total: number } {
  const keys = JSON.stringify(collectionKeys(database, collections))
  const facts = database.all<{ id: string; fact: string }>(
    `SELECT facts.id, facts.fact ${bare} ORDER BY facts.key LIMIT ?`,
    ...[model, keys, limit],
  )
  const total =
    facts.length < limit
      ? facts.length
      : (database.get<{ count: number }>(`SELECT count(*) AS count ${bare}`, model, keys)?.count ?? 0)
  return { facts, total }
}

export function findEntities(
  database: Database,
  collections: readonly string[],
  names: readonly string[],
): { entity: Entity; name: string }[] {
  return database
    .all<Entity & { called: string }>(
      `SELECT DISTINCT fact_entities.id, collections.name AS collection, fact_entities.name, label,
        fact_entities.created_at AS createdAt, fact_names.name AS called
      FROM fact_names JOIN fact_entities ON fact_entities.key = entity_key
        JOIN collections ON collections.key = fact_entities.collection_key
      WHERE fact_names.collection_key ${within} AND fact_names.name ${within}
      ORDER BY fact_names.name, fact_entities.id`,
      ...[JSON.stringify(collectionKeys(database, collections)), JSON.stringify(names)],
    )
    .map(({ called, ...entity }) => ({ entity, name: called }))
}

export function listEdges(
  database: Database,
  { collections, at }: FactScope,
  { entities, limit }: { entities: readonly string[]; limit: number },
): FactEdge[] {
  const keys = JSON.stringify(collectionKeys(database, collections))
  const wanted = JSON.stringify(entities)
  const touching = `SELECT key FROM fact_entities WHERE id ${within}`
  return database.all<FactEdge>(
    `SELECT facts.id, relation, one.id AS subject, other.id AS object FROM facts
      JOIN fact_entities AS one ON one.key = subject_key JOIN fact_entities AS other ON other.key = object_key
    WHERE facts.collection_key ${within} AND (subject_key IN (${touching}) OR object_key IN (${touching}))
      ${at === null ? '' : `AND ${heldAt}`}
    ORDER BY valid_at DESC, facts.id LIMIT ?`,
    ...[keys, wanted, wanted, ...(at === null ? [] : [at, at]), limit],
  )
}

export function countFacts(database: Database, collections: readonly string[]): FactCount {
  const keys = JSON.stringify(collectionKeys(database, collections))
  const count = (from: string) =>
    database.get<{ count: number }>(
      `SELECT count(*) AS count FROM ${from} WHERE collection_key ${within}`,
      keys,
    )?.count ?? 0
  return {
    entities: count('fact_entities'),
    facts: count('facts'),
    observations: count('fact_observations'),
    documents:
      database.get<{ count: number }>(
        `SELECT count(DISTINCT document_key) AS count FROM fact_readings JOIN documents ON documents.key = document_key
          WHERE collection_key ${within}`,
        keys,
      )?.count ?? 0,
  }
}

const findFact = `SELECT facts.key, facts.id, collections.name AS collection, relation, fact, subject_key, object_key,
  valid_at AS validAt, invalid_at AS invalidAt, facts.created_at AS createdAt, expired_at AS expiredAt
  FROM facts JOIN collections ON collections.key = collection_key WHERE facts.id = ?`
const findEntity = `SELECT fact_entities.id, collections.name AS collection, fact_entities.name, label,
  fact_entities.created_at AS createdAt
  FROM fact_entities JOIN collections ON collections.key = collection_key WHERE fact_entities.key = ?`
const listSupports = `SELECT documents.key, documents.id AS documentId, title, source, start, end, origin
  FROM fact_observations JOIN documents ON documents.key = document_key
  WHERE fact_key = ? ORDER BY valid_at, documents.key, start LIMIT ?`
const countSupports = 'SELECT count(*) AS count FROM fact_observations WHERE fact_key = ?'
/** The first chunk that contains the whole span, else the last one that starts before it. */
const findWhole =
  'SELECT id, ordinal FROM chunks WHERE document_key = ? AND start <= ? AND end >= ? ORDER BY ordinal LIMIT 1'
const findTouching =
  'SELECT id, ordinal FROM chunks WHERE document_key = ? AND start <= ? ORDER BY start DESC, ordinal DESC LIMIT 1'

type FactRow = Omit<Fact, 'subject' | 'object' | 'supports' | 'supportCount'> & {
  key: number
  subject_key: number
  object_key: number
}
type SupportRow = Pick<FactSupport, 'documentId' | 'title' | 'source' | 'start' | 'end' | 'origin'> & {
  key: number
}

export function loadFacts(database: Database, ids: readonly string[], mostSupports: number): Fact[] {
  return ids.flatMap(id => {
    const row = database.get<FactRow>(findFact, id)
    if (!row) return []
    const { key, subject_key, object_key, ...fact } = row
    const subject = database.get<Entity>(findEntity, subject_key)
    const object = database.get<Entity>(findEntity, object_key)
    if (!subject || !object) return []
    const supports = database
      .all<SupportRow>(listSupports, key, mostSupports)
      .map(support => loadSupport(database, support))
    const supportCount = database.get<{ count: number }>(countSupports, key)?.count ?? 0
    return [{ ...fact, subject, object, supports, supportCount }]
  })
}

function loadSupport(database: Database, { key, ...support }: SupportRow): FactSupport {
  const { start, end } = support
  type Place = { id: string; ordinal: number }
  const chunk =
    database.get<Place>(findWhole, key, start, end) ?? database.get<Place>(findTouching, key, start)
  return {
    ...support,
    chunkId: chunk?.id ?? null,
    chunkOrdinal: chunk?.ordinal ?? null,
    quote: readSpan(database, key, { start, end }),
  }
}
