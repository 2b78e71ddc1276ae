/** An object with unknown values, as parsed from a file. */
export type Loose = Readonly<Record<string, unknown>>

/** An element of a list in a file: its value, or the reason why it could not be parsed. */
export type Item = { line: number | null; value: unknown; problem: string | null }

export function isRecord(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text or number as trimmed text; null for everything else and for blank text. */
export function textOf(value: unknown): string | null {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function recordsOf(value: unknown): Loose[] {
  return listOf(value).filter(isRecord)
}

/** An integer, also when it is written as text; otherwise null. */
export function integerOf(value: unknown): number | null {
  const text = textOf(value)
  return text !== null && /^-?\d+$/.test(text) ? Number(text) : null
}

/** The value of an own property. For names from outside: inherited ones such as `constructor` return undefined. */
export function ownValue<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** The records of a list in a valid JSON file, each with its line. `list` is the parsed list. */
export function jsonItems(text: string, list: readonly unknown[]): Item[] {
  const lines = splitRecords(text, startOfList(text)).map(record => record.line)
  const fits = lines.length === list.length
  return list.map((value, index) => ({ line: fits ? (lines[index] ?? null) : null, value, problem: null }))
}

/** The same for a file that is not valid JSON. A broken record gets a problem; the others are parsed. */
export function brokenJsonItems(text: string): Item[] {
  return splitRecords(text, startOfList(text)).map(({ line, source }) => {
    try {
      const value: unknown = JSON.parse(source)
      return { line, value, problem: null }
    } catch (error) {
      const reason =
        error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 120) : 'it cannot be parsed'
      return { line, value: null, problem: `it is not valid JSON: ${reason}` }
    }
  })
}

/**
 * Where the list starts: the file itself, or its `items` or `references`. Lists of the same name without objects are
 * skipped.
 */
function startOfList(text: string): number {
  if (text.trimStart().startsWith('[')) return text.indexOf('[')
  const named = /"(?:items|references)"\s*:\s*\[(?=\s*\{)/.exec(text)
  return named === null ? -1 : named.index + named[0].length - 1
}

type RecordText = { line: number; source: string }

/**
 * Splits `[ {…}, {…} ]` into records by counting braces outside strings. A record that is never closed ends at the next
 * line that opens a record with the indentation of the first one.
 */
function splitRecords(text: string, list: number): RecordText[] {
  const records: RecordText[] = []
  const openings = listOpenings(text, list)
  let line = 1
  let counted = 0
  let passed = 0
  let at = list < 0 ? -1 : text.indexOf('{', list)
  while (at !== -1) {
    for (; counted < at; counted++) if (text.charCodeAt(counted) === 10) line += 1
    while ((openings[passed] ?? text.length) <= at && passed < openings.length) passed += 1
    const limit = openings[passed] ?? text.length
    const end = endOfRecord(text, at, limit)
    records.push({ line, source: text.slice(at, end) })
    at = nextRecord(text, end, limit)
  }
  return records
}

/** Positions of lines that open a record with the indentation of the first one. */
function listOpenings(text: string, list: number): number[] {
  const first = list < 0 ? -1 : text.indexOf('{', list)
  if (first === -1) return []
  const indent = text.slice(text.lastIndexOf('\n', first) + 1, first)
  if (indent.trim() !== '') return []
  return [...text.matchAll(new RegExp(`^${indent}\\{`, 'gm'))].map(found => found.index + indent.length)
}

/** The start of the next record: after a comma, or after a broken record; -1 at the end of the list. */
function nextRecord(text: string, end: number, limit: number): number {
  const next = /[^\s,]/g
  next.lastIndex = end
  const follows = next.exec(text)
  if (follows?.[0] === '{') return follows.index
  return follows === null || follows[0] === ']' || limit >= text.length ? -1 : limit
}

function endOfRecord(text: string, open: number, limit: number): number {
  let depth = 0
  let isString = false
  for (let at = open; at < limit; at++) {
    const character = text[at]
    if (character === '\\' && isString) at += 1
    else if (character === '"') isString = !isString
    else if (!isString && (character === '{' || character === '[')) depth += 1
    else if (!isString && (character === '}' || character === ']')) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return limit
}
