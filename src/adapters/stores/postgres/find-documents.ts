import type { DocumentSummary } from '../../../core/model/document.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Filter } from '../../../core/model/filter.ts'
import type { TallyRequest, ValueCount } from '../../../core/ports/store.ts'
import { prefixEnd, type SqlTest } from '../common/condition-to-sql.ts'
import { type CollectionRow, findCollection } from './collections.ts'
import type { Sql } from './database.ts'
import { type SummaryRow, summaryColumns, summaryTables, toSummary } from './document-rows.ts'
import { filterToSql } from './metadata-values.ts'
import { readBlocks } from './postings.ts'
import { blockSize, eachEntry, termKey } from './postings-codec.ts'

/** Finds documents of one collection by a filter on the document. The functions of this file run inside a transaction. */
export async function findDocuments(
  sql: Sql,
  name: string,
  { filter, limit }: { filter: Filter; limit: number },
): Promise<DocumentSummary[]> {
  const collection = await findCollection(sql, name)
  if (!collection) return []
  const test = documentTest(collection, filter)
  const rows = await sql.all<SummaryRow>(
    `SELECT ${summaryColumns} FROM ${summaryTables} WHERE ${test.sql}
      ORDER BY documents.created_at DESC, documents.id LIMIT ?`,
    ...test.values,
    Math.max(0, limit),
  )
  return rows.map(toSummary)
}

/** The documents of a collection that match; throws for conditions on chunks. */
export function documentTest(collection: CollectionRow, filter: Filter): SqlTest {
  const { documents, chunks } = filterToSql(filter, collection.key)
  if (chunks.length > 0)
    throw new Failure('invalid', 'INVALID_FILTER', 'Documents cannot be chosen by page, section or chunk.', {
      hint: 'Use conditions on the document itself.',
    })
  return {
    sql: ['documents.collection = ?', ...documents.map(test => test.sql)].join(' AND '),
    values: [collection.key, ...documents.flatMap(test => test.values)],
  }
}

const findBefore = `SELECT document AS key FROM quire.metadata_values
  WHERE collection = ? AND name = ? AND kind = 'text' AND value_text < ? AND value_text >= ?
  ORDER BY value_text DESC, document DESC LIMIT 1`
const findAfter = `SELECT document AS key FROM quire.metadata_values
  WHERE collection = ? AND name = ? AND kind = 'text' AND value_text > ? AND value_text < ?
  ORDER BY value_text, document LIMIT 1`
const readRow = `SELECT ${summaryColumns} FROM ${summaryTables} WHERE documents.collection = ? AND documents.key = ?`

/** Finds the documents with the next lower and next higher value, by the index of metadata values. */
export async function findNeighbours(
  sql: Sql,
  name: string,
  { key, value, prefix }: { key: string; value: string; prefix: string },
): Promise<{ before: DocumentSummary | null; after: DocumentSummary | null }> {
  const collection = await findCollection(sql, name)
  if (!collection) return { before: null, after: null }
  const read = async (statement: string, bound: string) => {
    const found = await sql.get<{ key: number }>(statement, collection.key, key, value, bound)
    const row = found && (await sql.get<SummaryRow>(readRow, collection.key, found.key))
    return row ? toSummary(row) : null
  }
  return {
    before: await read(findBefore, prefix),
    after: await read(findAfter, prefixEnd(prefix) ?? '\u{10ffff}'),
  }
}

/** Counts the documents for each value of a metadata key. */
export async function tallyDocuments(
  sql: Sql,
  name: string,
  { by, filter, terms }: TallyRequest,
): Promise<ValueCount[]> {
  const collection = await findCollection(sql, name)
  if (!collection) return []
  const test = documentTest(collection, filter)
  const holders: number[][] = []
  for (const term of new Set(terms)) holders.push([...(await documentsWith(sql, collection.key, [term]))])
  const hasTerms = holders.map(() => 'AND documents.key = ANY(?::bigint[])').join(' ')
  return sql.all<ValueCount>(
    `SELECT value_text AS value, count(*) AS documents FROM quire.metadata_values
      WHERE collection = ? AND name = ? AND kind IN ('text', 'member-text')
        AND document IN (SELECT documents.key FROM quire.documents WHERE ${test.sql} ${hasTerms})
      GROUP BY value_text ORDER BY value_text`,
    collection.key,
    by,
    ...test.values,
    ...holders,
  )
}

const findHolders = `SELECT DISTINCT document AS key FROM quire.chunks WHERE collection = ? AND key = ANY(?::bigint[])`

/** The keys of the documents that contain any of these terms. */
export async function documentsWith(
  sql: Sql,
  collection: number,
  terms: readonly string[],
): Promise<ReadonlySet<number>> {
  const chunks = new Set<number>()
  for (const { block, entries } of await readBlocks(sql, collection, terms.map(termKey)))
    eachEntry(entries, ({ place }) => chunks.add(block * blockSize + place))
  if (chunks.size === 0) return new Set()
  const rows = await sql.all<{ key: number }>(findHolders, collection, [...chunks])
  return new Set(rows.map(({ key }) => key))
}
