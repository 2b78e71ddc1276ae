import type { OutlineEntry } from '../../../core/model/document.ts'
import { throwIfAborted } from '../../../core/model/failure.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { decodeText } from '../../../core/text/decode-text.ts'
import { makeConverted } from './make-converted.ts'
import { cleanText, codeFence } from './markdown-parts.ts'

/** Source code in a fence. Its definitions are the outline, so that a hit names the function it is in. */
export const codeConverter: Converter = {
  name: 'code',
  version: 1,
  formats: ['code'],
  isolated: false,
  async convert(raw, _options, { signal }) {
    throwIfAborted(signal)
    const { text, warnings } = decodeText(raw)
    const extension = languageNameOf(raw.name)
    const code = cleanText(text)
      .replace(/^(?:[ \t]*\n)+/, '')
      .trimEnd()
    if (code === '') return makeConverted(raw, { fileType: extension, markdown: '', warnings })
    const markdown = `${codeFence(code, extension)}\n`
    const offset = markdown.indexOf('\n') + 1
    const outline = findDefinitions(code, extension).map(entry => ({ ...entry, start: entry.start + offset }))
    return makeConverted(raw, { fileType: extension, markdown, outline, warnings })
  },
}

/** Returns `ts` for `a/b.test.ts`, `dockerfile` for `Dockerfile`, `gitignore` for `.gitignore`. */
function languageNameOf(name: string): string {
  const file = name.split(/[\\/]/).at(-1) ?? name
  const extension = (file.split('.').at(-1) ?? '').toLowerCase()
  return /^[a-z0-9+#_-]{1,20}$/.test(extension) ? extension : 'code'
}

/** Matches a line that starts a section; group 1 is the title. */
type Pattern = RegExp

const visibility =
  '(?:export\\s+|default\\s+|public\\s+|private\\s+|protected\\s+|internal\\s+|static\\s+|abstract\\s+|final\\s+|sealed\\s+|async\\s+|override\\s+|declare\\s+|open\\s+|data\\s+|pub(?:\\([a-z]+\\))?\\s+|unsafe\\s+|virtual\\s+|partial\\s+|readonly\\s+)*'

const script: Pattern[] = [
  new RegExp(`^\\s*${visibility}((?:function\\s*\\*?|class|interface|enum|namespace)\\s+[\\w$]+)`),
  /^\s*(?:export\s+)?(type\s+[\w$]+)\s*[=<]/,
  /^(?:export\s+)?(?:const|let|var)\s+([\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:function\b|\([^)]*\)\s*(?::[^=]+)?=>|[\w$]+\s*=>)/,
]
const python: Pattern[] = [/^\s*(?:async\s+)?((?:def|class)\s+\w+)/]
const curly: Pattern[] = [
  new RegExp(
    `^\\s*${visibility}((?:class|interface|enum|record|struct|trait|object|namespace|@interface)\\s+\\w+)`,
  ),
  new RegExp(`^\\s*${visibility}((?:fun|func|def|fn|function)\\s+[\\w.]+)`),
]
const rust: Pattern[] = [
  new RegExp(`^\\s*${visibility}((?:fn|struct|enum|trait|mod|union|macro_rules!)\\s*\\w+)`),
  /^\s*(impl(?:<[^>]*>)?\s+[\w:<>, &']+?)\s*(?:where\b.*)?\{/,
]
const go: Pattern[] = [/^(func\s+(?:\([^)]*\)\s*)?\w+)/, /^(type\s+\w+)\s/]
const c: Pattern[] = [
  /^\s*(?:typedef\s+)?((?:class|struct|union|enum(?:\s+class)?|namespace)\s+\w+)\s*(?:final\s*)?(?::[^;]*)?\{?\s*$/,
  /^(?!(?:if|for|while|switch|return|else|do)\b)[A-Za-z_][\w\s*&:<>,~]*?\b([A-Za-z_~][\w:~]*)\s*\([^;]*\)?\s*(?:const\s*)?\{?\s*$/,
]
const ruby: Pattern[] = [/^\s*((?:class|module|def)\s+[\w.:?!]+)/]
const php: Pattern[] = [new RegExp(`^\\s*${visibility}((?:function|class|interface|trait|enum)\\s+&?\\w+)`)]
const shell: Pattern[] = [/^\s*(?:function\s+)?([\w-]+)\s*\(\)\s*\{?/, /^\s*(function\s+[\w-]+)/]
const sql: Pattern[] = [
  /^\s*(create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+)?(?:table|view|function|procedure|index|trigger|type)\s+(?:if\s+not\s+exists\s+)?[\w."`[\]]+)/i,
]
const lua: Pattern[] = [/^\s*(?:local\s+)?(function\s+[\w.:]+)/]
const r: Pattern[] = [/^\s*([\w.]+)\s*(?:<-|=)\s*function\b/]

const patternsOf: Readonly<Record<string, readonly Pattern[]>> = {
  ts: script,
  tsx: script,
  mts: script,
  cts: script,
  js: script,
  jsx: script,
  mjs: script,
  cjs: script,
  vue: script,
  svelte: script,
  py: python,
  pyi: python,
  pyw: python,
  java: curly,
  kt: curly,
  kts: curly,
  scala: curly,
  swift: curly,
  cs: curly,
  groovy: curly,
  dart: curly,
  rs: rust,
  go,
  c,
  h: c,
  cc: c,
  cpp: c,
  cxx: c,
  hpp: c,
  hh: c,
  m: c,
  mm: c,
  rb: ruby,
  php,
  sh: shell,
  bash: shell,
  zsh: shell,
  sql,
  lua,
  r,
  jl: [/^\s*((?:function|struct|module|macro)\s+[\w.!]+)/],
}

/**
 * Finds definitions and their members in common languages by line patterns. Indentation determines the level. A definition
 * that is not matched only lacks a section name; the graph feature parses full syntax trees.
 */
function findDefinitions(code: string, extension: string): OutlineEntry[] {
  const patterns = patternsOf[extension] ?? []
  if (patterns.length === 0) return []
  const found: OutlineEntry[] = []
  const open: number[] = []
  let start = 0
  for (const line of code.split('\n')) {
    const title = line.length > 200 ? null : titleOf(line, patterns)
    const indent = line.length - line.trimStart().length
    if (title !== null) {
      while ((open.at(-1) ?? -1) >= indent) open.pop()
      // Functions inside functions are not sections.
      if (open.length < 2) found.push({ level: open.length + 1, title, start })
      open.push(indent)
    }
    start += line.length + 1
  }
  return found
}

function titleOf(line: string, patterns: readonly Pattern[]): string | null {
  for (const pattern of patterns) {
    const title = pattern.exec(line)?.[1]
    if (title !== undefined) return title.replace(/\s+/g, ' ').trim()
  }
  return null
}
