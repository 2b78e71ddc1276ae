import type { Chunker, ChunkRequest } from '../../core/ports/chunker.ts'
import { pagesOfSpan, sectionPaths } from '../../core/text/outline.ts'
import { charactersPerToken, cutPieces, type Piece } from './cut-pieces.ts'
import { wordStartsBackwards } from './split-text.ts'

/**
 * Cuts along headings, blocks and sentences. A chunk begins with the heading of its section; tables and code stay whole
 * when they fit; tiny parts are joined to a neighbour.
 */
export function markdownChunker(): Chunker {
  return {
    name: 'markdown',
    version: 4,
    chunk(request) {
      const { markdown, outline } = request
      const pieces = cutPieces(request)
      const pathAt = sectionPaths(outline)
      return packPieces(request, pieces)
        .filter(run => hasWord(markdown.slice(run.start, run.end)))
        .map((run, ordinal) => ({
          ordinal,
          start: run.start,
          end: run.end,
          pages: pagesOfSpan(request, run),
          sectionPath: pathAt(firstContent(run, pieces)),
          tokens: run.tokens,
        }))
    },
  }
}

function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/** The first content below the headings of a run decides which section it is cited from. */
function firstContent(run: Run, pieces: readonly Piece[]): number {
  if (run.start < (pieces[run.first]?.start ?? run.start)) return run.start
  for (let index = run.first; index <= run.last; index++) {
    const piece = pieces[index]
    if (piece && piece.kind !== 'heading') return piece.start
  }
  return run.end - 1
}

/** A chunk in the making: pieces `first` to `last` are new in it; `start` may be before them, which is the overlap. */
type Run = { start: number; end: number; first: number; last: number; tokens: number }

/** Packs pieces into runs of at most `maxTokens`. Every run adds at least one piece, so the loop ends. */
function packPieces(request: ChunkRequest, pieces: readonly Piece[]): Run[] {
  const runs: Run[] = []
  let next = 0
  while (next < pieces.length) {
    const previous = runs.at(-1) ?? null
    const longer = previous && withRestOfPage(request, pieces, { previous, next })
    if (longer) {
      runs[runs.length - 1] = longer
      next = longer.last + 1
      continue
    }
    const overlap = overlapBefore(request, pieces, { next, previous, budget: request.policy.overlapTokens })
    const last = lastOfRun(request, pieces, { next, overlap })
    const run = fitRun(request, pieces, { start: overlap.start, first: next, last })
    runs.push(run)
    next = run.last + 1
  }
  return joinTinyEnd(request, pieces, runs)
}

/**
 * Extends a run by the few words that are left of its page, or of its section on the next page. They belong to the text
 * before them, and a run that began with them would be cited from two pages. Null when there are too many words, or
 * they do not fit.
 */
function withRestOfPage(
  request: ChunkRequest,
  pieces: readonly Piece[],
  { previous, next }: { previous: Run; next: number },
): Run | null {
  const { policy } = request
  const first = pieces[next]
  if (!first || first.opens === 'section' || first.section !== pieces[next - 1]?.section) return null
  let tokens = 0
  let last = next
  for (let piece: Piece | undefined = first; piece; piece = pieces[last + 1]) {
    const isNew = piece !== first && (piece.opens === 'section' || piece.opens === 'page')
    if (isNew) break
    if (piece !== first) last += 1
    tokens += piece.tokens
    if (piece.kind === 'heading' || tokens >= policy.minTokens) return null
  }
  if (first.opens !== 'page' && pieces[last + 1]?.opens !== 'page') return null
  const end = pieces[last]?.end ?? previous.end
  if (end - previous.start > policy.maxTokens * charactersPerToken) return null
  const longer = countRun(request, pieces, { start: previous.start, first: previous.first, last })
  return longer.tokens <= policy.maxTokens ? longer : null
}

type Overlap = { start: number; tokens: number }

/**
 * Returns where a run that continues a section begins: at the last whole sentences of the previous run, or at its last
 * words. The first run of a section or page has no overlap, so that its citation names only that section or page.
 */
function overlapBefore(
  request: ChunkRequest,
  pieces: readonly Piece[],
  at: { next: number; previous: Run | null; budget: number },
): Overlap {
  const piece = pieces[at.next]
  const none = { start: piece?.start ?? 0, tokens: 0 }
  const opens = piece?.opens ?? null
  if (!piece || !at.previous || opens === 'section' || opens === 'heading' || opens === 'page') return none
  const budget = Math.min(at.budget, request.policy.maxTokens - piece.tokens)
  let { start, tokens } = none
  for (let index = at.next - 1; index > at.previous.first; index--) {
    const candidate = pieces[index]
    if (!candidate || candidate.kind === 'heading' || candidate.section !== piece.section) break
    if (tokens + candidate.tokens > budget) break
    tokens += candidate.tokens
    start = candidate.start
  }
  return tokens > 0 ? { start, tokens } : overlapOfWords(request, pieces[at.next - 1], { none, budget })
}

