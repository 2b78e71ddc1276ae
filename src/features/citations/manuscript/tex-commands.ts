import { type CitedWork, pagesOfLocator, unsaidWork } from '../../../core/model/manuscript.ts'

/** TeX, and for each opening brace where it is closed. */
export type BracedTex = { tex: string; braces: Int32Array }

/** Finds all pairs of braces at once, so that reading nested or unclosed groups stays fast. -1: not closed. */
export function matchBraces(tex: string): Int32Array {
  const braces = new Int32Array(tex.length).fill(-1)
  const open: number[] = []
  for (let at = 0; at < tex.length; at++) {
    const character = tex[at]
    if (character === '\\') at += 1
    else if (character === '{') open.push(at)
    else if (character === '}') {
      const start = open.pop()
      if (start !== undefined) braces[start] = at
    }
  }
  return braces
}

/** An argument of a command: its content, where it starts in the TeX, and where its closing bracket ends. */
export type TexArgument = { text: string; start: number; end: number }

/** Reads `[…]`, `{…}` or `(…)` at `at`, after blanks; null when there is none. */
export function argumentAt(
  { tex, braces }: BracedTex,
  at: number,
  open: '[' | '{' | '(',
): TexArgument | null {
  let start = at
  while (start < tex.length && /[ \t]/.test(tex[start] ?? '')) start += 1
  if (tex[start] === '\n' && tex[start + 1] === open) start += 1
  if (tex[start] !== open) return null
  const close = open === '{' ? (braces[start] ?? -1) : closingSign(tex, start, open === '[' ? ']' : ')')
  if (close === -1) return null
  return { text: tex.slice(start + 1, close), start: start + 1, end: close + 1 }
}

const mostOption = 1_000

/** The bracket outside braces that closes an optional argument. */
function closingSign(tex: string, open: number, sign: string): number {
  let depth = 0
  for (let at = open + 1; at < Math.min(tex.length, open + mostOption); at++) {
    const character = tex[at]
    if (character === '\\') at += 1
    else if (character === '{') depth += 1
    else if (character === '}') depth -= 1
    else if (character === sign && depth <= 0) return at
  }
  return -1
}

/** `\cite`, `\citep`, `\autocite`, `\Textcites`, `\footcitetext` … */
export function isCiteCommand(name: string): boolean {
  return /^(?:[a-z]*cite(?:p|t|alp|alt|author|year|yearpar|title|text|texts|s|num|online|A|NP|ANP|journal)?|fullcite|footfullcite|volcites?|pvolcite|notecite|pnotecite)\*?$/i.test(
    name,
  )
}

export function isNarrativeCommand(name: string): boolean {
  return /^(?:text|new|short)?cite(?:t|alt|author|year|title)|^textcite|^citeA/i.test(name)
}

/** Reads the arguments of a citation command from `at`: pre- and postnotes and keys, also of several works. */
export function readCiteArguments(
  source: BracedTex,
  name: string,
  at: number,
): { works: CitedWork[]; end: number } | null {
  let end = at
  const isList = /cites\*?$/i.test(name)
  for (
    let paren = argumentAt(source, end, '(');
    isList && paren !== null;
    paren = argumentAt(source, end, '(')
  )
    end = paren.end
  const works: CitedWork[] = []
  do {
    const options: string[] = []
    for (
      let option = argumentAt(source, end, '[');
      option !== null && options.length < 2;
      option = argumentAt(source, end, '[')
    ) {
      options.push(option.text)
      end = option.end
    }
    const keys = argumentAt(source, end, '{')
    if (keys === null) break
    end = keys.end
    works.push(...worksOf(keys.text, options.at(-1) ?? ''))
  } while (isList && works.length < 100)
  return works.length === 0 ? null : { works, end }
}

/** The postnote belongs to the last key. */
export function worksOf(keys: string, postnote: string): CitedWork[] {
  const names = keys
    .split(',')
    .map(key => key.trim())
    .filter(key => key !== '' && key !== '*')
  return names.map((key, index) => ({
    ...unsaidWork,
    key,
    pages: index === names.length - 1 ? pagesOfLocator(plainNote(postnote)) : null,
  }))
}

function plainNote(note: string): string {
  return note
    .replace(/\\(?:pno|ppno|nopp)\b\s*|[{}]/g, '')
    .replace(/\\(?:psqq|ppsqq)\b/g, 'ff')
    .replace(/\\psq\b/g, 'f')
}

/** Environments whose text is somebody else's. */
export const quoteEnvironments: ReadonlySet<string> = new Set([
  'quote',
  'quotation',
  'quoting',
  'displayquote',
  'displaycquote',
  'foreigndisplayquote',
  'blockquote',
  'verse',
])

/** Environments without sentences. */
export const skippedEnvironments: ReadonlySet<string> = new Set(
  `verbatim verbatim* Verbatim lstlisting minted comment tikzpicture equation equation* align align* gather gather*
   multline multline* eqnarray eqnarray* displaymath math thebibliography filecontents filecontents* alltt algorithmic`.split(
    /\s+/,
  ),
)

/** Commands that set their argument as a quotation, with what precedes it: options and keys. */
export const quoteCommands: Readonly<Record<string, { hasKey: boolean; hasLanguage: boolean }>> = {
  enquote: { hasKey: false, hasLanguage: false },
  textquote: { hasKey: false, hasLanguage: false },
  blockquote: { hasKey: false, hasLanguage: false },
  foreignquote: { hasKey: false, hasLanguage: true },
  hyphenquote: { hasKey: false, hasLanguage: true },
  foreigntextquote: { hasKey: false, hasLanguage: true },
  hyphentextquote: { hasKey: false, hasLanguage: true },
  foreignblockquote: { hasKey: false, hasLanguage: true },
  hyphenblockquote: { hasKey: false, hasLanguage: true },
  textcquote: { hasKey: true, hasLanguage: false },
  blockcquote: { hasKey: true, hasLanguage: false },
}

/** Commands whose arguments are no text, with the number of arguments. */
export const silentCommands: Readonly<Record<string, number>> = {
  label: 1,
  ref: 1,
  pageref: 1,
  autoref: 1,
  cref: 1,
  Cref: 1,
  eqref: 1,
  index: 1,
  vspace: 1,
  hspace: 1,
  includegraphics: 1,
  bibliography: 1,
  bibliographystyle: 1,
  addbibresource: 1,
  usepackage: 1,
  documentclass: 1,
  nocite: 1,
  pagestyle: 1,
  thispagestyle: 1,
  setlength: 2,
  setcounter: 2,
  addtocounter: 2,
  newcommand: 2,
  renewcommand: 2,
  selectlanguage: 1,
  hypersetup: 1,
  date: 1,
  thanks: 1,
  href: 1,
  textcolor: 1,
  foreignlanguage: 1,
  color: 1,
  rule: 2,
  cline: 1,
  multicolumn: 2,
}

export const headingCommands: ReadonlySet<string> = new Set([
  'part',
  'chapter',
  'section',
  'subsection',
  'subsubsection',
  'paragraph',
  'subparagraph',
  'title',
  'author',
])

export const noteCommands: ReadonlySet<string> = new Set([
  'footnote',
  'footnotetext',
  'endnote',
  'sidenote',
  'marginpar',
])
