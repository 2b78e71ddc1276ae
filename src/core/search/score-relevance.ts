/** What is known of a passage, independent of the other passages and of how rankings were fused. */
export type Evidence = {
  /**
   * Nearness in meaning. `general`: 0 for an unrelated text, 1 for a plain answer, by texts that the model was measured
   * with. `own`: standard deviations above the collection's own chunks, for other languages than the measured texts have.
   * `foreign`: the same for a passage in another language than the question. Null when meaning was not compared.
   */
  meaning: { scale: 'general' | 'own' | 'foreign'; nearness: number } | null
  /** The share of the question's words that the passage has, weighted by rarity, 0 to 1. */
  share: number
  /** How many rare words it has: the sum of their rarity, where nearly 1 is a word that one chunk has. */
  rareWords: number
  /** How many words the question has. */
  words: number
  /** How far the model can be trusted, 0 to 1. With 0, only words count. */
  trust: number
}

type Coefficients = {
  nearness: number
  share: number
  rareWords: number
  shortness: number
  constant: number
}

/**
 * Logistic functions, fitted on judged hits of three development sets and on questions that their libraries cannot
 * answer (docs/decisions/026, `npm run measure -- calibration`). A short question has lower cosines: `shortness` is what
 * one word instead of many makes up for.
 */
const coefficients: Readonly<Record<'general' | 'own' | 'foreign' | 'words', Coefficients>> = {
  general: { nearness: 4, share: 1.1, rareWords: 0.9, shortness: 1.85, constant: -6 },
  own: { nearness: 0.97, share: 1.43, rareWords: 1.26, shortness: 0.6, constant: -5.65 },
  // Words of another language are not expected: as `own` with half of the words.
  foreign: { nearness: 0.97, share: 0, rareWords: 0, shortness: 0.6, constant: -4.2 },
  words: { nearness: 0, share: 2.55, rareWords: 1.61, shortness: 0, constant: -3.65 },
}

/** Below this, a passage does not seem to fit. Chosen so that 95 of 100 nonsense questions have no better passage. */
export const leastFit = 0.075

/** The probability that a passage is relevant, 0 to 1, by what such passages were judged to be. */
export function scoreRelevance(evidence: Evidence): number {
  const byWords = weigh(coefficients.words, evidence)
  const { meaning, trust } = evidence
  const both = meaning === null ? byWords : weigh(coefficients[meaning.scale], evidence)
  const weight = meaning === null ? 0 : trust
  return 1 / (1 + Math.exp(-(weight * both + (1 - weight) * byWords)))
}

function weigh(
  { nearness, share, rareWords, shortness, constant }: Coefficients,
  evidence: Evidence,
): number {
  return (
    nearness * (evidence.meaning?.nearness ?? 0) +
    share * evidence.share +
    rareWords * Math.log1p(evidence.rareWords) +
    shortness / Math.max(1, evidence.words) +
    constant
  )
}
