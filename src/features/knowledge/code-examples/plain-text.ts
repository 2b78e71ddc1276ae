/** Words of English sentences that no programming or query language has for a keyword. */
const sentenceWords = new Set(
  'the of this that these which are was were it its you your be been being will would can cannot has have had they their there may should must we our but what who also such than an because however more most other same very'.split(
    ' ',
  ),
)

/**
 * Whether a block is words for people and not code: paragraphs, a usage line, a manual page, a table that a database
 * printed. Comments do not make code prose, nor do the strings that are handed around in it: they are left out.
 */
export function isPlainText(code: string): boolean {
  return /^\s*usage:/i.test(code) || isManualPage(code) || isQueryResult(code) || isProse(code)
}

function isManualPage(code: string): boolean {
  return /^\s*[A-Z][\w.-]*\(\d\w?\)\s.*\([\dA-Z]\w*\)\s*$|^(?:NAME|SYNOPSIS|DESCRIPTION)\s*\n\s+\S/m.test(
    code,
  )
}

/** A line of names over a line of dashes. */
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
