import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Row } from '../../../../../bench/speed/report.ts'
import { percentile } from '../../../../app/eval/metrics.ts'
import { type Random, seededRandom } from '../../../../app/eval/seeded-random.ts'
import type { Speech } from '../../speech.ts'
import { longSpeech, questionsFrom, untilAnswered, zipf } from './ask.ts'
import type { Place } from './open-library.ts'
import { type Server, serve } from './serve.ts'

const distinct = 2_000
const room = 500
/** What a person or an agent takes to read an answer, on average. */
const meanPauseMs = 5_000
/** Speeches are stored while others search: every one makes all cached answers invalid. */
const storedEveryMs = 20_000
const limits = { search_speeches: 200, get_speech: 50, list_speakers: 100, ingest_speech: 2_000 }

type Tool = keyof typeof limits
type Calls = Record<Tool, number[]> & { errors: number }

/**
 * Callers that pause between two calls (5 s on average, of an exponential distribution): 70 % searches whose questions
 * repeat by Zipf's law (s = 1 over 2,000, a cache of 500), 20 % whole speeches, 10 % lists of speakers. A speech of 12,000
 * characters is stored every 20 s. Each number of callers runs for so many seconds.
 */
export async function measureVisitors(
  { home, flags }: Place,
  speeches: readonly Speech[],
  { seconds, note }: { seconds: number; note: (text: string) => void },
): Promise<Row[]> {
  const startedAt = performance.now()
  const server = await serve(home, [...flags, '--cache-entries', String(room)])
  try {
    const questions = questionsFrom(speeches, distinct + 200, 4)
    const search = (query: string) => server.call('search_speeches', { query })
    await untilAnswered(() => search('the first question waits for the library to be loaded'))
    const answered = performance.now() - startedAt
    await untilFast(questions.slice(distinct), search)
    const fast = performance.now() - startedAt
    const firstList = await server.call('list_speakers', {})
    const rows: Row[] = []
    for (const callers of [10, 50]) {
      note(`${callers} callers for ${seconds} s`)
      rows.push(
        ...(await visit(server, { callers, seconds, questions: questions.slice(0, distinct), speeches })),
      )
    }
    return [
      { name: 'from start to the first answer', value: answered, unit: 'ms' },
      { name: 'from start until searches are fast', value: fast, unit: 'ms' },
      { name: 'list_speakers, first after a start', value: firstList.ms, unit: 'ms' },
      ...rows,
      { name: 'memory of the server', value: server.rssMb(), unit: 'MB' },
    ]
  } finally {
    await server.stop()
  }
}

/** Until five searches in a row took no longer than twice the fastest, or no question is left. */
async function untilFast(
  questions: readonly string[],
  search: (query: string) => Promise<{ ms: number }>,
): Promise<void> {
  let fastest = Number.POSITIVE_INFINITY
  let inARow = 0
  for (const question of questions) {
    const { ms } = await search(question)
    fastest = Math.min(fastest, ms)
    inARow = ms <= Math.min(2 * fastest, limits.search_speeches) ? inARow + 1 : 0
    if (inARow === 5) return
    if (ms > limits.search_speeches) await pause(1_000)
  }
}

type Visit = { callers: number; seconds: number; questions: readonly string[]; speeches: readonly Speech[] }

async function visit(server: Server, { callers, seconds, questions, speeches }: Visit): Promise<Row[]> {
  const random = seededRandom(callers)
  const draw = zipf(questions.length, random)
  const calls: Calls = {
    search_speeches: [],
    get_speech: [],
    list_speakers: [],
    ingest_speech: [],
    errors: 0,
  }
  const endsAt = performance.now() + 1_000 * seconds
  const isOver = () => performance.now() >= endsAt
  const counts = await readCache(server)
  const before = { cpu: server.cpuMs(), ...counts }
  const call = async (tool: Tool, input: object) => {
    try {
      const { ms, value } = await server.call(tool, input)
      calls[tool].push(ms)
      return value
    } catch {
      calls.errors += 1
      return {}
    }
  }
  async function caller(): Promise<void> {
    let ids: string[] = []
    await rest(random, endsAt)
    while (!isOver()) {
      const chance = random.next()
      const [id] = ids
      if (chance < 0.7 || (chance < 0.9 && id === undefined)) {
        const { results = [] } = await call('search_speeches', { query: questions[draw()] ?? '' })
        ids = (results as { speech_id: string }[]).map(({ speech_id }) => speech_id)
      } else if (chance < 0.9) await call('get_speech', { speech_id: ids.splice(0, 1)[0] })
      else await call('list_speakers', {})
      await rest(random, endsAt)
    }
  }
  async function writer(): Promise<void> {
    for (let number = callers; !isOver(); number++) {
      await call('ingest_speech', longSpeech(speeches, number))
      await pause(Math.max(0, Math.min(storedEveryMs, endsAt - performance.now())))
    }
  }
  await Promise.all([...Array.from({ length: callers }, caller), writer()])
  const after = await readCache(server)
  const asked = after.hits + after.misses - before.hits - before.misses
  const all = Object.keys(limits).reduce((sum, tool) => sum + calls[tool as Tool].length, 0)
  return [
    ...Object.entries(limits).map(([tool, atMost]) => ({
      name: `${tool} p95, ${callers} callers that pause`,
      value: percentile(calls[tool as Tool], 0.95),
      unit: 'ms' as const,
      target: { atMost },
    })),
    {
      name: `search_speeches p50, ${callers} callers that pause`,
      value: percentile(calls.search_speeches, 0.5),
      unit: 'ms',
    },
    { name: `calls per second, ${callers} callers that pause`, value: all / seconds, unit: '/s' },
    {
      name: `answers from the cache, ${callers} callers`,
      value: (after.hits - before.hits) / Math.max(1, asked),
      unit: 'share',
    },
    {
      name: `CPU of the server per call, ${callers} callers`,
      value: (server.cpuMs() - before.cpu) / Math.max(1, all),
      unit: 'ms',
    },
    {
      name: `errors, ${callers} callers that pause`,
      value: calls.errors,
      unit: 'calls',
      target: { atMost: 0 },
    },
    { name: `load, ${callers} callers`, value: loadavg()[0] ?? 0, unit: 'ratio' },
  ]
}

async function readCache(server: Server): Promise<{ hits: number; misses: number }> {
  const { cache } = (await server.call('server_info', {})).value as {
    cache: { hits: number; misses: number }
  }
  return cache
}

function rest(random: Random, endsAt: number): Promise<void> {
  const ms = -Math.log(1 - random.next()) * meanPauseMs
  return pause(Math.max(0, Math.min(ms, endsAt - performance.now())))
}
