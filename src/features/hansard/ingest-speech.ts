import { z } from 'zod'
import type { IngestStep } from '../../core/ingest/ingest-request.ts'
import { Failure } from '../../core/model/failure.ts'
import { sha256 } from '../../core/model/identity.ts'
import { countWords } from '../../core/text/count-words.ts'
import { defineTool } from './services.ts'
import { chamber, collectionName, date, speechesPolicy, state } from './speech-fields.ts'
import { cleanTags, ingestRequestOf, type SpeechRecord, speechIdIn, speechIdOf } from './speech-record.ts'

const input = z.object({
  title: z.string().min(1, 'title must not be empty').max(500).describe('What the speech is about'),
  full_text: z.string().min(10, 'full_text must be at least 10 characters').describe('The speech, verbatim'),
  speaker: z.string().trim().min(1, 'speaker must not be empty').max(200).describe('Who spoke'),
  party: z.string().trim().min(1, 'party must not be empty').max(100).describe('Party at that date'),
  chamber: chamber.describe('House of Representatives or Senate'),
  electorate: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .nullable()
    .default(null)
    .describe('Division of a member of the House; null in the Senate'),
  state: state.describe('State or territory'),
  date: date.describe('Day of the sitting'),
  hansard_reference: z
    .string()
    .min(1, 'hansard_reference must not be empty')
    .max(500)
    .describe('How to cite it'),
  topic_tags: z
    .array(z.string())
    .max(20, 'topic_tags must be at most 20')
    .nullable()
    .default([])
    .describe('Topics; null is none'),
  source_url: z.string().max(1000).nullable().default(null).describe('Where the record is published'),
  skip_if_duplicate: z
    .boolean()
    .default(true)
    .describe('Skip a speech whose text is already stored; false replaces it'),
})

export const ingestSpeech = defineTool({
  name: 'ingest_speech',
  title: 'Store a speech',
  description:
    'Store one speech with its speaker, party, chamber, date and reference, and make it searchable. A speech whose text is already stored is skipped. Use import_hansard for files of the record.',
  asks: [
    'add one speech',
    'record what a member said',
    'store a parliamentary speech with its speaker and date',
    'enter a new speech',
    'put a statement of a politician on file',
  ],
  access: 'write',
  idempotent: true,
  timeoutMs: 30_000,
  failures: ['EMBEDDING_MISMATCH'],
  longInputs: ['full_text'],
  tags: ['ingest', 'write', 'stable'],
  input,
  output: z.object({
    speech_id: z.string().describe('Id of the speech, also when it was already stored'),
    status: z.enum(['created', 'replaced', 'skipped']).describe('skipped: its text was already stored'),
    chunks_created: z.int().describe('Passages stored by this call'),
    embeddings_generated: z.int().describe('Vectors made by this call'),
    total_time_ms: z.number().describe('Time the call took'),
    embedding_time_ms: z.number().describe('Time the embedding model took'),
    word_count: z.int().describe('Words in the speech'),
    content_hash: z.string().describe('SHA-256 of the text'),
  }),
  async run({ engine, clock, signal, progress }, asked) {
    const startedAt = clock.elapsed()
    const step = (done: number, message: string) => progress({ done, total: 5, message })
    step(0, `Ingesting speech: ${asked.title}`)
    const record = toRecord(asked)
    const contentHash = sha256(record.text)
    step(1, 'Checked')
    const sameWords = [{ field: 'metadata.text_hash', op: 'equals' as const, value: contentHash }]
    const [existing] = await engine.catalog.findDocuments(collectionName, sameWords, 1)
    const answer = ({ status, id, chunks, embedMs }: Stored) => ({
      speech_id: id,
      status,
      chunks_created: chunks,
      embeddings_generated: chunks,
      total_time_ms: clock.elapsed() - startedAt,
      embedding_time_ms: embedMs,
      word_count: countWords(record.text),
      content_hash: contentHash,
    })
    step(2, 'Compared with stored speeches')
    if (existing !== undefined && asked.skip_if_duplicate) {
      step(5, 'Speech already exists, skipped')
      return answer({ status: 'skipped', id: speechIdIn(existing), chunks: 0, embedMs: 0 })
    }
    await engine.ensureCollection(collectionName, { scope: 'isolated', policy: speechesPolicy })
    const report = await engine.ingest(
      { ...ingestRequestOf(record), force: true, onStep: reportSteps(step) },
      { signal, progress: () => {} },
    )
    const status = report.outcome === 'created' ? 'created' : 'replaced'
    return answer({ status, id: speechIdOf(record), chunks: report.chunksWritten, embedMs: report.embedMs })
  },
})

type Stored = { status: 'created' | 'replaced' | 'skipped'; id: string; chunks: number; embedMs: number }

function reportSteps(step: (done: number, message: string) => void): (done: IngestStep) => void {
  const steps: Partial<Record<IngestStep, [number, string]>> = {
    cut: [3, 'Cut into passages'],
    embedded: [4, 'Embedded'],
    stored: [5, 'Stored'],
  }
  return done => {
    const found = steps[done]
    if (found) step(...found)
  }
}

function toRecord(asked: z.output<typeof input>): SpeechRecord {
  if (asked.chamber === 'Senate' && asked.electorate !== null)
    throw invalid('electorate must be null for the Senate: senators represent a state.')
  if (asked.chamber === 'House of Representatives' && asked.electorate === null)
    throw invalid('electorate is required for the House of Representatives.')
  return {
    title: asked.title,
    text: asked.full_text,
    speaker: asked.speaker,
    party: asked.party,
    chamber: asked.chamber,
    electorate: asked.electorate,
    state: asked.state,
    date: asked.date,
    hansardReference: asked.hansard_reference,
    topicTags: cleanTags(asked.topic_tags ?? []),
    sourceUrl: asked.source_url,
    sourceId: null,
    order: null,
    extra: {},
  }
}

function invalid(message: string): Failure {
  return new Failure('invalid', 'INVALID_INPUT', message)
}
