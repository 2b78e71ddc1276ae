import { Failure } from '../../core/model/failure.ts'
import { askModel, isAvoidable } from '../../core/search/ask-model.ts'
import { warnOfRelevance, withoutRises } from '../../core/search/judge-hits.ts'
import { leastFit, scoreRelevance } from '../../core/search/score-relevance.ts'
import { findWords, weighWords } from '../../core/search/weigh-words.ts'
import { namesIn } from './entity-names.ts'
import type { FactEdge, FactScope, RankedFact } from './fact-store.ts'
import type { FactAnswer, FactParts, FactSearch, FoundFact } from './facts.ts'
import { type Moment, momentIn } from './periods.ts'

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
  const [meaning, words, near] = await Promise.all([
    rankByMeaning({ ...request, scope }, parts, signal),
    parts.facts.rankByWords(scope, terms, depth),
    rankByDistance(request.text, scope, parts),
  ])
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
  const when = request.at === null ? momentIn(request.text) : null
  const isNewest = request.sort === 'newest'
  const reach = when === null && !isNewest ? request.limit : request.limit * outOfTimeReach
  const loaded = await parts.facts.load(
    ordered.slice(0, reach).map(({ id }) => id),
    mostSupports,
  )
  const known = new Map(ordered.map(({ id, score }) => [id, score]))
  const scored = loaded.map(fact => ({ fact, score: known.get(fact.id) ?? 0 }))
  const judged = judgeFacts(when === null ? scored : inTime(scored, when), request.text, parts)
  const nothingFits = judged.length > 0 && judged.every(({ relevance }) => relevance < leastFit)
  const relevant = judged.filter(({ relevance }) => relevance >= (request.minScore ?? 0))
  const found = isNewest ? relevant.toSorted(byNewest) : relevant
  const warnings = meaning instanceof Failure ? [`Searched by words and names only: ${meaning.message}`] : []
  const seen = { judged, hits: found, nothingFits }
  return {
    found: found.slice(0, request.limit),
    nothingFits,
    warnings: [...warnings, ...warnOfRelevance(seen, { minScore: request.minScore ?? 0 })],
  }
}

/** A fact is one sentence, and its names are what questions ask for: words tell whether it is relevant. */
function judgeFacts(
  scored: readonly ScoredFact[],
  question: string,
  { analyzer }: Pick<FactParts, 'analyzer'>,
): FoundFact[] {
  const words = weighWords(
    analyzer.analyzeWords(question, ['en']).map(forms => ({ forms, near: null })),
    null,
  )
  return withoutRises(
    scored.map(one => {
      const { fact, subject, object } = one.fact
      const text = [fact, subject.name, object.name].join('\n')
      const found = findWords(words, { text, language: 'en' }, analyzer)
      return {
        ...one,
        relevance: scoreRelevance({ ...found, nearness: null, trust: 0, likeness: null, place: 0 }),
      }
    }),
  )
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
async function rankByDistance(text: string, scope: FactScope, { facts }: FactParts): Promise<RankedFact[]> {
  const named = new Set(await namedEntities(text, scope, facts))
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

/** A name that is part of a longer name in the question is ignored. */
async function namedEntities(
  text: string,
  { collections }: FactScope,
  facts: FactParts['facts'],
): Promise<string[]> {
  const found = await facts.findEntities(collections, namesIn(text))
  const names = [...new Set(found.map(({ name }) => name))]
  return found
    .filter(({ name }) => !names.some(other => other !== name && ` ${other} `.includes(` ${name} `)))
    .map(({ entity }) => entity.id)
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
