import type { Deadline } from '../../../core/model/deadline.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Hit } from '../../../core/model/hit.ts'
import type { ReportProgress } from '../../../core/model/progress.ts'
import type { Analyzer } from '../../../core/ports/analyzer.ts'
import type { Embedder } from '../../../core/ports/embedder.ts'
import type { LanguageModel } from '../../../core/ports/language-model.ts'
import type { Store } from '../../../core/ports/store.ts'
import { type Citation, type DraftAnswer, extractAnswer, type Statement } from './extract-answer.ts'
import { type Evidence, gatherEvidence } from './gather-evidence.ts'
import { recogniseTalk, resolveFollowUp, splitQuestion } from './read-question.ts'
import { writeAnswer } from './write-answer.ts'

/** The dependencies of `answerQuestion`. */
export type AnswerParts = {
  /** Returns the passages for a question, best first. */
  search(
    text: string,
    limit: number,
    until: { signal: AbortSignal; meaningBy?: Deadline },
  ): Promise<{ hits: Hit[]; warnings: string[]; lacksMeaning?: true }>
  /** The collections that `search` covers. */
  collections(): Promise<{ names: string[]; languages: string[] }>
  store: Pick<Store, 'countTerms' | 'loadVectors'>
  embedder: Pick<Embedder, 'id' | 'embedQuery' | 'embedDocuments' | 'compareWords' | 'isLocal'>
  analyzer: Pick<Analyzer, 'analyze' | 'analyzeQuery'>
  /** Null: answers consist of the sources' own sentences. */
  model: AnswerModel | null
}

export type AnswerModel = {
  model: LanguageModel
  /** The longest answer, and the most passage text in the prompt, both in tokens. */
  maxTokens: number
  contextTokens: number
  countTokens(text: string): number
}

type Turn = { question: string; response: string }

/** The conversation belongs to the caller, who passes it in and gets it back. The server stores nothing of it. */
export type Conversation = { turns: readonly Turn[] }

export type AnswerRequest = {
  question: string
  conversation: Conversation
  /** How many passages may be cited. */
  mostPassages: number
}

export type AnswerContext = {
  signal: AbortSignal
  progress: ReportProgress
  /** How long to wait for the embedding model before only words are used. Without a value it waits without limit. */
  meaningBy?: Deadline
}

/**
 * direct: small talk, nothing was searched. extracted: the sources' own sentences. written: checked text of a language
 * model. not_answered: the sources do not answer the question.
 */
type AnswerKind = 'direct' | 'extracted' | 'written' | 'not_answered'

export type CitedAnswer = {
  kind: AnswerKind
  text: string
  statements: Statement[]
  citations: Citation[]
  /** Sentences of the language model that no passage supports. They are not part of the text. */
  dropped: string[]
  /** The questions that were searched, if they differ from the question asked. */
  searched: string[]
  /** The confidence that the passages answer the question, 0 to 1; null when nothing was searched. */
  confidence: number | null
  usage: { calls: number; promptTokens: number; completionTokens: number } | null
  warnings: string[]
  conversation: Conversation
}

/** Answers a question with citations, or reports that the sources do not answer it. */
export async function answerQuestion(
  request: AnswerRequest,
  parts: AnswerParts,
  context: AnswerContext,
): Promise<CitedAnswer> {
  const talk = recogniseTalk(request.question, { writes: parts.model !== null })
  if (talk !== null) return { ...nothing, kind: 'direct', text: talk, conversation: request.conversation }

  const asked = resolveFollowUp(request.question, request.conversation)
  const questions = asked.leansBack ? [asked.text] : splitQuestion(asked.text)
  const evidence: Evidence[] = []
  for (const question of questions) {
    context.progress({ done: 0, total: null, message: `Searching: ${question}` })
    evidence.push(await gatherEvidence({ question, mostPassages: request.mostPassages }, parts, context))
  }
  const draft = await draftAnswer(evidence, parts, context)
  return finish(draft, { request, searched: asked.text, questions, evidence })
}

const nothing = {
  statements: [],
  citations: [],
  dropped: [],
  searched: [],
  confidence: null,
  usage: null,
  warnings: [],
}

type Refusal = { kind: 'refused'; usage: DraftAnswer['usage']; warnings: string[] }

async function draftAnswer(
  evidence: readonly Evidence[],
  parts: AnswerParts,
  context: AnswerContext,
): Promise<DraftAnswer | Refusal> {
  const answered = evidence.filter(({ verdict }) => verdict.isAnswered)
  if (answered.length === 0) return { kind: 'refused', usage: null, warnings: [] }
  // Text of a language model is checked by meaning, which needs the embedding model.
  if (parts.model === null || answered.some(({ isByWords }) => isByWords)) return extractAnswer(answered)
  try {
    const written = await writeAnswer({ answered, writer: parts.model }, parts, context)
    return { warnings: [], ...written }
  } catch (error) {
    // When the language model fails, the answer is extracted from the sources instead.
    if (!(error instanceof Failure) || context.signal.aborted) throw error
    const warning = `${error.message} The answer consists of the sources’ own sentences instead.`
    return { ...extractAnswer(answered), warnings: [warning] }
  }
}

function finish(
  draft: DraftAnswer | Refusal,
  work: { request: AnswerRequest; searched: string; questions: string[]; evidence: Evidence[] },
): CitedAnswer {
  const { request, questions, evidence } = work
  const unanswered = evidence.filter(({ verdict }) => !verdict.isAnswered).map(({ question }) => question)
  const isRefused = draft.kind === 'refused'
  const found = isRefused ? { statements: [], citations: [], dropped: [] } : draft
  const text = isRefused ? sayNotAnswered(evidence) : sayAlsoUnanswered(draft.text, unanswered)
  return {
    kind: isRefused ? 'not_answered' : draft.kind,
    text,
    statements: found.statements,
    citations: found.citations,
    dropped: found.dropped,
    searched: questions.length > 1 || questions[0] !== request.question ? questions : [],
    confidence: Math.max(...evidence.map(({ verdict }) => verdict.confidence)),
    usage: draft.usage,
    warnings: [...new Set([...evidence.flatMap(({ warnings }) => warnings), ...draft.warnings])],
    conversation: addTurn(request.conversation, { question: work.searched, response: text }),
  }
}

function sayNotAnswered(evidence: readonly Evidence[]): string {
  const nearest = [...new Set(evidence.flatMap(({ hits }) => hits.map(({ document }) => document.title)))]
  const names = [...new Set(evidence.flatMap(({ verdict }) => verdict.missingNames))]
  const unmet = [...new Set(evidence.flatMap(({ verdict }) => verdict.unmetWord ?? []))]
  return [
    'The sources do not answer this question.',
    names.length === 0 ? '' : `None of the passages found mentions ${names.join(', ')}.`,
    unmet.length === 0 ? '' : `They match it better without “${unmet.join('”, “')}”.`,
    nearest.length === 0 ? '' : `Closest documents: ${nearest.slice(0, 3).join('; ')}.`,
  ]
    .filter(sentence => sentence !== '')
    .join(' ')
}

function sayAlsoUnanswered(text: string, unanswered: readonly string[]): string {
  if (unanswered.length === 0) return text
  return `${text}\n\nThe sources do not answer: ${unanswered.join(' ')}`
}

const mostTurns = 10
const longestResponse = 500

/** Keeps the latest turns and shortens their responses; that is enough to resolve follow-up questions. */
function addTurn({ turns }: Conversation, turn: { question: string; response: string }): Conversation {
  const kept = { ...turn, response: turn.response.slice(0, longestResponse) }
  return { turns: [...turns, kept].slice(-mostTurns) }
}
