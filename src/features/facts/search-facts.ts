import { Failure } from '../../core/model/failure.ts'
import { askModel, isAvoidable } from '../../core/search/ask-model.ts'
import { warnOfRelevance, withoutRises } from '../../core/search/judge-hits.ts'
import { leastFit, scoreRelevance } from '../../core/search/score-relevance.ts'
import { findWords, weighWords } from '../../core/search/weigh-words.ts'
import { type Correction, canonicalNames, correctFacts, namesFor, type Spelling } from './corrections.ts'
import { namesIn } from './entity-names.ts'
import type { Fact } from './fact.ts'
import type { FactEdge, FactScope, FactStore, RankedFact } from './fact-store.ts'
import type { FactAnswer, FactParts, FactSearch, FoundFact } from './facts.ts'
import { closeByDeath, contradictions, joinFacts } from './join-facts.ts'
import { fold } from './people.ts'
import type { Moment } from './periods.ts'
import { answers, type Question, readQuestion } from './read-question.ts'
import { findSpellings } from './spellings.ts'

/** Length of each ranking before they are combined. */
const depth = 200
/** Limits for following facts from the named entities, and for their neighbours. */
const mostEdges = 1000
const mostNeighbours = 50

/** Weights of the rankings, and scores by distance in the graph. */
const weights = { words: 0.4, meaning: 0.3, graph: 0.3 }
const nearness = { both: 1, one: 0.7, next: 0.2 }

/** Score factor for facts that did not hold at the time a question names, and how many times the limit is loaded then. */
const outOfTimeFactor = 0.5
const outOfTimeReach = 5

const mostSupports = 5

type ScoredFact = Omit<FoundFact, 'relevance'>

/** Searches facts by words, by meaning, and by distance from the entities that the question names. */
export async function searchFacts(
  request: FactSearch & { collections: readonly string[] },
  parts: FactParts,
  signal: AbortSignal,
): Promise<FactAnswer> {
  const scope: FactScope = { collections: request.collections, at: request.at }
  const terms = parts.analyzer.analyzeQuery(request.text, ['en'])
  const [meaning, words, understood] = await Promise.all([
    rankByMeaning({ ...request, scope }, parts, signal),
    parts.facts.rankByWords(scope, terms, depth),
    understand(request, scope, parts),
  ])
  const { question, corrections, spellings, into } = understood
  const near = await rankByDistance(request.text, { scope, into }, parts)
  const scores = new Map<string, number>()
  const add = (ranked: readonly RankedFact[], weight: number) => {
    for (const { id, score } of ranked) scores.set(id, (scores.get(id) ?? 0) + weight * score)
  }
  add(byBest(words), weights.words)
  add(meaning instanceof Failure ? [] : bySpread(meaning), weights.meaning)
  add(near, weights.graph)
  const ordered = [...scores]
    .map(([id, score]) => ({ id, score: Math.round(Math.min(1, score) * 1e6) / 1e6 }))
    .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
  const when = request.at === null ? question.when : null
  const isNewest = request.sort === 'newest'
  const reach = question.isQuestion
    ? depth
    : when === null && !isNewest
      ? request.limit
      : request.limit * outOfTimeReach
  const loaded = await parts.facts.load(
    ordered.slice(0, reach).map(({ id }) => id),
    mostSupports,
  )
  const alive = await closeByDeath(loaded, scope, parts.facts)
  const known = new Map(ordered.map(({ id, score }) => [id, score]))
  const corrected = joinFacts(correctFacts(alive, corrections, spellings))
  const scored = corrected.map(fact => ({ fact, score: known.get(fact.id) ?? 0 }))
  const timely = when === null ? scored : inTime(scored, when)
  const judged = judgeFacts(timely, { text: request.text, question }, parts)
  const relevant = judged.filter(({ relevance }) => relevance >= Math.max(leastFit, request.minScore ?? 0))
  const nothingFits = judged.length > 0 && judged.every(({ relevance }) => relevance < leastFit)
  const found = (isNewest ? relevant.toSorted(byNewest) : relevant).slice(0, request.limit)
  const warnings = meaning instanceof Failure ? [`Searched by words and names only: ${meaning.message}`] : []
  return {
    found,
    nothingFits,
    warnings: [
      ...warnings,
      ...(nothingFits
        ? [sayUnknown(question, judged)]
        : warnOfRelevance({ judged, hits: found, nothingFits }, { minScore: request.minScore ?? 0 })),
      ...contradictions(found.map(({ fact }) => fact)),
      ...spellings.map(({ name, into, reason }) => `“${name}” is taken to be ${into}: ${reason}`),
    ],
  }
}

