import { z } from 'zod'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import type { Condition } from '../../core/model/filter.ts'
import { type Quote, quote } from './choose-quotes.ts'
import { collectionName } from './fields.ts'
import { findQuotes } from './find-quotes.ts'
import { findSpeaker } from './find-speaker.ts'
import { countByMonth, type Month, month } from './months.ts'
import type { Services } from './services.ts'
import { defineTool } from './services.ts'
import { speechSpanAddress } from './speech-address.ts'
import { sittingFilter, sittingInput, speakerCondition } from './speech-filter.ts'

const speaker = z.string().describe('Name as the record has it')

const compared = z.object({
  speaker,
  parties: z.array(z.string()).describe('Parties they spoke for in this time, most speeches first'),
  speeches: z.int().describe('Their speeches in this time'),
  speeches_on_topic: z.int().describe('Those that hold every word of the topic: the sum of their months'),
  quotes_found_by: z
    .enum(['words', 'meaning'])
    .nullable()
    .describe(
      'words: found by words of the topic, in passage or title; meaning: none has any, so judge whether they bear on it',
    ),
})

export const compareSpeakers = defineTool({
  name: 'compare_speakers',
  title: 'Compare speakers',
  description:
    'Set what two or more speakers said about a topic side by side, over time: verbatim quotes with date and Hansard reference, oldest first, and how often each spoke of it by month. Quotes hold only their own words, never interjections by others. Use search_speeches for one speaker or for all, get_speech to read on.',
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
      .describe('What they spoke about: a question or keywords'),
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
      .describe('Quotes for each; from different days where there are enough'),
  }),
  output: z.object({
    speakers: z.array(compared).describe('In the order asked for; without those whom nobody answers to'),
    months: z
      .array(z.object({ speaker, ...month.shape }))
      .describe('Months in which one of them spoke on the topic, in order'),
    quotes: z.array(z.object({ speaker, ...quote.shape })).describe('Their own words, oldest first'),
    warnings: z.array(z.string()).describe('Names that could not be taken as they are, and the like'),
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
      months: named(({ months }) => months).sort((one, other) => compare(one.month, other.month)),
      quotes: named(({ quotes }) => quotes).sort((one, other) => compare(one.date, other.date)),
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
  // Their name has to be told also when nothing of theirs lies within the dates.
  const [name = ''] = await mostFrequent('speaker', filter.slice(-1), engine)
  const parties = await mostFrequent('party', filter, engine)
  const { quotes, foundBy, warnings } = await findQuotes({ topic, filter, limit }, context)
  const silence = outOf === 0 ? `${name} has no speech in this time.` : null
  const guess =
    foundBy === 'meaning'
      ? `No passage by ${name} holds a word of the topic; what is quoted is nearest in meaning and may be about something else.`
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
    warnings: [...[silence, guess].filter(warning => warning !== null), ...warnings],
  }
}

async function mostFrequent(by: string, filter: Condition[], engine: Services['engine']): Promise<string[]> {
  const values = await engine.tally({ collection: collectionName, by, text: null, filter })
  return values.toSorted((one, other) => other.documents - one.documents).map(({ value }) => value)
}

function tooFew(known: number): string {
  return known === 0
    ? 'None of the names is known, so there is nothing to compare.'
    : 'The names come to one known speaker only, so there is nobody to compare with.'
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
