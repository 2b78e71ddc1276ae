import { Failure } from '../model/failure.ts'
import type { Ranked } from '../model/hit.ts'
import type { QuestionTokens } from '../ports/embedder.ts'
import type { Candidate, Ranking, SimilarTerms } from '../ports/store.ts'
import { askModel, isAvoidable } from './ask-model.ts'
import { lexicalScoring } from './lexical-scoring.ts'
import type { SearchPlan } from './plan-search.ts'
import { tokensPerLeg } from './rescore-by-tokens.ts'
import type { SearchParts } from './search-request.ts'

/** The question's vector and how long the model took. */
export type Question = { vector: Float32Array; model: string; embedMs: number }

export type LexicalLeg = NonNullable<Ranking['lexical']> & { ranked: Ranked[]; ms: number }

export type DenseLeg = Question & { ranked: Ranked[]; ms: number }

/** Both rankings of a question, and what the store knows of each candidate. */
export type Legs = {
  lexical: LexicalLeg | null
  dense: DenseLeg | null
  candidates: ReadonlyMap<string, Candidate>
  /** Misspelt words, and what was searched in their place. */
  similar: readonly SimilarTerms[]
}

/**
 * Embeds the question; null when the plan has no collection to rank by meaning. Returns the Failure of a model that did
 * not answer in time or could not be reached, so that the caller can search by words instead.
 */
export async function embedQuestion(
  plan: SearchPlan,
  { embedder, clock }: Pick<SearchParts, 'embedder' | 'clock'>,
  signal: AbortSignal,
): Promise<Question | Failure | null> {
  if (plan.mode === 'lexical' || plan.denseCollections.length === 0) return null
  const startedAt = clock.elapsed()
  const wait = { model: embedder.id, by: plan.meaningBy, signal }
  const vector = await askModel(until => embedder.embedQuery(plan.text, until), wait).catch(
    (error: unknown) => {
      if (isAvoidable(error, signal)) return error
      throw error
    },
  )
  if (vector instanceof Failure) return vector
  plan.onEmbedded()
  return { vector, model: embedder.id, embedMs: clock.elapsed() - startedAt }
}

/** Ranks chunks by words, by meaning, or both, in one call of the store. */
export async function rankChunks(
  { plan, question }: { plan: SearchPlan; question: Question | null },
  { store, clock }: Pick<SearchParts, 'store' | 'clock'>,
  signal: AbortSignal,
): Promise<Legs> {
  const startedAt = clock.elapsed()
  const ranking = await store.rank(
    {
      collections: plan.collections,
      filter: plan.filter,
      limit: plan.depth,
      lexical: plan.mode === 'dense' ? null : { words: plan.words, scoring: lexicalScoring },
      dense: question && { vector: question.vector, collections: plan.denseCollections },
      ...(plan.usesTokens ? { tokensPerLeg } : {}),
    },
    signal,
  )
  const ms = clock.elapsed() - startedAt
  const { candidates, lexical } = ranking
  return {
    lexical: lexical && { ...lexical, ranked: rankBy(candidates, plan, ({ lexical: score }) => score), ms },
    dense: question && { ...question, ranked: rankBy(candidates, plan, ({ dense }) => dense), ms },
    candidates: new Map(candidates.map(candidate => [candidate.chunkId, candidate])),
    similar: lexical?.similar ?? [],
  }
}

/** The question's tokens; null when they are not used, or when the model cannot be reached any more. */
export async function readQuestion(
  plan: SearchPlan,
  { embedder }: Pick<SearchParts, 'embedder'>,
  signal: AbortSignal,
): Promise<QuestionTokens | null> {
  const { tokens } = embedder
  if (!plan.usesTokens || tokens === null) return null
  const wait = { model: embedder.id, by: plan.meaningBy, signal }
  return askModel(until => tokens.readQuestion(plan.text, until), wait).catch((error: unknown) => {
    if (isAvoidable(error, signal)) return null
    throw error
  })
}

/** One leg: the best candidates by this score. The store returned every chunk that belongs in it. */
export function rankBy(
  candidates: Iterable<Candidate>,
  { depth }: Pick<SearchPlan, 'depth'>,
  scoreOf: (candidate: Candidate) => number | null,
): Ranked[] {
  const ranked: Ranked[] = []
  for (const candidate of candidates) {
    const score = scoreOf(candidate)
    if (score !== null) ranked.push({ chunkId: candidate.chunkId, score })
  }
  return ranked
    .sort((one, other) => other.score - one.score || (one.chunkId < other.chunkId ? -1 : 1))
    .slice(0, depth)
}
