import type { Database } from '../../../adapters/stores/sqlite/door.ts'
import { readSpan } from '../../../adapters/stores/sqlite/door.ts'
import type { Entity, Fact, FactSupport } from '../fact.ts'

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
/** The first chunk that holds the whole span, else the last that begins before it ends. */
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
