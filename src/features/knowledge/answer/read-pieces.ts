import type { Reranker } from '../../../core/ports/reranker.ts'
import { composeExcerpt } from './compose-excerpts.ts'
import { type JudgedPiece, nearestHeading } from './judge-pieces.ts'
import { type Piece, textOf } from './list-pieces.ts'

/** What the sureness of the reader, a logit, counts in the score of a piece. */
const sureInScore = 0.1

/**
 * How likely the best piece answers: a logistic function of how sure the reader is and of how far the score, with the reader's
 * share, is above the median of all pieces. Fitted on 195 questions about fourteen manuals that the reader was not trained on, so
 * that one answer in twenty is wrong; meaning and words add nothing beside these two (docs/decisions/041).
 */
const rule = { sureness: 0.25, ahead: 3.6, constant: -3.3 } as const

/** The median of the questions that the rule was fitted on, which had 20 to 24 pieces. */
const usual = { median: 0.8, pieces: 20 } as const

/** A reader that is surer than this could as well be infinitely sure. */
const surest = 1e-6

/** Reads the question together with each piece. Returns the pieces as they are then ordered, best first. */
export async function readPieces(
  question: string,
  pieces: readonly JudgedPiece[],
  { reader, signal }: { reader: Pick<Reranker, 'scorePairs'>; signal: AbortSignal },
): Promise<JudgedPiece[]> {
  const scores: number[] = []
  const onScore = (index: number, score: number) => {
    scores[index] = score
  }
  await reader.scorePairs({ question, texts: pieces.map(textToRead), onScore }, signal)
  const read = pieces
    .map((piece, index) => {
      const sureness = logit(scores[index] ?? 0)
      return { piece, sureness, score: piece.score + sureInScore * sureness }
    })
    .sort((one, other) => other.score - one.score)
  const median = medianOf(read.map(({ score }) => score))
  return read.map(({ piece, sureness, score }) => ({
    ...piece,
    score,
    margin: rule.sureness * sureness + rule.ahead * (score - median) + rule.constant,
  }))
}

/** What is near is far above the median of many pieces, but not above that of a single note: few are filled up with usual ones. */
function medianOf(scores: readonly number[]): number {
  const missing = Math.max(0, usual.pieces - scores.length)
  const filled = [...scores, ...Array<number>(missing).fill(usual.median)].sort((one, other) => other - one)
  return filled[filled.length >> 1] ?? 0
}

/** A piece with what it needs to be read by itself, below its nearest two headings. */
export function textToRead(piece: Piece): string {
  const text =
    composeExcerpt(piece)
      ?.parts.map(part => part.text)
      .join(' ') ?? textOf(piece)
  const above = piece.path.length > 0 ? piece.path.slice(-2).join(' > ') : nearestHeading(piece)
  return `${above}: ${text}`.replace(/\s+/g, ' ')
}

function logit(score: number): number {
  const bounded = Math.min(1 - surest, Math.max(surest, score))
  return Math.log(bounded / (1 - bounded))
}
