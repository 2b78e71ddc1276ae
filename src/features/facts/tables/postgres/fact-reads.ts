import {
  findCollections,
  readSpan,
  type Sql,
  type SqlValue,
  termKey,
} from '../../../../adapters/stores/postgres/door.ts'
import type { Entity, Fact, FactSupport } from '../../fact.ts'
import type { FactCount, FactEdge, FactScope } from '../../fact-store.ts'

const unread = `FROM quire.documents LEFT JOIN quire.fact_readings ON fact_readings.collection = documents.collection
    AND document = documents.key AND reader = ?
  WHERE documents.collection = ANY(?::bigint[]) AND fact_readings.key IS NULL`
const bare = `FROM quire.facts LEFT JOIN quire.fact_vectors ON fact_vectors.collection = facts.collection
    AND fact_vectors.fact = facts.key AND model = ?
  WHERE facts.collection = ANY(?::bigint[]) AND fact_vectors.fact IS NULL`

/** Facts that held on a day: begun by then, or ended later; facts without any date are excluded. Null: no condition. */
export function heldOn(day: string | null): { sql: string; values: SqlValue[] } {
  if (day === null) return { sql: '', values: [] }
  return {
    sql: `AND (valid_at IS NULL OR valid_at <= ?) AND (invalid_at IS NULL OR invalid_at > ?)
      AND NOT (valid_at IS NULL AND invalid_at IS NULL)`,
    values: [day, day],
  }
}

async function collectionKeys(sql: Sql, collections: readonly string[]): Promise<number[]> {
  return (await findCollections(sql, collections)).map(({ key }) => key)
}

async function countRows(sql: Sql, from: string, ...values: SqlValue[]): Promise<number> {
  return (await sql.get<{ count: number }>(`SELECT count(*) AS count ${from}`, ...values))?.count ?? 0
}

/** The functions of this file run inside a read transaction. */
export async function listPending(
  sql: Sql,
  { collections, reader, limit }: { collections: readonly string[]; reader: string; limit: number },
): Promise<{ ids: string[]; total: number }> {
  const keys = await collectionKeys(sql, collections)
  const rows = await sql.all<{ id: string }>(
    `SELECT documents.id ${unread} ORDER BY documents.collection, documents.key LIMIT ?`,
    ...[reader, keys, limit],
  )
  const total = rows.length < limit ? rows.length : await countRows(sql, unread, reader, keys)
  return { ids: rows.map(({ id }) => id), total }
}

export async function listBare(
  sql: Sql,
  { collections, model, limit }: { collections: readonly string[]; model: string; limit: number },
): Promise<{ facts: { id: string; fact: string }[]; total: number }> {
  const keys = await collectionKeys(sql, collections)
  const facts = await sql.all<{ id: string; fact: string }>(
    `SELECT facts.id, facts.fact ${bare} ORDER BY facts.collection, facts.key LIMIT ?`,
    ...[model, keys, limit],
  )
  const total = facts.length < limit ? facts.length : await countRows(sql, bare, model, keys)
  return { facts, total }
}

const entityFields = (entity: string) =>
  `${entity}.id, collections.name AS collection, ${entity}.name, ${entity}.label, ${entity}.created_at AS "createdAt"`

export async function findEntities(
  sql: Sql,
  collections: readonly string[],
  names: readonly string[],
): Promise<{ entity: Entity; name: string }[]> {
  const asked = new Map(names.map(name => [termKey(name), name]))
  const rows = await sql.all<Entity & { called: string }>(
    `SELECT ${entityFields('entity')}, fact_names.name AS called FROM quire.fact_names
      JOIN quire.fact_entities AS entity ON entity.collection = fact_names.collection AND entity.key = fact_names.entity
      JOIN quire.collections ON collections.key = fact_names.collection
    WHERE fact_names.collection = ANY(?::bigint[]) AND fact_names.name = ANY(?::text[])
    ORDER BY fact_names.name, entity.id`,
    await collectionKeys(sql, collections),
    [...asked.keys()],
  )
  return rows.map(({ called, ...entity }) => ({ entity, name: asked.get(called) ?? called }))
}

const withEntities = `quire.facts
  JOIN quire.fact_entities AS one ON one.collection = facts.collection AND one.key = facts.subject
  JOIN quire.fact_entities AS other ON other.collection = facts.collection AND other.key = facts.object`

