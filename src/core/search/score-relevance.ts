/** What is known of a passage. Only `place` depends on the other passages. */
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
  /** How similar the passage's words are to those of the question, 0 to 1. Null when they were not compared. */
  likeness: number | null
  /** The same for the word of the question that is least like any of the passage's. */
  leastLikeness: number | null
  /** Its place in the order of the answer, from 0. */
  place: number
}

type Coefficients = {
  nearness: number
  share: number
  /** Of the logarithm, because the third word says less than the first. */
  rareWords: number
  /** What a question of one word has more than a long one: its cosines are lower. */
  shortness: number
  likeness: number
  constant: number
}

/**
 * Logistic functions, fitted on judged hits of three development sets, on questions about manuals and on questions that
 * their libraries cannot answer (docs/decisions/026). `likened` is used when words were compared too.
 */
const coefficients: Readonly<Record<'likened' | 'both' | 'words', Coefficients>> = {
  likened: { nearness: 3.5, share: 1, rareWords: 0.7, shortness: 2.4, likeness: 4, constant: -6.4 },
  both: { nearness: 4, share: 1.1, rareWords: 0.9, shortness: 1.85, likeness: 0, constant: -5.6 },
  words: { nearness: 0, share: 2.55, rareWords: 1.61, shortness: 0, likeness: 0, constant: -3.25 },
}

/** How much less likely a passage is relevant than the first: by the logarithm of its place. */
const later = 0.45

/** A passage with less does not seem to fit. On the development sets, 95 of 100 nonsense questions find none that fits. */
export const leastFit = 0.11

/**
 * What the least likeness adds to the logarithm of the odds that a passage fits, and the one that adds nothing. A passage
 * that fits has something like every word of the question; words that were mixed find passages that have one of them.
 */
const whole = { weight: 8, usual: 0.22 }

/** The probability that a passage is relevant, 0 to 1, by what such passages were judged to be. */
export function scoreRelevance(evidence: Omit<Evidence, 'leastLikeness'>): number {
  return 1 / (1 + Math.exp(-logOddsOf(evidence)))
}

/** Whether a passage seems to fit. It is another question than how probable it is that this one of many is relevant. */
export function doesFit({ leastLikeness, ...evidence }: Evidence): boolean {
  const wholeness = leastLikeness === null ? 0 : whole.weight * (leastLikeness - whole.usual)
  return logOddsOf(evidence) + evidence.trust * wholeness >= Math.log(leastFit / (1 - leastFit))
}

function logOddsOf(evidence: Omit<Evidence, 'leastLikeness'>): number {
  const trust = evidence.nearness === null ? 0 : evidence.trust
  const meaning = weigh(evidence.likeness === null ? coefficients.both : coefficients.likened, evidence)
  const sum = trust * meaning + (1 - trust) * weigh(coefficients.words, evidence)
  return sum - later * Math.log1p(evidence.place)
}

function weigh(
  { nearness, share, rareWords, shortness, likeness, constant }: Coefficients,
  evidence: Omit<Evidence, 'leastLikeness'>,
): number {
  return (
    nearness * (evidence.nearness ?? 0) +
    share * evidence.share +
    rareWords * Math.log1p(evidence.rareWords) +
    shortness / Math.max(1, evidence.words) +
    likeness * (evidence.likeness ?? 0) +
    constant
  )
}
