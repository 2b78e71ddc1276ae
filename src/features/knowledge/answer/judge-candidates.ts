import type { AnswerParts } from './answer-question.ts'
import { dotProduct, type MeaningScale } from './calibrate-meaning.ts'
import { composeExcerpt, type Excerpt, leansBack } from './compose-excerpt.ts'
import { numberAskedFor } from './judge-evidence.ts'
import type { Candidate } from './list-candidates.ts'
import { type Matching, matchWords, negation, type WordMatch } from './match-words.ts'
import type { QuestionKind } from './parse-question.ts'

/** An excerpt that may answer the question, and how well it does. */
export type JudgedExcerpt = Excerpt & {
  candidate: Candidate
  match: WordMatch
  /** Similarity of meaning to the question on the scale of `calibrateMeaning`; of the sentence found and of the excerpt. */
  meaning: number
  /** The same for the headings alone. */
  topic: number
  score: number
  isAnswer: boolean
}

/** How much each sign adds to the score. Chosen on the manuals of decision 028 that were used while developing. */
const rule = {
  topic: 0.2,
  object: 0.3,
  action: 0.2,
  own: 0.2,
  order: 0.5,
  /** For the first sentence below a heading that names what is asked for. */
  lead: 0.2,
  /** For a sentence that tells a reader who asks how to do something what to do. */
  instructs: 0.2,
  /** Taken off a sentence that needs another one, and off a mere remark. */
  leaning: 0.1,
} as const

/** What an answer needs at least, however high its score is. */
const least = {
  action: 0.5,
  head: 0.5,
  object: 0.54,
  /** The largest share of the object's weight that one word that is not met may have. */
  unmet: 0.34,
} as const

/**
 * The least score and meaning, by what the words show. Below a heading that names what is asked for, and in a sentence that
 * has the words of the question in their order, the meaning may be further away.
 */
const bars = {
  /** The headings name the subject, and action and head of the object are met: the other words may be put differently. */
  titled: { topic: 0.75, score: 1.7, meaning: 0.8 },
  any: { order: 0.5, score: 1.7, meaning: 0.72 },
  near: { score: 1.7, meaning: 0.85 },
  below: { heading: 0.6, topic: 0.6, score: 1.7, meaning: 0.65 },
  literal: { own: 0.7, order: 0.7, object: 0.8, action: 0.8, score: 1.7, meaning: 0.66 },
} as const

/**
 * A question for a fact is often asked in other words than its answer. The best excerpt answers it too when its meaning is
 * near and every other section is far behind.
 */
const fact = { meaning: 0.8, object: 0.35, score: 1.3, ahead: 0.12 } as const
const factKinds: ReadonlySet<QuestionKind> = new Set([
  'definition',
  'quantity',
  'reason',
  'place',
  'person',
  'choice',
  'yes_no',
  'other',
])

/** How many candidates are compared by meaning, and how many of these as excerpts and word by word. */
const mostEmbedded = 60
const mostCompared = 8
/** Similarities of words in context from which a word counts as met by meaning, and from which fully. */
const alike = { from: 0.8, fully: 0.9, worth: 0.8 } as const

type Asked = { question: string; matching: Matching }
type Model = { embedder: AnswerParts['embedder']; signal: AbortSignal }
type AskedByMeaning = Asked & { vector: Float32Array; scale: MeaningScale }

