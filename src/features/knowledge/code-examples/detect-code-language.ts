import { compiledSigns } from './code-signs/compiled-signs.ts'
import { dataSigns } from './code-signs/data-signs.ts'
import { scriptingSigns } from './code-signs/scripting-signs.ts'
import { shellSigns } from './code-signs/shell-signs.ts'
import type { Sign } from './code-signs/sign.ts'
import { webSigns } from './code-signs/web-signs.ts'

export type LanguageGuess = { language: string; isSure: boolean }

export const codeSigns: readonly Sign[] = [
  ...shellSigns,
  ...scriptingSigns,
  ...webSigns,
  ...compiledSigns,
  ...dataSigns,
]

/** The lowest total weight for a guess, and for a guess that is sure. */
const least = 2
const sure = 4
/** The lowest weight of a single sign for a sure guess: many weak signs are not enough. */
const telling = 3

/** Detects the language of code by its signs. Returns "text" when none is found. */
export function detectCodeLanguage(whole: string): LanguageGuess {
  const code = sampleOf(whole)
  const byLines = lineSigns(code)
  if (isPlainText(code) && !beginsWithPrompt(code) && byLines.length === 0)
    return { language: proseLanguage(code), isSure: true }
  const sums = new Map<string, number>()
  const told = new Set<string>()
  const add = (language: string, weight: number) => {
    sums.set(language, (sums.get(language) ?? 0) + weight)
    if (weight >= telling) told.add(language)
  }
  for (const { language, weight, pattern } of codeSigns) if (pattern.test(code)) add(language, weight)
  for (const [language, weight] of byLines) add(language, weight)
  const markup = markupLanguage(code)
  if (markup !== null) add(markup, madeOfTags)
  if (isRootSession(code)) add('bash', sure + 1)
  for (const [wider, narrower] of widerLanguages)
    if ((sums.get(wider) ?? 0) >= sure) add(wider, Math.max(0, sums.get(narrower) ?? 0))
  const [best] = [...sums].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
  if (best === undefined || best[1] < least) return { language: 'text', isSure: false }
  return { language: best[0], isSure: best[1] >= sure && told.has(best[0]) }
}

