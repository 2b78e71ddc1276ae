import type { Hit } from '../../../core/model/hit.ts'
import { askModel, isAvoidable } from '../../../core/search/ask-model.ts'
import type { AnswerContext, AnswerParts } from './answer-question.ts'
import { calibrateMeaning } from './calibrate-meaning.ts'
import { composeExcerpt, composeExcerpts, type Excerpt } from './compose-excerpts.ts'
import { findUnmetWord, numberAskedFor, properNamesIn, type UnmetWord } from './judge-evidence.ts'
import { confidenceOf, type JudgedPiece, judgePieces, judgePiecesByWords } from './judge-pieces.ts'
import { listPieces, textOf } from './list-pieces.ts'
import { readPieces } from './read-pieces.ts'
import { type WeighedTerms, weighTerms, weighWords } from './weigh-terms.ts'

/** What the sources say about one question in their own words. */
export type Finding = {
  question: string
  /** What answers the question, best first; empty when nothing does. */
  answers: Excerpt[]
  /** The nearest excerpts, for a question that nothing answers. */
  nearest: Excerpt[]
  /** 0 to 1; answered from 0.5. */
  confidence: number
  /** Names in the question that no passage contains. */
  missingNames: string[]
  /** The weightiest word of the question that the nearest excerpt does not have. */
  unmetWord: string | null
  warnings: string[]
}

/** How many passages are read for a question. */
const mostHits = 12
/** How many passages a refusal shows, each whole: one of them has the answer three times in four (docs/decisions/037). */
export const mostNearest = 5

/** Searches for a question, and finds the excerpts that answer it. */
export async function findAnswers(
  question: string,
  parts: AnswerParts,
  context: Pick<AnswerContext, 'signal' | 'meaningBy'>,
): Promise<Finding> {
  const { hits, warnings, lacksMeaning = false } = await parts.search(question, mostHits, context)
  const found = await findExcerpts({ question, hits, lacksMeaning }, parts, context)
  return { ...found, warnings: [...warnings, ...found.warnings] }
}

/** Finds the excerpts of these passages that answer a question. */
export async function findExcerpts(
  { question, hits, lacksMeaning }: { question: string; hits: readonly Hit[]; lacksMeaning: boolean },
  parts: AnswerParts,
  { signal, meaningBy }: Pick<AnswerContext, 'signal' | 'meaningBy'>,
): Promise<Finding> {
  const asked = { question, terms: await weighTerms(question, await parts.collections(), parts) }
  const pieces = listPieces(hits)
  const byWords = (warnings: string[]) =>
    toFinding(
      { ...asked, hits, judged: judgePiecesByWords(asked, pieces, parts), unmet: null, warnings },
      parts,
    )
  if (lacksMeaning) return byWords([judgedByWords])
  try {
    const wait = { model: parts.embedder.id, by: meaningBy, signal }
    return await askModel(async either => {
      const [scale, vector] = await Promise.all([
        calibrateMeaning(parts.embedder),
        parts.embedder.embedQuery(question, either),
      ])
      const compared = { ...asked, scale, vector }
      const judged = await judgePieces(compared, pieces, { ...parts, signal: either })
      const read = await readInTime({ question, judged }, parts, either)
      if (read.pieces !== null)
        return toFinding({ ...asked, hits, judged: read.pieces, unmet: null, warnings: [] }, parts)
      // Only what would be quoted is tested word by word, by a model that tells words apart and costs no calls over a network.
      const [best] = judged
      const isTested =
        best !== undefined && best.margin >= 0 && best.likeness !== null && parts.embedder.isLocal
      const unmet = isTested
        ? await findUnmetWord({ ...compared, hits, sentences: judged }, parts, either)
        : null
      return toFinding({ ...asked, hits, judged, unmet, warnings: read.warnings }, parts)
    }, wait)
  } catch (error) {
    if (!isAvoidable(error, signal)) throw error
    return byWords([error.message, judgedByWords])
  }
}

/**
 * The pieces as the reader orders them; null when it does not read their language, or fails. Its rule was fitted to scores with likeness,
 * which embedding models without vectors of words do not give.
 */
