import { Failure } from '../../../core/model/failure.ts'
import type { Condition } from '../../../core/model/filter.ts'
import { filedLength, fileText, type MetadataKind } from './metadata-values.ts'
import { type SqlTest, valueTest } from './value-test.ts'

type Scalar = string | number | boolean

const kinds: Record<'string' | 'number' | 'boolean', MetadataKind> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
}

/** Values are compared with their type: the number 2020 is not the text "2020". */
export function metadataToSql(condition: Condition, name: string, collectionKey: number): SqlTest {
  const tests = splitByKind(condition).map(({ kind, test }) => {
    const { sql, values } = valueTest(test, 'value')
    return { sql: `(kind = ? AND ${sql})`, values: [kind, ...values] }
  })
  if (tests.length === 0) return { sql: '0', values: [] }
  const picks = `SELECT document_key FROM metadata_values
    WHERE collection_key = ? AND name = ? AND (${tests.map(test => test.sql).join(' OR ')})`
  return {
    sql: `documents.key IN (${picks})`,
    values: [collectionKey, name, ...tests.flatMap(test => test.values)],
    picks,
  }
}

function splitByKind(condition: Condition): { kind: MetadataKind; test: Condition }[] {
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
      hint: 'Give two texts or two numbers.',
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
