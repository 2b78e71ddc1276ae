import { z } from 'zod'
import { linkTo, passageLink } from '../../core/addresses/links.ts'
import { pageLabelSource } from '../../core/contract/page-label-field.ts'
import { filterInput, parseFilter } from '../../core/contract/parse-filter.ts'
import { minScore, nothingFits, relevance } from '../../core/contract/question-fields.ts'
import { shownMetadata } from '../../core/model/document.ts'
import type { Condition } from '../../core/model/filter.ts'
import type { Hit } from '../../core/model/hit.ts'
import { labelSourceOf } from '../../core/model/page-label.ts'
import { libraryOrAll, metadataOut } from './fields.ts'
import { defineTool } from './services.ts'

/** A hit in the words of this contract, with everything needed to cite it. */
const passage = z.object({
  doc_id: z.string().describe('Id of the document, for get_document'),
  source: z.string().describe('Absolute path, URL or label of the document'),
  title: z.string().describe('Title of the document'),
  library: z.string().describe('Library that holds it'),
  file_type: z.string().describe('Format of the source, such as pdf or html'),
  last_modified: z.string().describe('When the source was last modified (ISO 8601); empty if unknown'),
  page: z.int().describe('Physical page where the passage starts, from 1; 0 if there are no pages'),
  page_end: z.int().describe('Physical page where it ends'),
  page_label: z.string().nullable().describe('Printed page number or range, such as "iv" or "12–13"'),
  page_label_source: pageLabelSource,
  section_path: z.array(z.string()).describe('Headings above the passage, outermost first'),
  content: z.string().describe('The passage, verbatim'),
  chunk_id: z.string().describe('Id of the passage'),
  chunk_index: z.int().describe('Position of the passage in its document, from 0'),
  char_span: z
    .array(z.int())
    .length(2)
    .describe('Start and end of the passage in the Markdown of get_document, in UTF-16 code units'),
  score: relevance,
  link: z.string().describe('Opens the source, at the page if it has pages'),
  metadata: metadataOut,
})

const count = z.number()
const rank = z.int().nullable()

const explanation = z
  .object({
    mode: z.enum(['hybrid', 'lexical', 'dense']),
    collections: z.array(z.string()),
    lexical: z
      .object({
        terms: z.array(z.string()),
        dropped: z.array(z.string()),
        candidates: count,
        best: count.nullable(),
        ms: count,
      })
      .nullable(),
    dense: z
      .object({ model: z.string(), candidates: count, best: count.nullable(), ms: count, embed_ms: count })
      .nullable(),
    fusion: z
      .object({
        method: z.string(),
        weights: z.object({ lexical: count, dense: count }).nullable(),
        candidates: count,
      })
      .nullable(),
    total_ms: count,
    hits: z.array(
      z.object({
        chunk_id: z.string(),
        lexical_rank: rank,
        lexical_score: count.nullable(),
        dense_rank: rank,
        dense_score: count.nullable(),
        token_score: count.nullable(),
        fused_score: count,
      }),
    ),
  })
  .describe('Result of each step of the search')

