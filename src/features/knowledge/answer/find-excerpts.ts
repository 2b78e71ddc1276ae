import type { Hit } from '../../../core/model/hit.ts'
import type { Analyzer } from '../../../core/ports/analyzer.ts'
import { askModel, isAvoidable } from '../../../core/search/ask-model.ts'
import { confidenceOf } from './accept-excerpt.ts'
import type { AnswerContext, AnswerParts } from './answer-question.ts'
import { calibrateMeaning } from './calibrate-meaning.ts'
import { countWords, type Excerpt, mostWords } from './compose-excerpt.ts'
import { type JudgedExcerpt, judgeByWords, judgeCandidates } from './judge-candidates.ts'
import { properNamesIn } from './judge-evidence.ts'
import { listCandidates } from './list-candidates.ts'
import type { Matching } from './match-words.ts'
import { parseQuestion, type QuestionWord, restateQuestion } from './parse-question.ts'
import { weighTerms } from './weigh-terms.ts'
import { readWordGroups, type WordGroups } from './word-groups.ts'

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
  /** The weightiest word of the question that the nearest excerpt does not meet. */
  unmetWord: string | null
  warnings: string[]
}

/** How many passages are read for a question, and for its words with those of their groups. */
const mostHits = 10
const mostExpanded = 6
const mostNearest = 3

/** Searches for a question, and finds the excerpts that address its action and its object. */
export async function findAnswers(
  question: string,
  parts: AnswerParts,
  context: Pick<AnswerContext, 'signal' | 'meaningBy'>,
): Promise<Finding> {
  const restated = restateQuestion(question)
  const matching = await readMatching(restated, parts)
  const expanded = expandQuestion(matching)
  const [first, second] = await Promise.all([
    parts.search(restated, mostHits, context),
    expanded === null ? null : parts.search(expanded, mostExpanded, context),
  ])
  const hits = [...new Map([...first.hits, ...(second?.hits ?? [])].map(hit => [hit.chunk.id, hit])).values()]
  const found = await findExcerpts(
    { question: restated, hits, lacksMeaning: first.lacksMeaning ?? false },
    parts,
    context,
  )
  return { ...found, question, warnings: [...first.warnings, ...found.warnings] }
}

/** Finds the excerpts of these passages that address the action and the object of a question. */
export async function findExcerpts(
  { question, hits, lacksMeaning }: { question: string; hits: readonly Hit[]; lacksMeaning: boolean },
  parts: AnswerParts,
  { signal, meaningBy }: Pick<AnswerContext, 'signal' | 'meaningBy'>,
): Promise<Finding> {
  const matching = await readMatching(question, parts)
  const candidates = listCandidates(hits)
  const asked = { question, matching }
  const missingNames = namesMissingFrom(hits, question)
  const finish = (
    judged: readonly JudgedExcerpt[],
    warnings: string[],
    unmet: string | null = null,
  ): Finding => {
    const answers = missingNames.length > 0 ? [] : chooseAnswers(judged)
    const [nearest] = judged
    return {
      question,
      answers,
      nearest: judged.filter(isFirst).slice(0, mostNearest),
      confidence: confidenceOf((answers[0] ?? nearest)?.margin, { isAnswered: answers.length > 0 }),
      missingNames,
      unmetWord: unmet ?? nearest?.match.unmet ?? null,
      warnings,
    }
  }
  if (lacksMeaning) return finish(judgeByWords(asked, candidates), [judgedByWords])
  try {
    const wait = { model: parts.embedder.id, by: meaningBy, signal }
    const { judged, verdict } = await askModel(async either => {
      const [scale, vector, terms] = await Promise.all([
        calibrateMeaning(parts.embedder),
        parts.embedder.embedQuery(question, either),
        parts.collections().then(scope => weighTerms(question, scope, parts)),
      ])
      return judgeCandidates({ ...asked, hits, terms, scale, vector }, candidates, {
        ...parts,
        signal: either,
      })
    }, wait)
    return finish(judged, [], verdict.unmetWord)
  } catch (error) {
    if (!isAvoidable(error, signal)) throw error
    return finish(judgeByWords(asked, candidates), [error.message, judgedByWords])
  }
}

