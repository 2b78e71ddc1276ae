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

/** Finds the names that someone may have meant, best first. */
export type NameSuggester = (wrongs: readonly WrongName[], signal: AbortSignal) => Promise<Suggestions>

/** Names shown for one that is wrong. */
const mostNames = 5
/** Comparisons of a wrong name with one that exists, in one report: some seconds. */
const mostComparisons = 100_000
/** Longer names are nobody's slip; comparing them takes their length squared. */
const longestName = 200

/** By spelling, by words of the documentation, and by meaning where there is a model that can tell. */
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

/** The first wrong names, as many as can be compared with all that exists. */
function withinComparisons(wrongs: readonly WrongName[]): WrongName[] {
  let comparisons = 0
  return wrongs.filter(({ name, candidates }) => {
    if (name.length > longestName || comparisons > mostComparisons) return false
    comparisons += candidates.length
    return true
  })
}

function withoutSuggestion(count: number): string {
  return `No suggestions were looked for ${count} wrong name(s): there are too many of them, or they are too long.`
}

type Looked = {
  wrong: WrongName
  spelt: readonly RankedName[]
  told: readonly RankedName[]
  question: NameQuestion | null
}

/** What names and documentation tell by themselves, and what is left to be asked. */
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

/** Private names only to those who ask for one. */
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
    return { meant: new Map(), warnings: [`Suggestions leave meaning out: ${cause.message}`] }
  }
}

/** The best count, and half of the others: what several find is likelier. */
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

/** A member that may have been meant, with what its source says of it. */
export type LikelyMember = { name: string; doc: string | null }

/** Candidates of the kind that is wanted: calls mean what can be called, and names like a class mean classes. */
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
