import type { Candidate } from './list-candidates.ts'
import type { ParsedQuestion, QuestionWord } from './parse-question.ts'
import type { WordGroups } from './word-groups.ts'

/** How a candidate, with what is said above it, meets the words of a question. All values are 0 to 1. */
export type WordMatch = {
  /** The action; 1 when the question names none. */
  action: number
  /** Whether the candidate denies the action, or names its opposite. */
  isDenied: boolean
  /** The head of its object; 1 when the question has none. */
  head: number
  /** The weighed share of the other words. */
  object: number
  /** The share of all words that the candidate itself meets, without headings. */
  own: number
  /** The share of all words that the headings alone meet. */
  heading: number
  /** The share of all words that follow each other as in the question. */
  order: number
  /** The weightiest word that is not met. */
  unmet: string | null
  /** Its share of the weight of all words but the action. */
  unmetShare: number
}

export type Matching = {
  question: ParsedQuestion
  /** The weight of each word of the question. */
  weights: readonly number[]
  /** Null for questions in a language that has no groups. */
  groups: WordGroups | null
  analyze(text: string, language: string): string[]
}

/**
 * How much a place counts: the words near each other, what is directly above them, what the document is about, the rest of
 * the sentence, what is beside it. Words that are scattered over a long sentence say little about each other.
 */
const places = { close: 1, near: 1, far: 0.85, own: 0.7, beside: 0.5 } as const
/** A word of the same group counts nearly as much as the word itself. */
const kin = 0.9
const isMet = 0.5
/** What is left of an action that the sentence denies, or whose opposite it names. */
const denied = 0.4
/** How many words of a sentence are read together. */
const windowLength = 14

/** Compares the words of a question with a candidate. `likeness` is the similarity of each word by meaning. */
export function matchWords(
  candidate: Candidate,
  matching: Matching,
  likeness: readonly number[] | null,
): WordMatch {
  const { question, weights } = matching
  const terms = termsOf(candidate, matching)
  const like = (place: number) => likeness?.[place] ?? 0
  const met = question.words.map((word, place) => Math.max(meetWord(word, terms, matching), like(place)))
  const own = question.words.map((word, place) =>
    Math.max(meetWord(word, { ...nowhere, close: terms.close }, matching), like(place)),
  )
  const above = question.words.map(word =>
    meetWord(word, { ...nowhere, near: terms.near, far: terms.far }, matching),
  )
  const actionAt = question.words.findIndex(({ role }) => role === 'action')
  const isObject = (place: number) => place !== actionAt
  const isDenied = deniesAction(candidate, terms, matching)
  return {
    action: actionAt < 0 ? 1 : (met[actionAt] ?? 0) * (isDenied ? denied : 1),
    isDenied,
    head: Math.min(
      1,
      ...question.words.flatMap(({ role }, place) => (role === 'head' ? [met[place] ?? 0] : [])),
    ),
    object: shareOf(met, weights, isObject),
    own: shareOf(own, weights, () => true),
    heading: shareOf(above, weights, () => true),
    order: orderOf(candidate, matching),
    ...weightiestUnmet(question, weights, met),
  }
}

type PlaceTerms = Record<keyof typeof places, ReadonlySet<string>>

const none: ReadonlySet<string> = new Set()
const nowhere: PlaceTerms = { close: none, near: none, far: none, own: none, beside: none }

function termsOf({ hit, unit, part, near, far }: Candidate, matching: Matching): PlaceTerms {
  const { language } = hit.document
  const read = (text: string) => new Set(matching.analyze(text, language))
  const beside = unit.parts.filter(other => other !== part).map(({ text }) => text)
  const terms = matching.analyze(part.text, language)
  return {
    close: closestTerms(terms, matching),
    near: read(near),
    far: read(far),
    own: new Set(terms),
    beside: read(beside.join('\n')),
  }
}

/** The stretch of a sentence that meets most of the question. */
function closestTerms(terms: readonly string[], matching: Matching): ReadonlySet<string> {
  let best: ReadonlySet<string> = new Set(terms.slice(0, windowLength))
  let most = -1
  for (let from = 0; from === 0 || from + windowLength <= terms.length; from++) {
    const close = new Set(terms.slice(from, from + windowLength))
    const values = matching.question.words.map(word => meetWord(word, { ...nowhere, close }, matching))
    const share = shareOf(values, matching.weights, () => true)
    if (share > most) {
      most = share
      best = close
    }
  }
  return best
}