export const judgedByWords =
  'Only words were compared to judge whether the passages answer the question, because the embedding model did not respond.'

function namesMissingFrom(hits: readonly Hit[], question: string): string[] {
  const text = hits
    .map(({ document, chunk, text }) => [document.title, ...chunk.sectionPath, text].join('\n'))
    .join('\n')
    .toLowerCase()
  return properNamesIn(question).filter(name => !text.includes(name.toLowerCase()))
}

/** Excerpts of one unit often begin with the same part. */
function isFirst({ parts }: JudgedExcerpt, place: number, all: readonly JudgedExcerpt[]): boolean {
  return all.findIndex(other => other.parts[0]?.text === parts[0]?.text) === place
}

/** A second place is quoted when it is nearly as good and both together are short. */
const secondReach = 0.2

function chooseAnswers(judged: readonly JudgedExcerpt[]): JudgedExcerpt[] {
  const possible = judged.filter(({ isBarred }) => !isBarred)
  const [first] = possible
  if (first === undefined || first.margin < 0) return []
  const second = possible.find(
    other =>
      other.score <= first.score &&
      other.score >= first.score - secondReach &&
      other.candidate.unit !== first.candidate.unit &&
      !first.parts.some(part => other.parts.some(({ text }) => text === part.text)) &&
      countWords([...first.parts, ...other.parts]) <= mostWords,
  )
  return second === undefined ? [first] : [first, second]
}

/** The weights of words by their part in the question. */
const roles: Record<QuestionWord['role'], number> = {
  action: 1,
  head: 1.25,
  modifier: 1,
  rest: 0.65,
  further: 0.4,
}
const weakness = 0.25
/** A word that one passage in a hundred contains is as telling as one that none contains. */
const mostWeight = Math.log(100)
/** What every passage is about is still what the question is about. */
const leastWeight = 1

/** Reads the question, and weighs its words by how rare they are in the collections. */
async function readMatching(
  question: string,
  { analyzer, store, collections }: AnswerParts,
): Promise<Matching> {
  const scope = await collections()
  const language = analyzer.languageOfQuestion(question, [...new Set(['en', ...scope.languages])]) ?? 'en'
  const groups = language === 'en' ? englishGroups(analyzer) : null
  const parsed = parseQuestion(question, { analyzer, groups, language })
  const { chunks: all, terms: counted } = await store.countTerms({
    collections: scope.names,
    terms: parsed.words.map(({ stem }) => stem),
  })
  const weights = parsed.words.map(({ stem, role, isWeak }) => {
    const chunks = counted.find(({ term }) => term === stem)?.chunks ?? 0
    const rarity = Math.log(1 + (Math.max(0, all - chunks) + 0.5) / (chunks + 0.5))
    return roles[role] * (isWeak ? weakness : 1) * Math.min(mostWeight, Math.max(leastWeight, rarity))
  })
  return {
    question: parsed,
    weights,
    // "fetch" and "pull" are of one group; a question for their difference is not about the group.
    groups: parsed.kind === 'difference' ? null : groups,
    analyze: (text, of) => analyzer.analyze(text, of),
  }
}

const readGroups = new WeakMap<object, WordGroups>()

function englishGroups(analyzer: Pick<Analyzer, 'analyzeQuery'>): WordGroups {
  const known = readGroups.get(analyzer)
  if (known) return known
  const groups = readWordGroups(
    word => analyzer.analyzeQuery(word, ['en']).find(term => !term.startsWith('=')) ?? word,
  )
  readGroups.set(analyzer, groups)
  return groups
}

/** How many words of a group are searched for. */
const mostKindred = 6

/** The words of a question with those of their groups, to search for; null when there are none to add. */
function expandQuestion({ question, groups }: Matching): string | null {
  if (groups === null) return null
  const added = question.words.flatMap(({ stem, role }) =>
    [...groups.kindred(role === 'action' ? (question.action ?? stem) : stem)].slice(1, 1 + mostKindred),
  )
  if (added.length === 0) return null
  return [...question.words.map(({ word }) => word), ...added].join(' ').replaceAll('_', ' ')
}
