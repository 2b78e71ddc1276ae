import type { Deadline } from '../../../core/model/deadline.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Hit } from '../../../core/model/hit.ts'
import type { ReportProgress } from '../../../core/model/progress.ts'
import type { Analyzer } from '../../../core/ports/analyzer.ts'
import type { Embedder } from '../../../core/ports/embedder.ts'
import type { LanguageModel } from '../../../core/ports/language-model.ts'
import type { Reranker } from '../../../core/ports/reranker.ts'
import type { Store } from '../../../core/ports/store.ts'
import { mostWords } from './compose-excerpts.ts'
import { type Citation, type DraftAnswer, extractAnswer, placeOf, type Statement } from './extract-answer.ts'
import { type Finding, findAnswers, findExcerpts, mostNearest } from './find-excerpts.ts'
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
  embedder: Pick<Embedder, 'id' | 'embedQuery' | 'embedDocuments' | 'tokens' | 'compareWords' | 'isLocal'>
  analyzer: Pick<Analyzer, 'analyze' | 'analyzeQuery' | 'languageOfQuestion'>
  /** Tells whether a piece of a passage answers a question; null: pieces are only compared with it. */
  reader: Pick<Reranker, 'id' | 'languages' | 'scorePairs'> | null
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
  const found = parts.model === null ? await quote(questions, parts, context) : await write(questions)
  return finish(found, { request, searched: asked.text, questions })

  async function write(asked: readonly string[]): Promise<Answered> {
    const evidence: Evidence[] = []
    for (const question of asked) {
      tellSearch(question, context)
      evidence.push(await gatherEvidence({ question, mostPassages: request.mostPassages }, parts, context))
    }
    return writeOrQuote(evidence, parts, context)
  }
}

function tellSearch(question: string, { progress }: AnswerContext): void {
  progress({ done: 0, total: null, message: `Searching: ${question}` })
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

/** What was found for all parts of a question. */
type Answered = {
  /** Null: the sources answer none of the parts. */
  draft: DraftAnswer | null
  unanswered: string[]
  confidence: number
  /** What a refusal says beside that the sources do not answer. */
  findings: readonly Finding[]
  usage: DraftAnswer['usage']
  warnings: string[]
}

/** Answers with the sources' own words. */
async function quote(
  questions: readonly string[],
  parts: AnswerParts,
  context: AnswerContext,
): Promise<Answered> {
  const findings: Finding[] = []
  for (const question of questions) {
    tellSearch(question, context)
    findings.push(await findAnswers(question, parts, context))
  }
  return quoteFindings(findings)
}

function quoteFindings(findings: readonly Finding[]): Answered {
  const answered = findings.filter(({ answers }) => answers.length > 0)
  return {
    draft: answered.length === 0 ? null : extractAnswer(answered),
    unanswered: findings.filter(({ answers }) => answers.length === 0).map(({ question }) => question),
    confidence: Math.max(...findings.map(({ confidence }) => confidence)),
    findings,
    usage: null,
    warnings: findings.flatMap(({ warnings }) => warnings),
  }
}

/** Lets the language model write the answer; quotes the sources when it fails. */
async function writeOrQuote(
  evidence: readonly Evidence[],
  parts: AnswerParts,
  context: AnswerContext,
): Promise<Answered> {
  const answered = evidence.filter(({ verdict }) => verdict.isAnswered)
  const warnings = evidence.flatMap(evidence => evidence.warnings)
  const quoteEvidence = async () => {
    const findings = await Promise.all(
      evidence.map(({ question, hits, isByWords = false }) =>
        findExcerpts({ question, hits, lacksMeaning: isByWords }, parts, context),
      ),
    )
    return quoteFindings(findings)
  }
  // Text of a language model is checked by meaning, which needs the embedding model.
  if (parts.model === null || answered.length === 0 || answered.some(({ isByWords }) => isByWords)) {
    const quoted = await quoteEvidence()
    return { ...quoted, warnings: [...new Set([...warnings, ...quoted.warnings])] }
  }
  try {
    const written = await writeAnswer({ answered, writer: parts.model }, parts, context)
    const unanswered = evidence.filter(({ verdict }) => !verdict.isAnswered).map(({ question }) => question)
    const confidence = Math.max(...evidence.map(({ verdict }) => verdict.confidence))
    if (written.kind !== 'refused')
      return {
        draft: written,
        unanswered,
        confidence,
        findings: [],
        usage: written.usage,
        warnings: [...warnings, ...written.warnings],
      }
    const { findings } = await quoteEvidence()
    return { draft: null, unanswered, confidence, findings, usage: written.usage, warnings }
  } catch (error) {
    // When the language model fails, the answer is quoted from the sources instead.
    if (!(error instanceof Failure) || context.signal.aborted) throw error
    const quoted = await quoteEvidence()
    const warning = `${error.message} The answer consists of the sources’ own sentences instead.`
    return { ...quoted, warnings: [...warnings, ...quoted.warnings, warning] }
  }
}

function finish(
  found: Answered,
  { request, searched, questions }: { request: AnswerRequest; searched: string; questions: string[] },
): CitedAnswer {
  const { draft, unanswered, findings, confidence, usage, warnings } = found
  const text = draft === null ? sayNotAnswered(findings) : sayAlsoUnanswered(draft.text, unanswered)
  return {
    kind: draft?.kind ?? 'not_answered',
    text,
    statements: draft?.statements ?? [],
    citations: draft?.citations ?? [],
    dropped: draft?.dropped ?? [],
    searched: questions.length > 1 || questions[0] !== request.question ? questions : [],
    confidence,
    usage,
    warnings: [...new Set(warnings)],
    conversation: addTurn(request.conversation, { question: searched, response: text }),
  }
}

/** Says that nothing answers, what is missing, and which passages are nearest, so that the reader can judge them. */
function sayNotAnswered(findings: readonly Finding[]): string {
  const names = [...new Set(findings.flatMap(({ missingNames }) => missingNames))]
  const unmet = [...new Set(findings.flatMap(({ unmetWord }) => unmetWord ?? []))]
  const mostOfEach = Math.ceil(mostNearest / findings.length)
  const nearest = findings.flatMap(({ nearest }) => nearest.slice(0, mostOfEach))
  const said = [
    'No passage clearly answers this question.',
    names.length === 0 ? '' : `None of the passages found mentions ${names.join(', ')}.`,
    unmet.length === 0 || names.length > 0
      ? ''
      : `The nearest passage does not cover “${unmet.join('”, “')}”.`,
  ]
  const shown = nearest.map(({ hit, path, parts }) => {
    const words = parts
      .map(({ text }) => text)
      .join(' ')
      .split(/\s+/)
    const start = words.slice(0, mostWords).join(' ')
    return `- ${placeOf(hit, path)}: “${start}${words.length > mostWords ? ' …' : ''}” (${hit.document.source})`
  })
  return [
    said.filter(sentence => sentence !== '').join(' '),
    ...(shown.length === 0
      ? []
      : [['These passages are nearest; one of them may hold the answer:', ...shown].join('\n')]),
  ].join('\n\n')
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
