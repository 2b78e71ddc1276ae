import { createHash } from 'node:crypto'
import type { Condition, Filter } from '../../../core/model/filter.ts'
import { holdsNul } from '../../../core/text/nul.ts'
import { splitByKind } from '../common/metadata-kinds.ts'
import { type Sql, withoutNul } from './database.ts'

/** Fields of documents that are facts too. Others name few documents, or are compared by more than equality. */
const factFields = ['language', 'file_type']
/** Fields whose values belong to one document or chunk: comparing those few takes less time than asking. */
const namingFields = ['doc_id', 'source', 'chunk_id', 'content_hash']

/**
 * A filter for an index that knows facts only. A chunk must have one fact of each list; `isWhole` says whether nothing of the
 * filter is left to be tested.
 */
export type FactFilter = { facts: string[][]; isWhole: boolean }

/** Null when the index should not be asked. */
export function toFacts(filter: Filter): FactFilter | null {
  if (filter.some(condition => namingFields.includes(condition.field) || holdsNul(condition))) return null
  const tests = filter.map(toFactTest)
  return {
    facts: tests.filter(test => test !== null),
    isWhole: tests.every(test => test !== null),
  }
}

/** Facts of which one must be there; null for a condition that facts do not answer. */
function toFactTest(condition: Condition): string[] | null {
  const name = nameOf(condition.field)
  if (name === null) return null
  if (condition.field.startsWith('metadata.')) {
    const tests = splitByKind(condition).map(({ kind, test }) => {
      const values = valuesOf(test)
      return values === null ? null : values.map(value => fact(name, kind, value))
    })
    return tests.some(test => test === null) ? null : tests.flatMap(test => test ?? [])
  }
  const values = condition.op === 'equals' || condition.op === 'one_of' ? valuesOf(condition) : null
  return values === null ? null : values.map(value => fact(name, 'text', value))
}

function nameOf(field: string): string | null {
  if (field.startsWith('metadata.')) return `m.${field.slice('metadata.'.length)}`
  return factFields.includes(field) ? `d.${field}` : null
}

function valuesOf(condition: Condition): (string | number)[] | null {
  switch (condition.op) {
    case 'equals':
    case 'contains':
      return [typeof condition.value === 'boolean' ? Number(condition.value) : condition.value]
    case 'one_of':
    case 'contains_any':
      return [...condition.values]
    default:
      return null
  }
}

/** A hash, so that the index holds no text, and no value is too long for it. */
function fact(name: string, kind: string, value: string | number): string {
  const text = withoutNul(`${name}\0${kind}\0${value}`)
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

const findValues = `SELECT document, name, kind, value_text AS text, value_number AS number FROM quire.metadata_values
  WHERE collection = ? AND document = ANY(?::bigint[])`
const findFields = `SELECT key, language, file_type FROM quire.documents WHERE collection = ? AND key = ANY(?::bigint[])`

/** Inside a transaction: what each document can be filtered by. */
export async function readFacts(
  sql: Sql,
  collection: number,
  documents: readonly number[],
): Promise<Map<number, string[]>> {
  const facts = new Map<number, string[]>()
  const fields = await sql.all<{ key: number; language: string; file_type: string }>(
    findFields,
    collection,
    documents,
  )
  for (const { key, language, file_type } of fields)
    facts.set(key, [fact('d.language', 'text', language), fact('d.file_type', 'text', file_type)])
  const values = await sql.all<{
    document: number
    name: string
    kind: string
    text: string | null
    number: number | null
  }>(findValues, collection, documents)
  for (const { document, name, kind, text, number } of values) {
    const value = text ?? number
    if (value !== null) facts.get(document)?.push(fact(`m.${name}`, kind, value))
  }
  return facts
}
