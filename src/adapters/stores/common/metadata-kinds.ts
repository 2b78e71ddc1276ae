import { createHash } from 'node:crypto'
import { Failure } from '../../../core/model/failure.ts'
import type { Condition } from '../../../core/model/filter.ts'
import type { JsonValue } from '../../../core/model/json.ts'

/** The type of an indexed metadata value. Members are the items of a list; nested objects are not indexed. */
export type MetadataKind = 'text' | 'number' | 'boolean' | 'member-text' | 'member-number'

/**
 * Longer texts are indexed by their beginning and a hash: equality and prefixes still work, and the index stays small.
 */
const filedLength = 200

function fileText(text: string): string {
  if (text.length <= filedLength) return text
  return `${text.slice(0, filedLength)}\u0000${createHash('sha256').update(text, 'utf16le').digest('hex')}`
}

/** The rows of the index for one value. */
export function fileValue(value: JsonValue): { kind: MetadataKind; value: string | number }[] {
  if (typeof value === 'string') return [{ kind: 'text', value: fileText(value) }]
  if (typeof value === 'number') return [{ kind: 'number', value }]
  if (typeof value === 'boolean') return [{ kind: 'boolean', value: Number(value) }]
  if (!Array.isArray(value)) return []
  return value.flatMap<{ kind: MetadataKind; value: string | number }>(item => {
    if (typeof item === 'string') return [{ kind: 'member-text', value: fileText(item) }]
    return typeof item === 'number' ? [{ kind: 'member-number', value: item }] : []
  })
}

type Scalar = string | number | boolean

const kinds: Record<'string' | 'number' | 'boolean', MetadataKind> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
}

/** The same condition for each type that its values have: the number 2020 is not the text "2020". */
export function splitByKind(condition: Condition): { kind: MetadataKind; test: Condition }[] {
  const { field } = condition
  switch (condition.op) {
    case 'equals':
      return [{ kind: kindOf(condition.value), test: { ...condition, value: filed(condition.value) } }]
    case 'contains':
      return [
        {
          kind: `member-${memberKind(condition.value)}`,
          test: { ...condition, value: filed(condition.value) },
        },
      ]
    case 'one_of':
      return (['string', 'number'] as const).flatMap(type => {
        const values = condition.values.filter(value => typeof value === type).map(filed)
        return values.length === 0
          ? []
          : [{ kind: kinds[type], test: { field, op: 'one_of' as const, values } }]
      })
    case 'contains_any':
      return condition.values.length === 0
        ? []
        : [{ kind: 'member-text', test: { ...condition, values: condition.values.map(fileText) } }]
    case 'starts_with':
      if (condition.value.length > filedLength) throw tooLong(field)
      return [{ kind: 'text', test: condition }]
    case 'starts_with_any':
      if (condition.values.some(value => value.length > filedLength)) throw tooLong(field)
      return condition.values.length === 0 ? [] : [{ kind: 'text', test: condition }]
    case 'between':
      return splitRange(condition)
  }
}

function splitRange(
  condition: Extract<Condition, { op: 'between' }>,
): { kind: MetadataKind; test: Condition }[] {
  const { from, to, field } = condition
  const types = new Set([from, to].filter(bound => bound !== null).map(kindOf))
  if (types.size > 1)
    throw new Failure('invalid', 'INVALID_FILTER', `The range of "${field}" goes from a text to a number.`, {
      hint: 'Use two texts or two numbers.',
      details: { field },
    })
  for (const bound of [from, to])
    if (typeof bound === 'string' && bound.length > filedLength) throw tooLong(field)
  const found = types.size === 0 ? [kinds.string, kinds.number] : [...types]
  return found.map(kind => ({ kind, test: condition }))
}

function tooLong(field: string): Failure {
  return new Failure(
    'invalid',
    'INVALID_FILTER',
    `The value for "${field}" is longer than ${filedLength} characters.`,
    {
      hint: 'Ranges and beginnings are compared with shorter texts; use equals for the whole value.',
      details: { field },
    },
  )
}

function kindOf(value: Scalar): MetadataKind {
  if (typeof value === 'string') return kinds.string
  return typeof value === 'number' ? kinds.number : kinds.boolean
}

function memberKind(value: string | number): 'text' | 'number' {
  return typeof value === 'string' ? 'text' : 'number'
}

function filed<T extends Scalar>(value: T): T | string {
  return typeof value === 'string' ? fileText(value) : value
}
