import { z } from 'zod'
import { minScore, nothingFits, relevance } from '../../core/contract/question-fields.ts'
import type { Hit } from '../../core/model/hit.ts'
import { uuidOf } from '../../core/model/identity.ts'
import { defineTool, type Services } from './services.ts'
import { collectionName, speechAddress, speechFacts, speechPassageAddress } from './speech-fields.ts'
import { speechFilter, speechInput } from './speech-filter.ts'
import { factsOf, speechIdIn } from './speech-record.ts'

const result = z.object({
  speech_id: z.string().describe('Id of the speech, for get_speech'),
  chunk_id: z.string().describe('Id of the passage'),
  excerpt: z.string().describe('The passage, verbatim, about 800 characters'),
  full_text: z.string().nullable().describe('The whole speech, when include_full_text is set'),
  ...speechFacts,
  relevance_score: relevance.min(0).max(1),
  cosine_similarity: z
    .number()
    .nullable()
    .describe('Similarity in meaning, 0 to 1; null when found by words only'),
  chunk_index: z.int().min(0).describe('Position of the passage in the speech'),
})

const input = z.object({
  query: z
    .string()
    .trim()
    .min(1, 'query must not be empty')
    .max(1000, 'query must be at most 1,000 characters')
    .describe('A question or keywords'),
  ...speechInput,
  limit: z
    .int('limit must be a whole number')
    .min(1, 'limit must be between 1 and 50')
    .max(50, 'limit must be between 1 and 50')
    .default(10)
    .describe('How many passages to return'),
  include_full_text: z.boolean().default(false).describe('Also return whole speeches'),
  sort: z
    .enum(['relevance', 'newest'])
    .default('relevance')
    .describe('newest: the relevant passages, most recent first'),
  min_score: minScore,
})

export const searchSpeeches = defineTool({
  name: 'search_speeches',
  title: 'Search speeches',
  description:
    'Find what was said in parliament about something: passages of speeches with speaker, party, date and Hansard reference, best first. Filter by speaker, party, chamber, dates or topics. Use get_speech to read a whole speech, compare_speakers for several speakers side by side.',
  asks: [
    'what did politicians say about something',
    'statements in parliament on a topic',
    'parliamentary debate on a bill or subject',
    'what a senator said in a certain year',
    'remarks of a minister',
  ],
  access: 'read',
  view: 'hits',
  quotesSources: true,
  pages: {
    of: ['results'],
    by: ['chunk_id'],
    texts: ['excerpt', 'full_text'],
    linkItem: (item, _, text) => (text === 'excerpt' ? speechPassageAddress(item) : speechAddress(item)),
  },
  timeoutMs: 8_000,
  failures: ['EMBEDDING_MISMATCH'],
  positionals: ['query'],
  tags: ['search', 'rag', 'stable'],
  version: '1.1.0',
  shell: {
    render: async () => (await import('./render.ts')).renderSpeeches,
  },
  input,
  output: z.object({
    results: z.array(result).describe('Passages, best first'),
    total_found: z.int().describe('Passages that satisfy the filters; all of them were ranked'),
    query_embedding_time_ms: z.number().describe('Time to embed the question'),
    search_time_ms: z.number().describe('Time to rank and read'),
    nothing_fits: nothingFits,
    warnings: z.array(z.string()).describe('What the search could not do as asked'),
  }),
  async run(context, asked) {
    const { engine, signal, progress, meaningBy } = context
    const step = (done: number, message: string) => progress({ done, total: 3, message })
    step(0, 'Searching')
    const { filter, warnings } = await speechFilter(asked, context)
    if (filter === null || (await engine.catalog.getCollection(collectionName)) === null) {
      step(3, 'Found 0 results')
      return {
        results: [],
        total_found: 0,
        query_embedding_time_ms: 0,
        search_time_ms: 0,
        nothing_fits: false,
        warnings,
      }
    }
    const found = await engine.search(
      {
        collections: [collectionName],
        text: asked.query,
        limit: asked.limit,
        mode: 'hybrid',
        filter,
        sort: asked.sort,
        minScore: asked.min_score,
        onEmbedded: () => step(1, 'Question embedded'),
        meaningBy,
      },
      signal,
    )
    step(2, 'Ranked')
    const cosines = new Map(found.explanation.hits.map(hit => [hit.chunk_id, hit.dense_score]))
    const results = await Promise.all(
      found.hits.map(async hit => ({
        ...toResult(hit, cosines.get(hit.chunk.id) ?? null),
        full_text: asked.include_full_text ? await fullText(hit, context) : null,
      })),
    )
    const embedMs = found.explanation.dense?.embed_ms ?? 0
    const total = await engine.catalog.countChunks({ collections: [collectionName], filter })
    step(3, `Found ${results.length} results`)
    return {
      results,
      total_found: total,
      query_embedding_time_ms: embedMs,
      search_time_ms: Math.max(0, found.explanation.total_ms - embedMs),
      nothing_fits: found.nothingFits,
      warnings: [...warnings, ...found.warnings],
    }
  },
})

function toResult({ chunk, document, text, relevance: score }: Hit, cosine: number | null) {
  return {
    speech_id: speechIdIn(document),
    chunk_id: uuidOf('speech-chunk', chunk.id),
    excerpt: text,
    ...factsOf(document),
    relevance_score: score,
    cosine_similarity: cosine === null ? null : Math.min(1, Math.max(0, cosine)),
    chunk_index: chunk.ordinal,
  }
}

async function fullText({ document }: Hit, { engine }: Pick<Services, 'engine'>): Promise<string> {
  return (await engine.catalog.readDocument(document.id)).markdown
}
