import { type LexicalScoring, scoreTerm } from '../../../core/model/lexical-scoring.ts'
import type { ScoredKey } from '../common/merge-rankings.ts'
import type { BlockRow } from './postings.ts'
import { blockSize, eachEntry, termKey } from './postings-codec.ts'

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
 * Scores every chunk that contains one of the terms, block by block, and returns the best ones with all ties for the last
 * place, best first. `rows` are the blocks of the terms, in order of block.
 */
export function scoreBlocks(
  rows: readonly BlockRow[],
  asked: readonly string[],
  { scoring, chunks, terms, allowed, limit }: BlockScoring,
): { best: ScoredKey[]; counts: Map<string, number> } {
  const places = new Map(asked.map((term, place) => [termKey(term), place]))
  const containing = new Float64Array(asked.length)
  for (const row of rows) {
    const place = places.get(row.term) ?? 0
    containing[place] = (containing[place] ?? 0) + row.chunks
  }
  const meanLength = terms / chunks
  const sums = new Float64Array(blockSize)
  const best = bestScores(limit)
  for (const group of byBlock(rows)) {
    sums.fill(0)
    // In the order of the question, so that equal chunks get equal sums.
    group.sort((one, other) => (places.get(one.term) ?? 0) - (places.get(other.term) ?? 0))
    for (const { term, entries } of group) {
      const statistics = { chunks, containing: containing[places.get(term) ?? 0] ?? 0, meanLength }
      eachEntry(entries, entry => {
        sums[entry.place] = (sums[entry.place] ?? 0) + scoreTerm(entry, statistics, scoring)
      })
    }
    const first = (group[0]?.block ?? 0) * blockSize
    for (let place = 0; place < blockSize; place++) {
      const score = sums[place] ?? 0
      if (score > 0 && (allowed === null || allowed.has(first + place))) best.add(first + place, score)
    }
  }
  return { best: best.sorted(), counts: new Map(asked.map((term, place) => [term, containing[place] ?? 0])) }
}

function byBlock(rows: readonly BlockRow[]): BlockRow[][] {
  const groups: BlockRow[][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.[0]?.block === row.block) last.push(row)
    else groups.push([row])
  }
  return groups
}

/** Keeps the highest scores with all ties for the last place. */
function bestScores(limit: number) {
  let kept: ScoredKey[] = []
  let least = 0
  function cut(): void {
    kept.sort((one, other) => other.score - one.score)
    least = kept[limit - 1]?.score ?? 0
    kept = kept.filter(({ score }) => score >= least)
  }
  let cutAt = 4 * limit + 1_024
  return {
    add(key: number, score: number): void {
      if (score < least) return
      kept.push({ key, score })
      if (kept.length < cutAt) return
      cut()
      // Many ties must not be sorted again with every chunk.
      cutAt = 2 * kept.length + 1_024
    },
    sorted(): ScoredKey[] {
      cut()
      return kept
    },
  }
}
