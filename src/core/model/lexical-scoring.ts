/** How chunks are scored by words. The search decides the values and hands them to the store with every query. */
export type LexicalScoring = {
  /** How soon repetitions of a term stop counting (BM25's k1). */
  k1: number
  /** How much a long chunk is discounted, 0 to 1 (BM25's b). */
  b: number
  /** What one occurrence counts in the headings above a chunk and in its text. */
  weights: { heading: number; body: number }
  /** A query with more different terms is pasted text; only its first terms are used. */
  mostTerms: number
}

/** Occurrences of one term in a chunk, and how many terms the chunk has, headings included. */
export type TermUse = { heading: number; body: number; length: number }

/** A collection as the formula sees it: its chunks, those that contain the term, and the mean length of a chunk. */
export type TermStatistics = { chunks: number; containing: number; meanLength: number }

/**
 * BM25: what one term adds to the score of a chunk. The statistics are those of the chunk's own collection. A term that
 * more than half of the chunks contain counts almost nothing, but is still better than no term. Stores compute the same
 * value, within rounding; the conformance suite compares them.
 */
export function scoreTerm(
  { heading, body, length }: TermUse,
  statistics: TermStatistics,
  scoring: Pick<LexicalScoring, 'k1' | 'b' | 'weights'>,
): number {
  return termScorer(statistics, scoring)(heading, body, length)
}

/** The same for many chunks: what is equal for all of them is computed once. */
export function termScorer(
  { meanLength, ...counts }: TermStatistics,
  { k1, b, weights }: Pick<LexicalScoring, 'k1' | 'b' | 'weights'>,
): (heading: number, body: number, length: number) => number {
  const rarity = rarityOf(counts)
  return (heading, body, length) => {
    const frequency = weights.heading * heading + weights.body * body
    const discount = k1 * (1 - b + (b * length) / meanLength)
    return (rarity * frequency * (k1 + 1)) / (frequency + discount)
  }
}

/** What a term counts at most, before its frequency. */
export function rarityOf({ chunks, containing }: Omit<TermStatistics, 'meanLength'>): number {
  return Math.max(Math.log((chunks - containing + 0.5) / (containing + 0.5)), leastRarity)
}

const leastRarity = 1e-6

/** A term of the query and the number of chunks that contain it. */
export type TermCount = { term: string; chunks: number }

/** How similar terms are found for a word that no chunk contains. */
export type Nearness = {
  /** Only terms with the same first letters are compared. */
  prefix: number
  /** Letters that may be added, left out or changed. */
  edits: number
  /** How many similar terms are searched: the nearest first, then the most frequent. */
  most: number
}