export async function listEdges(
  sql: Sql,
  { collections, at }: FactScope,
  { entities, limit }: { entities: readonly string[]; limit: number },
): Promise<FactEdge[]> {
  const held = heldOn(at)
  return sql.all<FactEdge>(
    `SELECT facts.id, relation, one.id AS subject, other.id AS object FROM ${withEntities}
    WHERE facts.collection = ANY(?::bigint[]) AND (one.id = ANY(?::text[]) OR other.id = ANY(?::text[])) ${held.sql}
    ORDER BY valid_at DESC NULLS LAST, facts.id LIMIT ?`,
    ...[await collectionKeys(sql, collections), entities, entities, ...held.values, limit],
  )
}

export async function countFacts(sql: Sql, collections: readonly string[]): Promise<FactCount> {
  const keys = await collectionKeys(sql, collections)
  const count = (table: string) =>
    countRows(sql, `FROM quire.${table} WHERE collection = ANY(?::bigint[])`, keys)
  return {
    entities: await count('fact_entities'),
    facts: await count('facts'),
    observations: await count('fact_observations'),
    documents: await countRows(
      sql,
      'FROM (SELECT DISTINCT collection, document FROM quire.fact_readings WHERE collection = ANY(?::bigint[])) AS known',
      keys,
    ),
  }
}

type FactRow = Omit<Fact, 'subject' | 'object' | 'supports' | 'supportCount' | 'collection'> & {
  collection: number
  key: number
  name: string
  subject: Omit<Entity, 'collection'>
  object: Omit<Entity, 'collection'>
  supportCount: number
}

const entityJson = (entity: string) =>
  `json_build_object('id', ${entity}.id, 'name', ${entity}.name, 'label', ${entity}.label, 'createdAt', ${entity}.created_at)`
const findFacts = `SELECT facts.collection, facts.key, facts.id, collections.name, relation, fact,
    ${entityJson('one')} AS subject, ${entityJson('other')} AS object, valid_at AS "validAt", invalid_at AS "invalidAt",
    facts.created_at AS "createdAt", expired_at AS "expiredAt",
    (SELECT count(*) FROM quire.fact_observations
      WHERE collection = facts.collection AND fact_key = facts.key) AS "supportCount"
  FROM ${withEntities} JOIN quire.collections ON collections.key = facts.collection WHERE facts.id = ANY(?::text[])`

export async function loadFacts(sql: Sql, ids: readonly string[], mostSupports: number): Promise<Fact[]> {
  const rows = new Map((await sql.all<FactRow>(findFacts, ids)).map(row => [row.id, row]))
  const facts: Fact[] = []
  for (const id of ids) {
    const row = rows.get(id)
    if (row === undefined) continue
    const { key, name, subject, object, ...fact } = row
    facts.push({
      ...fact,
      collection: name,
      subject: { ...subject, collection: name },
      object: { ...object, collection: name },
      supports: await loadSupports(sql, row, mostSupports),
    })
  }
  return facts
}

type SupportRow = Pick<FactSupport, 'documentId' | 'title' | 'source' | 'start' | 'end' | 'origin'> & {
  document: number
  chunkId: string | null
  chunkOrdinal: number | null
}

/** With the first chunk that contains the whole span, else the last one that starts before it. */
const listSupports = `SELECT documents.key AS document, documents.id AS "documentId", title, source,
    observation.start_at AS start, observation.end_at AS end, origin, chunk.id AS "chunkId", chunk.ordinal AS "chunkOrdinal"
  FROM quire.fact_observations AS observation
    JOIN quire.documents ON documents.collection = observation.collection AND documents.key = observation.document
    LEFT JOIN LATERAL (SELECT chunks.id, chunks.ordinal FROM quire.chunks
      WHERE chunks.collection = observation.collection AND chunks.document = observation.document
        AND chunks.start_at <= observation.start_at
      ORDER BY chunks.end_at >= observation.end_at DESC,
        CASE WHEN chunks.end_at >= observation.end_at THEN chunks.ordinal END,
        chunks.start_at DESC, chunks.ordinal DESC LIMIT 1) AS chunk ON true
  WHERE observation.collection = ? AND fact_key = ? ORDER BY valid_at NULLS FIRST, documents.key, start LIMIT ?`

async function loadSupports(
  sql: Sql,
  { collection, key }: { collection: number; key: number },
  most: number,
): Promise<FactSupport[]> {
  const supports: FactSupport[] = []
  for (const row of await sql.all<SupportRow>(listSupports, collection, key, most)) {
    const { document, ...support } = row
    supports.push({ ...support, quote: await readSpan(sql, { collection, key: document }, support) })
  }
  return supports
}
