import { z } from 'zod'
import { linkTo, passageLink } from '../../core/addresses/links.ts'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { fileTypeIs } from '../../core/contract/parse-filter.ts'
import {
  matchCount,
  minScore,
  nothingFits,
  query,
  relevance,
  sort,
  sourceId,
  warnings,
} from '../../core/contract/question-fields.ts'
import { shownMetadata } from '../../core/model/document.ts'
import type { Failure } from '../../core/model/failure.ts'
import type { Condition } from '../../core/model/filter.ts'
import type { Hit } from '../../core/model/hit.ts'
import type { JsonObject } from '../../core/model/json.ts'
import { labelSourceOf } from '../../core/model/page-label.ts'
import { isAvoidable } from '../../core/search/ask-model.ts'
import { withoutRises } from '../../core/search/judge-hits.ts'
import type { SearchAnswer, SearchMode, SearchRequest } from '../../core/search/search-request.ts'
import { rerankHits, spreadHits, spreadReach, weighPages } from './rank-hits.ts'
import { defineTool, type Services } from './services.ts'
import { sourceFilter, sourceIdOf } from './source-id.ts'

const modes: Readonly<Record<'semantic' | 'text' | 'hybrid', SearchMode>> = {
  semantic: 'dense',
  text: 'lexical',
  hybrid: 'hybrid',
}

/** How many hits are reranked at least. Each costs as much as embedding it. */
const rerankCount = 20

/** A hit in the fields of the contract. Section and page are in the metadata. */
const result = z.object({
  chunk_id: z.string().describe('Id of the passage'),
  document_id: z.string().describe('Id of the document'),
  content: z.string().describe('The passage, verbatim'),
  similarity: relevance,
  metadata: z
    .record(z.string(), z.unknown())
    .describe('Metadata of the document, and the place of the passage in it'),
  document_title: z.string().describe('Title of the document'),
  document_source: z.string().describe('Path, URL or label of the document'),
})

export const searchKnowledgeBase = defineTool({
  name: 'search_knowledge_base',
  title: 'Search the knowledge base',
  description:
    'Search RAG knowledge base for relevant information using semantic, text, or hybrid search. Searches across all ingested documents and crawled web pages, best first, each with document, section and page. Use agent_query for an answer in sentences, search_code_examples for code.',
  asks: [
    'search everything that was stored',
    'find relevant passages by keywords or meaning',
    'consult the knowledge base',
    'full-text search with spelling mistakes',
    'retrieve context for a question',
  ],
  access: 'read',
  view: 'hits',
  quotesSources: true,
  pages: { of: ['results'], by: ['chunk_id'], texts: ['content'], linkItem: passageLink },
  timeoutMs: 15_000,
  failures: ['SOURCE_NOT_FOUND'],
  positionals: ['query'],
  tags: ['search'],
  version: '1.1.0',
  rest: { method: 'POST', path: '/api/v1/rag/search' },
  shell: {
    render: async () => (await import('./render.ts')).renderKnowledge,
  },
  input: z.object({
    query,
    match_count: matchCount,
    search_type: z
      .enum(['semantic', 'text', 'hybrid'])
      .default('hybrid')
      .describe('semantic: by meaning; text: by words, including misspelt ones; hybrid: both'),
    source_id: sourceId,
    source_type: z
      .string()
      .min(1, 'must not be empty')
      .nullable()
      .default(null)
      .describe('Only documents of this origin, such as web_crawl, document or upload; null means all'),
    file_type: z
      .string()
      .min(1, 'must not be empty')
      .nullable()
      .default(null)
      .describe('Only documents of this format, such as pdf or html; null means all'),
    topics: z
      .array(z.string().min(1, 'must not be empty'))
      .max(50, 'must be at most 50')
      .nullable()
      .default(null)
      .describe('Only documents with any of these topics in their metadata; null means all'),
    sort,
    min_score: minScore,
  }),
  output: z.object({
    query: z.string().describe('The query as it was searched'),
    results: z.array(result).describe('Passages, best first'),
    count: z.int().describe('How many are returned'),
    search_type: z.string().describe('As asked'),
    reranked: z
      .boolean()
      .describe(
        'Whether the passages were reranked by comparing words with the question, or by a reranking model',
      ),
    nothing_fits: nothingFits,
    warnings,
  }),
  async run(context, input) {
    const { query, match_count, search_type, sort } = input
    const isReranking = context.knowledge.reranking && sort === 'relevance'
    const found = await searchGracefully(context, {
      collections: null,
      text: query,
      limit: isReranking ? Math.max(match_count, rerankCount) : reachOf(match_count, sort),
      mode: modes[search_type],
      filter: [
        ...(input.source_id === null ? [] : await sourceFilter(input.source_id, context)),
        ...conditions(input),
      ],
      sort,
      minScore: input.min_score,
      isForgiving: search_type !== 'semantic',
      usesFeedback: false,
      meaningBy: context.meaningBy,
    })
    // A reranking model has ordered them already.
    const reranked =
      isReranking && !found.isReranked
        ? await rerankHits(context, { question: query, hits: found.hits, likeness: likenessOf(found) })
        : null
    const results = shownHits(reranked?.hits ?? found.hits, input).map(hit =>
      toResult(hit, reranked?.metadataOf(hit) ?? {}),
    )
    return {
      query,
      results,
      count: results.length,
      search_type,
      reranked: reranked?.isReranked ?? found.isReranked ?? false,
      nothing_fits: found.nothingFits,
      warnings: [...found.warnings, ...(reranked?.warnings ?? [])],
    }
  },
})

