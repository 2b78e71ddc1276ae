/** What is known of a passage, independent of the other passages and of how rankings were fused. */
export type Evidence = {
  /** Nearness in meaning: 0 for an unrelated text, 1 for a plain answer. Null when meaning was not compared. */
  nearness: number | null
  /** How far the nearness can be trusted, 0 to 1. */
  trust: number
  /** The share of the question's words that the passage has, weighted by rarity, 0 to 1. */
  share: number
  /** How many rare words it has: the sum of their rarity, where nearly 1 is a word that one chunk has. */
  rareWords: number
  /** How many words the question has. */
  words: number
}

type Coefficients = {
  nearness: number
  share: number
  /** Of the logarithm, because the third word says less than the first. */
  rareWords: number
  /** What a question of one word has more than a long one: its cosines are lower. */
  shortness: number
  constant: number
}

/**
 * Logistic functions, fitted on judged hits of three development sets and on questions that their libraries cannot
 * answer (docs/decisions/026).
 */
const coefficients: Readonly<Record<'both' | 'words', Coefficients>> = {
  both: { nearness: 4, share: 1.1, rareWords: 0.9, shortness: 1.85, constant: -6 },
  words: { nearness: 0, share: 2.55, rareWords: 1.61, shortness: 0, constant: -3.65 },
}

/** A passage with less does not seem to fit. On the development sets, 95 of 100 nonsense questions find none with more. */
export const leastFit = 0.075

/** The probability that a passage is relevant, 0 to 1, by what such passages were judged to be. */
export function scoreRelevance(evidence: Evidence): number {
  const trust = evidence.nearness === null ? 0 : evidence.trust
  const sum = trust * weigh(coefficients.both, evidence) + (1 - trust) * weigh(coefficients.words, evidence)
  return 1 / (1 + Math.exp(-sum))
}

function weigh(
  { nearness, share, rareWords, shortness, constant }: Coefficients,
  evidence: Evidence,
): number {
  return (
    nearness * (evidence.nearness ?? 0) +
    share * evidence.share +
    rareWords * Math.log1p(evidence.rareWords) +
    shortness / Math.max(1, evidence.words) +
    constant
  )
}
