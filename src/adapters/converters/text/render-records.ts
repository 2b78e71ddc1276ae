import type { JsonObject, JsonValue } from '../../../core/model/json.ts'
import { cleanText, oneLine } from './clean-text.ts'

const namingKeys = ['title', 'name', 'label', 'heading', 'subject', 'question']
const identifyingKeys = ['id', '_id', 'key', 'citekey', 'doi', 'url', 'slug']
/** Nested deeper than this, a value is written as JSON on its line. */
const maxDepth = 6

/** Records as sections: a heading that names each, short fields as a list, long texts as paragraphs. */
export function renderRecords({ records, rest }: { records: JsonObject[]; rest: JsonObject }): string {
  const parts = [...renderFields(rest, null)]
  for (const [index, record] of records.entries()) {
    const key = namingKeys.concat(identifyingKeys).find(name => isName(record[name]))
    const name = key === undefined ? String(index + 1) : oneLine(String(record[key]))
    parts.push(
      `## ${name}`,
      ...renderFields(record, key !== undefined && namingKeys.includes(key) ? key : null),
    )
  }
  return parts.join('\n\n')
}

function isName(value: JsonValue | undefined): boolean {
  return (
    (typeof value === 'string' && value.trim() !== '' && value.length <= 200) || typeof value === 'number'
  )
}

function renderFields(record: JsonObject, headingKey: string | null): string[] {
  const items: string[] = []
  const paragraphs: string[] = []
  for (const [key, value] of Object.entries(record)) {
    if (key === headingKey || isEmpty(value)) continue
    if (typeof value === 'string' && (value.length > 200 || value.trim().includes('\n')))
      paragraphs.push(`${oneLine(key)}: ${cleanText(value).trim()}`)
    else items.push(...renderItem(key, value, 0))
  }
  return [items.join('\n'), ...paragraphs].filter(part => part !== '')
}

function renderItem(key: string, value: JsonValue, depth: number): string[] {
  const indent = '  '.repeat(depth)
  const label = `${indent}- ${oneLine(key)}:`
  if (typeof value !== 'object' || value === null) return [`${label} ${oneLine(String(value))}`]
  const members = Array.isArray(value) ? value : Object.values(value)
  if (depth >= maxDepth) return [`${label} ${oneLine(JSON.stringify(value))}`]
  if (Array.isArray(value) && members.every(isScalar)) return [`${label} ${oneLine(members.join(', '))}`]
  const nested = Object.entries(value).filter(([, member]) => !isEmpty(member))
  return [
    label,
    ...nested.flatMap(([name, member]) => renderItem(memberName(value, name), member, depth + 1)),
  ]
}

function memberName(owner: JsonValue, key: string): string {
  return Array.isArray(owner) ? String(Number(key) + 1) : key
}

function isScalar(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null
}

function isEmpty(value: JsonValue): boolean {
  if (value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
