import { Failure } from '../../../core/model/failure.ts'
import { type Condition, type Filter, filterFields } from '../../../core/model/filter.ts'
import { anyOf, conditionToSql, rangeTest, type SqlTest, type SqlValue } from './condition-to-sql.ts'

/** The conditions of a filter on `documents` and `chunks` rows. */
export type FilterSql = { documents: SqlTest[]; chunks: SqlTest[] }

type Field = {
  of: keyof FilterSql
  type: 'text' | 'number'
  /** Whether a chunk can have several values, one of which must match. */
  isList: boolean
  toSql(condition: Condition, dialect: FilterDialect): SqlTest
}

type FieldName = (typeof filterFields)[number]

const fields = {
  doc_id: column('documents', 'id'),
  source: column('documents', 'source'),
  title: column('documents', 'title'),
  file_type: column('documents', 'file_type'),
  last_modified: column('documents', 'last_modified'),
  created_at: column('documents', 'created_at'),
  content_hash: column('documents', 'content_hash'),
  language: column('documents', 'language'),
  chunk_id: column('chunks', 'id'),
  chunk_index: { ...column('chunks', 'ordinal'), type: 'number' },
  page: { of: 'chunks', type: 'number', isList: true, toSql: pageToSql },
  section: { of: 'chunks', type: 'text', isList: true, toSql: sectionToSql },
} satisfies Record<FieldName, Field>

/** What the dialects of SQL write differently. */
export type FilterDialect = {
  /** A condition on a metadata value of the document. */
  metadata(condition: Condition, name: string): SqlTest
  /** The headings above a chunk, as a table `heading` with the column `value`. */
  headings: string
}

/** Translates every condition to SQL; throws INVALID_FILTER for invalid ones. */
export function filterToSql(filter: Filter, dialect: FilterDialect): FilterSql {
  const tests: FilterSql = { documents: [], chunks: [] }
  for (const condition of filter) {
    const { field } = condition
    if (field.startsWith('metadata.')) {
      tests.documents.push(dialect.metadata(condition, field.slice('metadata.'.length)))
      continue
    }
    if (!isKnown(field)) throw unknownField(field)
    const known: Field = fields[field]
    refuseMisfit(condition, known)
    tests[known.of].push(known.toSql(condition, dialect))
  }
  return tests
}

function column(of: keyof FilterSql, name: string): Field {
  return { of, type: 'text', isList: false, toSql: condition => conditionToSql(condition, `${of}.${name}`) }
}

function isKnown(field: string): field is FieldName {
  return Object.hasOwn(fields, field)
}

function unknownField(field: string): Failure {
  return new Failure('invalid', 'INVALID_FILTER', `There is no field "${field}" to filter by.`, {
    hint: `Fields are: ${filterFields.join(', ')}, and metadata.<key>.`,
    details: { field },
  })
}

function refuseMisfit(condition: Condition, field: Field): void {
  if ((condition.op === 'contains' || condition.op === 'contains_any') && !field.isList)
    throw misfit(condition, 'is not a list; use equals, one_of, starts_with or between')
  if (condition.op.startsWith('starts_with') && field.type === 'number')
    throw misfit(condition, 'is a number, not a text')
  const expected = field.type === 'text' ? 'string' : 'number'
  for (const value of valuesOf(condition))
    if (typeof value !== expected)
      throw misfit(condition, `is compared with a ${expected}, not with ${JSON.stringify(value)}`)
}

function misfit(condition: Condition, problem: string): Failure {
  return new Failure('invalid', 'INVALID_FILTER', `The field "${condition.field}" ${problem}.`, {
    hint: 'Change the condition and ask again.',
    details: { field: condition.field, op: condition.op },
  })
}

function valuesOf(condition: Condition): readonly (SqlValue | boolean)[] {
  if ('values' in condition) return condition.values
  if (condition.op === 'between') return [condition.from, condition.to].filter(bound => bound !== null)
  return [condition.value]
}

/** True when any heading above the chunk matches. */
function sectionToSql(condition: Condition, { headings }: FilterDialect): SqlTest {
  const { sql, values } = conditionToSql(condition, 'heading.value')
  return { sql: `EXISTS (SELECT 1 FROM ${headings} WHERE ${sql})`, values }
}

/** A chunk is on every page from its first to its last. */
function pageToSql(condition: Condition): SqlTest {
  if (condition.op === 'between') return touches(condition.from, condition.to)
  const pages = valuesOf(condition).filter(page => typeof page === 'number')
  return anyOf(pages.map(page => (page === 0 ? withoutPages : touches(page, page))))
}

const withoutPages: SqlTest = { sql: 'chunks.first_page IS NULL', values: [] }

function touches(from: SqlValue | null, to: SqlValue | null): SqlTest {
  const starts = rangeTest('chunks.first_page', [['<=', to]])
  const ends = rangeTest('chunks.last_page', [['>=', from]])
  return { sql: `${starts.sql} AND ${ends.sql}`, values: [...starts.values, ...ends.values] }
}
