import type { Engine } from '../../core/engine.ts'
import { Failure } from '../../core/model/failure.ts'
import type { ReportProgress } from '../../core/model/progress.ts'
import type { SearchMode } from '../../core/search/search-request.ts'
import { mean, ndcgAt, pairedBootstrap, percentile, recallAt, reciprocalRankAt } from './metrics.ts'
import type { BeirDocument, BeirSet } from './read-beir.ts'

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
  ingest_seconds: number
  modes: Record<SearchMode, ModeFigures>
  /** nDCG@10 of hybrid minus that of the better of the other two, with a paired bootstrap 95 % interval. */
  hybrid_against_better: { leg: SearchMode; difference: number; low: number; high: number }
}

type Context = { signal: AbortSignal; progress: ReportProgress }

const collection = 'eval'

/** The most that a user can ask for. The first hits are the same whatever the limit is. */
const mostHits = 100

/** Ingests the set into an empty engine and measures every search mode with its queries. */
export async function evaluate(
  engine: Engine,
  { set, split }: { set: BeirSet; split: string },
  context: Context,
): Promise<Evaluation> {
  const startedAt = performance.now()
  await ingestSet(engine, set.documents, context)
  const ingestSeconds = (performance.now() - startedAt) / 1000
  const measured = new Map<SearchMode, { figures: ModeFigures; ndcg: number[] }>()
  for (const mode of modes) measured.set(mode, await measureMode(engine, { set, mode }, context))
  const of = (mode: SearchMode) => {
    const found = measured.get(mode)
    if (found === undefined) throw new Error(`${mode} was not measured`)
    return found
  }
  const leg = of('lexical').figures.ndcg_at_10 > of('dense').figures.ndcg_at_10 ? 'lexical' : 'dense'
  const [counted] = await engine.catalog.listCollections()
  return {
    set: set.name,
    split,
    model: engine.facts.model,
    documents: set.documents.length,
    chunks: counted?.chunks ?? 0,
    queries: set.queries.length,
    ingest_seconds: ingestSeconds,
    modes: { lexical: of('lexical').figures, dense: of('dense').figures, hybrid: of('hybrid').figures },
    hybrid_against_better: { leg, ...pairedBootstrap(of('hybrid').ndcg, of(leg).ndcg) },
  }
}

async function ingestSet(
  engine: Engine,
  documents: readonly BeirDocument[],
  context: Context,
): Promise<void> {
  const items = documents
    .filter(document => `${document.title}${document.text}`.trim() !== '')
    .map(document => ({
      name: document.id,
      request: {
        collection,
        metadata: {},
        options: { password: null, ocrLanguages: [] },
        read: async () => ({
          source: document.id,
          name: `${document.id}.md`,
          bytes: new TextEncoder().encode(toMarkdown(document)),
          mediaType: 'text/markdown',
          charset: 'utf-8',
          lastModified: null,
          fileType: null,
        }),
      },
    }))
  const outcomes = await engine.ingestMany(items, { ...context, concurrency: 16, onOutcome: () => {} })
  for (const outcome of outcomes)
    if (!outcome.ok && outcome.failure.code !== 'NO_TEXT')
      throw new Failure('internal', 'INTERNAL_ERROR', `${outcome.name}: ${outcome.failure.message}`, {
        cause: outcome.failure,
      })
}

/** Escapes headings in the text, so that only the title is a heading. */
function toMarkdown({ title, text }: BeirDocument): string {
  const body = text.replace(/^(\s*)(#{1,6}\s)/gm, '$1\\$2')
  return title.trim() === '' ? body : `# ${title.replaceAll(/\s+/g, ' ').trim()}\n\n${body}`
}

async function measureMode(
  engine: Engine,
  { set, mode }: { set: BeirSet; mode: SearchMode },
  { signal, progress }: Context,
): Promise<{ figures: ModeFigures; ndcg: number[] }> {
  const { queries, judgements } = set
  const scores: Record<'ndcg' | 'recall' | 'mrr' | 'ms', number[]> = { ndcg: [], recall: [], mrr: [], ms: [] }
  for (const [index, query] of queries.entries()) {
    const grades = judgements.get(query.id) ?? new Map<string, number>()
    const ranked = await rankDocuments(engine, { text: query.text, mode, limit: mostHits }, signal)
    const startedAt = performance.now()
    await rankDocuments(engine, { text: query.text, mode, limit: 10 }, signal)
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

/** Ranks documents by their best passage. */
async function rankDocuments(
  engine: Engine,
  question: { text: string; mode: SearchMode; limit: number },
  signal: AbortSignal,
): Promise<string[]> {
  const answer = await engine.search(
    { collections: [collection], ...question, filter: [], sort: 'relevance' },
    signal,
  )
  return [...new Set(answer.hits.map(hit => hit.document.source))]
}