/** Prose with fences, links, headings or tables is Markdown; with directives, reStructuredText. */
function proseLanguage(code: string): string {
  if (/^\s*\.\. [\w-]+::/m.test(code)) return 'rst'
  return /^\s*```|^#{2,6} [A-Z]|\[[^\]\n]+\]\([^)\s]+\)|^\|? *:?-{3,}:? *\|/m.test(code) ? 'markdown' : 'text'
}

const longestLine = 240
const [headLength, tailLength] = [4000, 1500]

/** Returns the start and end of long code with long lines cut, so that the time for detection is bounded. */
function sampleOf(code: string): string {
  const lines = code
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => (line.length > longestLine ? line.slice(0, longestLine) : line).trimEnd())
  const text = lines.join('\n')
  if (text.length <= headLength + tailLength) return text
  return `${text.slice(0, headLength)}\n${text.slice(-tailLength)}`
}

/** Pairs of a language and one that it contains. Signs of the narrower also count for the wider. */
export const widerLanguages = [
  ['cpp', 'c'],
  ['typescript', 'javascript'],
] as const

/** The weight of markup. It outweighs signs of scripts, styles and queries inside the tags. */
const madeOfTags = 30

/** The output of a command may be prose. */
function beginsWithPrompt(code: string): boolean {
  return /^\s*(?:[\w.@~:/-]*[$%] \S|>>> |# [a-z][\w./-]*(?: [^\s_/.-]*[-_/.]\S*)*\n)/.test(code)
}

/** A root prompt looks like a comment, but it is followed by a short command, not by a sentence or code. */
function isRootSession(code: string): boolean {
  const lines = code.split('\n')
  const prompted = lines.filter(line => line.startsWith('# '))
  const others = lines.filter(line => !line.startsWith('# '))
  return (
    lines[0]?.startsWith('# ') === true &&
    prompted.every(line => /^# [a-z][\w./-]*(?: [^\s,<]+){0,12}$/.test(line) && !/[.:]$/.test(line)) &&
    !prompted.some(line => isPlainText(line.slice(2))) &&
    !others.some(line => looksLikeCode(line))
  )
}

/** Whether the text has a feature of code: a call, an assignment, a block, or the end of a statement. */
export function looksLikeCode(code: string): boolean {
  return /\w\(|^\s*\w+ \(.*\)[;,]?$|\) [-+*/] \w|\w ?(?:[-+*/%:|&]?=|<-|=>|->) ?\S|[;{]$|^\s*\}|\w\[[^\]\s]|^\s*[@\\(]\w/m.test(
    sampleOf(code),
  )
}

/** Words of English sentences that are not keywords of any programming or query language. */
const sentenceWords = new Set(
  'the of this that these which are was were it its you your be been being will would can cannot has have had they their there may should must we our but what who also such than an because however more most other same very'.split(
    ' ',
  ),
)

/**
 * Whether a block is prose instead of code: paragraphs, a usage line, a manual page, or a table printed by a database.
 * Ignores comments and string literals.
 */
function isPlainText(code: string): boolean {
  return /^\s*usage:/i.test(code) || isManualPage(code) || isQueryResult(code) || isProse(code)
}

function isManualPage(code: string): boolean {
  return /^\s*[A-Z][\w.-]*\(\d\w?\)\s.*\([\dA-Z]\w*\)\s*$|^(?:NAME|SYNOPSIS|DESCRIPTION)\s*\n\s+\S/m.test(
    code,
  )
}

/** A line of names above a line of dashes. */
function isQueryResult(code: string): boolean {
  return /^[ \t]*[^\n=>;]+\n[ \t]*-+(?:\+-+)*[ \t]*\n/.test(code) && !/;[ \t]*$/m.test(code)
}

function isProse(code: string): boolean {
  const lines = code
    .replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|"""[\s\S]*?"""/g, '')
    .replace(/([(=,[]\s?)(["'`])(?:(?!\2)[^\\\n]|\\.)*\2/g, '$1$2$2')
    .split('\n')
    .map(line => line.replace(/^\s*(?:#|\/\/|--|;|%).*$|\s(?:#|\/\/)\s.*$/, ''))
  const text = lines.join('\n')
  const words = text.match(/[\p{L}\p{N}_'’$.-]+/gu) ?? []
  const telling = words.filter(word => sentenceWords.has(word.toLowerCase())).length
  const signs = text.match(/[{}=;<>$|\\[\]&*+]/g)?.length ?? 0
  if (words.length < 5 || telling < 2) return false
  const [share, density] = [telling / words.length, signs / words.length]
  return (share >= 0.1 && density < 0.25) || (share >= 0.05 && density < 0.05 && /[a-z]\.(?:\s|$)/.test(text))
}

const htmlTags = new Set(
  'html head title body main header footer nav section article aside div span p a b i em strong br hr img picture ul ol li dl dt dd table thead tbody tr td th caption form input button label select option textarea h1 h2 h3 h4 h5 h6 pre code script style link meta iframe video audio canvas svg blockquote noscript details summary fieldset legend template slot'.split(
    ' ',
  ),
)

/**
 * Returns html or xml for text that consists of tags; null for text with only some or no tags, or whose attribute
 * values are code (JSX).
 */
function markupLanguage(code: string): 'html' | 'xml' | null {
  const text = code.trim()
  if (/^<!doctype html/i.test(text)) return 'html'
  if (/^<\?xml\b|^<!(?:DOCTYPE|ELEMENT|ENTITY|ATTLIST)\b/.test(text)) return 'xml'
  if (!/^(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<[a-z][\w:.-]*(?:\s|\/?>)/i.test(text) || !isMadeOfTags(text))
    return null
  if (/^<[A-Z]\w*(?:\.\w+)?\s/.test(text) && /\s[\w-]+=\{/.test(text)) return null
  const names = [...text.matchAll(/<\/?([a-z][\w:.-]*)/gi)].map(found => (found[1] ?? '').toLowerCase())
  const known = names.filter(name => htmlTags.has(name) || isCustom(name, text)).length
  return known >= names.length / 2 ? 'html' : 'xml'
}

/** A custom element has a dash in its name, a closing tag, and no attributes of other namespaces. */
function isCustom(name: string, text: string): boolean {
  if (!/^[a-z]+-[a-z-]+$/.test(name) || !text.includes(`</${name}>`)) return false
  return !/\s(?!on:|bind:|class:|use:)[a-z]+:\w+\s*=/.test(text)
}

/** Whether an element is closed, or has attributes. `<name>` alone is a placeholder. */
function isMadeOfTags(text: string): boolean {
  const closes = /<(\w[\w:.-]*)(?:\s[^<>]*)?>[\s\S]*<\/\1\s*>/.test(text)
  const empties = /<\w[\w:.-]*\s[^<>]*=\s*(?:"[^"<>]*"|'[^'<>]*')[^<>]*>|<\w[\w:.-]*\s*\/>/.test(text)
  return closes || empties
}

/**
 * Returns languages for which every line of the block is evidence, with weights. Tests line by line, because one
 * pattern over all lines could take exponential time.
 */
function lineSigns(code: string): readonly (readonly [language: string, weight: number])[] {
  const lines = code.split('\n')
  if (isChange(lines)) return [['diff', 16]]
  if (isMapping(lines)) return [['yaml', lines.length > 1 ? 6 : 3]]
  if (lines.every(line => /^[A-Z][A-Za-z]*(?:-[A-Za-z]+)+: \S/.test(line))) return [['http', 5]]
  return []
}

/** Whether the block is a diff: removed and added lines among unchanged ones. */
function isChange(lines: readonly string[]): boolean {
  const taken = lines.filter(line => /^-(?!--)[ \t]*[^\s-]/.test(line)).length
  const put = lines.filter(line => /^\+[ \t]*[^\s+]/.test(line)).length
  const stayed = lines.filter(line => /^(?:[ \t@\\]|\.\.\.|diff |index |---|\+\+\+|[+-]?$)/.test(line)).length
  const isMarked = (put > 0 && taken > 0) || (put > 0 && stayed > 0)
  return isMarked && (taken + put + stayed) / lines.length > (put > 0 && taken > 0 ? 0.6 : 0.99)
}

const keyAndValue = /^[ \t]*(?:- )*["']?[A-Za-z_$*][\w./${}*-]*["']?:(?: +[^\s{;,][^;]*|\s*[|>][-+]?|)$/

/** Whether the block consists of keys with values, lists and comments, without braces and statement ends. */
function isMapping(lines: readonly string[]): boolean {
  const keys = lines.filter(line => keyAndValue.test(line) && !/[,;{(]$/.test(line))
  const others = lines.filter(line => !keyAndValue.test(line))
  if (
    keys.length === 0 ||
    keys.some(line => /^\s*(?:def|class|if|for|else|try|case|default)\b.*:$/.test(line))
  )
    return false
  // Header lines of messages and records start with a capital.
  if (keys.every(line => /^(?:[A-Z]|dn:)/.test(line))) return false
  if (lines.length === 1) return /^[a-z]+[_-][\w-]*: \S/.test(keys[0] ?? '')
  return others.every(
    line => /^\s*(?:- |#|---|\.\.\.)/.test(line) || /^\s{2,}[^\s{}()=;]+(?: [^{}()=;]+)?$/.test(line),
  )
}