/** How similar the words of the hits are to those of the question, where the search has compared them. */
function likenessOf({ explanation }: SearchAnswer): Map<string, number> {
  return new Map(
    explanation.hits.flatMap(({ chunk_id, token_score }) =>
      token_score === null ? [] : [[chunk_id, token_score] as const],
    ),
  )
}

/** More than 50 would deepen the rankings, so that scores would depend on the number of results. */
function reachOf(count: number, sort: string): number {
  return sort === 'newest' ? count : Math.max(count, Math.min(50, count * spreadReach))
}

function conditions(input: {
  source_type: string | null
  file_type: string | null
  topics: string[] | null
}): Condition[] {
  const { source_type, file_type, topics } = input
  return [
    ...(source_type === null ? [] : [equals('metadata.source_type', source_type)]),
    ...(file_type === null ? [] : [fileTypeIs(file_type)]),
    ...(topics === null || topics.length === 0
      ? []
      : [{ field: 'metadata.topics', op: 'contains_any' as const, values: topics }]),
  ]
}

function equals(field: string, value: string): Condition {
  return { field, op: 'equals', value }
}

/** The modes to try, in order, when a search mode fails. */
const fallbacks: Readonly<Record<SearchMode, readonly SearchMode[]>> = {
  hybrid: ['dense', 'lexical'],
  dense: ['lexical'],
  lexical: ['dense'],
}

const names: Readonly<Record<SearchMode, string>> = {
  hybrid: 'by meaning and words together',
  dense: 'by meaning only',
  lexical: 'by words only',
}

/** Searches; when one mode is unavailable, tries the others and adds a warning. */
export async function searchGracefully(
  { engine, signal }: Pick<ToolContext<Services>, 'engine' | 'signal'>,
  request: SearchRequest,
): Promise<SearchAnswer> {
  const failed: string[] = []
  let first: Failure | null = null
  for (const mode of [request.mode, ...fallbacks[request.mode]])
    try {
      const answer = await engine.search({ ...request, mode }, signal)
      return { ...answer, warnings: [...failed, ...answer.warnings] }
    } catch (error) {
      if (!isAvoidable(error, signal)) throw error
      first ??= error
      failed.push(`Searching ${names[mode]} failed: ${error.message}`)
    }
  throw first ?? new Error('no search mode was tried')
}

/**
 * Hits sorted by date keep their order. Only hybrid scores are weighted by page; cosines and BM25 scores stay
 * unchanged.
 */
function shownHits(hits: readonly Hit[], asked: { match_count: number; sort: string; search_type: string }) {
  const { match_count: count, sort, search_type } = asked
  if (sort !== 'relevance') return hits.slice(0, count)
  return withoutRises(spreadHits(search_type === 'hybrid' ? weighPages(hits) : hits, count))
}

function toResult(hit: Hit, more: JsonObject): z.infer<typeof result> {
  const { chunk, document, text, relevance: similarity } = hit
  return {
    chunk_id: chunk.id,
    document_id: document.id,
    content: text,
    similarity,
    metadata: { ...shownMetadata(document.metadata), ...placeOf(hit), ...more },
    document_title: document.title,
    document_source: document.source,
  }
}

/** Where the passage is, for citing it. */
function placeOf({ chunk, document }: Hit): JsonObject {
  const { pages } = chunk
  return {
    source_id: sourceIdOf(document.source),
    library: document.collection,
    file_type: document.fileType,
    chunk_index: chunk.ordinal,
    total_chunks: document.chunkCount,
    token_count: chunk.tokens,
    section_path: chunk.sectionPath,
    page: pages?.first ?? null,
    page_end: pages?.last ?? null,
    page_label: pages?.firstLabel ?? null,
    page_label_source: labelSourceOf(pages, document.pageLabelSource),
    char_span: [chunk.start, chunk.end],
    link: linkTo(document, pages),
  }
}