/** Compares candidates with the question, and returns the best as excerpts, best first. */
export async function judgeCandidates(
  asked: AskedByMeaning,
  candidates: readonly Candidate[],
  { embedder, signal }: Model,
): Promise<JudgedExcerpt[]> {
  const embed = async (texts: readonly string[]) => {
    const vectors = await embedder.embedDocuments(texts, signal)
    return vectors.map(vector => asked.scale(dotProduct(asked.vector, vector)))
  }
  const likely = likeliest(asked, candidates)
  const topics = [...new Set(likely.map(topicOf))]
  const meanings = await embed([
    ...likely.map(candidate => withHeading(candidate, candidate.part.text)),
    ...topics,
  ])
  const first = likely
    .map((candidate, place) => {
      const topic = meanings[likely.length + topics.indexOf(topicOf(candidate))] ?? 0
      const match = matchWords(candidate, asked.matching, null)
      return { candidate, topic, meaning: meanings[place] ?? 0, match }
    })
    .map(found => ({ ...found, score: scoreOf(found, asked.matching.question.kind) }))
    .sort((one, other) => other.score - one.score)
  const composed = first
    .flatMap(found => {
      const excerpt = composeExcerpt(found.candidate)
      return excerpt === null ? [] : [{ ...found, excerpt }]
    })
    .slice(0, mostCompared)
  const texts = composed.map(({ candidate, excerpt }) =>
    withHeading(candidate, excerpt.parts.map(({ text }) => text).join(' ')),
  )
  const [whole, likeness] = await Promise.all([
    embed(texts),
    compareWords(asked, texts, { embedder, signal }),
  ])
  const judged = composed
    .map(({ excerpt, ...found }, place) => {
      const meaning = (found.meaning + (whole[place] ?? 0)) / 2
      const match = matchWords(found.candidate, asked.matching, likeness?.[place] ?? null)
      const judged = { ...found, match, meaning }
      const score = scoreOf(judged, asked.matching.question.kind)
      return { ...excerpt, ...judged, score, isAnswer: isAnswer(asked, { ...judged, score }, excerpt) }
    })
    .sort((one, other) => other.score - one.score)
  return acceptFact(asked, judged)
}

/** The same without an embedding model: the meaning is estimated from the words that a sentence has. */
export function judgeByWords(asked: Asked, candidates: readonly Candidate[]): JudgedExcerpt[] {
  return candidates
    .flatMap(candidate => {
      const excerpt = composeExcerpt(candidate)
      if (excerpt === null) return []
      const match = matchWords(candidate, asked.matching, null)
      const found = { candidate, match, meaning: match.own, topic: match.heading }
      const score = scoreOf(found, asked.matching.question.kind)
      return { ...excerpt, ...found, score, isAnswer: isAnswer(asked, { ...found, score }, excerpt) }
    })
    .sort((one, other) => other.score - one.score)
}

const steepness = 8

/** The confidence that the best excerpt answers: from 0.5 when it was judged to, below 0.5 when not. */
export function confidenceOf(
  best: JudgedExcerpt | undefined,
  { isAnswered }: { isAnswered: boolean },
): number {
  if (best === undefined) return 0
  const confidence = 1 / (1 + Math.exp(-steepness * (best.score - bars.any.score)))
  const bounded = isAnswered ? Math.max(0.5, confidence) : Math.min(0.49, confidence)
  return Math.round(bounded * 1000) / 1000
}

/** Returns the candidates that share most with the question by words; all when there are few. */
function likeliest({ matching }: Asked, candidates: readonly Candidate[]): Candidate[] {
  if (candidates.length <= mostEmbedded) return [...candidates]
  return candidates
    .map((candidate, place) => {
      const { object, own, action, order } = matchWords(candidate, matching, null)
      return { candidate, value: object + own + order + 0.5 * action - place / candidates.length }
    })
    .sort((one, other) => other.value - one.value)
    .slice(0, mostEmbedded)
    .map(({ candidate }) => candidate)
}

/** The similarity of each word of the question to the nearest word of each text, 0 to 1; null when it is unknown. */
async function compareWords(
  { question, matching }: Asked,
  texts: readonly string[],
  { embedder, signal }: Model,
): Promise<number[][] | null> {
  if (embedder.compareWords === null || texts.length === 0) return null
  const words = question.replace(/[?!.]+$/, '').split(/\s+/)
  const compared = await embedder.compareWords(words, texts, signal)
  return compared.map(likeness =>
    matching.question.words.map(({ word }) => {
      const value = likeness[words.findIndex(token => token.includes(word))] ?? 0
      return alike.worth * Math.min(1, Math.max(0, (value - alike.from) / (alike.fully - alike.from)))
    }),
  )
}

/** Marks the best excerpt as an answer when the question asks for a fact and it stands out. */
function acceptFact(asked: Asked, judged: readonly JudgedExcerpt[]): JudgedExcerpt[] {
  const [best, ...others] = judged
  if (best === undefined || best.isAnswer || !factKinds.has(asked.matching.question.kind)) return [...judged]
  const { match, meaning, score, candidate } = best
  const section = (excerpt: JudgedExcerpt) => [excerpt.hit.document.id, ...excerpt.path].join('\n')
  const next = others.find(other => section(other) !== section(best))
  const isFact =
    meaning >= fact.meaning &&
    match.object >= fact.object &&
    score >= fact.score &&
    score - (next?.score ?? 0) >= fact.ahead &&
    suits({ ...asked, match }, candidate, best)
  return isFact ? [{ ...best, isAnswer: true }, ...others] : [...judged]
}

