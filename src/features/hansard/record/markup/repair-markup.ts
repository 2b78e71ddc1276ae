import { type HansardProblem, lineAt } from '../problems.ts'

export type Markup = { text: string; isSgml: boolean; problems: HansardProblem[] }

/** Errors of one kind that are reported with their line; further ones are repaired without a report. */
const mostReported = 20

/**
 * Makes a file readable for an XML parser and keeps its line numbers: old files are SGML (upper case, unclosed tags,
 * bare ampersands), some have lost their beginning, some contain characters that XML forbids.
 */
export function repairMarkup(original: string): Markup {
  const problems: HansardProblem[] = []
  const isSgml = /<HANSARD[\s>]|<!DOCTYPE\s+hansard\s+PUBLIC/.test(original.slice(0, 4000))
  let text = withoutProlog(original)
  text = withoutTornTag(text, problems)
  text = dropControls(text, problems)
  text = escapeStray(text, isSgml ? null : problems)
  if (isSgml) text = closeEmptyTags(lowerCaseTags(text))
  return { text, isSgml, problems }
}

function withoutProlog(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll(/<\?xml\b[^>]*\?>/g, blankLines)
    .replace(/<!DOCTYPE[^>[]*(?:\[[^\]]*\])?\s*>/i, blankLines)
}

/** A file whose beginning is lost starts inside a tag: `/2001/XMLSchema-instance">`. */
function withoutTornTag(text: string, problems: HansardProblem[]): string {
  const torn = /^\s*[^<>]{1,2000}>/.exec(text)?.[0]
  if (torn === undefined) return text
  problems.push({ line: 1, message: 'The beginning of the file is lost; it starts in the middle of a tag.' })
  return blankLines(torn) + text.slice(torn.length)
}

function blankLines(removed: string): string {
  return removed.replaceAll(/[^\n]/g, '')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be removed
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFD-\uFFFF]/g

const controlReferences = /&#(?:x0*(?:[0-8bcef]|1[0-9a-f]|fff[ef])|0*(?:[0-8]|1[124-9]|2\d|3[01]));/gi

function dropControls(text: string, problems: HansardProblem[]): string {
  let clean = text
  for (const pattern of [controls, controlReferences]) {
    const first = clean.search(pattern)
    if (first === -1) continue
    const line = lineAt(clean, first)
    const before = clean.length
    clean = clean.replaceAll(pattern, '')
    problems.push({
      line,
      message: `Control and replacement characters were removed (${before - clean.length} in all).`,
    })
  }
  return clean
}

const strayAmpersand = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[A-Za-z][\w.-]{0,30});)/gi

const strayLessThan = /<(?![A-Za-z/!?])|<(?=\/[^A-Za-z])|<(?=!--(?![\s\S]*?-->)|!\[CDATA\[(?![\s\S]*?\]\]>))/g

/**
 * Escapes `&` and `<` that begin no reference or tag, and comments that never end. Not reported in SGML, which allows
 * both.
 */
function escapeStray(text: string, problems: HansardProblem[] | null): string {
  let escaped = text
  for (const [pattern, name, reference] of [
    [strayAmpersand, '&', '&amp;'],
    [strayLessThan, '<', '&lt;'],
  ] as const) {
    if (escaped.search(pattern) === -1) continue
    const found = problems === null ? [] : [...escaped.matchAll(pattern)].slice(0, mostReported)
    for (const { index } of found)
      problems?.push({ line: lineAt(escaped, index), message: `A bare ${name} was read as a character.` })
    escaped = escaped.replaceAll(pattern, reference)
  }
  return escaped
}

function lowerCaseTags(text: string): string {
  return text.replaceAll(/<\/?[A-Za-z][\w.:-]*/g, tag => tag.toLowerCase())
}

/** Closes the elements that the SGML declaration calls EMPTY: they have no end tag. */
function closeEmptyTags(text: string): string {
  return text.replaceAll(
    /<(tab|break|colspec|spanspec|graphic|separator|br)(\s[^<>]*?)?\/?>/g,
    (_, name: string, attributes: string | undefined) => `<${name}${attributes ?? ''}/>`,
  )
}

const tags = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<(\/?)([A-Za-z_][\w.:-]*)([^<>]*)>/g

/**
 * Removes end tags that close nothing: at each of them the parser would close all open elements, and with them the
 * debate.
 */
export function dropStrayEnds(text: string, problems: HansardProblem[]): string {
  const open: string[] = []
  const counts = new Map<string, number>()
  const kept: string[] = []
  let from = 0
  let reported = 0
  for (const tag of text.matchAll(tags)) {
    const [whole, slash, name, rest = ''] = tag
    if (name === undefined || rest.endsWith('/')) continue
    if (slash === '') {
      open.push(name)
      counts.set(name, (counts.get(name) ?? 0) + 1)
      continue
    }
    if ((counts.get(name) ?? 0) > 0) {
      closeUpTo(name, open, counts)
      continue
    }
    kept.push(text.slice(from, tag.index), whole.replaceAll(/[^\n]/g, ''))
    from = tag.index + whole.length
    reported += 1
    if (reported <= mostReported)
      problems.push({
        line: lineAt(text, tag.index),
        message: `The end tag ${whole} closes nothing; it was ignored.`,
      })
  }
  return from === 0 ? text : kept.join('') + text.slice(from)
}

function closeUpTo(name: string, open: string[], counts: Map<string, number>): void {
  for (let last = open.pop(); last !== undefined; last = open.pop()) {
    counts.set(last, (counts.get(last) ?? 1) - 1)
    if (last === name) return
  }
}
