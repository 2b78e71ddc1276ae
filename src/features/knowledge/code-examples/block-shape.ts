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
export function isPlainText(code: string): boolean {
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
export function markupLanguage(code: string): 'html' | 'xml' | null {
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
export function lineSigns(code: string): readonly (readonly [language: string, weight: number])[] {
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
