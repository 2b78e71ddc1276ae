import { chooseSentences } from './choose-sentences.ts'
import type { ScoredSentence } from './score-sentences.ts'

/**
 * Measured with gte-small on the samples' 28 questions and 20 that they do not answer (test/corpus/knowledge):
 * meaning alone tells most, words help where a question is near the subject but not in it, and a name that no passage
 * has nearly always means that the passages are about something else. Who asks for a
 * number is not answered by sentences without one (near-development.json). docs/decisions/008 has the figures.
 */
const rule = {
  coverage: 0.45,
  missingName: 0.35,
  missingNumber: 0.3,
  threshold: 0.87,
  steepness: 12,
} as const

export type Verdict = {
  isAnswered: boolean
  /** 0…1; answered from 0.5. */
  confidence: number
  missingNames: string[]
}

/** Whether the passages answer the question at all. */
export function judgeEvidence(question: string, sentences: readonly ScoredSentence[]): Verdict {
  const passages = [...new Set(sentences.map(({ hit }) => hit))]
  const text = passages
    .map(({ document, chunk, text }) => [document.title, ...chunk.sectionPath, text].join('\n'))
    .join('\n')
    .toLowerCase()
  const missingNames = namesIn(question).filter(name => !text.includes(name.toLowerCase()))
  const best = sentences.reduce((most, sentence) => Math.max(most, strengthOf(sentence)), 0)
  const isWithoutNumber = asksForNumber(question) && !chooseSentences(sentences).some(hasNumber)
  const strength =
    best - (missingNames.length > 0 ? rule.missingName : 0) - (isWithoutNumber ? rule.missingNumber : 0)
  const confidence = 1 / (1 + Math.exp(-rule.steepness * (strength - rule.threshold)))
  return { isAnswered: confidence >= 0.5, confidence: Math.round(confidence * 1000) / 1000, missingNames }
}

function strengthOf({ meaning, passageCoverage }: ScoredSentence): number {
  return meaning + rule.coverage * passageCoverage
}

/** Whether only a number, a date or a version can be the answer. */
export function asksForNumber(question: string): boolean {
  return /\bhow (?:many|much|long|large|big|old|often|fast|far|high|tall|heavy)\b|\b(?:what|which) (?:\w+ )?(?:year|date|port|number|version|size|percentage|temperature)\b|\bwhen (?:was|were|did)\b/i.test(
    question,
  )
}

function hasNumber({ text }: { text: string }): boolean {
  return /\d|\b(?:no|none|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|fifty|hundred|thousand|million|half|once|twice|unlimited|infinite|any number|as many|until|century)\b/i.test(
    text,
  )
}

/**
 * What the question calls by name: capitals inside it, identifiers (`http.server`). Where most words have a capital
 * (headlines, German) capitals say nothing.
 */
export function namesIn(question: string): string[] {
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
