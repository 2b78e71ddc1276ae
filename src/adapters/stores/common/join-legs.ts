import type { Candidate, Direction, Ranking } from '../../../core/ports/store.ts'
import type { RankedChunk, ScoredKey } from './merge-rankings.ts'

/** A chunk key with its vector and the cosine between that and the question's. */
export type ComparedKey = ScoredKey & { vector: Direction }

/** A chunk in the ranking by vector. */
export type ComparedChunk = RankedChunk & ComparedKey

/** The ranking by words, and the terms that were used, dropped and added. */
export type WordsRanking = {
  ranked: RankedChunk[]
  terms: Omit<NonNullable<Ranking['lexical']>, 'chunks'>
}

/** The ranking by words, with the vectors of its chunks when the question has a vector. */
export type LexicalLeg = WordsRanking & { compared: ComparedKey[] }

/** The keys of the best chunks of each leg, each once. Legs are sorted best first. */
export function bestKeys(legs: readonly (readonly RankedChunk[])[], count: number): number[] {
  return [...new Set(legs.flatMap(ranked => ranked.slice(0, count).map(({ key }) => key)))]
}

/** Each chunk once, with the scores of both legs. `chunks` is how many the collections have. */
export function joinLegs(
  {
    lexical,
    dense,
    bits,
  }: {
    lexical: LexicalLeg | null
    dense: readonly ComparedChunk[] | null
    bits: ReadonlyMap<number, Uint8Array>
  },
  chunks: number,
): Ranking {
  const compared = new Map<number, ComparedKey>()
  for (const row of lexical?.compared ?? []) compared.set(row.key, row)
  const candidates = new Map<number, Candidate>()
  for (const { key, chunkId, documentId, language, score, vector } of dense ?? [])
    candidates.set(key, { chunkId, documentId, language, lexical: null, dense: score, vector })
  for (const { key, chunkId, documentId, language, score } of lexical?.ranked ?? []) {
    const known = candidates.get(key)
    if (known !== undefined) known.lexical = score
    else {
      const { score: cosine = null, vector = null } = compared.get(key) ?? {}
      candidates.set(key, { chunkId, documentId, language, lexical: score, dense: cosine, vector })
    }
  }
  for (const [key, tokenBits] of bits) {
    const candidate = candidates.get(key)
    if (candidate !== undefined) candidate.tokenBits = tokenBits
  }
  return { candidates: [...candidates.values()], lexical: lexical && { ...lexical.terms, chunks } }
}