type Understood = {
  question: Question
  corrections: Correction[]
  spellings: Spelling[]
  /** By folded name: the name under which a merged entity is shown. */
  into: ReadonlyMap<string, string>
}

/** Reads the question. Names that it writes in small letters are those of known entities; merged names are one. */
async function understand(
  request: FactSearch,
  scope: FactScope,
  { facts, clock }: FactParts,
): Promise<Understood> {
  const read = readQuestion(request.text, clock.now().slice(0, 10))
  const named = await longestNames(request.text, scope, facts)
  const names = read.names.length > 0 || !read.isQuestion ? read.names : named
  const [corrections, spellings] = await Promise.all([
    facts.listCorrections(),
    findSpellings([...new Set([...names, ...named])], scope, facts),
  ])
  const into = canonicalNames(corrections, spellings)
  return {
    question: { ...read, names: names.map(name => fold(into.get(name) ?? name)) },
    corrections,
    spellings,
    into,
  }
}

/** The folded names of entities in a text. A name that is part of a longer one is ignored; dates are no names. */
async function longestNames(text: string, { collections }: FactScope, facts: FactStore): Promise<string[]> {
  const found = await facts.findEntities(collections, namesIn(text))
  const names = [...new Set(found.filter(({ entity }) => entity.label !== 'Date').map(({ name }) => name))]
  return names.filter(name => !names.some(other => other !== name && ` ${other} `.includes(` ${name} `)))
}

/** Says that nothing is known, and what is known of those whom the question names. */
function sayUnknown({ names }: Question, judged: readonly FoundFact[]): string {
  const about = judged
    .map(({ fact }) => fact)
    .filter(({ subject, object }) =>
      names.some(name => [subject, object].some(entity => fold(entity.name) === name)),
    )
  const said = about.slice(0, 3).map(({ fact }) => fact)
  return said.length === 0
    ? 'Nothing is known that answers this.'
    : `Nothing is known that answers this. Known of ${about[0] && nameIn(about[0], names)}: ${said.join(' ')}`
}

function nameIn({ subject, object }: Fact, names: readonly string[]): string {
  return names.includes(fold(subject.name)) ? subject.name : object.name
}

/**
 * A question is answered by facts about its subject and its relation, and by no others. Keywords are compared with the
 * words of a fact: it is one sentence, and its names are what they ask for.
 */
function judgeFacts(
  scored: readonly ScoredFact[],
  { text, question }: { text: string; question: Question },
  { analyzer }: Pick<FactParts, 'analyzer'>,
): FoundFact[] {
  const words = weighWords(
    analyzer.analyzeWords(text, ['en']).map(forms => ({ forms, near: null })),
    null,
  )
  const isStrict = question.isQuestion && (question.names.length > 0 || (question.relations?.size ?? 0) > 0)
  const judged = scored.map(one => {
    const { fact, subject, object } = one.fact
    const said = [fact, subject.name, object.name].join('\n')
    const found = findWords(words, { text: said, language: 'en' }, analyzer)
    const relevance = scoreRelevance({ ...found, nearness: null, trust: 0, likeness: null, place: 0 })
    if (!isStrict) return { ...one, relevance }
    if (!answers(one.fact, question)) return { ...one, relevance: 0 }
    return { ...one, relevance: Math.max(relevance, answered), score: one.score + wanted(one.fact, question) }
  })
  if (!isStrict) return withoutRises(judged)
  const fit = judged
    .filter(({ relevance }) => relevance > 0)
    .toSorted((one, other) => other.score - one.score)
  return [...withoutRises(fit), ...judged.filter(({ relevance }) => relevance === 0)]
}

