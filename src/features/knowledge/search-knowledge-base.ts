import { z } from 'zod'
import { passageLink } from '../../core/addresses/links.ts'
import { fileTypeIs } from '../../core/contract/parse-filter.ts'
import { matchCount, query, sort, sourceId, warnings } from '../../core/contract/question-fields.ts'
import type { Condition } from '../../core/model/filter.ts'
import type { Hit } from '../../core/model/hit.ts'
import type { SearchMode } from '../../core/search/search-request.ts'
import { rereadHits } from './reread-hits.ts'
import { result, toResult } from './result.ts'
import { searchGracefully } from './search-gracefully.ts'
import { defineTool } from './services.ts'
import { sourceFilter } from './source-id.ts'
import { spreadHits, spreadReach } from './spread-hits.ts'
import { weighPages } from './weigh-pages.ts'

const modes: Readonly<Record<'semantic' | 'text' | 'hybrid', SearchMode>> = {
  semantic: 'dense',
  text: 'lexical',
  hybrid: 'hybrid',
}

/** How many are read again, unless more are wanted: each costs as much as embedding it. */
const rereadCount = 20

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
  quotesSources: true,
  pages: { of: ['results'], by: ['chunk_id'], texts: ['content'], linkItem: passageLink },
  timeoutMs: 15_000,
  failures: ['SOURCE_NOT_FOUND'],
  positionals: ['query'],
  tags: ['search'],
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
      .describe('semantic: by meaning; text: by words, misspelt ones too; hybrid: both'),
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
  }),
  output: z.object({
    query: z.string().describe('The query as it was searched'),
    results: z.array(result).describe('Passages, best first'),
    count: z.int().describe('How many are returned'),
    search_type: z.string().describe('As asked'),
    reranked: z.boolean().describe('Whether the passages were read again beside the question, word by word'),
    warnings,
  }),
  async run(context, input) {
    const { query, match_count, search_type, sort } = input
    const isReread = context.knowledge.reranking && sort === 'relevance'
    const found = await searchGracefully(context, {
      collections: null,
      text: query,
      limit: isReread ? Math.max(match_count, rereadCount) : reachOf(match_count, sort),
      mode: modes[search_type],
      filter: [
        ...(input.source_id === null ? [] : await sourceFilter(input.source_id, context)),
        ...conditions(input),
      ],
      sort,
      isForgiving: search_type !== 'semantic',
      usesFeedback: false,
      meaningBy: context.meaningBy,
    })
    const reread = isReread ? await rereadHits(context, query, found.hits) : null
    const results = shownHits(reread?.hits ?? found.hits, input).map(hit =>
      toResult(hit, reread?.metadataOf(hit) ?? {}),
    )
    return {
      query,
      results,
      count: results.length,
      search_type,
      reranked: reread?.isReranked ?? false,
      warnings: [...found.warnings, ...(reread?.warnings ?? [])],
    }
  },
})

/** Beyond 50 the rankings would be made deeper, and scores of one question would depend on how many are wanted. */
function reachOf(count: number, sort: string): number {
  return sort === 'newest' ? count : Math.max(count, Math.min(50, count * spreadReach))
}

/** What is sorted by its date is shown as it comes; cosines and BM25 stay what they are. */
function shownHits(hits: readonly Hit[], asked: { match_count: number; sort: string; search_type: string }) {
  const { match_count: count, sort, search_type } = asked
  if (sort !== 'relevance') return hits.slice(0, count)
  return spreadHits(search_type === 'hybrid' ? weighPages(hits) : hits, count)
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
