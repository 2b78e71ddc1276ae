import type { OutlineEntry } from '../../../core/model/document.ts'
import { uuidOf } from '../../../core/model/identity.ts'
import { sectionPaths } from '../../../core/text/outline.ts'
import {
  detectCodeLanguage,
  type LanguageGuess,
  looksLikeCode,
  widerLanguages,
} from './detect-code-language.ts'
import { languageMentioned, languageNamed } from './language-names.ts'

/** A block of code in a document. */
export type CodeExample = {
  /** Derived from the document id and the position, so it changes when the document is replaced. */
  id: string
  /** 0-based position among the blocks of the document. */
  ordinal: number
  /** The position of the block with its fence in the Markdown: [start, end). */
  start: number
  end: number
  /** The code without fence and without the indentation of an enclosing list or quote. */
  code: string
  /** "python", "bash"…; "text" when it is not code or cannot be detected. */
  language: string
  sectionPath: string[]
  /** The end of the text between the previous block and this one. */
  lead: string
  /** The text before and after it, including other blocks. */
  before: string
  after: string
}

/** How much text before and after a block is returned with it. */
export const codeContextLength = 1000
const leadLength = 400

/** Returns every block of code of a Markdown document, with its language, section and context. */
export function findCodeExamples(document: {
  id: string
  markdown: string
  outline: readonly OutlineEntry[]
}): CodeExample[] {
  const { id, markdown, outline } = document
  const sectionPathAt = sectionPaths(outline)
  const found = findCodeBlocks(markdown)
  const languages = languagesOf(found, markdown)
  return found.map(({ start, end, code }, ordinal, blocks) => ({
    id: uuidOf(id, 'code', String(start)),
    ordinal,
    start,
    end,
    code,
    language: languages[ordinal] ?? 'text',
    sectionPath: sectionPathAt(start),
    lead: markdown.slice(Math.max(start - leadLength, blocks[ordinal - 1]?.end ?? 0), start).trim(),
    before: markdown.slice(Math.max(0, start - codeContextLength), start).trim(),
    after: markdown.slice(end, end + codeContextLength).trim(),
  }))
}

/**
 * Uses the language that the fence names, otherwise the detected one; when that is uncertain, the language of most
 * other blocks or the one that the text mentions.
 */
function languagesOf(blocks: readonly CodeBlock[], markdown: string): string[] {
  const named = blocks.map(({ label }) => languageNamed(label))
  const guesses = blocks.map(({ code }, index) => (named[index] === null ? detectCodeLanguage(code) : null))
  const unnamed = guesses.filter(guess => guess !== null)
  const expected = usualLanguage(unnamed) ?? (unnamed.length > 0 ? languageMentioned(markdown) : null)
  const widened = widerOf(unnamed)
  return blocks.map(({ code }, index) => {
    const guess = guesses[index] ?? null
    if (guess === null) return named[index] ?? 'text'
    const language = expected !== null && !guess.isSure && looksLikeCode(code) ? expected : guess.language
    return widened.get(language) ?? language
  })
}

const widerShare = 0.6

/**
 * When most blocks are in the wider language of a pair (TypeScript, C++), blocks detected as the narrower one
 * (JavaScript, C) are assigned to the wider.
 */
function widerOf(guesses: readonly LanguageGuess[]): Map<string, string> {
  const countOf = (language: string) => guesses.filter(guess => guess.language === language).length
  const isWider = ([wider, narrower]: readonly [string, string]) =>
    countOf(wider) > 0 && countOf(wider) >= widerShare * (countOf(wider) + countOf(narrower))
  return new Map(widerLanguages.filter(isWider).map(([wider, narrower]) => [narrower, wider]))
}

/**
 * The language that most unnamed blocks are surely written in; null for shell, because uncertain blocks between
 * commands are mostly their output.
 */
function usualLanguage(guesses: readonly LanguageGuess[]): string | null {
  const telling = guesses.filter(({ language, isSure }) => isSure && language !== 'text')
  const [most] = [...Map.groupBy(telling, ({ language }) => language)].sort(
    (one, other) => other[1].length - one[1].length,
  )
  if (most === undefined || most[0] === 'bash' || most[1].length < 3) return null
  return most[1].length / telling.length >= 0.6 ? most[0] : null
}

