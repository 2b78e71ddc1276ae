import { z } from 'zod'
import type { DocumentSummary } from '../../core/model/document.ts'
import { Failure } from '../../core/model/failure.ts'
import { uuidOf } from '../../core/model/identity.ts'
import { countWords } from '../../core/text/count-words.ts'
import { defineTool } from './services.ts'
import {
  collectionName,
  speechAddress,
  speechFacts,
  speechId,
  speechPassageAddress,
} from './speech-fields.ts'
import { factsOf, speechIdIn } from './speech-record.ts'

const neighbour = z
  .object({
    speech_id: z.string(),
    title: z.string(),
    speaker: z.string(),
    date: z.string(),
  })
  .nullable()

export const getSpeech = defineTool({
  name: 'get_speech',
  title: 'Read a speech',
  description:
    'Read one speech, verbatim, with speaker, party, date and Hansard reference; on request its passages, and the speeches before and after it in the same chamber. Get the id from search_speeches.',
  asks: [
    'read a whole speech',
    'full text of a speech in parliament',
    'the complete words of a member',
    'which speeches came before and after it',
    'open a speech by its id',
  ],
  access: 'read',
  quotesSources: true,
  pages: {
    of: ['full_text', 'chunks'],
    by: ['chunk_id'],
    texts: ['chunk_text'],
    linkItem: (chunk, { speech_id }) => speechPassageAddress({ ...chunk, speech_id }),
    linkAnswer: speechAddress,
  },
  timeoutMs: 5_000,
  failures: ['SPEECH_NOT_FOUND'],
  positionals: ['speech_id'],
  tags: ['retrieve', 'rag', 'stable'],
  shell: {
    render: async () => (await import('./render.ts')).renderSpeech,
  },
  input: z.object({
    speech_id: speechId.describe('Id of the speech'),
    include_chunks: z.boolean().default(false).describe('Also return the passages that search finds it by'),
    include_context: z
      .boolean()
      .default(false)
      .describe('Also return id, title and speaker of the speeches before and after it'),
  }),
  output: z.object({
    speech_id: z.string().describe('Id of the speech'),
    full_text: z.string().describe('The speech, verbatim'),
    word_count: z.int().describe('Words in it'),
    ...speechFacts,
    ingestion_timestamp: z.string().describe('When it was stored'),
    chunks: z
      .array(
        z.object({
          chunk_id: z.string(),
          chunk_index: z.int(),
          chunk_text: z.string(),
          chunk_size: z.int(),
        }),
      )
      .optional()
      .describe('Passages in order, with their length in characters'),
    context: z
      .object({ previous_speech: neighbour, next_speech: neighbour })
      .optional()
      .describe('Speeches before and after it, in the order of the sitting'),
  }),
  async run({ engine }, { speech_id, include_chunks, include_context }) {
    const byId = [{ field: 'metadata.speech_id', op: 'equals' as const, value: speech_id }]
    const [summary] = await engine.catalog.findDocuments(collectionName, byId, 1)
    if (summary === undefined) throw notFound(speech_id)
    const { markdown } = await engine.catalog.readDocument(summary.id)
    return {
      speech_id,
      full_text: markdown,
      word_count: countWords(markdown),
      ...factsOf(summary),
      ingestion_timestamp: summary.createdAt,
      ...(include_chunks ? { chunks: await chunksOf(summary.id, markdown) } : {}),
      ...(include_context ? { context: await contextOf(summary) } : {}),
    }

    async function chunksOf(documentId: string, text: string) {
      return (await engine.catalog.listChunks(documentId)).map(chunk => ({
        chunk_id: uuidOf('speech-chunk', chunk.id),
        chunk_index: chunk.ordinal,
        chunk_text: text.slice(chunk.start, chunk.end),
        chunk_size: chunk.end - chunk.start,
      }))
    }

    async function contextOf({ metadata }: DocumentSummary) {
      const { before, after } = await engine.catalog.findNeighbours(collectionName, {
        key: 'sitting_key',
        value: String(metadata.sitting_key),
        prefix: `${String(metadata.chamber)}|`,
      })
      return { previous_speech: toNeighbour(before), next_speech: toNeighbour(after) }
    }
  },
})

function toNeighbour(summary: DocumentSummary | null): z.infer<typeof neighbour> {
  if (summary === null) return null
  const { speaker, date, title } = factsOf(summary)
  return { speech_id: speechIdIn(summary), title, speaker, date }
}

function notFound(id: string): Failure {
  return new Failure('not_found', 'SPEECH_NOT_FOUND', `Speech not found: ${id}`)
}