async function readInTime(
  { question, judged }: { question: string; judged: readonly JudgedPiece[] },
  { reader }: Pick<AnswerParts, 'reader'>,
  signal: AbortSignal,
): Promise<{ pieces: JudgedPiece[] | null; warnings: string[] }> {
  const [best] = judged
  if (reader === null || best === undefined || best.likeness === null) return { pieces: null, warnings: [] }
  const isKnown = reader.languages?.includes(best.hit.document.language) ?? true
  if (!isKnown) return { pieces: null, warnings: [] }
  try {
    return { pieces: await readPieces(question, judged, { reader, signal }), warnings: [] }
  } catch (error) {
    if (!isAvoidable(error, signal)) throw error
    return { pieces: null, warnings: [`${error.message} ${judgedWithoutReading}`] }
  }
}

const judgedWithoutReading =
  'The passages were only compared with the question, so more questions are refused.'

export const judgedByWords =
  'Only words were compared to judge whether the passages answer the question, because the embedding model did not respond.'

type Judged = {
  question: string
  terms: WeighedTerms
  hits: readonly Hit[]
  judged: readonly JudgedPiece[]
  /** The word of the question without which the passages are nearer. */
  unmet: UnmetWord | null
  warnings: string[]
}

/** A word that loses more is what the question is about, and the passages are about something else. */
const mostLoss = 0.045

function toFinding({ question, terms, hits, judged, unmet, warnings }: Judged, parts: AnswerParts): Finding {
  const [best] = judged
  const missingNames = namesMissingFrom(hits, question)
  const isOff = unmet !== null && unmet.loss > mostLoss
  const composed =
    best === undefined || best.margin < 0 || isOff || missingNames.length > 0 ? [] : composeExcerpts(judged)
  const answers = lacksNumber(question, composed) ? [] : composed
  return {
    question,
    answers,
    nearest: judged
      .slice(0, 2 * mostNearest)
      .flatMap(piece => composeExcerpt(piece) ?? [])
      .filter(isFirst)
      .slice(0, mostNearest),
    confidence: confidenceOf(best?.margin, { isAnswered: answers.length > 0 }),
    missingNames,
    unmetWord: isOff
      ? unmet.word
      : best === undefined
        ? null
        : weightiestUnmet(question, { terms, best }, parts),
    warnings,
  }
}

function namesMissingFrom(hits: readonly Hit[], question: string): string[] {
  const text = hits
    .map(({ document, chunk, text }) => [document.title, ...chunk.sectionPath, text].join('\n'))
    .join('\n')
    .toLowerCase()
  return properNamesIn(question).filter(name => !text.includes(name.toLowerCase()))
}

/** A question for an amount or a time is not answered by a text without any. */
function lacksNumber(question: string, excerpts: readonly Excerpt[]): boolean {
  const number = numberAskedFor(question)
  return number !== null && !excerpts.some(({ parts }) => parts.some(({ text }) => number.test(text)))
}

/** Excerpts of one passage may begin with the same part. */
function isFirst({ parts }: Excerpt, place: number, all: readonly Excerpt[]): boolean {
  return all.findIndex(other => other.parts[0]?.text === parts[0]?.text) === place
}

/** English words that say nothing of the subject: a refusal does not name them as what is missing. */
const plainWords = new Set(
  'whenever wherever whoever whether unless otherwise else instead rather along alongside together again already still yet just only even ever sometimes usually normally anyway anymore another other others same own each every several various certain whole entire away around across beside besides upon onto since while until though although because such somebody anybody nobody everybody everything nothing anywhere somewhere everywhere look see say said tell told want try let lie lies seem wish mind care able supposed basically simply please'.split(
    ' ',
  ),
)

function weightiestUnmet(
  question: string,
  { terms, best }: { terms: WeighedTerms; best: JudgedPiece },
  { analyzer }: AnswerParts,
): string | null {
  const { document } = best.hit
  const own = new Set(
    analyzer.analyze([document.title, ...best.path, textOf(best)].join('\n'), document.language),
  )
  const words = question.match(/[\p{L}\p{N}][\p{L}\p{N}_.+#-]*/gu) ?? []
  const weights = weighWords(words, terms, analyzer)
  const unmet = words
    .map((word, at) => ({ word: word.replace(/[.-]+$/, ''), weight: weights[at] ?? 0 }))
    .filter(
      ({ word, weight }) =>
        weight > 0 &&
        !plainWords.has(word.toLowerCase()) &&
        !analyzer.analyzeQuery(word, terms.languages).some(term => own.has(term)),
    )
    .sort((one, other) => other.weight - one.weight)
  return unmet[0]?.word ?? null
}
