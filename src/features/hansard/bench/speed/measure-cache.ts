import type { Row } from '../../../../../bench/speed/report.ts'
import { percentile } from '../../../../app/eval/metrics.ts'
import { seededRandom } from '../../../../app/eval/seeded-random.ts'
import type { Speech } from '../../speech.ts'
import { questionsFrom, untilAnswered, zipf } from './ask.ts'
import type { Place } from './open-library.ts'
import { serve } from './serve.ts'

const distinct = 2_000
const room = 500

/** Draws from 2,000 distinct questions by Zipf's law, s = 1, with a cache of 500 results. */
export async function measureCache(
  { home, flags }: Place,
  speeches: readonly Speech[],
  draws: number,
  note: (text: string) => void,
): Promise<Row[]> {
  const server = await serve(home, [...flags, '--cache-entries', String(room)])
  try {
    const questions = questionsFrom(speeches, distinct, 2)
    const draw = zipf(questions.length, seededRandom(3))
    const ask = async (query: string) => server.call('search_speeches', { query })
    await untilAnswered(() => ask('the first question waits for the library to be loaded'))
    const seen = new Set<string>()
    const first: number[] = []
    const repeated: number[] = []
    for (let count = 1; count <= draws; count += 1) {
      const query = questions[draw()] ?? ''
      const { ms } = await ask(query)
      if (seen.has(query)) repeated.push(ms)
      else first.push(ms)
      seen.add(query)
      if (count % 2_000 === 0) note(`cache: ${count} questions`)
    }
    const { cache } = (await server.call('server_info', {})).value as { cache: { hit_rate: number } }
    return [
      {
        name: `cache hit rate, Zipf log of ${draws}`,
        value: cache.hit_rate,
        unit: 'share',
        target: { atLeast: 0.6 },
      },
      { name: 'search p50, asked for the first time', value: percentile(first, 0.5), unit: 'ms' },
      { name: 'search p50, asked again', value: percentile(repeated, 0.5), unit: 'ms' },
      { name: 'speed-up of the log by the cache', value: speedUp(first, repeated), unit: 'ratio' },
    ]
  } finally {
    await server.stop()
  }
}

/** The time the log would have taken if every question had been new, and the time it took. */
function speedUp(first: readonly number[], repeated: readonly number[]): number {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const mean = sum(first) / Math.max(1, first.length)
  return (mean * (first.length + repeated.length)) / (sum(first) + sum(repeated))
}
