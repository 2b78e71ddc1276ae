import type { Hit } from '../model/hit.ts'
import { calibrateMeaning } from './calibrate-meaning.ts'
import { findUnmetWord } from './find-unmet-word.ts'
import { judgeEvidence, type Verdict } from './judge-evidence.ts'
import { type ScoredSentence, scoreSentences } from './score-sentences.ts'
import type { AnswerParts } from './types.ts'
import { weighTerms } from './weigh-terms.ts'

/** What the sources have to say about one question. */
export type Evidence = {
  question: string
  hits: Hit[]
  sentences: ScoredSentence[]
  verdict: Verdict
  warnings: string[]
}

/** Searches, takes the passages apart, and judges whether they answer the question. */
export async function gatherEvidence(
  question: string,
  mostPassages: number,
  parts: AnswerParts,
  signal: AbortSignal,
): Promise<Evidence> {
  const { hits, warnings } = await parts.search(question, mostPassages, signal)
  if (hits.length === 0) return { question, hits, sentences: [], verdict: nothingFound, warnings }
  const [scale, vector, terms] = await Promise.all([
    calibrateMeaning(parts.embedder),
    parts.embedder.embedQuery(question, signal),
    parts.collections().then(scope => weighTerms(question, scope, parts)),
  ])
  const sentences = await scoreSentences({ vector, terms, scale }, hits, parts, signal)
  const first = judgeEvidence(question, sentences, parts.embedder.isLocal ? null : 'not_asked')
  if (!first.isAnswered || !parts.embedder.isLocal)
    return { question, hits, sentences, verdict: first, warnings }
  const asked = { question, vector, terms, scale }
  const unmet = await findUnmetWord(asked, { hits, sentences }, parts, signal)
  return { question, hits, sentences, verdict: judgeEvidence(question, sentences, unmet), warnings }
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
