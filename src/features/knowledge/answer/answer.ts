import { Failure } from '../../../core/model/failure.ts'
import type { Draft } from './draft.ts'
import { extractAnswer } from './extract-answer.ts'
import { resolveFollowUp } from './follow-up.ts'
import { type Evidence, gatherEvidence } from './gather-evidence.ts'
import { recogniseTalk } from './recognise-talk.ts'
import { splitQuestion } from './split-question.ts'
import type { Answer, AnswerContext, AnswerParts, AnswerRequest, Conversation } from './types.ts'
import { writeAnswer } from './write-answer.ts'

/** The answer walk: a question becomes a cited answer, or the plain word that the sources do not answer it. */
export async function answer(
  request: AnswerRequest,
  parts: AnswerParts,
  context: AnswerContext,
): Promise<Answer> {
  const talk = recogniseTalk(request.question, { writes: parts.model !== null })
  if (talk !== null) return { ...nothing, kind: 'direct', text: talk, conversation: request.conversation }

  const asked = resolveFollowUp(request.question, request.conversation)
  const questions = asked.leansBack ? [asked.text] : splitQuestion(asked.text)
  const evidence: Evidence[] = []
  for (const question of questions) {
    context.progress({ done: 0, total: null, message: `Searching: ${question}` })
    evidence.push(await gatherEvidence(question, request.mostPassages, parts, context))
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

type Refusal = { kind: 'refused'; usage: Draft['usage']; warnings: string[] }

async function draftAnswer(
  evidence: readonly Evidence[],
  parts: AnswerParts,
  context: AnswerContext,
): Promise<Draft | Refusal> {
  const answered = evidence.filter(({ verdict }) => verdict.isAnswered)
  if (answered.length === 0) return { kind: 'refused', usage: null, warnings: [] }
  // What a language model writes is checked by meaning.
  if (parts.model === null || answered.some(({ isByWords }) => isByWords)) return extractAnswer(answered)
  try {
    const written = await writeAnswer(answered, parts.model, parts, context)
    return { warnings: [], ...written }
  } catch (error) {
    // A model in trouble never costs an answer: the sources can still speak for themselves.
    if (!(error instanceof Failure) || context.signal.aborted) throw error
    const warning = `${error.message} The answer is made of the sources’ own sentences instead.`
    return { ...extractAnswer(answered), warnings: [warning] }
  }
}

function finish(
  draft: Draft | Refusal,
  work: { request: AnswerRequest; searched: string; questions: string[]; evidence: Evidence[] },
): Answer {
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
    conversation: goOn(request.conversation, { question: work.searched, response: text }),
  }
}

function sayNotAnswered(evidence: readonly Evidence[]): string {
  const nearest = [...new Set(evidence.flatMap(({ hits }) => hits.map(({ document }) => document.title)))]
  const names = [...new Set(evidence.flatMap(({ verdict }) => verdict.missingNames))]
  const unmet = [...new Set(evidence.flatMap(({ verdict }) => verdict.unmetWord ?? []))]
  return [
    'The sources do not answer this question.',
    names.length === 0 ? '' : `None of the passages found mentions ${names.join(', ')}.`,
    unmet.length === 0 ? '' : `They come nearer to it without “${unmet.join('”, “')}”.`,
    nearest.length === 0 ? '' : `Nearest to it: ${nearest.slice(0, 3).join('; ')}.`,
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

/** The latest turns, each cut short: enough to follow what is pointed back at. */
function goOn({ turns }: Conversation, turn: { question: string; response: string }): Conversation {
  const kept = { ...turn, response: turn.response.slice(0, longestResponse) }
  return { turns: [...turns, kept].slice(-mostTurns) }
}
