import { z } from 'zod'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import type { Condition } from '../../core/model/filter.ts'
import { countByMonth, type Month, month } from './count-speeches-by-month.ts'
import { compareText, findQuotes, type Quote, quote } from './find-quotes.ts'
import { defineTool, type Services } from './services.ts'
import { collectionName, speechSpanAddress } from './speech-fields.ts'
import { findSpeaker, sittingFilter, sittingInput, speakerCondition } from './speech-filter.ts'

const speaker = z.string().describe('Name as the record spells it')

const compared = z.object({
  speaker,
  parties: z.array(z.string()).describe('Parties they spoke for in this time, most speeches first'),
  speeches: z.int().describe('Their speeches in this time'),
  speeches_on_topic: z.int().describe('Those that contain every word of the topic: the sum of their months'),
  quotes_found_by: z
    .enum(['words', 'meaning'])
    .nullable()
    .describe(
      'words: passage or title contains words of the topic; meaning: none does, so check that the quotes are about it',
    ),
})

export const compareSpeakers = defineTool({
  name: 'compare_speakers',
  title: 'Compare speakers',
  description:
    'Return what two or more speakers said about a topic, side by side and over time: verbatim quotes with date and Hansard reference, oldest first, and how often each spoke of it by month. Quotes contain only their own words, never interjections by others. Use search_speeches for one speaker or for all, get_speech to read a whole speech.',
  asks: [
    'compare what two politicians said about something',
    'did a member change their position over the years',
    'how do the views of these senators differ',
    'opposing statements on an issue, by speaker',
  ],
  access: 'read',
  quotesSources: true,
  pages: {
    of: ['speakers', 'months', 'quotes'],
    by: ['speaker', 'month', 'speech_id'],
    texts: ['quote'],
    linkItem: speechSpanAddress,
  },
  timeoutMs: 15_000,
  failures: ['EMBEDDING_MISMATCH'],
  positionals: ['topic'],
  tags: ['search', 'compare'],
  input: z.object({
    topic: z
      .string()
      .trim()
      .min(1, 'topic must not be empty')
      .max(1000, 'topic must be at most 1,000 characters')
      .describe('The topic to compare: a question or keywords'),
    speakers: z
      .array(z.string().trim().min(1, 'speakers must not be empty').max(200))
      .min(2, 'speakers must name at least two')
      .max(6, 'speakers must be at most 6')
      .describe('Full names, in any case'),
    ...sittingInput,
    quotes_per_speaker: z
      .int('quotes_per_speaker must be a whole number')
      .min(1, 'quotes_per_speaker must be between 1 and 10')
      .max(10, 'quotes_per_speaker must be between 1 and 10')
      .default(3)
      .describe('Quotes per speaker; from different days where there are enough'),
  }),
  output: z.object({
    speakers: z.array(compared).describe('In the order of the input; names that match nobody are left out'),
    months: z
      .array(z.object({ speaker, ...month.shape }))
      .describe('Months in which one of them spoke on the topic, in order'),
    quotes: z.array(z.object({ speaker, ...quote.shape })).describe('Their own words, oldest first'),
    warnings: z.array(z.string()).describe('Names that matched only in part or not at all, and other notes'),
  }),
  async run(context, { topic, speakers, quotes_per_speaker: limit, ...sittings }) {
    const filter = sittingFilter(sittings)
    const found = await Promise.all(speakers.map(name => findSpeaker(name, context)))
    const warnings = found.flatMap(({ warning }) => warning ?? [])
    const keys = [...new Set(found.flatMap(({ key }) => key ?? []))]
    if (keys.length < 2) warnings.push(tooFew(keys.length))
    const answers = await Promise.all(
      keys.map(key => describeSpeaker({ topic, limit, filter: [...filter, speakerCondition(key)] }, context)),
    )
    const named = <T extends object>(list: (answer: Answer) => readonly T[]) =>
      answers.flatMap(answer => list(answer).map(item => ({ speaker: answer.speaker.speaker, ...item })))
    return {
      speakers: answers.map(answer => answer.speaker),
      months: named(({ months }) => months).sort((one, other) => compareText(one.month, other.month)),
      quotes: named(({ quotes }) => quotes).sort((one, other) => compareText(one.date, other.date)),
      warnings: [...new Set([...warnings, ...answers.flatMap(answer => answer.warnings)])],
    }
  },
})

type Answer = { speaker: z.infer<typeof compared>; months: Month[]; quotes: Quote[]; warnings: string[] }

async function describeSpeaker(
  { topic, limit, filter }: { topic: string; limit: number; filter: Condition[] },
  context: ToolContext<Services>,
): Promise<Answer> {
  const { engine } = context
  const { months, speeches, outOf } = await countByMonth({ text: topic, filter }, context)
  // The name is needed also when the speaker has no speech within the dates: `filter` ends with the speaker's
  // condition.
  const [name = ''] = await valuesByFrequency('speaker', filter.slice(-1), engine)
  const parties = await valuesByFrequency('party', filter, engine)
  const { quotes, foundBy, warnings } = await findQuotes({ topic, filter, limit }, context)
  const noSpeech = outOf === 0 ? `${name} has no speech in this time.` : null
  const guess =
    foundBy === 'meaning'
      ? `No passage by ${name} contains a word of the topic; the quotes are the nearest in meaning and may be about something else.`
      : null
  return {
    speaker: {
      speaker: name,
      parties,
      speeches: outOf,
      speeches_on_topic: speeches,
      quotes_found_by: foundBy,
    },
    months: months.filter(({ speeches: count }) => count > 0),
    quotes,
    warnings: [...[noSpeech, guess].filter(warning => warning !== null), ...warnings],
  }
}

async function valuesByFrequency(
  by: string,
  filter: Condition[],
  engine: Services['engine'],
): Promise<string[]> {
  const values = await engine.tally({ collection: collectionName, by, text: null, filter })
  return values.toSorted((one, other) => other.documents - one.documents).map(({ value }) => value)
}

function tooFew(known: number): string {
  return known === 0
    ? 'None of the names is known, so there is nothing to compare.'
    : 'The names match one known speaker only, so there is nobody to compare with.'
}
