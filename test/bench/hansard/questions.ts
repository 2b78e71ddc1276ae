import { seededRandom } from '../../../src/app/eval/seeded-random.ts'
import type { Speech } from '../../../src/features/hansard/speech.ts'

/** A few words in a row out of a speech, as people remember them. */
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

/** 12,000 characters of the record as one speech; each number is another one. */
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
    // A library of an earlier run holds it already.
    skip_if_duplicate: false,
  }
}
