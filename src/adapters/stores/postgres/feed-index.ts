import type { OuterIndex, OuterPoint, OuterSpace } from '../common/outer-index.ts'
import { readVector } from './binary-values.ts'
import type { Database, Sql } from './database.ts'
import { readFacts } from './dense-facts.ts'
import { type KeyRange, readFeed } from './outbox.ts'

/** How many keys of chunks are sent at once. */
const keysAtOnce = 256

/**
 * Locks the first change of a collection that nobody feeds: so one process at a time feeds a collection, in the order in
 * which it was written to.
 */
const claim = `SELECT collection FROM quire.dense_outbox AS head WHERE NOT EXISTS
    (SELECT FROM quire.dense_outbox AS earlier WHERE earlier.collection = head.collection AND earlier.key < head.key)
  ORDER BY key LIMIT 1 FOR UPDATE SKIP LOCKED`
const list = `SELECT key, dimensions, first_chunk AS "first", end_chunk AS "end" FROM quire.dense_outbox
  WHERE collection = ? ORDER BY key LIMIT ${keysAtOnce}`
const forget = 'DELETE FROM quire.dense_outbox WHERE key = ANY(?::bigint[])'
const findChunks = `SELECT chunks.key AS chunk, chunks.document, vector_send(vector) AS vector
  FROM quire.chunks LEFT JOIN quire.vectors ON vectors.collection = chunks.collection AND vectors.chunk = chunks.key
  WHERE chunks.collection = ? AND EXISTS (SELECT FROM unnest(?::bigint[], ?::bigint[]) AS ranges (first_at, end_at)
    WHERE chunks.key >= first_at AND chunks.key < end_at) AND chunks.key >= ? AND chunks.key < ?`

type Change = { key: number; dimensions: number; first: number; end: number | null }

/**
 * Feeds the next changes to the index, and forgets them once it has them. False when there are none that no other process
 * feeds. When it fails, they stay; feeding a change twice does no harm.
 */
export function feedNext(database: Database, index: OuterIndex, signal: AbortSignal): Promise<boolean> {
  return database.write(async sql => {
    // A feed that begins anew waits for this transaction.
    if (!(await sql.get('SELECT 1 FROM quire.dense_feed FOR SHARE'))) return false
    const feed = await readFeed(sql)
    const head = await sql.get<{ collection: number }>(claim)
    if (feed === null || head === undefined) return false
    const waiting = await sql.all<Change>(list, head.collection)
    const changes = firstOf(waiting)
    const dimensions = changes[0]?.dimensions ?? 0
    await feedChanges(
      sql,
      { index, space: { feed, dimensions }, collection: head.collection, changes },
      signal,
    )
    await sql.run(
      forget,
      changes.map(({ key }) => key),
    )
    return true
  }, signal)
}

/** As many as are sent at once, all of one length; the deletion of a collection is fed alone. */
function firstOf(waiting: readonly Change[]): Change[] {
  const first = waiting[0]
  if (first === undefined || first.end === null) return waiting.slice(0, 1)
  let keys = 0
  const taken: Change[] = []
  for (const change of waiting) {
    if (change.end === null || change.dimensions !== first.dimensions) break
    keys += change.end - change.first
    if (taken.length > 0 && keys > keysAtOnce) break
    taken.push(change)
  }
  return taken
}

type Work = {
  index: OuterIndex
  space: OuterSpace
  collection: number
  changes: readonly Change[]
}

/** Makes these chunks in the index what they are in the database now. */
async function feedChanges(
  sql: Sql,
  { index, space, collection, changes }: Work,
  signal: AbortSignal,
): Promise<void> {
  const ranges = changes.flatMap<KeyRange>(({ first, end }) => (end === null ? [] : [[first, end]]))
  if (ranges.length < changes.length) return index.removeCollection(space, collection, signal)
  const rows = await sql.all<{ chunk: number; document: number; vector: Buffer | null }>(
    findChunks,
    collection,
    ranges.map(([first]) => first),
    ranges.map(([, end]) => end),
    Math.min(...ranges.map(([first]) => first)),
    Math.max(...ranges.map(([, end]) => end)),
  )
  const facts = await readFacts(sql, collection, [...new Set(rows.map(({ document }) => document))])
  const points = rows.flatMap<OuterPoint>(({ chunk, document, vector }) =>
    vector === null
      ? []
      : [{ collection, chunk, vector: readVector(vector), facts: facts.get(document) ?? [] }],
  )
  await index.put(space, points, signal)
  // A chunk that waits for its vector is not removed: it was never there, and its vector may be on its way.
  const kept = new Set(rows.map(({ chunk }) => chunk))
  const gone = new Set(ranges.flatMap(([first, end]) => keysIn(first, end)).filter(key => !kept.has(key)))
  await index.remove(space, { collection, chunks: [...gone] }, signal)
}

function keysIn(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, at) => first + at)
}
