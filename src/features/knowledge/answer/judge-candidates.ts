import { isBarred, marginByWords, marginOf } from './accept-excerpt.ts'
import type { AnswerParts } from './answer-question.ts'
import { dotProduct } from './calibrate-meaning.ts'
import { composeExcerpt, type Excerpt, leansBack } from './compose-excerpt.ts'
import { type AskedEvidence, type EvidenceVerdict, judgeClosely } from './judge-evidence.ts'
import type { Candidate } from './list-candidates.ts'
import { type Matching, matchWords, type WordMatch } from './match-words.ts'
import type { QuestionKind } from './parse-question.ts'
import { coverSentences } from './score-sentences.ts'

/** An excerpt that may answer the question, and how well it does. */
export type JudgedExcerpt = Excerpt & {
  candidate: Candidate
  match: WordMatch
  /** Similarity of meaning to the question on the scale of `calibrateMeaning`; of the sentence found and of the excerpt. */
  meaning: number
  /** The same for the headings alone. */
  topic: number
  score: number
  /** How far it is above (or below) what an answer needs. */
  margin: number
  /** Whether it cannot answer, however near it is: it denies the action, or lacks what the kind of question asks for. */
  isBarred: boolean
}

/** How much each sign adds to the score. Chosen on the manuals of decision 028 that were used while developing. */
const weights = {
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

/** How many candidates are compared by meaning, and how many of these as excerpts and word by word. */
const mostEmbedded = 36
const mostCompared = 8
/** Similarities of words in context from which a word counts as met by meaning, and from which fully. */
const alike = { from: 0.8, fully: 0.9, worth: 0.8 } as const

type Asked = { question: string; matching: Matching }
type Model = { embedder: AnswerParts['embedder']; signal: AbortSignal }
type AskedByMeaning = Asked & Omit<AskedEvidence, 'sentences'>

/** Compares candidates with the question, and returns the best as excerpts, best first. */
export async function judgeCandidates(
  asked: AskedByMeaning,
  candidates: readonly Candidate[],
  { signal, ...parts }: Pick<AnswerParts, 'embedder' | 'analyzer' | 'store'> & { signal: AbortSignal },
): Promise<{ judged: JudgedExcerpt[]; verdict: EvidenceVerdict }> {
  const { embedder } = parts
  const meaningOf = (vector: Float32Array) => asked.scale(dotProduct(asked.vector, vector))
  const embed = async (texts: readonly string[]) =>
    (await embedder.embedDocuments(texts, signal)).map(meaningOf)
  const likely = likeliest(asked, candidates)
  const topics = [...new Set(likely.map(topicOf))]
  const vectors = await embedder.embedDocuments(
    [...likely.map(candidate => withHeading(candidate, candidate.part.text)), ...topics],
    signal,
  )
  const meanings = vectors.map(meaningOf)
  const sentences = coverSentences(
    asked.terms,
    likely.map(({ hit, part }, at) => ({
      ...part,
      hit,
      vector: vectors[at] ?? new Float32Array(),
      meaning: meanings[at] ?? 0,
    })),
    parts,
  )
  const verdict = await judgeClosely({ ...asked, sentences }, parts, signal)
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
      return {
        ...excerpt,
        ...judged,
        score: scoreOf(judged, asked.matching.question.kind),
        isBarred: isBarred(asked, judged, excerpt),
      }
    })
    .map((found, _place, all) => ({
      ...found,
      margin: marginOf({ ...found, evidence: verdict.confidence, ahead: aheadOfOthers(found, all) }),
    }))
    .sort((one, other) => other.score - one.score)
  return { judged, verdict }
}

type Placed = Pick<JudgedExcerpt, 'hit' | 'path' | 'score'>

/** How far the score of an excerpt is above the best one of another section; null when there is no other. */
function aheadOfOthers(found: Placed, all: readonly Placed[]): number | null {
  const section = ({ hit, path }: Placed) => [hit.document.id, ...path].join('\n')
  const others = all.filter(other => section(other) !== section(found))
  return others.length === 0 ? null : found.score - Math.max(...others.map(({ score }) => score))
}

/** The same without an embedding model: the meaning is estimated from the words that a sentence has. */
export function judgeByWords(asked: Asked, candidates: readonly Candidate[]): JudgedExcerpt[] {
  return candidates
    .flatMap(candidate => {
      const excerpt = composeExcerpt(candidate)
      if (excerpt === null) return []
      const match = matchWords(candidate, asked.matching, null)
      const found = { candidate, match, meaning: match.own, topic: match.heading }
      return {
        ...excerpt,
        ...found,
        score: scoreOf(found, asked.matching.question.kind),
        margin: marginByWords(match),
        isBarred: isBarred(asked, found, excerpt),
      }
    })
    .sort((one, other) => other.score - one.score)
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

type Found = { candidate: Candidate; match: WordMatch; meaning: number; topic: number }

const instructions =
  /^["“(*_]*(?:to|first|then|next)\s|\b(?:use|using|click|choose|select|run|type|press|open|add|set|specify|specifying|drag|enter|put|enable|you can|should be)\b/i

function scoreOf({ candidate, match, meaning, topic }: Found, kind: QuestionKind): number {
  return (
    (kind === 'how_to' && instructions.test(candidate.part.text) ? weights.instructs : 0) +
    meaning +
    weights.topic * topic +
    weights.object * match.object +
    weights.action * match.action +
    weights.own * match.own +
    weights.order * match.order +
    (isLead(candidate) ? weights.lead * match.heading : 0) -
    (leansBack(candidate.part.text) || /^note\b/i.test(candidate.part.text) ? weights.leaning : 0)
  )
}

/** The first sentence below a heading. */
function isLead({ unit, part, before }: Candidate): boolean {
  return unit.parts[0] === part && before === null && unit.headings.length > 0
}

/** Adds the heading and the terms of an entry, because they name what the sentence calls "it". */
function withHeading({ near }: Candidate, text: string): string {
  return `${near.replaceAll('\n', ' ')}: ${text}`
}

function topicOf({ path, hit }: Candidate): string {
  return path.slice(-2).join(': ') || hit.document.title
}
