import { compareTokens } from '../../../core/search/compare-tokens.ts'
import type { AnswerParts } from './answer-question.ts'
import { dotProduct, type MeaningScale } from './calibrate-meaning.ts'
import { type Piece, textOf } from './list-pieces.ts'
import { coverageOf, type WeighedTerms, weighWords } from './weigh-terms.ts'

/** A piece compared with the question. */
export type JudgedPiece = Piece & {
  /** The embedding of the piece with its heading; empty when only words were compared. */
  vector: Float32Array
  /** Similarity of meaning on the scale of `calibrateMeaning`: about 1 for a plain answer. */
  meaning: number
  /** Similarity word by word, 0 to 1; null when the model has no vectors of words. */
  likeness: number | null
  score: number
  /** How far it is above (or below) what an answer needs. */
  margin: number
}

/**
 * The weights of the score, by which pieces are ordered. `covered`: the share of the question's weight that the words of
 * the piece and of all headings above it have; `own`: those of the piece; `heading`: those of the nearest heading.
 * Weights fitted to the questions of decision 037 order no better on manuals that were left out of the fit.
 */
const weights = { likeness: 2, covered: 0.3, own: 0.2, heading: 0.2, rank: 0.025 } as const

/** How many pieces are compared by meaning, which takes most of the time. */
const mostCompared = 24

/**
 * How likely the best piece answers: a logistic function of meaning, likeness, and how far its score is above the median of
 * all pieces that were compared: where everything is equally near, mostly nothing answers. Chosen on questions about
 * thirteen manuals, so that one answer in twenty is wrong (docs/decisions/037).
 */
const rules = {
  both: { meaning: 7.5, likeness: 4.5, ahead: 3, constant: -9.9 },
  meaning: { meaning: 6.6, constant: -5.6 },
} as const

export type AskedPieces = { question: string; terms: WeighedTerms }

/** What is needed to compare by meaning. */
export type AskedByMeaning = AskedPieces & { scale: MeaningScale; vector: Float32Array }

/** Compares pieces with a question by meaning, and returns the best of them, best first. */
export async function judgePieces(
  { question, terms, scale, vector }: AskedByMeaning,
  pieces: readonly Piece[],
  { signal, ...parts }: Pick<AnswerParts, 'embedder' | 'analyzer'> & { signal: AbortSignal },
): Promise<JudgedPiece[]> {
  const { embedder } = parts
  const likely = likeliest(terms, pieces, parts)
  const texts = await embedPieces(likely, embedder, signal)
  const likeness = await compareWords({ question, terms }, texts, { signal, ...parts })
  const scored = likely
    .map(({ piece, coverage }, at) => {
      const own = texts[at]?.vector ?? new Float32Array()
      const meaning = scale(dotProduct(vector, own))
      const signs = { coverage, meaning, likeness: likeness?.[at] ?? null }
      return { ...piece, ...signs, vector: own, score: scoreOf(piece, signs) }
    })
    .sort((one, other) => other.score - one.score)
  const median = scored[scored.length >> 1]?.score ?? 0
  return scored.map(({ coverage, ...piece }) => ({
    ...piece,
    margin: marginOf({ ...piece, coverage }, median),
  }))
}

/** The share of the question that a piece must have when only words can be compared. */
const leastByWords = { covered: 0.8, own: 0.7 } as const

/** The same without an embedding model. */
export function judgePiecesByWords(
  { terms }: AskedPieces,
  pieces: readonly Piece[],
  parts: Pick<AnswerParts, 'analyzer'>,
): JudgedPiece[] {
  return pieces
    .map(piece => {
      const coverage = coverPiece(terms, piece, parts)
      const { covered, own, heading } = coverage
      const score = covered + own + weights.heading * heading - weights.rank * piece.rank
      return {
        ...piece,
        vector: new Float32Array(),
        meaning: own,
        likeness: null,
        score,
        margin: marginByWords(coverage),
      }
    })
    .sort((one, other) => other.score - one.score)
}

type Coverage = { covered: number; own: number; heading: number }

type Signs = { coverage: Coverage; meaning: number; likeness: number | null }

