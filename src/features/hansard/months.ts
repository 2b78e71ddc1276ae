import { z } from 'zod'
import type { Condition } from '../../core/model/filter.ts'
import type { ValueCount } from '../../core/ports/store.ts'
import { collectionName } from './fields.ts'
import type { Services } from './services.ts'

/** A month of the record: speeches that match, out of all that could have. */
export const month = z.object({
  month: z.string().describe('Such as 2024-06'),
  speeches: z.int().describe('Speeches that match'),
  out_of: z.int().describe('All speeches of that month that pass the filters'),
})

export type Month = z.infer<typeof month>

/** Counts a question per month; a month without any speech that passes the filters is not there. */
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

/** Days in order become months in order. */
function toMonths(days: readonly ValueCount[]): Map<string, number> {
  const months = new Map<string, number>()
  for (const { value, documents } of days) {
    const name = value.slice(0, 7)
    months.set(name, (months.get(name) ?? 0) + documents)
  }
  return months
}