export const search = defineTool({
  name: 'search',
  title: 'Search documents',
  description:
    'Find the passages of stored documents that answer a question or deal with a topic, by meaning and words, best first, each with document, page, section and exact place. Use get_document to read a whole document.',
  asks: [
    'find where my documents talk about something',
    'what do my sources say about a topic',
    'which of my files mention something',
    'find evidence for a claim, with page numbers',
    'what a manual, contract or report says about something',
    'where did I read about something',
  ],
  access: 'read',
  view: 'hits',
  quotesSources: true,
  pages: { of: ['results', 'explanation.hits'], by: ['chunk_id'], texts: ['content'], linkItem: passageLink },
  timeoutMs: 8_000,
  failures: ['COLLECTION_NOT_FOUND', 'EMBEDDING_MISMATCH', 'INVALID_FILTER'],
  positionals: ['query'],
  tags: ['search'],
  version: '1.2.0',
  shell: {
    aliases: [
      {
        words: ['search'],
        group: 'Documents',
        summary: 'Find the passages that answer a question, with page and section',
        examples: [
          { line: 'quire search "how are samples drawn?"', says: 'Search all libraries' },
          {
            line: 'quire search "error budget" --library papers --top-k 10',
            says: 'Ten passages from one library',
          },
          {
            line: 'quire search "error budget" --project thesis',
            says: 'In a project, which is searched only if named',
          },
          {
            line: 'quire search tides --filter file_type=pdf --filter page=3',
            says: 'Only third pages of PDFs',
          },
          { line: "quire search tides --json | jq -r '.results[].link'", says: 'Links for a script' },
        ],
      },
    ],
    render: async () => (await import('../../core/contract/shell/render-passages.ts')).renderPassages,
  },
  input: z.object({
    query: z
      .string()
      .trim()
      .min(1, 'query must not be empty')
      .max(10_000, 'query must be at most 10,000 characters')
      .describe('A question or keywords'),
    top_k: z
      .int('top_k must be a whole number')
      .min(1, 'top_k must be between 1 and 100')
      .max(100, 'top_k must be between 1 and 100')
      .default(5)
      .describe('Passages to return'),
    library: libraryOrAll,
    filter: filterInput,
    since: z
      .string()
      .min(1)
      .refine(isDate, 'since must be a date such as 2026-11-01')
      .nullable()
      .default(null)
      .describe('Only stored on or after this date'),
    sort: z.enum(['relevance', 'newest']).default('relevance').describe('newest: what is relevant, by date'),
    min_score: minScore,
    explain: z.boolean().default(false).describe('Also return how the ranking was computed'),
  }),
  output: z.object({
    results: z.array(passage).describe('Passages, best first'),
    nothing_fits: nothingFits,
    warnings: z.array(z.string()).describe('Parts of the request that could not be met'),
    explanation: explanation.optional(),
  }),
  async run(
    { engine, signal, defaults, meaningBy },
    { query, top_k, library, filter, since, sort, min_score, explain },
  ) {
    const { libraries, conditions } = parseFilter(filter, library)
    const answer = await engine.search(
      {
        collections: libraries,
        text: query,
        limit: top_k,
        mode: defaults.searchMode,
        filter: since === null ? conditions : [...conditions, storedSince(since)],
        sort,
        minScore: min_score,
        meaningBy,
      },
      signal,
    )
    return {
      results: answer.hits.map(toPassage),
      nothing_fits: answer.nothingFits,
      warnings: answer.warnings,
      ...(explain ? { explanation: answer.explanation } : {}),
    }
  },
})

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** Written as times are stored, because they are compared as text. */
function storedSince(date: string): Condition {
  const from = new Date(date).toISOString().replace('Z', '+00:00')
  return { field: 'created_at', op: 'between', from, to: null }
}

function toPassage({ chunk, document, text, relevance: score }: Hit): z.infer<typeof passage> {
  return {
    doc_id: document.id,
    source: document.source,
    title: document.title,
    library: document.collection,
    file_type: document.fileType,
    last_modified: document.lastModified ?? '',
    page: chunk.pages?.first ?? 0,
    page_end: chunk.pages?.last ?? 0,
    page_label: labelOf(chunk.pages),
    page_label_source: labelSourceOf(chunk.pages, document.pageLabelSource),
    section_path: chunk.sectionPath,
    content: text,
    chunk_id: chunk.id,
    chunk_index: chunk.ordinal,
    char_span: [chunk.start, chunk.end],
    score,
    link: linkTo(document, chunk.pages),
    metadata: shownMetadata(document.metadata),
  }
}

function labelOf(pages: Hit['chunk']['pages']): string | null {
  if (pages === null || pages.firstLabel === null) return null
  const isOne = pages.first === pages.last || pages.lastLabel === null
  return isOne ? pages.firstLabel : `${pages.firstLabel}–${pages.lastLabel}`
}
