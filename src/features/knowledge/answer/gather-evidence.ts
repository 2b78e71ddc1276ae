import type { Deadline } from '../../../core/model/deadline.ts'
import type { Hit } from '../../../core/model/hit.ts'
import { askModel, isAvoidable } from '../../../core/search/ask-model.ts'
import { calibrateMeaning } from './calibrate-meaning.ts'
import { findUnmetWord } from './find-unmet-word.ts'
import { judgeEvidence, type Verdict } from './judge-evidence.ts'
import { type ScoredSentence, scoreSentences, scoreSentencesByWords } from './score-sentences.ts'
import type { AnswerParts } from './types.ts'
import { type WeighedTerms, weighTerms } from './weigh-terms.ts'

/** What the sources have to say about one question. */
export type Evidence = {
  question: string
  hits: Hit[]
  sentences: ScoredSentence[]
  verdict: Verdict
  warnings: string[]
  /** Set when the embedding model could not be asked. */
  isByWords?: boolean
}

type Until = { signal: AbortSignal; meaningBy?: Deadline }

/** Searches, takes the passages apart, and judges whether they answer the question. */
export async function gatherEvidence(
  question: string,
  mostPassages: number,
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
  'Whether the passages answer the question was judged by their words only, because the embedding model did not answer.'

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
  const sentences = await scoreSentences({ vector, terms, scale }, hits, parts, signal)
  const first = judgeEvidence(question, sentences, parts.embedder.isLocal ? null : 'not_asked')
  const judged = { question, hits, sentences, isByWords: false }
  if (!first.isAnswered || !parts.embedder.isLocal) return { ...judged, verdict: first }
  const asked = { question, vector, terms, scale }
  const unmet = await findUnmetWord(asked, { hits, sentences }, parts, signal)
  return { ...judged, verdict: judgeEvidence(question, sentences, unmet) }
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

const nothingFound: Verdict = {
  isAnswered: false,
  confidence: 0,
  missingNames: [],
  unmetWord: null,
}

/** How far behind the best sentence the best of a passage may stand. */
const reach = 0.4

/** The passages that bear on the question, in the order in which they were found. */
export function bearingPassages({ hits, sentences }: Evidence): Hit[] {
  const strength = ({ meaning, coverage }: ScoredSentence) => meaning + 0.45 * coverage
  const best = Math.max(0, ...sentences.map(strength))
  const bearing = new Set(
    sentences.filter(sentence => strength(sentence) >= best - reach).map(({ hit }) => hit),
  )
  return hits.filter(hit => bearing.has(hit))
}
