import { lowerText, plainText, raiseText } from '../../../../core/references/plain-text.ts'
import { closingBrace } from './tex-groups.ts'
import { accents, bareAccents, blanks, chosenArgument, dropped, symbols } from './tex-symbols.ts'

/**
 * Converts TeX to plain text: accents and symbols become characters, braces and markup are removed, formulas are
 * written on the line.
 */
export function texToText(tex: string): string {
  return plainText(render(tex, { isMath: false, depth: 0 }))
}

/** Converts a verbatim field (`url`, `doi`): only removes escapes. */
export function texToVerbatim(tex: string): string {
  const bare = tex
    .trim()
    .replace(/^\\(?:url|path|nolinkurl)\s*\{(.*)\}$/s, '$1')
    .replace(/^\{([^{}]*)\}$/s, '$1')
  return bare
    .replace(/\{?\\(?:textunderscore|_)(?:\{\})?\}?/g, '_')
    .replace(/\{?\\(?:textasciitilde(?:\{\}|\s)?|~\{\})\}?/g, '~')
    .replace(/\{?\\slash(?:\{\}|\s|(?![a-zA-Z]))\}?/g, '/')
    .replace(/\{\\([%&#$])\}/g, '$1')
    .replace(/\{\$\\sim\$\}|\$\\sim\$/g, '~')
    .replace(/\\([%&#$~{}])/g, '$1')
    .replace(/\s+/g, '')
}

/** Deeper nesting is not parsed. */
const deepest = 60

type Context = { isMath: boolean; depth: number }
/** Converted TeX and the position where it ends. */
type Piece = { text: string; end: number }

/** A command: its name, and where the name ends. */
type Command = { name: string; end: number }

function render(tex: string, outer: Context): string {
  const context = { ...outer, depth: outer.depth + 1 }
  if (context.depth > deepest) return tex.replace(/[\\{}]/g, '')
  let text = ''
  let at = 0
  while (at < tex.length) {
    const piece = readPiece(tex, at, context)
    text += piece.text
    at = piece.end
  }
  return text
}

function readPiece(tex: string, at: number, context: Context): Piece {
  const character = tex[at] ?? ''
  if (character === '\\') return readCommand(tex, at, context)
  if (character === '{') {
    const close = closingBrace(tex, at)
    const end = close === -1 ? tex.length : close
    return { text: render(tex.slice(at + 1, end), context), end: end + 1 }
  }
  if (character === '}') return { text: '', end: at + 1 }
  if (character === '~') return { text: ' ', end: at + 1 }
  if (character === '$') return readMath(tex, at, context)
  if (context.isMath && (character === '^' || character === '_')) return readShift(tex, at, context)
  return context.isMath ? { text: character, end: at + 1 } : readLigature(tex, at)
}

const ligatures: readonly (readonly [string, string])[] = [
  ['---', '—'],
  ['--', '–'],
  ['``', '“'],
  ["''", '”'],
  [',,', '„'],
  ['!`', '¡'],
  ['?`', '¿'],
  ['`', '‘'],
]

function readLigature(tex: string, at: number): Piece {
  for (const [from, to] of ligatures) if (tex.startsWith(from, at)) return { text: to, end: at + from.length }
  return { text: tex[at] ?? '', end: at + 1 }
}

/** A dollar without a closing dollar is a currency sign. */
function readMath(tex: string, at: number, context: Context): Piece {
  if (context.isMath) return { text: '', end: at + 1 }
  const width = tex[at + 1] === '$' ? 2 : 1
  const close = endOfMath(tex, at + width)
  if (close === -1) return { text: '$', end: at + 1 }
  return { text: render(tex.slice(at + width, close), { ...context, isMath: true }), end: close + width }
}

function endOfMath(tex: string, from: number): number {
  for (let at = from; at < tex.length; at++) {
    if (tex[at] === '\\') at += 1
    else if (tex[at] === '$') return at
  }
  return -1
}

function readShift(tex: string, at: number, context: Context): Piece {
  const argument = readArgument(tex, at + 1, context)
  const shifted = tex[at] === '^' ? raiseText(argument.text) : lowerText(argument.text)
  return { text: shifted, end: argument.end }
}

function readCommand(tex: string, at: number, context: Context): Piece {
  const name = /^[a-zA-Z]+\*?/.exec(tex.slice(at + 1, at + 40))?.[0] ?? tex[at + 1] ?? ''
  const end = at + 1 + name.length
  const isWord = /^[a-zA-Z]/.test(name)
  const accent = accents[name]
  if (accent !== undefined && (!context.isMath || name.length > 1 || /\W/.test(name)))
    return readAccent(tex, { from: end, combining: accent, bare: bareAccents[name] ?? '' }, context)
  if (!isWord) return { text: escapes[name] ?? name, end }
  return readWord(tex, { name: name.replace('*', ''), end }, context)
}

/** Commands of one character that is not a letter. */
const escapes: Readonly<Record<string, string>> = {
  '\\': ' ',
  ' ': ' ',
  '\n': ' ',
  '\t': ' ',
  ',': ' ',
  ';': ' ',
  ':': ' ',
  '!': '',
  '-': '',
  '/': '',
  '@': '',
  '|': '‖',
  '(': '',
  ')': '',
  '[': '',
  ']': '',
}

function readWord(tex: string, { name, end }: Command, context: Context): Piece {
  const symbol = symbols[name]
  if (symbol !== undefined) return { text: symbol, end: skipAfterWord(tex, end) }
  if (blanks.has(name)) return { text: ' ', end: skipAfterWord(tex, end) }
  const toDrop = dropped[name]
  if (toDrop !== undefined)
    return { text: '', end: readArguments(tex, { from: end, count: toDrop }, context).end }
  const chosen = chosenArgument[name]
  if (chosen !== undefined) {
    const { texts, end: after } = readArguments(tex, { from: end, count: chosen.of }, context)
    return { text: texts[chosen.index] ?? texts[0] ?? '', end: after }
  }
  const written = writers[name]
  if (written !== undefined) {
    const inner = { ...context, isMath: written.isMath ?? context.isMath }
    const { texts, end: after } = readArguments(tex, { from: end, count: written.of }, inner)
    return { text: written.write(texts), end: after }
  }
  return readUnknown(tex, { name, end }, context)
}

type Writer = { of: number; isMath?: boolean; write: (texts: readonly string[]) => string }

const writers: Readonly<Record<string, Writer>> = {
  textsuperscript: { of: 1, write: ([text = '']) => raiseText(text) },
  textsubscript: { of: 1, write: ([text = '']) => lowerText(text) },
  mkbibsuperscript: { of: 1, write: ([text = '']) => raiseText(text) },
  mkbibsubscript: { of: 1, write: ([text = '']) => lowerText(text) },
  enquote: { of: 1, write: ([text = '']) => `“${text}”` },
  mkbibquote: { of: 1, write: ([text = '']) => `“${text}”` },
  mkbibparens: { of: 1, write: ([text = '']) => `(${text})` },
  mkbibbrackets: { of: 1, write: ([text = '']) => `[${text}]` },
  ensuremath: { of: 1, isMath: true, write: ([text = '']) => text },
  nicefrac: { of: 2, write: ([over = '', under = '']) => `${over}/${under}` },
  sfrac: { of: 2, write: ([over = '', under = '']) => `${over}/${under}` },
  frac: { of: 2, write: ([over = '', under = '']) => `${over}/${under}` },
  text: { of: 1, isMath: false, write: ([text = '']) => text },
}

/** Drops font switches and markup. An unknown command without an argument keeps its name. */
function readUnknown(tex: string, { name, end }: Command, context: Context): Piece {
  const open = /^\s*(?:\[[^\]]*\]\s*)?\{/.exec(tex.slice(end))
  if (open !== null) {
    return readArgument(tex, end + open[0].length - 1, context)
  }
  return { text: switches.has(name) ? '' : name, end: skipAfterWord(tex, end) }
}

const switches: ReadonlySet<string> = new Set(
  `relax null protect it bf sl sc rm sf tt em itshape bfseries scshape slshape upshape rmfamily sffamily ttfamily
   normalfont mdseries tiny scriptsize footnotesize small normalsize large Large selectlanguage left right big Big bigl
   bigr displaystyle textstyle scriptstyle limits nolimits ignorespaces unskip noindent leavevmode boldmath cprime
   nobreak allowbreak nobreakdash textcompwordmark penalty strut hbox mbox xspace kern`.split(/\s+/),
)

function readAccent(
  tex: string,
  { from, combining, bare }: { from: number; combining: string; bare: string },
  context: Context,
): Piece {
  const argument = readArgument(tex, from, { ...context, isMath: false })
  const letters = argument.text.replace('ı', 'i').replace('ȷ', 'j')
  const first = [...letters][0]
  if (first === undefined) return { text: bare, end: argument.end }
  if (/\s/.test(first)) return { text: letters, end: argument.end }
  return { text: (first + combining).normalize('NFC') + letters.slice(first.length), end: argument.end }
}

function readArguments(tex: string, { from, count }: { from: number; count: number }, context: Context) {
  const texts: string[] = []
  let end = from
  for (let index = 0; index < count; index++) {
    const argument = readArgument(tex, end, context)
    texts.push(argument.text)
    end = argument.end
  }
  return { texts, end }
}

/** Reads an argument: a group, another command, or one character. */
function readArgument(tex: string, from: number, context: Context): Piece {
  const at = from + (/^\s*/.exec(tex.slice(from))?.[0].length ?? 0)
  if (at >= tex.length) return { text: '', end: tex.length }
  const isDeep = context.depth > deepest
  if (!isDeep && (tex[at] === '{' || tex[at] === '\\'))
    return readPiece(tex, at, { ...context, depth: context.depth + 1 })
  const character = String.fromCodePoint(tex.codePointAt(at) ?? 0)
  return { text: character, end: at + character.length }
}

/** TeX skips spaces, or an empty group, after a command made of letters. */
function skipAfterWord(tex: string, from: number): number {
  const blank = /^(?:\{\}|\s+)/.exec(tex.slice(from, from + 100))
  return from + (blank?.[0].length ?? 0)
}
