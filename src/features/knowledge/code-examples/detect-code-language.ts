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

/** What must be there before a guess is better than none, and before it needs no one's word beside it. */
const least = 2
const sure = 4
/** What one sign must weigh to tell anything by itself: many faint ones are no proof. */
const telling = 3

/** The language that a piece of code looks like; "text" when it looks like none. */
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

/** The signs are read in what one glance takes in, so that their time is bounded whatever a page holds. */
function sampleOf(code: string): string {
  const lines = code
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => (line.length > longestLine ? line.slice(0, longestLine) : line).trimEnd())
  const text = lines.join('\n')
  if (text.length <= headLength + tailLength) return text
  return `${text.slice(0, headLength)}\n${text.slice(-tailLength)}`
}

/** What is a sign of the narrower language is none against the one that holds it. */
export const widerLanguages = [
  ['cpp', 'c'],
  ['typescript', 'javascript'],
] as const

/** Tags around it tell more than what stands inside them: scripts, styles, queries. */
const madeOfTags = 30

/** What a command prints may well be prose. */
function beginsWithPrompt(code: string): boolean {
  return /^\s*(?:[\w.@~:/-]*[$%] \S|>>> |# [a-z][\w./-]*(?: [^\s_/.-]*[-_/.]\S*)*\n)/.test(code)
}

/** A prompt of root looks like a comment; but what follows is short, no sentence, and stands over no code. */
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

/** Whether it has what code has and words have not: a call, an assignment, a block, a statement's end. */
export function looksLikeCode(code: string): boolean {
  return /\w\(|^\s*\w+ \(.*\)[;,]?$|\) [-+*/] \w|\w ?(?:[-+*/%:|&]?=|<-|=>|->) ?\S|[;{]$|^\s*\}|\w\[[^\]\s]|^\s*[@\\(]\w/m.test(
    sampleOf(code),
  )
}
