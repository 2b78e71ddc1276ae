import { type LexicalScoring, termScorer } from '../../../core/model/lexical-scoring.ts'
import type { ScoredKey } from '../common/merge-rankings.ts'
import type { TermBlocks } from './kept-postings.ts'
import { blockSize } from './postings-codec.ts'

export type BlockScoring = {
  scoring: LexicalScoring
  /** Chunks of the collection, and all their terms. */
  chunks: number
  terms: number
  /** The keys of the chunks that may be returned; null: all. */
  allowed: ReadonlySet<number> | null
  limit: number
}

/**
 * Scores every chunk that contains one of the terms, and returns the best ones with all ties for the last place, best
 * first. `lists` has the entries of each term, in the order of the question, so that equal chunks get equal sums.
 */
export function scoreBlocks(
  lists: readonly TermBlocks[],
  { scoring, chunks, terms, allowed, limit }: BlockScoring,
): { best: ScoredKey[]; counts: number[] } {
  const counts = lists.map(list => list.chunks.reduce((sum, count) => sum + count, 0))
  const firstBlock = Math.min(...lists.map(({ blocks }) => blocks[0] ?? Number.POSITIVE_INFINITY))
  const lastBlock = Math.max(...lists.map(({ blocks }) => blocks.at(-1) ?? Number.NEGATIVE_INFINITY))
  if (firstBlock > lastBlock) return { best: [], counts }
  const sums = takeSums((lastBlock - firstBlock + 1) * blockSize)
  for (const [place, list] of lists.entries()) {
    const statistics = { chunks, containing: counts[place] ?? 0, meanLength: terms / chunks }
    addScores(sums, { ...list, firstBlock }, termScorer(statistics, scoring))
  }
  const best = bestScores(limit)
  const first = firstBlock * blockSize
  let least = Number.MIN_VALUE
  for (let place = 0; place < sums.length; place++) {
    const score = sums[place] ?? 0
    if (score >= least && (allowed === null || allowed.has(first + place)))
      least = best.add(first + place, score)
  }
  return { best: best.sorted(), counts }
}

let kept = new Float64Array(0)

/** Memory for the sums of one search: new memory for each took longer than scoring. */
function takeSums(length: number): Float64Array {
  if (kept.length < length) kept = new Float64Array(length + (length >> 2))
  return kept.subarray(0, length).fill(0)
}

/** Entries are four numbers of seven bits a byte, the lowest first (`postings-codec.ts`). */
function addScores(
  sums: Float64Array,
  { blocks, ends, entries, firstBlock }: TermBlocks & { firstBlock: number },
  score: (heading: number, body: number, length: number) => number,
): void {
  let at = 0
  for (let index = 0; index < blocks.length; index++) {
    const end = ends[index] ?? 0
    const first = ((blocks[index] ?? 0) - firstBlock) * blockSize
    while (at < end) {
      let place = entries[at++] ?? 0
      // A block has 1,024 places.
      if (place >= 128) place = (place & 127) | ((entries[at++] ?? 0) << 7)
      let body = entries[at++] ?? 0
      if (body >= 128) [body, at] = longNumber(entries, at - 1)
      let heading = entries[at++] ?? 0
      if (heading >= 128) [heading, at] = longNumber(entries, at - 1)
      let length = entries[at++] ?? 0
      if (length >= 128) {
        const next = entries[at++] ?? 0
        length = (length & 127) | ((next & 127) << 7)
        if (next >= 128) [length, at] = longNumber(entries, at - 2)
      }
      sums[first + place] = (sums[first + place] ?? 0) + score(heading, body, length)
    }
  }
}

/** A number of any length, and where it ends. */
function longNumber(entries: Uint8Array, from: number): [number, number] {
  let value = 0
  let at = from
  for (let shift = 1; ; shift *= 128) {
    const byte = entries[at++] ?? 0
    value += (byte & 127) * shift
    if (byte < 128) return [value, at]
  }
}

/** Keeps the highest scores with all ties for the last place. */
function bestScores(limit: number) {
  let kept: ScoredKey[] = []
  let least = Number.MIN_VALUE
  function cut(): void {
    kept.sort((one, other) => other.score - one.score)
    least = kept[limit - 1]?.score ?? least
    kept = kept.filter(({ score }) => score >= least)
  }
  let cutAt = 4 * limit + 1_024
  return {
    /** Returns the score below which no other is kept. */
    add(key: number, score: number): number {
      kept.push({ key, score })
      if (kept.length < cutAt) return least
      cut()
      // Many ties must not be sorted again with every chunk.
      cutAt = 2 * kept.length + 1_024
      return least
    },
    sorted(): ScoredKey[] {
      cut()
      return kept
    },
  }
}