type Found = { candidate: Candidate; match: WordMatch; meaning: number; topic: number }

const instructions =
  /^["“(*_]*(?:to|first|then|next)\s|\b(?:use|using|click|choose|select|run|type|press|open|add|set|specify|specifying|drag|enter|put|enable|you can|should be)\b/i

function scoreOf({ candidate, match, meaning, topic }: Found, kind: QuestionKind): number {
  return (
    (kind === 'how_to' && instructions.test(candidate.part.text) ? rule.instructs : 0) +
    meaning +
    rule.topic * topic +
    rule.object * match.object +
    rule.action * match.action +
    rule.own * match.own +
    rule.order * match.order +
    (isLead(candidate) ? rule.lead * match.heading : 0) -
    (leansBack(candidate.part.text) || /^note\b/i.test(candidate.part.text) ? rule.leaning : 0)
  )
}

/** The first sentence below a heading. */
function isLead({ unit, part, before }: Candidate): boolean {
  return unit.parts[0] === part && before === null && unit.headings.length > 0
}

function isAnswer(
  { question, matching }: Asked,
  found: Found & { score: number },
  excerpt: Excerpt,
): boolean {
  const { match, meaning, topic, score, candidate } = found
  const isTitled =
    matching.question.kind === 'how_to' &&
    match.action >= least.action &&
    match.head >= least.head &&
    topic >= bars.titled.topic &&
    score >= bars.titled.score &&
    meaning >= bars.titled.meaning
  if (isTitled) return suits({ question, matching, match }, candidate, excerpt)
  if (
    match.action < least.action ||
    match.head < least.head ||
    match.object < least.object ||
    match.unmetShare > least.unmet
  )
    return false
  const { any, near, below, literal } = bars
  const isBelow = match.heading >= below.heading && topic >= below.topic
  const isLiteral =
    matching.question.action !== null &&
    match.action >= literal.action &&
    match.object >= literal.object &&
    match.own >= literal.own &&
    match.order >= literal.order
  const passed = [
    near,
    ...(match.order >= any.order ? [any] : []),
    ...(isBelow ? [below] : []),
    ...(isLiteral ? [literal] : []),
  ]
  if (!passed.some(bar => score >= bar.score && meaning >= bar.meaning)) return false
  return suits({ question, matching, match }, candidate, excerpt)
}

const relations =
  /\b(?:differ\w*|whereas|while|unlike|instead|rather|followed by|shorthand|equivalent|same as|in contrast|compared|combin\w+|then|but|only|plus|except)\b/i
const reasons =
  /\b(?:because|since|due to|so that|in order to|therefore|reason|to (?:avoid|prevent)|thus|otherwise|as a result|caused?|for (?:security|performance|safety|compatibility)|designed)\b/i
const locations =
  /[~/\\][\w.]|\b(?:located?|location|stored?|found (?:in|at|under)|resides?|lives? in|saved? (?:in|to|under)|(?:in|at|under|from) (?:the|your|its|an?) [\w ]*(?:director|folder|file|menu|tab|page|window|dialog|bar|section)\w*)/i

/** Whether the excerpt can answer a question of this kind: a reason has reasons, a place has places. */
function suits(
  { question, matching, match }: Pick<Asked, 'question' | 'matching'> & { match: WordMatch },
  { near }: Candidate,
  { parts }: Excerpt,
): boolean {
  const text = withoutLinks(parts.map(part => part.text).join('\n'))
  const number = numberAskedFor(question)
  if (number !== null && !number.test(text)) return false
  if (matching.question.isNegated && !negation.test(`${near}\n${text}`)) return false
  const kinds: Partial<Record<QuestionKind, () => boolean>> = {
    difference: () => relations.test(text) && match.order >= 0.95,
    reason: () => reasons.test(text) || /\bwhy\b/i.test(near),
    place: () => locations.test(text),
  }
  return kinds[matching.question.kind]?.() ?? true
}

function withoutLinks(text: string): string {
  return text.replace(/\]\([^()]*\)/g, ']')
}

/** Adds the heading and the terms of an entry, because they name what the sentence calls "it". */
function withHeading({ near }: Candidate, text: string): string {
  return `${near.replaceAll('\n', ' ')}: ${text}`
}

function topicOf({ path, hit }: Candidate): string {
  return path.slice(-2).join(': ') || hit.document.title
}
