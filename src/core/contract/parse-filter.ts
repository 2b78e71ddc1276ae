import { z } from 'zod'
import { Failure } from '../model/failure.ts'
import type { Condition, Filter } from '../model/filter.ts'
import { ownValue } from '../text/json-values.ts'
import { spellingsOfMoment } from '../text/moment.ts'
import type { JsonSchemaNode } from './json-schema.ts'

const scalar = z.union([z.string(), z.int(), z.boolean()], {
  error: ({ input }) => `must be a text, a whole number or a boolean, not ${JSON.stringify(input)}`,
})

const pairs = z.array(z.strictObject({ key: z.string().min(1), value: scalar }))

const text: JsonSchemaNode = { type: ['string', 'null'], minLength: 1 }
const count: JsonSchemaNode = { type: ['integer', 'null'], minimum: 0, maximum: 1e9 }

/** A closed schema, so that strict clients can use it. Metadata is accepted as a map as well as in pairs. */
const shownAs: JsonSchemaNode = {
  type: ['object', 'null'],
  properties: {
    file_type: text,
    page: count,
    source: text,
    title: text,
    last_modified: text,
    created_at: text,
    doc_id: text,
    chunk_id: text,
    chunk_index: count,
    content_hash: text,
    language: text,
    library: text,
    metadata: {
      type: ['array', 'null'],
      items: {
        type: 'object',
        properties: {
          key: { type: 'string', minLength: 1 },
          value: { type: ['string', 'integer', 'boolean'] },
        },
        required: ['key', 'value'],
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
}

export const filterInput = z
  .record(
    z.string(),
    z.union([scalar, z.record(z.string(), scalar), pairs, z.null()], {
      error: ({ input }) => `must be a text or a whole number, not ${JSON.stringify(input)}`,
    }),
  )
  .nullable()
  .default(null)
  .meta({
    shownAs,
    description:
      'All must be equal. file_type "url": anything from the web; page 0: without pages; last_modified: ISO 8601; metadata: pairs, or {"key": value}',
  })

type FilterInput = z.infer<typeof filterInput>

/** The contract's field names, and the core's name for each. */
const fields: Readonly<Record<string, string>> = {
  id: 'chunk_id',
  chunk_id: 'chunk_id',
  doc_id: 'doc_id',
  source: 'source',
  content_hash: 'content_hash',
  title: 'title',
  chunk_index: 'chunk_index',
  created_at: 'created_at',
  file_type: 'file_type',
  last_modified: 'last_modified',
  page: 'page',
  language: 'language',
}

/** Parses a filter into equality conditions. `library` is returned separately: it selects collections, not documents. */
export function parseFilter(
  filter: FilterInput,
  library: string | null,
): { libraries: string[] | null; conditions: Filter } {
  const { library: filtered, ...rest } = filter ?? {}
  const conditions = Object.entries(rest).flatMap(([key, value]) => conditionsOf(key, value))
  if (filtered == null) return { libraries: library === null ? null : [library], conditions }
  if (typeof filtered !== 'string')
    throw invalidFilter(`library takes a text, not ${JSON.stringify(filtered)}.`)
  if (library === null || library === filtered) return { libraries: [filtered], conditions }
  throw invalidFilter(`library is "${library}" but filter.library is "${filtered}": nothing can be in both.`)
}

function conditionsOf(key: string, value: NonNullable<FilterInput>[string]): Condition[] {
  if (!/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(key)) throw invalidFilter(`Invalid filter key: "${key}".`)
  if (value === null) return []
  if (key === 'metadata') {
    if (typeof value !== 'object')
      throw invalidFilter(
        `metadata takes an object, such as {"metadata": {"author": "Ada"}}, not ${JSON.stringify(value)}.`,
      )
    const wanted = Array.isArray(value)
      ? value
      : Object.entries(value).map(([key, value]) => ({ key, value }))
    return wanted.map(pair => ({ field: `metadata.${pair.key}`, op: 'equals', value: pair.value }))
  }
  const field = ownValue(fields, key)
  if (field === undefined) throw invalidFilter(`Invalid filter key: there is no field "${key}".`)
  if (typeof value === 'object' || typeof value === 'boolean')
    throw invalidFilter(`${key} takes a text or a whole number, not ${JSON.stringify(value)}.`)
  return [conditionOn(key, field, value)]
}

function conditionOn(key: string, field: string, value: string | number): Condition {
  if (numberFields.has(key)) return { field, op: 'equals', value: wholeNumber(key, value) }
  const text = String(value)
  if (key === 'file_type') return fileTypeIs(text)
  if (!momentFields.has(key)) return { field, op: 'equals', value: text }
  const values = spellingsOfMoment(text)
  if (values === null)
    throw invalidFilter(
      `${key} takes a date such as 2025-01-01T00:00:00+00:00, not ${JSON.stringify(value)}.`,
    )
  return { field, op: 'one_of', values }
}

/** The condition for a file type. "url" matches everything that was fetched: earlier versions stored all fetched documents with this type. */
export function fileTypeIs(value: string): Condition {
  if (value === 'url') return { field: 'source', op: 'starts_with_any', values: ['http://', 'https://'] }
  return { field: 'file_type', op: 'equals', value }
}

const numberFields = new Set(['page', 'chunk_index'])
const momentFields = new Set(['last_modified', 'created_at'])

function wholeNumber(key: string, value: string | number): number {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number
  throw invalidFilter(`${key} takes a whole number from 0, not ${JSON.stringify(value)}.`)
}

function invalidFilter(message: string): Failure {
  return new Failure('invalid', 'INVALID_FILTER', message, {
    hint: `Filter by ${Object.keys(fields).join(', ')}, library or metadata.`,
  })
}
