import { Failure } from '../../../core/model/failure.ts'
import type { Hit } from '../../../core/model/hit.ts'
import { calibrateMeaning } from './calibrate-meaning.ts'
import { checkStatement } from './check-statement.ts'
import { citationBook, renderCitations } from './cite-passages.ts'
import type { Draft } from './draft.ts'
import { bearingPassages, type Evidence } from './gather-evidence.ts'
import { promptFor, refusal } from './prompt.ts'
import { sentenceStream } from './sentence-stream.ts'
import type { AnswerContext, AnswerModel, AnswerParts, Statement } from './types.ts'

/** The model wrote that the passages do not answer the question. */
export type Refused = { kind: 'refused'; usage: Draft['usage'] }

/**
 * Lets the model write, and keeps of it only what its passages bear out. Each sentence is checked as it is finished,
 * and only then told through `progress`: nothing unchecked leaves.
 */
export async function writeAnswer(
  answered: readonly Evidence[],
  writer: AnswerModel,
  parts: AnswerParts,
  { signal, progress }: AnswerContext,
): Promise<Draft | Refused> {
  const passages = withinBudget(uniquePassages(answered), writer)
  const scale = await calibrateMeaning(parts.embedder)
  const book = citationBook()
  const statements: Statement[] = []
  const dropped: string[] = []
  let checking = Promise.resolve()
  let isGivenUp = false
  const stream = sentenceStream(written => {
    checking = checking.then(() => keepIfSupported(written))
    // Awaited below; a failure must not count as unhandled until then.
    checking.catch(() => {})
  })
  const answer = await writer.model
    .complete(
      {
        messages: promptFor(
          answered.map(({ question }) => question),
          passages,
        ),
        maxTokens: writer.maxTokens,
      },
      { signal, onText: stream.add },
    )
    .catch(error => {
      isGivenUp = true
      throw error
    })
  const usage = {
    calls: 1,
    promptTokens: answer.usage?.promptTokens ?? 0,
    completionTokens: answer.usage?.completionTokens ?? 0,
  }
  if (answer.text.trim().toUpperCase().startsWith(refusal)) return { kind: 'refused', usage }
  const unfinished = stream.end({ isCut: answer.isCut })
  await checking
  if (statements.length === 0) throw nothingSupported(dropped.length)
  const citations = book.citations()
  return {
    kind: 'written',
    text: `${statements.map(sayCited).join(' ')}\n\n${renderCitations(citations)}`,
    statements,
    citations,
    dropped,
    usage,
    warnings:
      unfinished === null ? [] : ['The answer reached its token budget; its last sentence was left out.'],
  }

  async function keepIfSupported({ text, numbers }: { text: string; numbers: number[] }): Promise<void> {
    if (isGivenUp || text.toUpperCase().startsWith(refusal)) return
    const cited = numbers.flatMap(number => passages[number - 1] ?? [])
    const candidates: Hit[][] = cited.length > 0 ? [cited] : passages.map(passage => [passage])
    for (const candidate of candidates) {
      const { isSupported } = await checkStatement(text, candidate, scale, parts, signal)
      if (!isSupported) continue
      statements.push({ text, citations: candidate.map(hit => book.cite(hit)), support: 'supported' })
      progress({ done: statements.length, total: null, message: text })
      return
    }
    dropped.push(text)
  }
}

function uniquePassages(answered: readonly Evidence[]): Hit[] {
  return [...new Map(answered.flatMap(bearingPassages).map(hit => [hit.chunk.id, hit])).values()]
}

/** Whole passages while they fit; always at least one. */
function withinBudget(passages: readonly Hit[], { contextTokens, countTokens }: AnswerModel): Hit[] {
  let used = 0
  return passages.filter((hit, index) => {
    used += countTokens(hit.text)
    return index === 0 || used <= contextTokens
  })
}

/** The marks go before the full stop, as they are read. */
function sayCited({ text, citations }: Statement): string {
  const marks = citations.map(number => `[${number}]`).join('')
  return /[.!?…。]$/.test(text) ? `${text.slice(0, -1)} ${marks}${text.slice(-1)}` : `${text} ${marks}`
}

function nothingSupported(count: number): Failure {
  return new Failure(
    'unavailable',
    'ANSWER_UNSUPPORTED',
    count === 0
      ? 'The language model wrote nothing.'
      : `None of the ${count} sentences that the language model wrote is borne out by its passages.`,
  )
}
