import type { Hit } from '../../../core/model/hit.ts'
import type { AnswerParts } from './answer-question.ts'
import { dotProduct, type MeaningScale } from './calibrate-meaning.ts'
import { chooseSentences, type ScoredSentence } from './score-sentences.ts'
import { type WeighedTerms, weighWords } from './weigh-terms.ts'

export type EvidenceVerdict = {
  isAnswered: boolean
  /** 0…1; answered from 0.5. */
  confidence: number
  missingNames: string[]
  /** The word that keeps the passages away from the question, where that decided. */
  unmetWord: string | null
}

/** A word of a question that keeps the sources away from it, and how far: 0…1, mostly below 0.1. */
export type UnmetWord = { word: string; loss: number }

/**
 * Measured with gte-small on questions that three libraries answer and near ones that they do not (test/corpus/knowledge;
 * docs/decisions/008 has the figures): meaning alone tells most, words help where a question is asked in other words than
 * the sources', and a name that no passage has nearly always means that the passages are about something else. Who asks
 * for a number is not answered by sentences without one, and who asks about a word not by passages that leave it unmet.
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

/** Whether the passages answer the question at all. Null: every word of it is met. */
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
  // Words that are met bring the question nearer, but do not make up for what is missing.
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

function strengthOf({ meaning, passageCoverage }: ScoredSentence): number {
  return meaning + rule.coverage * passageCoverage
}

const amount =
  /\d|\b(?:no|none|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|fifty|hundred|thousand|million|half|once|twice|unlimited|infinite|any number|as many|until|century)\b/i

const time =
  /\d|\b(?:century|decade|yesterday|(?:Jan|Febr)uary|March|April|June|July|August|(?:Septem|Octo|Novem|Decem)ber)\b/

const digits = /\d/

/** What an answer must have when only an amount, a time or a number can be one; null when anything can. */
export function numberAskedFor(question: string): RegExp | null {
  if (/\b(?:what|which) (?:\w+ )?(?:port|version|number|telephone)\b/i.test(question)) return digits
  if (/\bwhen (?:was|were|did)\b|\b(?:what|which) (?:\w+ )?(?:year|date|day|month)\b/i.test(question))
    return time
  return /\bhow (?:many|much|long|large|big|old|often|fast|far|high|tall|heavy)\b|\bwhat (?:\w+ )?(?:size|percentage|share|proportion|temperature|price|speed|weight|height) /i.test(
    question,
  )
    ? amount
    : null
}

/** The numbers of figures, sections and notes tell nothing of the subject. */
function withoutReferences(text: string): string {
  return text.replace(
    /\b(?:sections?|figures?|chapters?|tables?|examples?|pages?|fig\.) [\d.]+|\[\d+\]|https?:\S+/gi,
    '',
  )
}

/**
 * What the question calls by name: capitals inside it, identifiers (`http.server`). Where most words have a capital
 * (headlines, German) capitals say nothing.
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

/** Each word of a longer question is too small a part of it to decide anything. */
const mostWords = 12

/**
 * A question near the subject of the sources differs by one word from one that they answer, and that word gives itself
 * away: without it, the best sentence or passage comes nearer to the question. Words that are met pull them apart when
 * they are left out. Returns the word that tells most by its share of the question; null when all of them are met.
 */
export async function findUnmetWord(
  asked: {
    question: string
    vector: Float32Array
    terms: WeighedTerms
    scale: MeaningScale
    hits: readonly Hit[]
    sentences: readonly ScoredSentence[]
  },
  { embedder, analyzer, store }: Pick<AnswerParts, 'embedder' | 'analyzer' | 'store'>,
  signal: AbortSignal,
): Promise<UnmetWord | null> {
  const words = asked.question.split(/\s+/).filter(word => word !== '')
  const stored = await store.loadVectors(asked.hits.map(({ chunk }) => chunk.id))
  const texts = [
    asked.sentences.map(({ vector }) => vector),
    // Passages found by their words may have been embedded by another model.
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

/** Places of the words that carry the question, with their share of its weight. One that is all of it decides nothing. */
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