function scoreOf({ rank }: Piece, { coverage, meaning, likeness }: Signs): number {
  return (
    meaning +
    weights.likeness * (likeness ?? 0) +
    weights.covered * coverage.covered +
    weights.own * coverage.own +
    weights.heading * coverage.heading -
    weights.rank * rank
  )
}

/** A piece that has nearly all words of the question is enough where words cannot be compared by meaning. */
function marginOf({ coverage, meaning, likeness, score }: Signs & { score: number }, median: number): number {
  if (likeness === null)
    return Math.max(rules.meaning.meaning * meaning + rules.meaning.constant, marginByWords(coverage))
  const { both } = rules
  return both.meaning * meaning + both.likeness * likeness + both.ahead * (score - median) + both.constant
}

function marginByWords({ covered, own }: Coverage): number {
  return Math.min(covered - leastByWords.covered, own - leastByWords.own)
}

function coverPiece(
  terms: WeighedTerms,
  piece: Piece,
  { analyzer }: Pick<AnswerParts, 'analyzer'>,
): Coverage {
  const { document } = piece.hit
  const share = (text: string) => coverageOf(terms, new Set(analyzer.analyze(text, document.language)))
  const text = textOf(piece)
  return {
    covered: share([document.title, ...piece.path, text].join('\n')),
    own: share(text),
    heading: share(nearestHeading(piece)),
  }
}

/** The pieces that share most with the question by words, and of the best passages. */
function likeliest(
  terms: WeighedTerms,
  pieces: readonly Piece[],
  parts: Pick<AnswerParts, 'analyzer'>,
): { piece: Piece; coverage: Coverage }[] {
  return pieces
    .map(piece => ({ piece, coverage: coverPiece(terms, piece, parts) }))
    .map(found => ({ ...found, value: found.coverage.covered + found.coverage.own - found.piece.rank / 12 }))
    .sort((one, other) => other.value - one.value)
    .slice(0, mostCompared)
}

type EmbeddedPiece = { vector: Float32Array; tokenBits: Uint8Array | null }

/** Adds the heading, because it names what the piece calls "it". */
async function embedPieces(
  likely: readonly { piece: Piece }[],
  { embedDocuments, tokens }: AnswerParts['embedder'],
  signal: AbortSignal,
): Promise<EmbeddedPiece[]> {
  const texts = likely.map(({ piece }) => `${nearestHeading(piece)}: ${textOf(piece)}`)
  if (tokens !== null) return tokens.embedDocuments(texts, signal)
  return (await embedDocuments(texts, signal)).map(vector => ({ vector, tokenBits: null }))
}

/**
 * Compares every word of the question, in its context, with the words of each piece. Words count by the square of their
 * rarity, because a common word has a close match everywhere.
 */
async function compareWords(
  { question, terms }: AskedPieces,
  texts: readonly EmbeddedPiece[],
  { embedder, analyzer, signal }: Pick<AnswerParts, 'embedder' | 'analyzer'> & { signal: AbortSignal },
): Promise<number[] | null> {
  const tokens = await embedder.tokens?.readQuestion(question, signal)
  const bits = texts.flatMap(({ tokenBits }) => (tokenBits === null ? [] : [tokenBits]))
  if (!tokens || bits.length < texts.length) return null
  const squares = weighWords(question.match(/\S+/g) ?? [], terms, analyzer).map(weight => weight ** 2)
  const counted = tokens.words.map(word => squares[word] ?? 0)
  const isFlat = counted.every(weight => weight === 0)
  return compareTokens(
    { tokens, weights: isFlat ? counted.map(() => 1) : counted, width: embedder.tokens?.width ?? 0 },
    bits,
  )
}

export function nearestHeading({ path, hit }: Pick<Piece, 'path' | 'hit'>): string {
  return path.at(-1) ?? hit.document.title
}

/** The confidence that a piece with this margin answers: from 0.5 when it was quoted, below 0.5 when not. */
export function confidenceOf(margin: number | undefined, { isAnswered }: { isAnswered: boolean }): number {
  if (margin === undefined) return 0
  const confidence = 1 / (1 + Math.exp(-margin))
  const bounded = isAnswered ? Math.max(0.5, confidence) : Math.min(0.49, confidence)
  return Math.round(bounded * 1000) / 1000
}
