import { z } from 'zod'
import type { Condition } from '../../core/model/filter.ts'
import type { ValueCount } from '../../core/ports/store.ts'
import { defineTool, type Services } from './services.ts'
import { collectionName } from './speech-fields.ts'
import { speechFilter, speechInput } from './speech-filter.ts'

export const month = z.object({
  month: z.string().describe('Such as 2024-06'),
  speeches: z.int().describe('Speeches that match'),
  out_of: z.int().describe('All speeches of that month that pass the filters'),
})

export type Month = z.infer<typeof month>

export const countSpeechesByMonth = defineTool({
  name: 'count_speeches_by_month',
  title: 'Count speeches by month',
  description:
    'Count, month by month, the speeches that contain every word of a query, out of all that pass the filters. Use it to see when something was talked about and how much; the counts are exact, by words in any of their forms and not by meaning, over title and text of each speech (interjections included). Use search_speeches to read what was said.',
  asks: [
    'how often was something mentioned over time',
    'trend of a topic in parliament',
    'number of speeches per month',
    'when was a subject debated most',
  ],
  access: 'read',
  view: 'chart',
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
      .describe('Words that a speech must all contain; "the", "of" and similar words are ignored'),
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

/**
 * Counts the speeches that contain every word of `text`, per month. Months without a speech that passes the filter are
 * left out.
 */
export async function countByMonth(
  { text, filter }: { text: string; filter: readonly Condition[] },
  { engine }: Pick<Services, 'engine'>,
): Promise<{ months: Month[]; speeches: number; outOf: number }> {
  const [matching, all] = await Promise.all([
    engine.tally({ collection: collectionName, by: 'date', text, filter }),
    engine.tally({ collection: collectionName, by: 'date', text: null, filter }),
  ])
  const matched = toMonths(matching)
  const months = [...toMonths(all)].map(([name, outOf]) => ({
    month: name,
    speeches: matched.get(name) ?? 0,
    out_of: outOf,
  }))
  return {
    months,
    speeches: months.reduce((sum, { speeches }) => sum + speeches, 0),
    outOf: months.reduce((sum, { out_of }) => sum + out_of, 0),
  }
}

function toMonths(days: readonly ValueCount[]): Map<string, number> {
  const months = new Map<string, number>()
  for (const { value, documents } of days) {
    const name = value.slice(0, 7)
    months.set(name, (months.get(name) ?? 0) + documents)
  }
  return months
}