function meetWord(word: QuestionWord, terms: PlaceTerms, matching: Matching): number {
  const wanted = wantedBy(word, matching)
  const kindred = matching.groups?.kindred(wanted) ?? none
  const worths = [
    [terms.close, places.close],
    [terms.near, places.near],
    [terms.far, places.far],
    [terms.own, places.own],
    [terms.beside, places.beside],
  ] as const
  return Math.max(
    ...worths.map(([there, worth]) => {
      if (there.has(wanted)) return worth
      return hasAny(there, kindred) ? worth * kin : 0
    }),
  )
}

/** For "throw … away" the phrase is looked for, not "throw". */
function wantedBy({ role, stem }: QuestionWord, { question }: Matching): string {
  return role === 'action' ? (question.action ?? stem) : stem
}

function hasAny(terms: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  for (const term of wanted)
    if (term.includes('_') ? term.split('_').every(part => terms.has(part)) : terms.has(term)) return true
  return false
}

function shareOf(
  values: readonly number[],
  weights: readonly number[],
  counts: (place: number) => boolean,
): number {
  let total = 0
  let found = 0
  for (const [place, weight] of weights.entries()) {
    if (!counts(place)) continue
    total += weight
    found += weight * (values[place] ?? 0)
  }
  return total === 0 ? 1 : found / total
}

/**
 * The longest sequence of the question's words that the candidate has in the same order, by weight: "copies files instead of
 * moving them" is not "move, not copy, files".
 */
function orderOf({ hit, near, part }: Candidate, matching: Matching): number {
  const { words } = matching.question
  const matches = words.map(word => {
    const wanted = wantedBy(word, matching)
    const kindred = matching.groups?.kindred(wanted) ?? none
    const joined = new Set([...kindred].flatMap(term => term.split('_').slice(0, 1)))
    return (term: string) => term === wanted || joined.has(term)
  })
  const total = matching.weights.reduce((sum, weight) => sum + weight, 0)
  const best = [part.text, near].map(text => {
    // The best sum that ends at or before each word of the question.
    const sums = words.map(() => 0)
    for (const term of matching.analyze(text, hit.document.language))
      for (let place = words.length - 1; place >= 0; place--)
        if (matches[place]?.(term)) {
          const before = Math.max(0, ...sums.slice(0, place))
          sums[place] = Math.max(sums[place] ?? 0, before + (matching.weights[place] ?? 0))
        }
    return Math.max(0, ...sums)
  })
  return total === 0 ? 0 : Math.max(...best) / total
}

/** Words by which a sentence denies something. */
export const negation = /\b(?:not|never|cannot|without|no|none|nothing|nobody|nor|neither)\b|n['’]t\b/i

/** Whether the sentence says the opposite of the action, or denies it where the question does not. */
function deniesAction(
  { part }: Candidate,
  { own }: PlaceTerms,
  { question, groups, analyze }: Matching,
): boolean {
  if (groups === null || question.action === null || question.isNegated) return false
  const same = groups.kindred(question.action)
  if (!hasAny(own, same)) return hasAny(own, groups.opposites(question.action))
  const clauses = part.text.split(/[,;:—–()]|\b(?:but|and|or|which|that|unless|if|when)\b/i)
  const acting = clauses.filter(clause => hasAny(new Set(analyze(clause, 'en')), same))
  return acting.length > 0 && acting.every(clause => negation.test(clause))
}

function weightiestUnmet(
  { words }: ParsedQuestion,
  weights: readonly number[],
  met: readonly number[],
): Pick<WordMatch, 'unmet' | 'unmetShare'> {
  const all = words.map(({ word, role, isWeak }, place) => ({
    word,
    role,
    isWeak,
    weight: weights[place] ?? 0,
    isUnmet: (met[place] ?? 0) < isMet,
  }))
  const unmet = all.filter(({ isUnmet }) => isUnmet).sort((one, other) => other.weight - one.weight)
  const object = all.filter(({ role }) => role !== 'action')
  const total = object.reduce((sum, { weight }) => sum + weight, 0)
  const heaviest = unmet.find(({ role, isWeak }) => role !== 'action' && !isWeak)?.weight ?? 0
  return { unmet: unmet[0]?.word ?? null, unmetShare: total === 0 ? 0 : heaviest / total }
}