/** The position [start, end) of a block with its fence, its code, and the text behind the fence. */
type CodeBlock = { start: number; end: number; code: string; label: string }

type Line = { start: number; end: number; text: string }
type Fence = { mark: string; label: string; lead: string }

/** CommonMark recognises `<pre>` only at the start of a line. */
const preOpening = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*<pre[\s>]/i

/**
 * Returns every block of code: fences as in CommonMark (backticks or tildes, closed by at least as many, also in lists
 * and quotes, unclosed ones up to the end) and `<pre>` elements. There is no minimum length.
 */
export function findCodeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = []
  const lines = linesOf(markdown)
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]
    if (line === undefined) break
    const fence = openingFence(line.text)
    if (fence !== null) {
      const last = closingLine(lines, at, fence)
      const inner = lines.slice(at + 1, last.isClosed ? last.index : last.index + 1)
      const code = inner.map(({ text }) => withoutLead(text, fence.lead)).join('\n')
      const end = lines[last.index]?.end ?? markdown.length
      if (code.trim() !== '') blocks.push({ start: line.start, end, code, label: fence.label })
      at = last.index
    } else if (preOpening.test(line.text)) {
      const block = preBlock(markdown, line.start)
      if (block === null) continue
      if (block.code.trim() !== '') blocks.push(block)
      while ((lines[at + 1]?.start ?? Number.POSITIVE_INFINITY) < block.end) at++
    }
  }
  return blocks
}

function linesOf(markdown: string): Line[] {
  return [...markdown.matchAll(/[^\n]*(?:\n|$)/g)]
    .filter(found => found[0] !== '')
    .map(found => {
      const text = found[0].replace(/\r?\n$/, '')
      return { start: found.index, end: found.index + text.length, text }
    })
}

function openingFence(text: string): Fence | null {
  const found = /^((?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})(.*)$/.exec(text)
  const [, lead = '', mark = '', label = ''] = found ?? []
  if (found === null || (mark.startsWith('`') && label.includes('`'))) return null
  return { mark, label: label.trim(), lead }
}

/** Returns the line that closes the fence; the last line when it is never closed. */
function closingLine(
  lines: readonly Line[],
  opened: number,
  { mark }: Fence,
): { index: number; isClosed: boolean } {
  for (let at = opened + 1; at < lines.length; at++) {
    const text = (lines[at]?.text ?? '').replace(/^[ \t>]*/, '').trimEnd()
    if (text.length >= mark.length && text === (mark[0] ?? '').repeat(text.length))
      return { index: at, isClosed: true }
  }
  return { index: lines.length - 1, isClosed: false }
}

/** Removes the indentation and quote marks before the fence, at most as many characters as the fence has. */
function withoutLead(text: string, lead: string): string {
  let at = 0
  while (at < lead.length && /[ \t>]/.test(text[at] ?? '')) at++
  return text.slice(at)
}

function preBlock(markdown: string, from: number): CodeBlock | null {
  const found = /<pre([^>]*)>([\s\S]*?)<\/pre>/i.exec(markdown.slice(from))
  if (found === null) return null
  const [whole, attributes = '', inner = ''] = found
  const start = from + found.index
  const classes = `${attributes} ${/<code([^>]*)>/i.exec(inner)?.[1] ?? ''}`
  const label = /(?:language|lang|highlight|brush:?)[-\s]+([\w+#]+)/i.exec(classes)?.[1] ?? ''
  const code = plainText(inner).replace(/^\n/, '').trimEnd()
  return { start, end: start + whole.length, code, label }
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

function plainText(html: string): string {
  return (
    html
      .replace(/<br\s*\/?>/gi, '\n')
      .replace(/<\/?[a-z][^>]*>/gi, '')
      // biome-ignore lint/complexity/useMaxParams: String.replace passes the groups as arguments.
      .replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
        const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
        if (name === undefined) return point <= 0x10ffff ? String.fromCodePoint(point) : whole
        return entities[String(name).toLowerCase()] ?? whole
      })
  )
}
