import type { Hit } from '../model/hit.ts'
import { calibrateMeaning } from './calibrate-meaning.ts'
import { scoreSentences } from './score-sentences.ts'
import type { AnswerParts } from './types.ts'

/** A hit with the place it was found in, and the one that its best sentence gives it. */
export type Reranked = { hit: Hit; original: number; score: number }

/**
 * Reads each passage sentence by sentence and ranks it by the one that is nearest to the question, together with the
 * score it was found with: a long passage with one exact sentence comes up.
 */
export async function rerankBySentence(
  question: string,
  hits: readonly Hit[],
  parts: Pick<AnswerParts, 'embedder' | 'analyzer'>,
  signal: AbortSignal,
): Promise<Reranked[]> {
  const [scale, vector] = await Promise.all([
    calibrateMeaning(parts.embedder),
    parts.embedder.embedQuery(question, signal),
  ])
  const terms = { weights: new Map<string, number>(), languages: [] }
  const sentences = await scoreSentences({ vector, terms, scale }, hits, parts, signal)
  const best = new Map<Hit, number>()
  for (const { hit, meaning } of sentences) best.set(hit, Math.max(best.get(hit) ?? 0, meaning))
  return hits
    .map(hit => {
      const nearest = Math.min(1, Math.max(0, (best.get(hit) ?? 0) / 1.5))
      return { hit, original: hit.score, score: Math.round(((hit.score + nearest) / 2) * 1e6) / 1e6 }
    })
    .sort((one, other) => other.score - one.score || (one.hit.chunk.id < other.hit.chunk.id ? -1 : 1))
}
