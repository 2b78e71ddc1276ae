import { codeSigns } from './code-signs/index.ts'
import { lineSigns } from './code-signs/line-signs.ts'
import { markupLanguage } from './markup-language.ts'
import { isPlainText } from './plain-text.ts'

/** Other names under which a language is written behind a fence. */
const aliases: Readonly<Record<string, string>> = {
  py: 'python',
  py3: 'python',
  python3: 'python',
  pycon: 'python',
  pycon3: 'python',
  ipython: 'python',
  doctest: 'python',
  js: 'javascript',
  node: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  ts: 'typescript',
  mts: 'typescript',
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  terminal: 'bash',
  'shell-session': 'bash',
  ps1: 'powershell',
  ps1con: 'powershell',
  pwsh: 'powershell',
  bat: 'batch',
  doscon: 'batch',
  'c++': 'cpp',
  cxx: 'cpp',
  'c#': 'csharp',
  cs: 'csharp',
  golang: 'go',
  rs: 'rust',
  rb: 'ruby',
  pl: 'perl',
  octave: 'matlab',
  rscript: 'r',
  splus: 'r',
  erl: 'erlang',
  hs: 'haskell',
  make: 'makefile',
  apacheconf: 'apache',
  'emacs-lisp': 'lisp',
  elisp: 'lisp',
  tex: 'latex',
  kt: 'kotlin',
  yml: 'yaml',
  md: 'markdown',
  html5: 'html',
  htm: 'html',
  json5: 'json',
  jsonc: 'json',
  postgresql: 'sql',
  plpgsql: 'sql',
  sqlite: 'sql',
  sqlite3: 'sql',
  cfg: 'ini',
  conf: 'ini',
  properties: 'ini',
  patch: 'diff',
  plain: 'text',
  plaintext: 'text',
  none: 'text',
  output: 'text',
  txt: 'text',
}

/** Says only that something is shown, not in which language. */
const says = /^(?:default|code|example|source|notranslate|highlight|\d.*)?$/

/** The language that a fence or a class names; null when it names none. */
export function languageNamed(label: string): string | null {
  const first = label
    .trim()
    .replace(/^\{?\.?/, '')
    .split(/[\s,{}:]/)[0]
    ?.toLowerCase()
  if (first === undefined || says.test(first) || first.length > 20) return null
  return aliases[first] ?? first
}

/** What must be there before a guess is better than none, and before it needs no one's word beside it. */
const least = 2
const sure = 4

export type LanguageGuess = { language: string; isSure: boolean }

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

/** What one sign must weigh to tell anything by itself: many faint ones are no proof. */
const telling = 3

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

const spokenOf: readonly (readonly [string, RegExp])[] = [
  ['python', /\bPython\b/g],
  ['javascript', /\b(?:JavaScript|Node\.js)\b/g],
  ['typescript', /\bTypeScript\b/g],
  ['ruby', /\bRuby\b/g],
  ['perl', /\bPerl\b/g],
  ['php', /\bPHP\b/g],
  ['java', /\bJava\b/g],
  ['kotlin', /\bKotlin\b/g],
  ['scala', /\bScala\b/g],
  ['groovy', /\bGroovy\b/g],
  ['cpp', /\bC\+\+/g],
  ['csharp', /\bC#/g],
  ['rust', /\bRust\b/g],
  ['erlang', /\bErlang\b/g],
  ['elixir', /\bElixir\b/g],
  ['haskell', /\bHaskell\b/g],
  ['lua', /\bLua\b/g],
  ['tcl', /\bTcl\b/g],
  ['matlab', /\b(?:Octave|MATLAB)\b/gi],
  ['r', /\bR (?:code|function|package|object|session|process)s?\b|\bin R\b/g],
  ['fortran', /\bFortran\b/gi],
  ['gnuplot', /\bgnuplot\b/gi],
  ['cmake', /\bCMake\b/g],
  ['bash', /\b(?:[Ss]hell|zsh|[Bb]ash)\b/g],
]

/**
 * The one language that a text speaks of: named several times, and far more than any other. Not the shell, whose
 * blocks are as often what commands print.
 */
export function languageSpokenOf(text: string): string | null {
  const counts = spokenOf
    .map(([language, name]) => ({ language, count: text.match(name)?.length ?? 0 }))
    .sort((one, other) => other.count - one.count)
  const [first, second] = counts
  if (
    first === undefined ||
    first.language === 'bash' ||
    first.count < 2 ||
    first.count < 3 * (second?.count ?? 0)
  )
    return null
  return first.language
}
