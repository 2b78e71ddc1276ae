import { availableParallelism } from 'node:os'
import type { Row } from '../../../../../bench/speed/report.ts'
import { percentile } from '../../../../app/eval/metrics.ts'
import type { Speech } from '../../speech.ts'
import { longSpeech, questionsFrom, times, together, untilAnswered } from './ask.ts'
import type { Place } from './open-library.ts'
import { type Server, serve } from './serve.ts'

const alone = 100
const crowded = 400

/** Measures the contract's limits for one caller, then many callers, over HTTP with the cache off. */
export async function measureCallers(
  { home, flags }: Place,
  speeches: readonly Speech[],
  note: (text: string) => void,
): Promise<Row[]> {
  const startedAt = performance.now()
  const server = await serve(home, [...flags, '--cache', 'none'])
  try {
    const questions = questionsFrom(speeches, 20 + alone + crowded, 1)
    const search = (query: string) => server.call('search_speeches', { query })
    await untilAnswered(() => search(questions[0] ?? ''))
    const firstAnswer = performance.now() - startedAt
    note('one caller')
    const ids = await speechIds(server, questions.slice(0, 20))
    const cpuBefore = server.cpuMs()
    const searches = await times(questions.slice(20, 20 + alone), search)
    const cpuPerSearch = (server.cpuMs() - cpuBefore) / alone
    const gets = await times(ids, speech_id =>
      server.call('get_speech', { speech_id, include_context: true }),
    )
    const firstList = await server.call('list_speakers', {})
    const lists = await times(Array.from({ length: 50 }), () => server.call('list_speakers', {}))
    note('many callers')
    const crowd = await together(50, questions.slice(20 + alone), search)
    const many = await together(100, [...ids, ...ids, ...ids, ...ids], speech_id =>
      server.call('get_speech', { speech_id }),
    )
    note('ten callers')
    const ten = await tenCallers(server, { ids, questions, speeches })
    note('ingest')
    const ingests = await times(
      Array.from({ length: 10 }, (_, number) => number),
      number => server.call('ingest_speech', longSpeech(speeches, number)),
    )
    for (const error of [...crowd.errors, ...many.errors]) note(String(error))
    const possible = (1000 * availableParallelism()) / cpuPerSearch
    return [
      { name: 'from start to the first answer', value: firstAnswer, unit: 'ms' },
      limit('search p95, one caller', percentile(searches, 0.95), 200),
      { name: 'search p50, one caller', value: percentile(searches, 0.5), unit: 'ms' },
      { name: 'search, CPU of one', value: cpuPerSearch, unit: 'ms' },
      limit('get_speech p95', percentile(gets, 0.95), 50),
      limit('list_speakers p95', percentile(lists, 0.95), 100),
      { name: 'list_speakers, first after a start', value: firstList.ms, unit: 'ms' },
      limit('ingest of 12,000 characters p95', percentile(ingests, 0.95), 2000),
      ...ten,
      { name: 'search p95, 50 callers', value: percentile(crowd.ms, 0.95), unit: 'ms' },
      noErrors('search errors, 50 callers', crowd.errors),
      {
        name: 'throughput at 50 callers, of what CPU allows',
        value: crowd.perSecond / possible,
        unit: 'share',
        target: { atLeast: 0.8 },
      },
      { name: 'searches per second, 50 callers', value: crowd.perSecond, unit: '/s' },
      { name: 'get_speech p95, 100 callers', value: percentile(many.ms, 0.95), unit: 'ms' },
      noErrors('get_speech errors, 100 callers', many.errors),
      { name: 'get_speech per second, 100 callers', value: many.perSecond, unit: '/s' },
      { name: 'memory of the server', value: server.rssMb(), unit: 'MB' },
    ]
  } finally {
    await server.stop()
  }
}

/** The limits of the contract while ten callers send one request after the other, without pauses. */
async function tenCallers(
  server: Server,
  { ids, questions, speeches }: { ids: string[]; questions: string[]; speeches: readonly Speech[] },
): Promise<Row[]> {
  const p95 = ({ ms }: { ms: readonly number[] }) => percentile(ms, 0.95)
  const search = await together(10, questions.slice(20, 20 + alone), query =>
    server.call('search_speeches', { query }),
  )
  const get = await together(10, ids, speech_id => server.call('get_speech', { speech_id }))
  const turns = Array.from({ length: 100 }, (_, turn) => turn)
  const list = await together(10, turns, () => server.call('list_speakers', {}))
  const numbers = Array.from({ length: 20 }, (_, number) => 10 + number)
  const ingest = await together(10, numbers, number =>
    server.call('ingest_speech', longSpeech(speeches, number)),
  )
  const errors = [search, get, list, ingest].flatMap(part => part.errors)
  return [
    limit('search p95, 10 callers', p95(search), 200),
    limit('get_speech p95, 10 callers', p95(get), 50),
    limit('list_speakers p95, 10 callers', p95(list), 100),
    limit('ingest of 12,000 characters p95, 10 callers', p95(ingest), 2000),
    noErrors('errors, 10 callers', errors),
  ]
}

async function speechIds(server: Server, questions: readonly string[]): Promise<string[]> {
  const ids = new Set<string>()
  for (const query of questions) {
    const { value } = await server.call('search_speeches', { query })
    for (const { speech_id } of value.results as { speech_id: string }[]) ids.add(speech_id)
  }
  return [...ids].slice(0, 200)
}

function limit(name: string, value: number, atMost: number): Row {
  return { name, value, unit: 'ms', target: { atMost } }
}

function noErrors(name: string, errors: readonly unknown[]): Row {
  return { name, value: errors.length, unit: 'calls', target: { atMost: 0 } }
}
