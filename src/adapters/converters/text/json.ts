import { throwIfAborted } from '../../../core/model/failure.ts'
import type { JsonObject, JsonValue } from '../../../core/model/json.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { decodeText } from '../../../core/text/decode-text.ts'
import { makeConverted } from './make-converted.ts'
import { cleanMarkdown, cleanText, codeFence, oneLine } from './markdown-parts.ts'

/**
 * JSON and JSON Lines. A notebook becomes its cells, a list of records one section per record, and anything else is
 * formatted JSON in a fence.
 */
export const jsonConverter: Converter = {
  name: 'json',
  version: 2,
  formats: ['json'],
  isolated: false,
  async convert(raw, _options, { signal }) {
    throwIfAborted(signal)
    const { text, warnings } = decodeText(raw)
    // Indented output grows with depth, and recursion needs stack.
    if (isTooDeep(text)) return makeConverted(raw, { fileType: 'json', markdown: fenced(text), warnings })
    const value = parseJson(text) ?? parseLines(text)
    if (value === undefined) {
      warnings.push(`${raw.name} is not valid JSON; it was kept as plain text.`)
      return makeConverted(raw, { fileType: 'json', markdown: fenced(text), warnings })
    }
    const notebook = renderNotebook(value)
    if (notebook !== null)
      return makeConverted(raw, { fileType: 'json', markdown: cleanMarkdown(notebook), warnings })
    const records = findRecords(value)
    const markdown = records ? cleanMarkdown(renderRecords(records)) : fenced(JSON.stringify(value, null, 2))
    return makeConverted(raw, { fileType: 'json', markdown, title: titleOf(value), warnings })
  },
}

const deepest = 200
/** Limit of how many times longer the text may become when indented. */
const mostGrowth = 8

/** Counts brackets, including those inside strings: a false positive only leaves the text unformatted. */
function isTooDeep(text: string): boolean {
  const mostSpaces = Math.max(1_000_000, text.length * mostGrowth)
  let depth = 0
  let spaces = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x5b || code === 0x7b) depth++
    else if (code === 0x5d || code === 0x7d) depth--
    else if (code !== 0x2c) continue
    spaces += 2 * depth
    if (depth > deepest || spaces > mostSpaces) return true
  }
  return false
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

/** Parses one value per line; undefined when a line is not JSON. */
function parseLines(text: string): JsonValue[] | undefined {
  const values: JsonValue[] = []
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue
    const value = parseJson(line)
    if (value === undefined) return undefined
    values.push(value)
  }
  return values.length > 1 ? values : undefined
}

/** The list of objects that the file is about: the value itself, or its only property that is such a list. */
function findRecords(value: JsonValue): { records: JsonObject[]; rest: JsonObject } | null {
  if (isRecordList(value)) return { records: value, rest: {} }
  if (!isObject(value)) return null
  const lists = Object.entries(value).filter(([, member]) => isRecordList(member))
  const [key, records] = lists[0] ?? []
  if (lists.length !== 1 || key === undefined || !isRecordList(records)) return null
  const { [key]: _, ...rest } = value
  return { records, rest }
}

function isRecordList(value: JsonValue | undefined): value is JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function titleOf(value: JsonValue): string | null {
  return isObject(value) && typeof value.title === 'string' ? value.title : null
}

function fenced(json: string): string {
  const body = cleanText(json).trim()
  return body === '' ? '' : `${codeFence(body, 'json')}\n`
}

/** Renders a Jupyter notebook: text and code cells with their printed output; null when the JSON is something else. */
function renderNotebook(value: JsonValue): string | null {
  if (!isObject(value) || typeof value.nbformat !== 'number' || !Array.isArray(value.cells)) return null
  const language = languageOf(value)
  return value.cells
    .filter(isObject)
    .flatMap(cell => renderCell(cell, language))
    .filter(block => block.trim() !== '')
    .join('\n\n')
}

function renderCell(cell: JsonObject, language: string): string[] {
  const source = cleanText(joinLines(cell.source)).trim()
  if (source === '') return []
  if (cell.cell_type !== 'code') return [source]
  const outputs = Array.isArray(cell.outputs) ? cell.outputs.filter(isObject).map(outputText) : []
  const printed = outputs.filter(text => text.trim() !== '').map(text => codeFence(cleanText(text).trim()))
  return [codeFence(source, language), ...printed]
}

/** What a cell printed or returned as plain text; pictures are left out. */
function outputText(output: JsonObject): string {
  if (output.text !== undefined) return joinLines(output.text)
  return isObject(output.data) ? joinLines(output.data['text/plain']) : ''
}

function joinLines(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return value.filter(line => typeof line === 'string').join('')
  return typeof value === 'string' ? value : ''
}

function languageOf(notebook: JsonObject): string {
  const kernel = isObject(notebook.metadata) ? notebook.metadata.kernelspec : undefined
  const language = isObject(kernel) ? kernel.language : undefined
  return typeof language === 'string' ? language : 'python'
}

const namingKeys = ['title', 'name', 'label', 'heading', 'subject', 'question']
const identifyingKeys = ['id', '_id', 'key', 'citekey', 'doi', 'url', 'slug']
/** A value nested deeper than this is written as JSON on one line. */
const maxDepth = 6

/** Renders records as sections: a heading with the name, short fields as a list, long texts as paragraphs. */
function renderRecords({ records, rest }: { records: JsonObject[]; rest: JsonObject }): string {
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
