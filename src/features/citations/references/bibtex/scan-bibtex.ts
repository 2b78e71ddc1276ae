import type { RefusedEntry } from '../reference-reader.ts'
import { readEntry, type ValuePart } from './read-entry.ts'

export type BibEntry = {
  /** Lower case: `article`, `string`. */
  type: string
  /** Empty when the entry has none. */
  key: string
  line: number
  /** Field names in lower case; of a repeated field the first counts, as for BibTeX. */
  fields: Map<string, ValuePart[]>
}

export type BibScan = {
  entries: BibEntry[]
  strings: BibEntry[]
  refused: RefusedEntry[]
  warnings: string[]
}

/** Splits a file into entries. What stands between entries is a comment; a broken entry ends where the next begins. */
export function scanBibtex(text: string): BibScan {
  const scan: BibScan = { entries: [], strings: [], refused: [], warnings: [] }
  const lineAt = lineCounter(text)
  const findEntry = entryFinder(text)
  // Once one comment runs to the end of the file, looking for the end of every other would take for ever.
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
    const result = readEntry({ text, at: body, limit, close, isString: type === 'string' })
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

/** Line numbers for positions that only grow. */
function lineCounter(text: string): (position: number) => number {
  let line = 1
  let at = 0
  return position => {
    for (; at < position; at++) if (text.charCodeAt(at) === 10) line += 1
    return line
  }
}

/** Biber and people take a line that begins with % for a comment. */
function isCommentedOut(text: string, at: number): boolean {
  return /^\s*%/.test(text.slice(text.lastIndexOf('\n', at) + 1, at))
}

/** A comment ends with its braces; one that is never closed ends where the next entry begins. */
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

/** Where the next line begins like an entry (`@book{key,`): no value may run past it. Asked for growing positions. */
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

/** A brace too many ends an entry before its last fields. */
function leavesFields(text: string, end: number): boolean {
  return /^\s*[,}][\s,}]*[\w-]+\s*=\s*[{"\d]/.test(text.slice(end, end + 200))
}
