import { type Random, seededRandom } from '../../../../app/eval/seeded-random.ts'
import type { Speech } from '../../speech.ts'

type Timed = { ms: number }

/** Draws ranks by Zipf's law with s = 1. */
export function zipf(size: number, random: Random): () => number {
  let sum = 0
  const bounds = Array.from({ length: size }, (_, rank) => {
    sum += 1 / (rank + 1)
    return sum
  })
  return () => {
    const place = random.next() * sum
    return bounds.findIndex(bound => bound >= place)
  }
}

/** Repeats the request until a server that has just started has loaded. */
export async function untilAnswered(ask: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt += 1)
    try {
      await ask()
      return
    } catch (error) {
      if (!String(error).includes('504')) throw error
    }
  throw new Error('The server never answered.')
}

export async function times<T>(items: readonly T[], call: (item: T) => Promise<Timed>): Promise<number[]> {
  const ms: number[] = []
  for (const item of items) ms.push((await call(item)).ms)
  return ms
}

/** Many concurrent callers, each of which sends the next request after a response. */
export async function together<T>(callers: number, items: readonly T[], call: (item: T) => Promise<Timed>) {
  const queue = [...items]
  const ms: number[] = []
  const errors: unknown[] = []
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift())
        await call(item).then(
          timed => ms.push(timed.ms),
          error => errors.push(error),
        )
    }),
  )
  return { ms, errors, perSecond: (1000 * ms.length) / (performance.now() - startedAt) }
}

/** A few consecutive words of a speech. */
export function questionsFrom(speeches: readonly Speech[], count: number, seed: number): string[] {
  const random = seededRandom(seed)
  const questions = new Set<string>()
  while (questions.size < count) {
    const words = random.pick(speeches).text.split(/\s+/)
    const start = random.below(Math.max(1, words.length - 10))
    const question = words.slice(start, start + 5 + random.below(6)).join(' ')
    questions.add(question.slice(0, 900) || 'parliament')
  }
  return [...questions]
}

/** 12,000 characters of the record as one speech; each number makes a different one. */
export function longSpeech(speeches: readonly Speech[], number: number): object {
  const words = speeches.map(({ text }) => text).join(' ')
  return {
    title: 'A long speech',
    full_text: `${number}. ${words.slice(number * 12_000, (number + 1) * 12_000)}`.slice(0, 12_000),
    speaker: 'Bench Mark',
    party: 'Independent',
    chamber: 'Senate',
    electorate: null,
    state: 'TAS',
    date: '2026-01-01',
    hansard_reference: 'Senate Hansard, 1 January 2026',
    // The library of an earlier run already contains it.
    skip_if_duplicate: false,
  }
}