function overlapOfWords(
  request: ChunkRequest,
  piece: Piece | undefined,
  limits: { none: Overlap; budget: number },
): Overlap {
  if (piece?.kind !== 'prose' || limits.budget <= 0) return limits.none
  const { markdown, countTokens } = request
  const nearEnd = Math.max(piece.start, piece.end - limits.budget * charactersPerToken)
  let best = limits.none
  let end = piece.end
  for (const start of wordStartsBackwards(markdown, { start: nearEnd, end: piece.end })) {
    const tokens = best.tokens + countTokens(markdown.slice(start, end))
    if (tokens > limits.budget) break
    best = { start, tokens }
    end = start
  }
  return best
}

/** Returns the last piece that fits into the run, by the sum of token counts. */
function lastOfRun(
  { policy }: ChunkRequest,
  pieces: readonly Piece[],
  { next, overlap }: { next: number; overlap: Overlap },
): number {
  let last = next
  let fresh = pieces[next]?.tokens ?? 0
  let onlyHeadings = pieces[next]?.kind === 'heading'
  let crossesPage = false
  for (let index = next + 1; index < pieces.length; index++) {
    const piece = pieces[index]
    if (!piece) break
    const tokens = overlap.tokens + fresh
    if (tokens + piece.tokens > policy.maxTokens) break
    if (piece.end - overlap.start > policy.maxTokens * charactersPerToken) break
    if (piece.opens === 'section' && tokens >= policy.minTokens && !onlyHeadings) break
    // A chunk on one page has an exact citation, so it may end with its page when it is a quarter full.
    const isFullEnough = tokens >= policy.maxTokens / 4 || (crossesPage && tokens >= policy.minTokens)
    if (piece.opens === 'page' && isFullEnough && !onlyHeadings) break
    crossesPage ||= piece.opens === 'page'
    if (fresh >= policy.maxTokens / 2 && isGoodEnd(piece, policy.maxTokens - tokens)) break
    fresh += piece.tokens
    last = index
    onlyHeadings &&= piece.kind === 'heading'
  }
  return last + 1 < pieces.length ? withoutTrailingHeadings(pieces, next, last) : last
}

/** A run that is half full ends before a heading, a page, or a block that would have to be cut. */
function isGoodEnd(piece: Piece, room: number): boolean {
  if (piece.opens === null) return false
  return piece.opens !== 'block' || piece.blockTokens > room
}

/** A heading belongs to the text after it. */
function withoutTrailingHeadings(pieces: readonly Piece[], first: number, last: number): number {
  let kept = last
  while (kept > first && pieces[kept]?.kind === 'heading') kept--
  return pieces[kept]?.kind === 'heading' ? last : kept
}

/** Counts the tokens of the joined run. When there are too many, drops the overlap, then pieces from the end. */
function fitRun(
  request: ChunkRequest,
  pieces: readonly Piece[],
  plan: { start: number; first: number; last: number },
): Run {
  const planned = countRun(request, pieces, plan)
  if (planned.tokens <= request.policy.maxTokens) return planned
  const start = pieces[plan.first]?.start ?? plan.start
  let best = countRun(request, pieces, { start, first: plan.first, last: plan.first })
  let low = plan.first + 1
  let high = plan.last
  while (low <= high) {
    const last = (low + high) >> 1
    const run = countRun(request, pieces, { start, first: plan.first, last })
    if (run.tokens <= request.policy.maxTokens) {
      best = run
      low = last + 1
    } else high = last - 1
  }
  return best
}

function countRun(
  { markdown, countTokens }: ChunkRequest,
  pieces: readonly Piece[],
  { start, first, last }: { start: number; first: number; last: number },
): Run {
  const end = pieces[last]?.end ?? start
  return { start, end, first, last, tokens: countTokens(markdown.slice(start, end)) }
}

/** When the last run is shorter than `minTokens`, joins it to the previous one or gives it a longer overlap. */
function joinTinyEnd(request: ChunkRequest, pieces: readonly Piece[], runs: readonly Run[]): Run[] {
  const { policy } = request
  const last = runs.at(-1)
  const before = runs.at(-2)
  if (!last || !before || last.tokens >= policy.minTokens) return [...runs]
  if (last.end - before.start <= policy.maxTokens * charactersPerToken) {
    const joined = countRun(request, pieces, { start: before.start, first: before.first, last: last.last })
    if (joined.tokens <= policy.maxTokens) return [...runs.slice(0, -2), joined]
  }
  const overlap = overlapBefore(request, pieces, {
    next: last.first,
    previous: before,
    budget: policy.minTokens,
  })
  const longer = countRun(request, pieces, { start: overlap.start, first: last.first, last: last.last })
  return longer.tokens <= policy.maxTokens && longer.start < last.start
    ? [...runs.slice(0, -1), longer]
    : [...runs]
}
