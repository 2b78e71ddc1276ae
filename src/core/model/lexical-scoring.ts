/** How chunks are scored by words. The search decides the values and hands them to the store with every query. */
export type LexicalScoring = {
  /** How soon repetitions of a term stop counting (BM25's k1). */
  k1: number
  /** How much a long chunk is discounted, 0 to 1 (BM25's b). */
  b: number
  /** What one occurrence counts in the headings above a chunk and in its text. */
  weights: { heading: number; body: number }
  limits: TermLimits
}

/** How much of the index a query may read. Common terms beyond the limits do not select chunks, or are dropped. */
export type TermLimits = {
  /** A query with more different terms is pasted text; only its first terms are used. */
  terms: number
  /** Chunks that may be scored. */
  findingRows: number
  /** Index entries that may be read to score them. */
  scoringRows: number
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
  { chunks, containing, meanLength }: TermStatistics,
  { k1, b, weights }: Pick<LexicalScoring, 'k1' | 'b' | 'weights'>,
): number {
  const rarity = Math.max(Math.log((chunks - containing + 0.5) / (containing + 0.5)), leastRarity)
  const frequency = weights.heading * heading + weights.body * body
  const discount = k1 * (1 - b + (b * length) / meanLength)
  return (rarity * frequency * (k1 + 1)) / (frequency + discount)
}

const leastRarity = 1e-6

/** A term of the query and the number of chunks that contain it. */
export type TermCount = { term: string; chunks: number }

export type TermPlan = {
  /** A chunk must contain one of these: rare terms, which select few chunks. */
  finding: string[]
  /** Terms that count in the score; a superset of `finding`. */
  scoring: string[]
  /** Terms that are left out because they are too common. */
  dropped: string[]
}

/**
 * Decides which terms of a query select chunks of a collection. Considers the rarest terms first. With at most
 * `findingRows` chunks, no term is dropped. In a larger collection, rare terms select chunks as long as they are within
 * the limit, common ones only add to the score, and the most common are dropped. One more common term selects when the
 * rare ones match fewer than `wanted` chunks, unless it alone exceeds five times the limit.
 */
export function planTerms(
  counts: readonly TermCount[],
  collection: { chunks: number; wanted: number },
  limits: Pick<TermLimits, 'findingRows' | 'scoringRows'>,
): TermPlan {
  const present = counts.filter(count => count.chunks > 0).sort(rarestFirst)
  const all = present.map(count => count.term)
  if (collection.chunks <= limits.findingRows) return { finding: all, scoring: all, dropped: [] }
  const finding = countFinding(present, collection.wanted, limits.findingRows)
  const scoring = Math.max(finding, countWithin(present, limits.scoringRows))
  return { finding: all.slice(0, finding), scoring: all.slice(0, scoring), dropped: all.slice(scoring) }
}

function rarestFirst(a: TermCount, b: TermCount): number {
  return a.chunks - b.chunks || (a.term < b.term ? -1 : 1)
}

function countFinding(present: readonly TermCount[], wanted: number, limit: number): number {
  const kept = countWithin(present, limit)
  const found = present.slice(0, kept).reduce((sum, count) => sum + count.chunks, 0)
  const next = present[kept]
  const helps = next !== undefined && found < wanted && next.chunks <= 5 * limit
  return Math.max(1, helps ? kept + 1 : kept)
}

function countWithin(present: readonly TermCount[], limit: number): number {
  let rows = 0
  const end = present.findIndex(count => {
    rows += count.chunks
    return rows > limit
  })
  return end === -1 ? present.length : end
}

/** How similar terms are found for a word that no chunk contains. */
export type Nearness = {
  /** Only terms with the same first letters are compared. */
  prefix: number
  /** Letters that may be added, left out or changed. */
  edits: number
  /** How many similar terms are searched: the nearest first, then the most frequent. */
  most: number
}
