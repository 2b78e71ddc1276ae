import { z } from 'zod'
import { linkTo, placeAddress, spanAddress } from '../../core/addresses/links.ts'
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
import { Failure } from '../../core/model/failure.ts'
import { listSentences } from './answer/list-sentences.ts'
import { type CodeExample, codeContextLength } from './code-examples/find-code-examples.ts'
import type { FoundCode } from './code-examples/search-code.ts'
import { defineTool } from './services.ts'
import { sourceFilter, sourceIdOf } from './source-id.ts'

const example = z.object({
  code_example_id: z.string().describe('Id of the block; changes when its document is replaced'),
  document_id: z.string().describe('Id of its document'),
  code: z.string().describe('The code, verbatim'),
  summary: z.string().describe('Its section and the sentence before it'),
  language: z.string().describe('Language of the code; "text" when it cannot be detected'),
  similarity: relevance,
  source: z.string().describe('Path, URL or label of the document'),
  metadata: z
    .record(z.string(), z.unknown())
    .describe(
      'char_count, line_count, chunk_index, section_path, context_before, context_after, url and more',
    ),
})

export const searchCodeExamples = defineTool({
  name: 'search_code_examples',
  title: 'Search code examples',
  description:
    'Search for code examples in the knowledge base (requires USE_AGENTIC_RAG=true). Returns whole blocks of code with language, summary and context, best first. Use search_knowledge_base for prose.',
  asks: [
    'show example code',
    'code sample for an API',
    'how do I program this',
    'usage example of a library function',
    'snippet in Python or another language',
  ],
  access: 'read',
  quotesSources: true,
  pages: {
    of: ['results'],
    by: ['code_example_id'],
    texts: ['code', 'metadata.context_before', 'metadata.context_after'],
    linkItem: addressOf,
  },
  timeoutMs: 15_000,
  failures: ['FEATURE_DISABLED', 'SOURCE_NOT_FOUND'],
  positionals: ['query'],
  tags: ['search', 'code'],
  version: '1.1.0',
  rest: { method: 'POST', path: '/api/v1/rag/code-examples/search' },
  shell: {
    render: async () => (await import('./render.ts')).renderCode,
  },
  input: z.object({
    query,
    match_count: matchCount,
    source_id: sourceId,
    language: z
      .string()
      .trim()
      .toLowerCase()
      .min(1, 'must not be empty')
      .nullable()
      .default(null)
      .describe('Only code in this language, such as python or bash; null means all'),
    sort,
    min_score: minScore,
  }),
  output: z.object({
    success: z.boolean().describe('Always true; failures are errors'),
    query: z.string().describe('The query as it was searched'),
    results: z.array(example).describe('Blocks of code, best first'),
    count: z.int().describe('How many are returned'),
    source_filter: z.string().nullable().describe('The requested source'),
    search_mode: z.enum(['hybrid', 'vector']).describe('How passages were found'),
    reranking_applied: z.boolean().describe('Whether blocks were also ranked by their own words'),
    nothing_fits: nothingFits,
    warnings,
  }),
  async run(context, { query, match_count, source_id, language, sort, min_score }) {
    if (!context.knowledge.codeExamples) throw disabled()
    const filter = source_id === null ? [] : await sourceFilter(source_id, context)
    const answer = await context.searchCode(
      {
        text: query,
        limit: match_count,
        filter,
        sort,
        language,
        minScore: min_score,
        meaningBy: context.meaningBy,
      },
      context.signal,
    )
    const results = answer.found.map(exampleOnWire)
    return {
      success: true,
      query,
      results,
      count: results.length,
      source_filter: source_id,
      search_mode: 'hybrid' as const,
      reranking_applied: true,
      nothing_fits: answer.nothingFits,
      warnings: answer.warnings,
    }
  },
})

function disabled(): Failure {
  return new Failure(
    'unsupported',
    'FEATURE_DISABLED',
    'Code example extraction is disabled. Perform a normal RAG search.',
    { hint: 'Set USE_AGENTIC_RAG=true (or --knowledge-agentic) and restart the server.' },
  )
}

/** Links to the code as a block of its document, and to the context as a span of the document. */
function addressOf({ document_id, metadata }: Record<string, unknown>, _: unknown, text: string): string {
  const { library, example_index: ordinal, char_span: span } = Object(metadata)
  const [start, end] = span
  const id = String(document_id)
  if (text === 'code') return placeAddress({ kind: 'code', library, id, ordinal })
  if (text === 'metadata.context_after') return spanAddress(library, id, [end, end + codeContextLength])
  return spanAddress(library, id, [Math.max(0, start - codeContextLength), start])
}

function exampleOnWire({
  relevance: similarity,
  example: block,
  hit,
  document,
}: FoundCode): z.infer<typeof example> {
  return {
    code_example_id: block.id,
    document_id: document.id,
    code: block.code,
    summary: summariseCode(block, document.title),
    language: block.language,
    similarity,
    source: document.source,
    metadata: {
      source_id: sourceIdOf(document.source),
      title: document.title,
      library: document.collection,
      url: linkTo(document, hit.chunk.pages),
      section_path: block.sectionPath,
      page: hit.chunk.pages?.first ?? null,
      char_count: block.code.length,
      line_count: block.code.split('\n').length,
      example_index: block.ordinal,
      chunk_id: hit.chunk.id,
      chunk_index: hit.chunk.ordinal,
      char_span: [block.start, block.end],
      context_before: block.before,
      context_after: block.after,
    },
  }
}

const longest = 300
/** The contract's text for code without a section and introduction. */
const nothingSaid = 'Code example for demonstration purposes.'

/** The section and the sentence before the code, in the words of the document. */
function summariseCode(
  { sectionPath, lead: leading }: Pick<CodeExample, 'sectionPath' | 'lead'>,
  title: string,
): string {
  const path = sectionPath[0] === title ? sectionPath : [title, ...sectionPath]
  const lead = listSentences(leading).at(-1)?.text.replace(/\s+/g, ' ') ?? ''
  const section = path.filter(heading => heading !== '').join(' › ')
  const summary = [section, lead].filter(part => part !== '').join(': ')
  if (summary === '') return nothingSaid
  return summary.length <= longest ? summary : `${summary.slice(0, longest)}...`
}
