import type { ReadPair } from '../../../core/ports/relation-reader.ts'
import { meant, type Reading } from './span-names.ts'

/** What makes a fact more or less sure than its score. */
export type Signs = {
  /** 0: both names are in one sentence; 1: one is in a title; 2: in another sentence. */
  apart: number
  /** The lower score of the two spans. */
  span: number
  /** The score of the same fact where its sentence was read by itself; −3 when it was not found so. */
  alone: number
  /** How sure it is whom a pronoun or short name means; 9 where there is none. */
  link: number
  /** The best score of another subject in the sentence of the object, and of another relation of the two. */
  rival: number
  other: number
  /** Whether the sentence has words of denial. */
  isDenied: boolean
}

/** The score of what was not read. */
export const unread = -3

/** What makes a pair of spans more or less sure; `text` is the sentence that states it. */
export function signsOf(pair: ReadPair, context: Reading, text: string): Signs {
  const { reading, words } = context
  const { spans, pairs } = reading
  const sentenceAt = (number: number) => words[spans[number]?.first ?? 0]?.sentence ?? -1
  const subject = meant(pair.from, context).join()
  const [own, of] = [sentenceAt(pair.from), sentenceAt(pair.to)]
  const best = (rivals: readonly ReadPair[]) =>
    rivals.reduce((most, { score }) => Math.max(most, score), unread)
  const linkOf = (number: number) =>
    spans[number]?.kind === 'reference'
      ? best(pairs.filter(({ relation, from }) => relation === 'MEANS' && from === number))
      : 9
  const scoreOf = (number: number) => (spans[number]?.kind === 'date' ? 9 : (spans[number]?.score ?? 0))
  return {
    apart: own === of ? 0 : own === -1 || of === -1 ? 1 : 2,
    span: Math.min(scoreOf(pair.from), scoreOf(pair.to)),
    alone: unread,
    link: Math.min(linkOf(pair.from), linkOf(pair.to)),
    rival: best(
      pairs.filter(
        ({ relation, from, to }) =>
          relation === pair.relation &&
          to === pair.to &&
          from !== pair.from &&
          sentenceAt(from) === of &&
          meant(from, context).join() !== subject,
      ),
    ),
    other: best(
      pairs.filter(
        ({ relation, from, to }) =>
          relation !== pair.relation &&
          relation !== 'MEANS' &&
          relation !== 'OFFICE_OF' &&
          ((from === pair.from && to === pair.to) || (from === pair.to && to === pair.from)),
      ),
    ),
    isDenied: denial.test(text),
  }
}

const denial =
  /\b(?:not|never|nor|neither|no longer|without|cannot|\p{L}+n[’']t|false|falsely|wrongly|untrue|mistakenly|far from|instead of|rather than|declined|refused|turned down|failed|denied|denies)\b/iu
