import type { Hit } from '../../../core/model/hit.ts'
import type { AnswerParts } from './answer-question.ts'
import { dotProduct, type MeaningScale } from './calibrate-meaning.ts'
import { chooseSentences, type ScoredSentence } from './score-sentences.ts'
import { type WeighedTerms, weighWords } from './weigh-terms.ts'

export type EvidenceVerdict = {
  isAnswered: boolean
  /** 0 to 1; answered from 0.5. */
  confidence: number
  missingNames: string[]
  /** The question word that the passages do not cover, if it decided the verdict. */
  unmetWord: string | null
}

/** A question with the passages that were found for it, and their sentences. */
export type AskedEvidence = {
  question: string
  vector: Float32Array
  terms: WeighedTerms
  scale: MeaningScale
  hits: readonly Hit[]
  sentences: readonly ScoredSentence[]
}

/**
 * A word of the question that the sources do not cover, and how much that lowers the match: 0 to 1, mostly below 0.1.
 */
export type UnmetWord = { word: string; loss: number }

/**
 * Measured with gte-small on questions that three libraries answer and similar ones that they do not answer
 * (src/features/knowledge/test/corpus; figures in docs/decisions/008). Meaning is the strongest signal. Words help when
 * the question uses other words than the sources. A name that no passage contains nearly always means that the passages
 * are about something else. A question for a number is not answered by sentences without one.
 */
const rule = {
  coverage: 0.45,
  missingName: 0.35,
  missingNumber: 0.3,
  metWords: 0.09,
  unmetWord: 6,
  threshold: 0.87,
  steepness: 12,
} as const

/** Judges whether the passages answer the question. `unmet` is null when every word of the question is covered. */
export function judgeEvidence(
  question: string,
  sentences: readonly ScoredSentence[],
  unmet: UnmetWord | null | 'not_asked',
): EvidenceVerdict {
  const passages = [...new Set(sentences.map(({ hit }) => hit))]
  const text = passages
    .map(({ document, chunk, text }) => [document.title, ...chunk.sectionPath, text].join('\n'))
    .join('\n')
    .toLowerCase()
  const missingNames = properNamesIn(question).filter(name => !text.includes(name.toLowerCase()))
  const best = sentences.reduce((most, sentence) => Math.max(most, strengthOf(sentence)), 0)
  const number = numberAskedFor(question)
  const isWithoutNumber =
    number !== null && !chooseSentences(sentences).some(({ text }) => number.test(withoutReferences(text)))
  const missing =
    (missingNames.length > 0 ? rule.missingName : 0) + (isWithoutNumber ? rule.missingNumber : 0)
  const words = unmet === 'not_asked' ? 0 : rule.metWords - rule.unmetWord * (unmet?.loss ?? 0)
  // Covered words raise the strength, but do not compensate for a missing name or number.
  const strength = best - missing + (missing > 0 ? Math.min(0, words) : words)
  const confidence = 1 / (1 + Math.exp(-rule.steepness * (strength - rule.threshold)))
  const isAnswered = confidence >= 0.5
  return {
    isAnswered,
    confidence: Math.round(confidence * 1000) / 1000,
    missingNames,
    unmetWord: isAnswered || unmet === 'not_asked' ? null : (unmet?.word ?? null),
  }
}

/** Judges with the words of the question, one by one, when the passages seem to answer it and the model is at hand. */
export async function judgeClosely(
  asked: AskedEvidence,
  parts: Pick<AnswerParts, 'embedder' | 'analyzer' | 'store'>,
  signal: AbortSignal,
): Promise<EvidenceVerdict> {
  const { question, sentences } = asked
  const { isLocal } = parts.embedder
  const first = judgeEvidence(question, sentences, isLocal ? null : 'not_asked')
  if (!first.isAnswered || !isLocal) return first
  return judgeEvidence(question, sentences, await findUnmetWord(asked, parts, signal))
}

function strengthOf({ meaning, passageCoverage }: ScoredSentence): number {
  return meaning + rule.coverage * passageCoverage
}

const amount =
  /\d|\b(?:none|zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|fifty|hundred|thousand|million|half|twice|unlimited|infinite|any number|as many|until|century)\b|\bno (?:more|limit|maximum)\b|(?<!\bat )\bonce\b|\bone\b(?! (?:of|another|can|may|must|should|would|might|or))/i

const time =
  /\d|\b(?:century|decade|yesterday|(?:Jan|Febr)uary|March|April|June|July|August|(?:Septem|Octo|Novem|Decem)ber)\b/

const digits = /\d/

const duration =
  /\d|\b(?:second|minute|hour|day|night|week|month|year|decade|centur|until|forever|permanent|indefinite|inch|feet|foot|met(?:er|re)|character|byte|bit|line|word|page)/i

const frequency = new RegExp(
  `${amount.source}|\\b(?:every|each|always|never|(?:dai|hour|week|month|year|annual|regular)ly)\\b`,
  'i',
)

