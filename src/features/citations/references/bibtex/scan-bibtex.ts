import type { RefusedEntry } from '../reference-reader.ts'
import { closingBrace } from './tex-groups.ts'

export type BibScan = {
  entries: BibEntry[]
  strings: BibEntry[]
  refused: RefusedEntry[]
  warnings: string[]
}

export type BibEntry = {
  /** In lower case: `article`, `string`. */
  type: string
  /** Empty when the entry has no key. */
  key: string
  line: number
  /** Field names in lower case. Of a repeated field the first is used, as in BibTeX. */
  fields: Map<string, ValuePart[]>
}

/** One part of a value: text in braces or quotes, or the bare name of a string, or a number. */
export type ValuePart = { kind: 'text' | 'bare'; value: string }

/** Splits a file into entries. Text between entries is a comment; a broken entry ends where the next one starts. */
export function scanBibtex(text: string): BibScan {
  const scan: BibScan = { entries: [], strings: [], refused: [], warnings: [] }
  const lineAt = lineCounter(text)
  const findEntry = entryFinder(text)
  // After one unclosed comment, the end of further comments is not searched for: that would take quadratic time.
  let isCommentOpen = false
  const opening = /@[ \t]*([a-zA-Z][\w+*-]*)\s*([{(])/g
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    if (isCommentedOut(text, found.index)) continue
    const type = (found[1] ?? '').toLowerCase()
    const body = opening.lastIndex
    const close = found[2] === '(' ? ')' : '}'
    const limit = findEntry(body)
    if (type === 'comment' || type === 'preamble') {
      const end: number = isCommentOpen ? limit : endOfComment(text, body - 1, limit)
      isCommentOpen ||= end === limit
      opening.lastIndex = end
      continue
    }
    const line = lineAt(found.index)
    const result = readEntry({ text, limit, close }, body, type === 'string')
    if ('problem' in result) {
      scan.refused.push({
        line,
        entry: result.key === '' ? null : result.key,
        reason: `@${type}: ${result.problem}`,
      })
      opening.lastIndex = limit
      continue
    }
    const entry = { type, key: result.key, line, fields: result.fields }
    if (leavesFields(text, result.end))
      scan.warnings.push(
        `line ${line}: the entry "${result.key}" closes too early; fields after it were not read.`,
      )
    if (result.isOpen)
      scan.warnings.push(
        `line ${line}: the entry "${result.key}" is not closed; it was read up to the next one.`,
      )
    if (type === 'string') scan.strings.push(entry)
    else scan.entries.push(entry)
    opening.lastIndex = result.end
  }
  return scan
}

/** Returns line numbers. Positions must be ascending. */
function lineCounter(text: string): (position: number) => number {
  let line = 1
  let at = 0
  return position => {
    for (; at < position; at++) if (text.charCodeAt(at) === 10) line += 1
    return line
  }
}

/** Returns where the next entry (`@book{key,`) starts; no value may extend past it. Positions must be ascending. */
function entryFinder(text: string): (from: number) => number {
  const start = /^[ \t]*@[ \t]*[a-zA-Z]+\s*[{(]\s*(?:(?:[^\s,{}()="#%]+\s*)?,|[\w.:+-]+\s*=\s*["{])/gm
  let next = -1
  return from => {
    if (next >= from) return next
    start.lastIndex = from
    next = start.exec(text)?.index ?? text.length
    return next
  }
}

/** A line that starts with % is a comment, as in Biber. */
function isCommentedOut(text: string, at: number): boolean {
  return /^\s*%/.test(text.slice(text.lastIndexOf('\n', at) + 1, at))
}

/** A comment ends with its closing brace; an unclosed one ends where the next entry starts. */
function endOfComment(text: string, open: number, limit: number): number {
  const [opening, closing] = text[open] === '{' ? ['{', '}'] : ['(', ')']
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === opening) depth += 1
    else if (text[at] === closing) depth -= 1
    if (depth === 0) return at + 1
  }
  return limit
}

/** The text of an entry, at most up to `limit`, where the next one starts, and its closing character. */
type EntrySource = { text: string; limit: number; close: string }

type ReadEntry =
  | { key: string; fields: Map<string, ValuePart[]>; end: number; isOpen: boolean }
  | { key: string; problem: string }

/** Returns the key and fields of one entry, or the problem. */
function readEntry(source: EntrySource, body: number, isString: boolean): ReadEntry {
  const { text, limit, close } = source
  const { key, end } = isString ? { key: '', end: body } : readKey(source, body)
  const fields = new Map<string, ValuePart[]>()
  let at = end
  for (;;) {
    at = skip(text, at, /[\s,]*/y)
    if (at >= limit)
      return fields.size === 0
        ? { key, problem: 'it ends before its first field' }
        : { key, fields, end: limit, isOpen: true }
    if (text[at] === close) return { key, fields, end: at + 1, isOpen: false }
    const name = match(text, at, /([^\s=,{}()"#]+)\s*=\s*/y)
    if (name === null)
      return { key, problem: `"${excerpt(text, at)}" is not a field: a name and "=" are expected` }
    const value = readValue(source, at + name[0].length)
    if ('problem' in value) return { key, problem: `the value of "${name[1]}" ${value.problem}` }
    const field = (name[1] ?? '').toLowerCase()
    if (!fields.has(field)) fields.set(field, value.parts)
    at = value.end
  }
}

/** The key ends at the first comma. An entry without a comma before the first "=" has no key. */
function readKey({ text, limit, close }: EntrySource, at: number): { key: string; end: number } {
  const found = match(text, at, /([^,={}"]*)(,|=|(?=\}))/y)
  if (found === null || found[2] === '=' || at + found[0].length > limit) return { key: '', end: at }
  if (found[2] === '' && text[at + found[0].length] !== close) return { key: '', end: at }
  return { key: (found[1] ?? '').replace(/\s+/g, ' ').trim(), end: at + found[0].length }
}

type Value = { parts: ValuePart[]; end: number } | { problem: string }

function readValue(source: EntrySource, from: number): Value {
  const { text } = source
  const parts: ValuePart[] = []
  let at = from
  for (;;) {
    const opening = text[at]
    const end = opening === '{' ? endOfBraces(source, at) : opening === '"' ? endOfQuotes(source, at) : null
    if (end === -1)
      return {
        problem: `is never closed: its ${opening === '{' ? 'braces are' : 'quotation mark is'} not balanced`,
      }
    if (end !== null) {
      parts.push({ kind: 'text', value: text.slice(at + 1, end) })
      at = end + 1
    } else {
      const bare = match(text, at, /[^\s,#{}()"=]+/y)
      if (bare === null)
        return parts.length === 0 && /[,})]/.test(text[at] ?? '')
          ? { parts, end: at }
          : { problem: `is missing at "${excerpt(text, at)}"` }
      parts.push({ kind: 'bare', value: bare[0] })
      at += bare[0].length
    }
    const joint = match(text, at, /\s*#\s*/y)
    if (joint === null) return { parts, end: at }
    at += joint[0].length
  }
}

/** BibTeX counts every brace. If that does not end the value properly, escaped braces are not counted. */
function endOfBraces({ text, limit, close }: EntrySource, open: number): number {
  const counted = closingBrace(text, open, { limit, countsEscaped: true })
  if (counted !== -1 && endsValue(text, counted, close)) return counted
  const escaped = closingBrace(text, open, { limit })
  return escaped !== -1 && (counted === -1 || endsValue(text, escaped, close)) ? escaped : counted
}

/** Whether a comma, "#", the end of the entry or the next field follows. */
function endsValue(text: string, at: number, close: string): boolean {
  const next = text[skip(text, at + 1, /\s*/y)]
  if (next === ',' || next === '#' || next === close) return true
  return /^\s*\n\s*[\w-]+\s*=/.test(text.slice(at + 1, at + 120))
}

/** A quotation mark ends the value only outside braces and where a value can end: not in `M\\"uller`. */
function endOfQuotes({ text, limit, close }: EntrySource, open: number): number {
  let depth = 0
  for (let at = open + 1; at < limit; at++) {
    const character = text[at]
    if (character === '{') depth += 1
    else if (character === '}') depth -= 1
    else if (character === '"' && depth === 0 && (endsValue(text, at, close) || at + 1 === text.length))
      return at
  }
  return -1
}

function skip(text: string, at: number, pattern: RegExp): number {
  return at + (match(text, at, pattern)?.[0].length ?? 0)
}

function match(text: string, at: number, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function excerpt(text: string, at: number): string {
  return (
    text
      .slice(at, at + 24)
      .split('\n')[0]
      ?.trim() ?? ''
  )
}

/** Whether fields follow the entry, because a surplus brace ended it too early. */
function leavesFields(text: string, end: number): boolean {
  return /^\s*[,}][\s,}]*[\w-]+\s*=\s*[{"\d]/.test(text.slice(end, end + 200))
}
