import { closingBrace } from './split-top.ts'

/** One piece of a value: text in braces or quotes, or the bare name of a string or number. */
export type ValuePart = { kind: 'text' | 'bare'; value: string }

/** An entry from behind its opening brace to where the next begins, at most. */
type Source = { text: string; at: number; limit: number; close: string; isString: boolean }
type Read =
  | { key: string; fields: Map<string, ValuePart[]>; end: number; isOpen: boolean }
  | { key: string; problem: string }

/** The key and the fields of one entry, or what is wrong with it. */
export function readEntry({ text, at: body, limit, close, isString }: Source): Read {
  const { key, end } = isString ? { key: '', end: body } : readKey(text, body, limit, close)
  const fields = new Map<string, ValuePart[]>()
  let at = end
  for (;;) {
    at = skip(text, at, /[\s,]*/y)
    if (at >= limit)
      return fields.size === 0
        ? { key, problem: 'it breaks off before its first field' }
        : { key, fields, end: limit, isOpen: true }
    if (text[at] === close) return { key, fields, end: at + 1, isOpen: false }
    const name = match(text, at, /([^\s=,{}()"#]+)\s*=\s*/y)
    if (name === null)
      return { key, problem: `"${excerpt(text, at)}" is no field: a name and "=" are expected` }
    const value = readValue(text, at + name[0].length, limit, close)
    if ('problem' in value) return { key, problem: `the value of "${name[1]}" ${value.problem}` }
    const field = (name[1] ?? '').toLowerCase()
    if (!fields.has(field)) fields.set(field, value.parts)
    at = value.end
  }
}

/** The key ends at the first comma; without one before a "=", the entry has no key. */
function readKey(text: string, at: number, limit: number, close: string): { key: string; end: number } {
  const found = match(text, at, /([^,={}"]*)(,|=|(?=\}))/y)
  if (found === null || found[2] === '=' || at + found[0].length > limit) return { key: '', end: at }
  if (found[2] === '' && text[at + found[0].length] !== close) return { key: '', end: at }
  return { key: (found[1] ?? '').replace(/\s+/g, ' ').trim(), end: at + found[0].length }
}

type Value = { parts: ValuePart[]; end: number } | { problem: string }

function readValue(text: string, from: number, limit: number, close: string): Value {
  const parts: ValuePart[] = []
  let at = from
  for (;;) {
    const opening = text[at]
    const end =
      opening === '{'
        ? endOfBraces(text, at, limit, close)
        : opening === '"'
          ? endOfQuotes(text, at, limit, close)
          : null
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

/** BibTeX counts every brace. Where that does not end a value, braces that are escaped are not counted. */
function endOfBraces(text: string, open: number, limit: number, close: string): number {
  const counted = closingBrace(text, open, limit, true)
  if (counted !== -1 && endsValue(text, counted, close)) return counted
  const escaped = closingBrace(text, open, limit)
  return escaped !== -1 && (counted === -1 || endsValue(text, escaped, close)) ? escaped : counted
}

/** Whether a comma, "#", the entry's end or the next field follows. */
function endsValue(text: string, at: number, close: string): boolean {
  const next = text[skip(text, at + 1, /\s*/y)]
  if (next === ',' || next === '#' || next === close) return true
  return /^\s*\n\s*[\w-]+\s*=/.test(text.slice(at + 1, at + 120))
}

/** A quotation mark ends the value outside braces, and where a value can end: `M\\"uller` goes on. */
function endOfQuotes(text: string, open: number, limit: number, close: string): number {
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
