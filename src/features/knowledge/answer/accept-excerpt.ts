import type { Excerpt } from './compose-excerpt.ts'
import { numberAskedFor } from './judge-evidence.ts'
import type { Candidate } from './list-candidates.ts'
import { type Matching, negation, type WordMatch } from './match-words.ts'
import { isLightVerb, type QuestionKind } from './parse-question.ts'

/**
 * How likely an excerpt answers, as a logistic function of three signs: whether the passages as a whole answer the question
 * (`judgeEvidence`), how near the excerpt is by meaning, and how far its score is ahead of the best excerpt of another section:
 * where several sections are as good, often none is right. Fitted on the questions of decision 033; other signs added nothing
 * on manuals that were left out of the fit.
 */
const rule = { evidence: 0.3, meaning: 4.8, ahead: 2.75, bar: 4.7, surest: 6.9, farAhead: 0.5 } as const

/**
 * How far an excerpt is above (or below) what an answer needs. `evidence` is the confidence that the passages answer, 0 to 1;
 * `ahead` is null when there is no other section.
 */
export function marginOf({ meaning, evidence, ahead }: Signs): number {
  const odds = Math.log(evidence / (1 - evidence))
  const bounded = Math.max(-rule.surest, Math.min(rule.surest, odds))
  return rule.evidence * bounded + rule.meaning * meaning + rule.ahead * (ahead ?? rule.farAhead) - rule.bar
}

type Signs = { meaning: number; evidence: number; ahead: number | null }

/** The share of the question that an excerpt must have when only words can be compared. */
const leastByWords = { action: 0.5, head: 0.5, object: 0.8, own: 0.7 } as const

/** The same when there is no embedding model: every part of the question is met by its words. */
export function marginByWords(match: WordMatch): number {
  const { action, head, object, own } = leastByWords
  return Math.min(match.action - action, match.head - head, match.object - object, match.own - own)
}

/** The confidence that an excerpt with this margin answers: from 0.5 when it was quoted, below 0.5 when not. */
export function confidenceOf(margin: number | undefined, { isAnswered }: { isAnswered: boolean }): number {
  if (margin === undefined) return 0
  const confidence = 1 / (1 + Math.exp(-margin))
  const bounded = isAnswered ? Math.max(0.5, confidence) : Math.min(0.49, confidence)
  return Math.round(bounded * 1000) / 1000
}

type Asked = { question: string; matching: Matching }

const relations =
  /\b(?:differ\w*|whereas|while|unlike|instead|rather|followed by|shorthand|equivalent|same as|in contrast|compared|combin\w+|then|but|only|plus|except)\b/i
const reasons =
  /\b(?:because|since|due to|so that|in order to|therefore|reasons?|to (?:avoid|prevent)|thus|otherwise|as a result|caus(?:es?|ed)|makes?|made|lets?|allows?|helps?|need(?:s|ed)?|cannot|means?|for (?:security|performance|safety|compatibility)|designed|only (?:after|if|once|when)|not [\w ]{0,30}until)\b|, so\b/i
const locations =
  /[~/\\][\w.]|\b(?:locat|stor|found|sav|kept|keep|resid|liv|sit|hid)\w*\b[^.;]{0,40}\b(?:in|at|on|under|inside|below|to)\b|\b(?:in|at|under|from|into) (?:the|your|its|an?) [\w ]*(?:director|folder|file|menu|tab|page|window|dialog|bar|margin|middle|top|bottom|edge)\w*/i

/**
 * Whether an excerpt cannot answer, however near it is: it denies the action or names its opposite, or it lacks what the kind of
 * question asks for. An amount has a number, a reason has reasons, a place has places, a
 * definition names what it defines.
 */
export function isBarred(
  { question, matching }: Asked,
  { candidate: { near, hit }, match }: { candidate: Candidate; match: WordMatch },
  { parts }: Excerpt,
): boolean {
  const { language } = hit.document
  const text = withoutLinks(parts.map(part => part.text).join('\n'))
  const number = numberAskedFor(question)
  if (match.isDenied || isOffAction(matching, match)) return true
  if (number !== null && !number.test(text)) return true
  if (matching.question.isNegated && !negation.test(`${near}\n${text}`)) return true
  const terms = new Set(matching.analyze(text, language))
  const kinds: Partial<Record<QuestionKind, () => boolean>> = {
    definition: () => matching.question.words.every(({ stem, isWeak }) => isWeak || terms.has(stem)),
    difference: () => relations.test(text) && match.order >= 0.95,
    reason: () => reasons.test(text) || /\bwhy\b/i.test(near),
    place: () => locations.test(text),
  }
  return kinds[matching.question.kind]?.() === false
}

/** What an answer to a question how to do something has at least of the action, and of action and object together. */
const leastDone = { action: 0.3, both: 0.9 } as const

/** Whether it has words of a question how to do something, but not what is to be done. "let" and "make" say too little to be missed. */
function isOffAction({ question }: Matching, { action, object }: WordMatch): boolean {
  if (question.kind !== 'how_to') return false
  const verb = question.words.find(({ role }) => role === 'action')?.word ?? ''
  return action + object < leastDone.both || (action < leastDone.action && !isLightVerb(verb))
}

function withoutLinks(text: string): string {
  return text.replace(/\]\([^()]*\)/g, ']')
}
