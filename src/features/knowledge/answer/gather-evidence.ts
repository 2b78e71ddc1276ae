import type { Deadline } from '../../../core/model/deadline.ts'
import type { Hit } from '../../../core/model/hit.ts'
import { askModel, isAvoidable } from '../../../core/search/ask-model.ts'
import type { AnswerParts } from './answer-question.ts'
import { calibrateMeaning } from './calibrate-meaning.ts'
import { type EvidenceVerdict, judgeClosely, judgeEvidence } from './judge-evidence.ts'
import { type ScoredSentence, scoreSentences, scoreSentencesByWords } from './score-sentences.ts'
import { type WeighedTerms, weighTerms } from './weigh-terms.ts'

/** The passages found for one question, and whether they answer it. */
export type Evidence = {
  question: string
  hits: Hit[]
  sentences: ScoredSentence[]
  verdict: EvidenceVerdict
  warnings: string[]
  /** True when the embedding model did not respond and only words were compared. */
  isByWords?: boolean
}

type Until = { signal: AbortSignal; meaningBy?: Deadline }

/** Searches, splits the passages into sentences, and judges whether they answer the question. */
export async function gatherEvidence(
  { question, mostPassages }: { question: string; mostPassages: number },
  parts: AnswerParts,
  until: Until,
): Promise<Evidence> {
  const { hits, warnings, lacksMeaning } = await parts.search(question, mostPassages, until)
  if (hits.length === 0) return { question, hits, sentences: [], verdict: nothingFound, warnings }
  const terms = await parts.collections().then(scope => weighTerms(question, scope, parts))
  const passages = { question, hits, terms }
  if (lacksMeaning) return { ...judgeByWords(passages, parts), warnings: [...warnings, judgedByWords] }
  const wait = { model: parts.embedder.id, by: until.meaningBy, signal: until.signal }
  try {
    const judged = await askModel(signal => judgeByMeaning(passages, parts, signal), wait)
    return { ...judged, warnings }
  } catch (error) {
    if (!isAvoidable(error, until.signal)) throw error
    return { ...judgeByWords(passages, parts), warnings: [...warnings, error.message, judgedByWords] }
  }
}

const judgedByWords =
  'Only words were compared to judge whether the passages answer the question, because the embedding model did not respond.'

type Passages = { question: string; hits: Hit[]; terms: WeighedTerms }
type Judged = Omit<Evidence, 'warnings'>

async function judgeByMeaning(
  { question, hits, terms }: Passages,
  parts: AnswerParts,
  signal: AbortSignal,
): Promise<Judged> {
  const [scale, vector] = await Promise.all([
    calibrateMeaning(parts.embedder),
    parts.embedder.embedQuery(question, signal),
  ])
  const sentences = await scoreSentences({ vector, terms, scale, hits }, parts, signal)
  const verdict = await judgeClosely({ question, vector, terms, scale, hits, sentences }, parts, signal)
  return { question, hits, sentences, isByWords: false, verdict }
}

function judgeByWords({ question, hits, terms }: Passages, parts: AnswerParts): Judged {
  const sentences = scoreSentencesByWords(terms, hits, parts)
  return {
    question,
    hits,
    sentences,
    isByWords: true,
    verdict: judgeEvidence(question, sentences, 'not_asked'),
  }
}

const nothingFound: EvidenceVerdict = {
  isAnswered: false,
  confidence: 0,
  missingNames: [],
  unmetWord: null,
}

/** A passage is kept when its best sentence is at most this far below the best of all. */
const reach = 0.4

/** Returns the passages that are relevant to the question, in the order in which they were found. */
export function bearingPassages({ hits, sentences }: Evidence): Hit[] {
  const strength = ({ meaning, coverage }: ScoredSentence) => meaning + 0.45 * coverage
  const best = Math.max(0, ...sentences.map(strength))
  const bearing = new Set(
    sentences.filter(sentence => strength(sentence) >= best - reach).map(({ hit }) => hit),
  )
  return hits.filter(hit => bearing.has(hit))
}
