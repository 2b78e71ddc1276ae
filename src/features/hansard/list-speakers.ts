import { z } from 'zod'
import type { Condition } from '../../core/model/filter.ts'
import { unitSeparator } from '../../core/text/nul.ts'
import { defineTool } from './services.ts'
import { chamber, collectionName } from './speech-fields.ts'
import { fold } from './speech-record.ts'

export const listSpeakers = defineTool({
  name: 'list_speakers',
  title: 'List speakers',
  description:
    'List the members of parliament who have spoken, most speeches first, with party, chamber, electorate, state, dates, words and most frequent topics. Use it to find the exact spelling of a name for search_speeches.',
  asks: [
    'who spoke in parliament',
    'members and senators with their party and state',
    'most active speakers',
    'how often each member spoke',
    'spelling of a politician’s name',
  ],
  access: 'read',
  pages: { of: ['speakers'], by: ['speaker', 'party', 'chamber', 'state'] },
  timeoutMs: 5_000,
  failures: [],
  tags: ['metadata', 'stable'],
  shell: {
    render: async () => (await import('./render.ts')).renderSpeakers,
  },
  input: z.object({
    chamber: chamber.nullable().default(null).describe('Only this chamber'),
    party: z.string().min(1).max(100).nullable().default(null).describe('Only this party, in any case'),
    min_speeches: z
      .int('min_speeches must be a whole number')
      .min(1, 'min_speeches must be at least 1')
      .max(1e9)
      .default(1)
      .describe('Leave out speakers with fewer speeches'),
    limit: z
      .int('limit must be a whole number')
      .min(1, 'limit must be between 1 and 500')
      .max(500, 'limit must be between 1 and 500')
      .default(100)
      .describe('How many speakers to return'),
  }),
  output: z.object({
    speakers: z
      .array(
        z.object({
          speaker: z.string(),
          party: z.string(),
          chamber: z.string(),
          state: z.string(),
          electorate: z.string().nullable(),
          speech_count: z.int(),
          first_speech_date: z.string(),
          last_speech_date: z.string(),
          total_words: z.int(),
          top_topics: z.array(z.string()),
        }),
      )
      .describe('Most speeches first; a speaker who changed party, chamber or state is listed once for each'),
    total_speakers: z.int().describe('How many there are, also beyond limit'),
  }),
  async run({ engine }, input) {
    const filter: Condition[] = []
    if (input.chamber !== null) filter.push({ field: 'metadata.chamber', op: 'equals', value: input.chamber })
    if (input.party !== null)
      filter.push({ field: 'metadata.party_key', op: 'equals', value: fold(input.party) })
    const groups = await engine.catalog.groupDocuments(collectionName, {
      by: 'speaker_group',
      filter,
      sum: 'word_count',
      range: 'date',
      top: 'topic_tags',
      latest: ['electorate'],
    })
    const speakers = groups
      .filter(group => group.documents >= input.min_speeches)
      .toSorted((a, b) => b.documents - a.documents || (a.value < b.value ? -1 : 1))
    return {
      speakers: speakers.slice(0, input.limit).map(group => {
        const [speaker = '', party = '', house = '', state = ''] = group.value.split(unitSeparator)
        return {
          speaker,
          party,
          chamber: house,
          state,
          electorate: group.latest.electorate ?? null,
          speech_count: group.documents,
          first_speech_date: group.first ?? '',
          last_speech_date: group.last ?? '',
          total_words: group.sum,
          top_topics: group.top,
        }
      }),
      total_speakers: speakers.length,
    }
  },
})
