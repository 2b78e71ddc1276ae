import { throwIfAborted } from '../../../core/model/failure.ts'
import type { JsonObject, JsonValue } from '../../../core/model/json.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { decodeText } from '../../../core/text/decode-text.ts'
import { cleanMarkdown, cleanText } from './clean-text.ts'
import { codeFence } from './code-fence.ts'
import { makeConverted } from './make-converted.ts'
import { renderNotebook } from './render-notebook.ts'
import { renderRecords } from './render-records.ts'

/**
 * JSON and JSON Lines. A notebook is its cells; a list of records becomes one section per record, which is what a search should find;
 * anything else stays JSON, pretty-printed in a fence.
 */
export const jsonConverter: Converter = {
  name: 'json',
  version: 2,
  formats: ['json'],
  isolated: false,
  async convert(raw, _options, { signal }) {
    throwIfAborted(signal)
    const { text, warnings } = decodeText(raw)
    // Indenting grows with the depth of every value, and walking it with the stack.
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
/** Indented, a text may become this many times as long. */
const mostGrowth = 8

/** Counts signs, also those inside strings: a wrong yes only leaves the text as it is. */
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

/** One value per line; undefined as soon as a line is not JSON. */
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

/** The list of objects that the file is about: the value itself, or the only list of objects at its top. */
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
