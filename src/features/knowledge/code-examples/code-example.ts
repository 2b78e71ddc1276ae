import type { OutlineEntry } from '../../../core/model/document.ts'
import { uuidOf } from '../../../core/model/identity.ts'
import { sectionPaths } from '../../../core/text/outline.ts'
import { type CodeBlock, findCodeBlocks } from './code-block.ts'
import {
  detectCodeLanguage,
  type LanguageGuess,
  languageNamed,
  languageSpokenOf,
  looksLikeCode,
  widerLanguages,
} from './code-language.ts'

/** A block of code as it stands in a document. */
export type CodeExample = {
  /** Derived from the document and the place: a document that is replaced has others. */
  id: string
  /** 0-based position among the document's blocks. */
  ordinal: number
  /** The block with its fence in the Markdown: characters [start, end). */
  start: number
  end: number
  /** The code itself, without fence and without the indentation of the list or quote it stands in. */
  code: string
  /** "python", "bash"…; "text" when it is none, or cannot be told. */
  language: string
  sectionPath: string[]
  /** What leads up to it: the end of the text since the block before. */
  lead: string
  /** What stands before and after it, other blocks included. */
  before: string
  after: string
}

/** How much of what stands around a block is told with it. */
export const codeContextLength = 1000
const leadLength = 400

/**
 * Every block of code of a Markdown text: fences as CommonMark reads them (backticks or tildes, closed by at least as
 * many, in lists and quotes too, open ones reaching to the end) and `<pre>` elements. None is too short.
 */
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

/** As named; else as it looks; where that says little, as most of the document's other blocks, or as it speaks of. */
function languagesOf(blocks: readonly CodeBlock[], markdown: string): string[] {
  const named = blocks.map(({ label }) => languageNamed(label))
  const guesses = blocks.map(({ code }, index) => (named[index] === null ? detectCodeLanguage(code) : null))
  const unnamed = guesses.filter(guess => guess !== null)
  const expected = usualLanguage(unnamed) ?? (unnamed.length > 0 ? languageSpokenOf(markdown) : null)
  const widened = widerOf(unnamed)
  return blocks.map(({ code }, index) => {
    const guess = guesses[index] ?? null
    if (guess === null) return named[index] ?? 'text'
    const language = expected !== null && !guess.isSure && looksLikeCode(code) ? expected : guess.language
    return widened.get(language) ?? language
  })
}

const widerShare = 0.6

/** Where a document's blocks are often surely in the language that holds another, its plainer blocks are so too. */
function widerOf(guesses: readonly LanguageGuess[]): Map<string, string> {
  const countOf = (language: string) => guesses.filter(guess => guess.language === language).length
  const isWider = ([wider, narrower]: readonly [string, string]) =>
    countOf(wider) > 0 && countOf(wider) >= widerShare * (countOf(wider) + countOf(narrower))
  return new Map(widerLanguages.filter(isWider).map(([wider, narrower]) => [narrower, wider]))
}

/**
 * What most blocks without a named language are surely written in. Commands and what they print stand side by side:
 * among shell sessions, what says little is mostly output.
 */
function usualLanguage(guesses: readonly LanguageGuess[]): string | null {
  const telling = guesses.filter(({ language, isSure }) => isSure && language !== 'text')
  const [most] = [...Map.groupBy(telling, ({ language }) => language)].sort(
    (one, other) => other[1].length - one[1].length,
  )
  if (most === undefined || most[0] === 'bash' || most[1].length < 3) return null
  return most[1].length / telling.length >= 0.6 ? most[0] : null
}