/** The relevance of a fact that has the subject and the relation of a question (docs/decisions/038). */
const answered = 0.85

/** "When" prefers facts with a date, "where" facts with a place. */
function wanted({ validAt, object }: Fact, { wants }: Question): number {
  if (wants === 'date') return (object.label === 'Date' ? 0.2 : 0) + (validAt === null ? 0 : 0.1)
  return wants === 'place' && object.label === 'Place' ? 0.2 : 0
}

/** Sorts by when a fact began to hold, else by when it became known here. */
function byNewest(one: FoundFact, other: FoundFact): number {
  const since = ({ fact }: FoundFact) => Date.parse(fact.validAt ?? fact.createdAt) || 0
  return since(other) - since(one) || other.score - one.score || (one.fact.id < other.fact.id ? -1 : 1)
}

/** When a question names a time, facts that held then come first. */
function inTime(found: readonly ScoredFact[], when: Moment): ScoredFact[] {
  const held = ({ fact: { validAt, invalidAt } }: ScoredFact) =>
    (validAt ?? '') <= when.end &&
    (invalidAt === null || invalidAt > when.start) &&
    (validAt ?? invalidAt) !== null
  return found
    .map(one => (held(one) ? one : { ...one, score: Math.round(one.score * outOfTimeFactor * 1e6) / 1e6 }))
    .sort((one, other) => other.score - one.score || (one.fact.id < other.fact.id ? -1 : 1))
}

/** Returns the Failure when the model did not answer in time. */
async function rankByMeaning(
  { text, meaningBy, scope }: FactSearch & { scope: FactScope },
  { facts, embedder }: FactParts,
  signal: AbortSignal,
): Promise<RankedFact[] | Failure> {
  const wait = { model: embedder.id, by: meaningBy, signal }
  const vector = await askModel(until => embedder.embedQuery(text, until), wait).catch((error: unknown) => {
    if (isAvoidable(error, signal)) return error
    throw error
  })
  if (vector instanceof Failure) return vector
  return facts.rankByVectors(scope, { model: embedder.id, vector }, depth)
}

/** Facts between two named entities come first, then those of one, then those of their neighbours. */
async function rankByDistance(
  text: string,
  { scope, into }: { scope: FactScope; into: ReadonlyMap<string, string> },
  { facts }: FactParts,
): Promise<RankedFact[]> {
  const names = namesFor(await longestNames(text, scope, facts), into)
  const found = await facts.findEntities(scope.collections, names)
  const named = new Set(found.map(({ entity }) => entity.id))
  if (named.size === 0) return []
  const edges = await facts.listEdges(scope, [...named], mostEdges)
  const neighbours = [...new Set(edges.flatMap(({ subject, object }) => [subject, object]))]
    .filter(id => !named.has(id))
    .slice(0, mostNeighbours)
  const next = await facts.listEdges(scope, neighbours, mostEdges)
  const scores = new Map(next.map(({ id }) => [id, nearness.next]))
  for (const edge of edges) scores.set(edge.id, touches(edge, named))
  return [...scores].map(([id, score]) => ({ id, score }))
}

function touches({ subject, object }: FactEdge, named: ReadonlySet<string>): number {
  return named.has(subject) && named.has(object) ? nearness.both : nearness.one
}

/** Divides by the best score: BM25 is 0 without a shared word. */
function byBest(ranked: readonly RankedFact[]): RankedFact[] {
  const best = ranked[0]?.score ?? 0
  return best === 0 ? [] : ranked.map(({ id, score }) => ({ id, score: score / best }))
}

/** Scales to 0…1 between the worst and the best: cosines of one model are close together. */
function bySpread(ranked: readonly RankedFact[]): RankedFact[] {
  const best = ranked[0]?.score ?? 0
  const worst = ranked.at(-1)?.score ?? 0
  return ranked.map(({ id, score }) => ({ id, score: best === worst ? 1 : (score - worst) / (best - worst) }))
}
