import type { Chunker } from '../../core/ports/chunker.ts'
import { pagesOfSpan, sectionPaths } from '../../core/text/outline.ts'
import { cutPieces, type Piece } from './cut-pieces.ts'
import { packPieces, type Run } from './pack-pieces.ts'

/**
 * Cuts along headings, blocks and sentences. A chunk begins with its section's heading; tables and code stay
 * whole when they fit; what is tiny is joined to its neighbour.
 */
export function markdownChunker(): Chunker {
  return {
    name: 'markdown',
    version: 4,
    chunk(request) {
      const { markdown, pages, outline } = request
      const pieces = cutPieces(request)
      const pathAt = sectionPaths(outline)
      return packPieces(request, pieces)
        .filter(run => hasWord(markdown.slice(run.start, run.end)))
        .map((run, ordinal) => ({
          ordinal,
          start: run.start,
          end: run.end,
          pages: pagesOfSpan(pages, run.start, run.end, markdown),
          sectionPath: pathAt(firstContent(run, pieces)),
          tokens: run.tokens,
        }))
    },
  }
}

function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/** What a run says under its headings decides which section it is cited from. */
function firstContent(run: Run, pieces: readonly Piece[]): number {
  if (run.start < (pieces[run.first]?.start ?? run.start)) return run.start
  for (let index = run.first; index <= run.last; index++) {
    const piece = pieces[index]
    if (piece && piece.kind !== 'heading') return piece.start
  }
  return run.end - 1
}
