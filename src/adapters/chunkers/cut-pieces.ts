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

/** The smallest thing that packing moves about: a sentence, a row, a line, a whole table, a heading. */
export type Piece = Span & {
  tokens: number
  kind: 'heading' | 'prose' | 'row'
  /** Index of the outline entry it stands under; -1 before the first. */
  section: number
  /** What begins with this piece; null inside a block. */
  opens: null | 'section' | 'heading' | 'page' | 'block'
  /** Tokens of the whole block, on the piece that opens it; 0 on the others. */
  blockTokens: number
}

/**
 * No piece and no chunk has more characters than this for each token it may have: some models count a word of
 * a megabyte as one unknown token.
 */
export const charactersPerToken = 24

/** Long words are cut this short because counting one takes the square of its length in common tokenizers. */
const letterWindow = 24

/** A paragraph that begins like this may go on with a sentence of the page before. */
const goesOn = /^[\p{Ll}\p{Lo}\p{P}]/u

/** Cuts the Markdown into pieces of at most `maxTokens`, in order, holding every character that is not a space. */
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

/** A section may begin inside a block, where the outline is the source's own: the block is cut at that line. */
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

/** Where the line begins that a title stands on; null when other words stand before it. */
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

/** Each span as it is when it fits, else cut by the first way, its parts by the second, and at last by letters. */
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

/** Counts a span's tokens; null when it is longer than a chunk may be. What is much too long is not counted. */
function measureBy({ markdown, policy, countTokens }: ChunkRequest): (span: Span) => CountedSpan | null {
  return span => {
    if (span.end - span.start > policy.maxTokens * charactersPerToken) return null
    const tokens = countTokens(markdown.slice(span.start, span.end))
    return tokens <= policy.maxTokens ? { start: span.start, end: span.end, tokens } : null
  }
}
