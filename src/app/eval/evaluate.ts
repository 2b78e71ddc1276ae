import type { Engine } from '../../core/engine.ts'
import type { ReportProgress } from '../../core/model/progress.ts'
import type { SearchMode } from '../../core/search/search-request.ts'
import { ingestSet } from './ingest-set.ts'
import { mean, ndcgAt, pairedBootstrap, percentile, recallAt, reciprocalRankAt } from './metrics.ts'
import type { BeirSet } from './read-beir.ts'

export const modes = ['lexical', 'dense', 'hybrid'] as const satisfies readonly SearchMode[]

export type ModeFigures = {
  ndcg_at_10: number
  recall_at_100: number
  mrr_at_10: number
  p50_ms: number
  p95_ms: number
}

export type Evaluation = {
  set: string
  split: string
  model: string
  documents: number
  chunks: number
  queries: number
  /** Null when the set had been ingested before. */
  ingest_seconds: number | null
  modes: Record<SearchMode, ModeFigures>
  /** nDCG@10 of hybrid minus that of the better of the other two, with a paired bootstrap 95 % interval. */
  hybrid_against_better: { leg: SearchMode; difference: number; low: number; high: number }
}

type Context = { signal: AbortSignal; progress: ReportProgress }

/** The most that a user can ask for. The first hits are the same whatever the limit is. */
const mostHits = 100

/** Ingests the set into an empty engine and measures every search mode with its queries. */
export async function evaluate(
  engine: Engine,
  { set, split }: { set: BeirSet; split: string },
  context: Context,
): Promise<Evaluation> {
  const startedAt = performance.now()
  await ingestSet(engine, { library: 'eval', documents: set.documents }, context)
  const seconds = (performance.now() - startedAt) / 1000
  const { evaluation } = await measureSet(engine, { set, split, library: 'eval' }, context)
  return { ...evaluation, ingest_seconds: seconds }
}

export type SetQuestions = {
  set: BeirSet
  split: string
  /** Where the documents of the set are. */
  library: string
  /** Libraries that are searched too. */
  beside?: readonly string[]
}

/** Measures every search mode with the queries of a set that has been ingested; `ndcg` has hybrid's value per query. */
export async function measureSet(
  engine: Engine,
  { set, split, library, beside = [] }: SetQuestions,
  context: Context,
): Promise<{ evaluation: Evaluation; ndcg: number[] }> {
  const measured = new Map<SearchMode, { figures: ModeFigures; ndcg: number[] }>()
  for (const mode of modes)
    measured.set(mode, await measureMode(engine, { set, mode, library, beside }, context))
  const of = (mode: SearchMode) => {
    const found = measured.get(mode)
    if (found === undefined) throw new Error(`${mode} was not measured`)
    return found
  }
  const leg = of('lexical').figures.ndcg_at_10 > of('dense').figures.ndcg_at_10 ? 'lexical' : 'dense'
  const counted = (await engine.catalog.listCollections()).find(({ name }) => name === library)
  const evaluation: Evaluation = {
    set: set.name,
    split,
    model: engine.facts.model,
    documents: set.documents.length,
    chunks: counted?.chunks ?? 0,
    queries: set.queries.length,
    ingest_seconds: null,
    modes: { lexical: of('lexical').figures, dense: of('dense').figures, hybrid: of('hybrid').figures },
    hybrid_against_better: { leg, ...pairedBootstrap(of('hybrid').ndcg, of(leg).ndcg) },
  }
  return { evaluation, ndcg: of('hybrid').ndcg }
}

async function measureMode(
  engine: Engine,
  { set, mode, library, beside }: Place & { set: BeirSet; mode: SearchMode },
  { signal, progress }: Context,
): Promise<{ figures: ModeFigures; ndcg: number[] }> {
  const { queries, judgements } = set
  const scores: Record<'ndcg' | 'recall' | 'mrr' | 'ms', number[]> = { ndcg: [], recall: [], mrr: [], ms: [] }
  for (const [index, query] of queries.entries()) {
    const grades = judgements.get(query.id) ?? new Map<string, number>()
    const ranked = await rankDocuments(
      engine,
      { library, beside, text: query.text, mode, limit: mostHits },
      signal,
    )
    const startedAt = performance.now()
    await rankDocuments(engine, { library, beside, text: query.text, mode, limit: 10 }, signal)
    scores.ms.push(performance.now() - startedAt)
    scores.ndcg.push(ndcgAt(10, ranked, grades))
    scores.recall.push(recallAt(100, ranked, grades))
    scores.mrr.push(reciprocalRankAt(10, ranked, grades))
    progress({ done: index + 1, total: queries.length, message: `Searching: ${mode}` })
  }
  return {
    ndcg: scores.ndcg,
    figures: {
      ndcg_at_10: mean(scores.ndcg),
      recall_at_100: mean(scores.recall),
      mrr_at_10: mean(scores.mrr),
      p50_ms: percentile(scores.ms, 0.5),
      p95_ms: percentile(scores.ms, 0.95),
    },
  }
}

type Place = { library: string; beside: readonly string[] }

/** Ranks documents by their best passage. Those of other libraries keep their places, and count as not relevant. */
async function rankDocuments(
  engine: Engine,
  { library, beside, ...question }: Place & { text: string; mode: SearchMode; limit: number },
  signal: AbortSignal,
): Promise<string[]> {
  const answer = await engine.search(
    { collections: [library, ...beside], ...question, filter: [], sort: 'relevance' },
    signal,
  )
  const names = answer.hits.map(({ document: { collection, source } }) =>
    collection === library ? source : `${collection}\n${source}`,
  )
  return [...new Set(names)]
}
