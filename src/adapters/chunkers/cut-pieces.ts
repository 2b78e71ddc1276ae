import type { ChunkRequest } from '../../core/ports/chunker.ts'
import { type MarkdownBlock, scanBlocks } from '../../core/text/markdown-blocks.ts'
import { lastStartingBy } from '../../core/text/outline.ts'
import {
  endsSentence,
  type Span,
  splitCharacters,
  splitClauses,
  splitLines,
  splitSentences,
  splitWords,
  trimSpan,
} from './split-text.ts'

/** The smallest unit that is packed into chunks: a sentence, a row, a line, a whole table, a heading. */
export type Piece = Span & {
  tokens: number
  kind: 'heading' | 'prose' | 'row'
  /** Index of the outline entry that contains it; -1 before the first. */
  section: number
  /** What starts with this piece; null inside a block. */
  opens: null | 'section' | 'heading' | 'page' | 'block'
  /** Tokens of the whole block, on its first piece; 0 on the others. */
  blockTokens: number
}

/**
 * Limits the characters of pieces and chunks per allowed token: some models count a word of a megabyte as one unknown
 * token.
 */
export const charactersPerToken = 24

/** Long words are cut to this length because common tokenizers need quadratic time for a word. */
const letterWindow = 24

/** A paragraph that begins like this may continue a sentence of the previous page. */
const goesOn = /^[\p{Ll}\p{Lo}\p{P}]/u

/**
 * Cuts the Markdown into pieces of at most `maxTokens`, in order. Together they contain every character that is not
 * white space.
 */
export function cutPieces(request: ChunkRequest): Piece[] {
  const { markdown, outline, pages } = request
  const pieces: Piece[] = []
  let previous = -1
  for (const block of splitAtSections(request, scanBlocks(markdown))) {
    const parts = cutBlock(request, block)
    const first = parts[0]
    if (!first) continue
    const section = lastStartingBy(outline, block.kind === 'heading' ? block.end - 1 : first.start)
    const page = lastStartingBy(pages, first.start)
    const before = pieces.at(-1)
    const startsPage =
      before !== undefined &&
      lastStartingBy(pages, before.end - 1) !== page &&
      (before.kind !== 'prose' ||
        endsSentence(markdown, before.end) ||
        !goesOn.test(markdown.slice(first.start, first.start + 8)))
    const opens =
      section !== previous ? 'section' : block.kind === 'heading' ? 'heading' : startsPage ? 'page' : 'block'
    const blockTokens = parts.reduce((sum, part) => sum + part.tokens, 0)
    parts.forEach((part, index) => {
      const opening =
        index === 0 ? ({ opens, blockTokens } as const) : ({ opens: null, blockTokens: 0 } as const)
      pieces.push({ ...part, kind: kindOf(block), section, ...opening })
    })
    previous = section
  }
  return pieces
}

/** A section of an outline that the source declares may begin inside a block: the block is cut at that line. */
function splitAtSections(
  { markdown, outline }: ChunkRequest,
  blocks: readonly MarkdownBlock[],
): MarkdownBlock[] {
  return blocks.flatMap(block => {
    if (block.kind === 'heading') return block
    const parts: MarkdownBlock[] = []
    let { start } = block
    for (let at = lastStartingBy(outline, block.start) + 1; at < outline.length; at++) {
      const cut = outline[at]?.start ?? block.end
      if (cut >= block.end) break
      const lineStart = startOfLine(markdown, cut)
      if (lineStart === null || lineStart <= start) continue
      parts.push({ kind: block.kind, start, end: lineStart })
      start = lineStart
    }
    return [...parts, { kind: block.kind, start, end: block.end }]
  })
}

/** Returns the start of the line that a title is on; null when other words precede it on that line. */
function startOfLine(markdown: string, title: number): number | null {
  const before = markdown.slice(Math.max(0, title - 80), title)
  const lineBreak = before.lastIndexOf('\n')
  return lineBreak === -1 || /[^\s#*_>]/.test(before.slice(lineBreak))
    ? null
    : title - before.length + lineBreak + 1
}

function kindOf(block: MarkdownBlock): Piece['kind'] {
  if (block.kind === 'heading') return 'heading'
  return block.kind === 'code' || block.kind === 'table' ? 'row' : 'prose'
}

type CountedSpan = Span & { tokens: number }

function cutBlock(request: ChunkRequest, block: MarkdownBlock): CountedSpan[] {
  const measure = measureBy(request)
  const whole = trimSpan(request.markdown, block)
  if (!whole) return []
  if (block.kind === 'heading') return cutUntilFit(request, [whole], [splitWords])
  if (block.kind === 'paragraph' || block.kind === 'list')
    return cutUntilFit(request, splitSentences(request.markdown, whole), [splitClauses, splitWords])
  const counted = measure(whole)
  return counted ? [counted] : cutUntilFit(request, splitLines(request.markdown, whole), [splitWords])
}

type Split = (text: string, span: Span) => Span[]

/**
 * Keeps each span that fits. Cuts the others with the first function, their parts with the second, and finally by
 * letters.
 */
function cutUntilFit(request: ChunkRequest, spans: readonly Span[], ways: readonly Split[]): CountedSpan[] {
  const measure = measureBy(request)
  const [split, ...finer] = ways
  const pieces: CountedSpan[] = []
  for (const span of spans) {
    const counted = measure(span)
    if (counted) pieces.push(counted)
    else if (split)
      for (const piece of cutUntilFit(request, split(request.markdown, span), finer)) pieces.push(piece)
    else for (const piece of cutLetters(request, span)) pieces.push(piece)
  }
  return pieces
}

function cutLetters(request: ChunkRequest, span: Span): CountedSpan[] {
  const measure = measureBy(request)
  const pieces = splitCharacters(request.markdown, span, {
    window: letterWindow,
    fits: part => measure(part) !== null,
  })
  return pieces.map(piece => ({
    ...piece,
    tokens: request.countTokens(request.markdown.slice(piece.start, piece.end)),
  }))
}

/**
 * Counts the tokens of a span; null when it is longer than a chunk may be. A span that is far too long is not
 * tokenized.
 */
function measureBy({ markdown, policy, countTokens }: ChunkRequest): (span: Span) => CountedSpan | null {
  return span => {
    if (span.end - span.start > policy.maxTokens * charactersPerToken) return null
    const tokens = countTokens(markdown.slice(span.start, span.end))
    return tokens <= policy.maxTokens ? { start: span.start, end: span.end, tokens } : null
  }
}