/** "Which tool measures how much …" asks for a tool. */
const asksForOther =
  /^\s*(?:which|who\w*|where|why|how (?:do|does|did|can|could|should|would|to|is|are))\b[^?]*\bhow (?:many|much|long|large|big|old|often|fast|far|high|tall|heavy)\b/i

/**
 * Returns the pattern that an answer must match when the question asks for an amount, a time or a number; otherwise
 * null.
 */
export function numberAskedFor(question: string): RegExp | null {
  if (asksForOther.test(question)) return null
  if (/\b(?:what|which) (?:\w+ )?(?:port|version|number|telephone)\b/i.test(question)) return digits
  if (/\bwhen (?:was|were|did)\b|\b(?:what|which) (?:\w+ )?(?:year|date|day|month)\b/i.test(question))
    return time
  if (/\bhow (?:often|frequently)\b/i.test(question)) return frequency
  if (/\bhow long\b/i.test(question)) return duration
  return /\bhow (?:many|much|long|large|big|old|often|fast|far|high|tall|heavy)\b|\bwhat (?:is|are|was|were) the (?:\w+ )?(?:number|size|length|amount|limit|maximum|minimum)\b|\bwhat (?:\w+ )?(?:size|percentage|share|proportion|temperature|price|speed|weight|height) /i.test(
    question,
  )
    ? amount
    : null
}

/** Removes the numbers of figures, sections and footnotes, which do not answer a question. */
function withoutReferences(text: string): string {
  return text.replace(
    /\b(?:sections?|figures?|chapters?|tables?|examples?|pages?|fig\.) [\d.]+|\[\d+\]|https?:\S+/gi,
    '',
  )
}

/**
 * Returns the names in a question: capitalised words and identifiers (`http.server`). Ignores capitals when most words
 * have one (headlines, German).
 */
export function properNamesIn(question: string): string[] {
  const words = question.match(/[\p{L}\p{N}][\p{L}\p{N}_.+#-]*/gu) ?? []
  const cleaned = words.map(word => word.replace(/[.-]+$/, ''))
  const capital = (word: string) => /^\p{Lu}/u.test(word)
  const isShouting = cleaned.filter(capital).length > cleaned.length / 2
  return cleaned.filter((word, index) => {
    if (word.length < 2) return false
    if (/\p{Ll}\p{Lu}|\p{L}{2}[._]\p{L}{2}/u.test(word)) return true
    return index > 0 && !isShouting && capital(word) && !sentenceStarts(question, word)
  })
}

function sentenceStarts(question: string, word: string): boolean {
  const at = question.indexOf(word)
  return at > 0 && /[.!?:]\s*$/.test(question.slice(0, at))
}

/** Only the weightiest words are tested; others change the question too little. */
const mostWords = 12

/**
 * Finds the word of a question that the sources do not cover. An unanswerable question often differs from an answerable
 * one by one word. Without that word, the best sentence or passage is closer to the question; without a covered word it
 * is farther away. Returns the word with the largest weighted gain, or null when all words are covered.
 */
export async function findUnmetWord(
  asked: Omit<AskedEvidence, 'sentences'> & { sentences: readonly { vector: Float32Array }[] },
  { embedder, analyzer, store }: Pick<AnswerParts, 'embedder' | 'analyzer' | 'store'>,
  signal: AbortSignal,
): Promise<UnmetWord | null> {
  const words = asked.question.split(/\s+/).filter(word => word !== '')
  const stored = await store.loadVectors(asked.hits.map(({ chunk }) => chunk.id))
  const texts = [
    asked.sentences.map(({ vector }) => vector),
    // Passages found by words may have been embedded with another model.
    [...stored.values()].filter(({ length }) => length === asked.vector.length),
  ].filter(vectors => vectors.length > 0)
  const nearest = (question: Float32Array) =>
    texts.map(vectors => asked.scale(Math.max(...vectors.map(vector => dotProduct(question, vector)))))
  const withAll = nearest(asked.vector)
  const losses = await Promise.all(
    weightiest(words, asked.terms, analyzer).map(async ({ place, share }) => {
      const rest = await embedder.embedQuery(words.toSpliced(place, 1).join(' '), signal)
      const gains = nearest(rest).map((value, index) => value - (withAll[index] ?? 0))
      return { word: bare(words[place] ?? ''), loss: share * Math.max(...gains) }
    }),
  )
  return losses.filter(({ loss }) => loss > 0).sort((one, other) => other.loss - one.loss)[0] ?? null
}

/**
 * Returns the positions of the weightiest words, with their share of the question's weight. A word that has all the
 * weight is skipped.
 */
function weightiest(
  words: readonly string[],
  terms: WeighedTerms,
  analyzer: AnswerParts['analyzer'],
): { place: number; share: number }[] {
  const weights = weighWords(words, terms, analyzer)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights
    .map((weight, place) => ({ place, share: weight / total }))
    .filter(({ share }) => share > 0 && share < 1)
    .sort((one, other) => other.share - one.share || one.place - other.place)
    .slice(0, mostWords)
}

function bare(word: string): string {
  return word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}
