import { z } from 'zod'
import type { ToolContext } from '../../contract/define-tool.ts'
import { Failure } from '../../model/failure.ts'
import type { Condition } from '../../model/filter.ts'
import type { Hit } from '../../model/hit.ts'
import { uuidOf } from '../../model/identity.ts'
import { defineTool } from '../define-tool.ts'
import type { Services } from '../services.ts'
import { chamber, collectionName, date, speechFacts } from './fields.ts'
import { findSpeaker } from './find-speaker.ts'
import { cleanTags, factsOf, fold, speechIdIn } from './speech-record.ts'

const result = z.object({
  speech_id: z.string().describe('Id of the speech, for get_speech'),
  chunk_id: z.string().describe('Id of the passage'),
  excerpt: z.string().describe('The passage, verbatim, about 800 characters'),
  full_text: z.string().nullable().describe('The whole speech, when include_full_text is set'),
  ...speechFacts,
  relevance_score: z.number().describe('Relevance within this answer, 0 to 1'),
  cosine_similarity: z
    .number()
    .nullable()
    .describe('Likeness in meaning, 0 to 1; null when found by words only'),
  chunk_index: z.int().describe('Position of the passage in the speech, from 0'),
})

const input = z.object({
  query: z
    .string()
    .trim()
    .min(1, 'query must not be empty')
    .max(1000, 'query must be at most 1,000 characters')
    .describe('A question or keywords'),
  speaker: z.string().min(1).max(200).nullable().default(null).describe('Full name, in any case'),
  party: z.string().min(1).max(100).nullable().default(null).describe('Party, such as "Labor", in any case'),
  chamber: chamber.nullable().default(null).describe('Only this chamber'),
  date_from: date.nullable().default(null).describe('First day, inclusive'),
  date_to: date.nullable().default(null).describe('Last day, inclusive'),
  topic_tags: z
    .array(z.string())
    .max(10, 'topic_tags must be at most 10')
    .nullable()
    .default(null)
    .describe('Any of these topics'),
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
    .describe('newest: the most recent of what is relevant'),
})

export const searchSpeeches = defineTool({
  name: 'search_speeches',
  title: 'Search speeches',
  description:
    'Find what was said in parliament about something: passages of speeches with speaker, party, date and Hansard reference, best first. Filter by speaker, party, chamber, dates or topics. Use get_speech to read a whole speech.',
  access: 'read',
  timeoutMs: 8_000,
  failures: ['EMBEDDING_MISMATCH'],
  positionals: ['query'],
  tags: ['search', 'rag', 'stable'],
  input,
  output: z.object({
    results: z.array(result).describe('Passages, best first'),
    total_found: z.int().describe('Passages that satisfy the filters; all of them were ranked'),
    query_embedding_time_ms: z.number().describe('Time to embed the question'),
    search_time_ms: z.number().describe('Time to rank and read'),
    warnings: z.array(z.string()).describe('What the search could not do as asked'),
  }),
  async run(context, asked) {
    const { engine, signal, progress } = context
    const step = (done: number, message: string) => progress({ done, total: 3, message })
    step(0, 'Searching')
    const { filter, warnings } = await filterOf(context, asked)
    if (filter === null || (await engine.catalog.getCollection(collectionName)) === null) {
      step(3, 'Found 0 results')
      return { results: [], total_found: 0, query_embedding_time_ms: 0, search_time_ms: 0, warnings }
    }
    const found = await engine.search(
      {
        collections: [collectionName],
        text: asked.query,
        limit: asked.limit,
        mode: 'hybrid',
        filter,
        sort: asked.sort,
        onEmbedded: () => step(1, 'Question embedded'),
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
      warnings: [...warnings, ...found.warnings],
    }
  },
})

/** Null when a condition cannot be met by anything, and the warnings say why. */
async function filterOf(
  context: ToolContext<Services>,
  asked: z.output<typeof input>,
): Promise<{ filter: Condition[] | null; warnings: string[] }> {
  const { date_from: from, date_to: to } = asked
  if (from !== null && to !== null && from > to)
    throw new Failure('invalid', 'INVALID_INPUT', `date_from (${from}) is after date_to (${to}).`)
  const filter: Condition[] = []
  const warnings: string[] = []
  if (asked.party !== null)
    filter.push({ field: 'metadata.party_key', op: 'equals', value: fold(asked.party) })
  if (asked.chamber !== null) filter.push({ field: 'metadata.chamber', op: 'equals', value: asked.chamber })
  if (from !== null || to !== null) filter.push({ field: 'metadata.date', op: 'between', from, to })
  const tags = cleanTags(asked.topic_tags ?? [])
  if (tags.length > 0) filter.push({ field: 'metadata.topic_tags', op: 'contains_any', values: tags })
  if (asked.speaker !== null) {
    const speaker = await findSpeaker(asked.speaker, context)
    if (speaker.warning !== null) warnings.push(speaker.warning)
    if (speaker.key === null) return { filter: null, warnings }
    filter.push({ field: 'metadata.speaker_key', op: 'equals', value: speaker.key })
  }
  return { filter, warnings }
}

function toResult({ chunk, document, text, score }: Hit, cosine: number | null) {
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
