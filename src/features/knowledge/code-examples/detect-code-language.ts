import { isPlainText, lineSigns, markupLanguage } from './block-shape.ts'
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
