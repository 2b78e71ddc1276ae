import { Failure } from '../../../core/model/failure.ts'
import type { WrongName } from './items.ts'
import { meaningRanker, type NameModel, type NameQuestion, type RankByMeaning } from './rank-by-meaning.ts'
import { byScore, isSlip, type RankedName, rankBySpelling, rankByWords } from './rank-names.ts'

export type { NameModel }

export type Suggestions = {
  names: ReadonlyMap<WrongName, string[]>
  /** What was left out, and why. */
  warnings: readonly string[]
}

/** A member that may have been meant, with its documentation. */
export type LikelyMember = { name: string; doc: string | null }

/** Finds the existing names that may have been meant, best first. */
export type NameSuggester = (wrongs: readonly WrongName[], signal: AbortSignal) => Promise<Suggestions>

/** Most suggestions for one wrong name. */
const mostNames = 5
/** Most comparisons of wrong with existing names in one report: a few seconds of CPU. */
const mostComparisons = 100_000
/** Longer names get no suggestions: comparing them takes time quadratic in their length. */
const longestName = 200

/** Suggests names by spelling, by words of the documentation, and by meaning where there is a model. */
export function nameSuggester(model: NameModel | null): NameSuggester {
  const rankByMeaning = model && meaningRanker(model)
  return async (wrongs, signal) => {
    const affordable = withinComparisons(wrongs)
    const looked = affordable.map(lookFor)
    const questions = looked.flatMap(({ question }) => question ?? [])
    const { meant, warnings } = await askMeaning(rankByMeaning, questions, signal)
    const names = looked.map(({ wrong, spelt, told, question }): [WrongName, string[]] => {
      const alike = question === null ? [] : (meant.get(question) ?? [])
      return [wrong, merge([spelt, told, alike])]
    })
    const left = wrongs.length - affordable.length
    return { names: new Map(names), warnings: left > 0 ? [...warnings, withoutSuggestion(left)] : warnings }
  }
}

/** The first wrong names, up to the limit of comparisons. */
function withinComparisons(wrongs: readonly WrongName[]): WrongName[] {
  let comparisons = 0
  return wrongs.filter(({ name, candidates }) => {
    if (name.length > longestName || comparisons > mostComparisons) return false
    comparisons += candidates.length
    return true
  })
}

function withoutSuggestion(count: number): string {
  return `${count} wrong name(s) have no suggestions: there are too many of them, or they are too long.`
}

type Looked = {
  wrong: WrongName
  spelt: readonly RankedName[]
  told: readonly RankedName[]
  question: NameQuestion | null
}

/** Ranks candidates by spelling and documentation; `question` is what to ask the model. */
function lookFor(wrong: WrongName): Looked {
  const { name, members: of } = wrong
  const candidates = offeredTo(wrong)
  const spelt = rankBySpelling(name, candidates)
  const isClear = spelt[0] !== undefined && isSlip(name, spelt[0].name)
  if (isClear || of === null) return { wrong, spelt, told: [], question: null }
  const members = likelyMembers({ ...wrong, candidates })
  const told = rankByWords(name, members)
  const places = new Map(told.map((one, at) => [one.name, at]))
  const likeliest = members.toSorted(
    (a, b) => (places.get(a.name) ?? members.length) - (places.get(b.name) ?? members.length),
  )
  return { wrong, spelt, told, question: { name, owner: of.owner, members: likeliest } }
}

/** The candidates; private ones only when the wrong name is private too. */
function offeredTo({ name, candidates }: WrongName): string[] {
  return [...new Set(candidates)].filter(
    candidate => candidate !== name && (!candidate.startsWith('_') || name.startsWith('_')),
  )
}

async function askMeaning(
  rankByMeaning: RankByMeaning | null,
  questions: readonly NameQuestion[],
  signal: AbortSignal,
): Promise<{ meant: ReadonlyMap<NameQuestion, RankedName[]>; warnings: readonly string[] }> {
  if (rankByMeaning === null || questions.length === 0) return { meant: new Map(), warnings: [] }
  try {
    return { meant: await rankByMeaning(questions, signal), warnings: [] }
  } catch (cause) {
    if (!(cause instanceof Failure) || signal.aborted) throw cause
    return { meant: new Map(), warnings: [`Suggestions do not consider meaning: ${cause.message}`] }
  }
}

/** Adds up the rankings, so that names found by several come first. */
function merge(rankings: readonly (readonly RankedName[])[]): string[] {
  const found = Map.groupBy(rankings.flat(), ({ name }) => name)
  return [...found]
    .map(([name, counts]) => {
      const all = counts.map(({ score }) => score)
      const sum = all.reduce((total, score) => total + score, 0)
      return { name, score: (sum + Math.max(...all)) / 2 }
    })
    .sort(byScore)
    .slice(0, mostNames)
    .map(({ name }) => name)
}

/** Candidates of the right kind: callable ones for calls, capitalized ones for capitalized names. */
function likelyMembers({ name, candidates, members }: WrongName): LikelyMember[] {
  if (members === null) return []
  return candidates
    .filter(candidate => isCapital(candidate) === isCapital(name))
    .map(candidate => ({ name: candidate, ...members.look(candidate) }))
    .filter(({ isCallable }) => isCallable || !members.isCalled)
    .map(({ name: member, doc }) => ({ name: member, doc }))
}

function isCapital(name: string): boolean {
  return /^\p{Lu}/u.test(name)
}
