import { z } from 'zod'
import { countByMonth, month } from './months.ts'
import { defineTool } from './services.ts'
import { speechFilter, speechInput } from './speech-filter.ts'

export const countSpeechesByMonth = defineTool({
  name: 'count_speeches_by_month',
  title: 'Count speeches by month',
  description:
    'Count, month by month, the speeches that hold every word of a query, out of all that pass the filters. Use it to see when something was talked about and how much; the counts are exact, by words in any of their forms and not by meaning, over title and text as the record cuts a speech (interjections included). Use search_speeches to read what was said.',
  asks: [
    'how often was something mentioned over time',
    'trend of a topic in parliament',
    'number of speeches per month',
    'when was a subject debated most',
  ],
  access: 'read',
  pages: { of: ['months'], by: ['month'] },
  timeoutMs: 8_000,
  failures: [],
  positionals: ['query'],
  tags: ['metadata', 'timeline'],
  input: z.object({
    query: z
      .string()
      .trim()
      .min(1, 'query must not be empty')
      .max(1000, 'query must be at most 1,000 characters')
      .describe('Words that must all stand in a speech; "the", "of" and their like are left out'),
    ...speechInput,
  }),
  output: z.object({
    months: z.array(month).describe('In order; months in which no speech passes the filters are left out'),
    total: z.int().describe('Speeches that match: the sum of the months'),
    total_out_of: z.int().describe('Speeches that pass the filters: the sum of the months'),
    warnings: z.array(z.string()).describe('What could not be done as asked'),
  }),
  async run(context, { query, ...choice }) {
    const { filter, warnings } = await speechFilter(choice, context)
    if (filter === null) return { months: [], total: 0, total_out_of: 0, warnings }
    const { months, speeches, outOf } = await countByMonth({ text: query, filter }, context)
    return { months, total: speeches, total_out_of: outOf, warnings }
  },
})
