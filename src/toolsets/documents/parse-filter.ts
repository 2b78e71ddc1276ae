import { z } from 'zod'
import { Failure } from '../../model/failure.ts'
import type { Condition, Filter } from '../../model/filter.ts'
import { ownValue } from '../../model/own-value.ts'

const scalar = z.union([z.string(), z.int(), z.boolean()])

export const filterInput = z
  .record(z.string(), z.union([scalar, z.record(z.string(), scalar)]))
  .nullable()
  .default(null)
  .describe(
    'Fields that must be equal, all of them: file_type, page, source, title, last_modified, doc_id, chunk_index, content_hash, created_at, language, library; or {"metadata": {"key": value}}',
  )

type FilterInput = z.infer<typeof filterInput>

/** The contract's field names and what the core calls them. */
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

/** Equality conditions, with `library` taken out: it decides where to look, not what to keep. */
export function parseFilter(
  filter: FilterInput,
  library: string | null,
): { libraries: string[] | null; conditions: Filter } {
  const { library: filtered, ...rest } = filter ?? {}
  const conditions = Object.entries(rest).flatMap(([key, value]) => conditionsOf(key, value))
  if (filtered === undefined) return { libraries: library === null ? null : [library], conditions }
  if (typeof filtered !== 'string') throw invalidFilter('library must be a string.')
  if (library === null || library === filtered) return { libraries: [filtered], conditions }
  throw invalidFilter(`library is "${library}" but filter.library is "${filtered}": nothing can be in both.`)
}

function conditionsOf(key: string, value: NonNullable<FilterInput>[string]): Condition[] {
  if (!/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(key)) throw invalidFilter(`Invalid filter key: "${key}".`)
  if (key === 'metadata') {
    if (typeof value !== 'object')
      throw invalidFilter('metadata takes an object, such as {"metadata": {"author": "Ada"}}.')
    return Object.entries(value).map(([name, wanted]) => ({
      field: `metadata.${name}`,
      op: 'equals',
      value: wanted,
    }))
  }
  const field = ownValue(fields, key)
  if (field === undefined) throw invalidFilter(`Invalid filter key: there is no field "${key}".`)
  if (typeof value === 'object') throw invalidFilter(`${key} takes a string or a whole number.`)
  return [{ field, op: 'equals', value: typedValue(key, value) }]
}

const numberFields = new Set(['page', 'chunk_index'])

function typedValue(key: string, value: string | number | boolean): string | number {
  if (!numberFields.has(key)) return String(value)
  const number = Number(value)
  if (Number.isInteger(number) && value !== '') return number
  throw invalidFilter(`${key} takes a whole number, not "${value}".`)
}

function invalidFilter(message: string): Failure {
  return new Failure('invalid', 'INVALID_FILTER', message, {
    hint: `Filter by ${Object.keys(fields).join(', ')}, library or metadata.`,
  })
}
