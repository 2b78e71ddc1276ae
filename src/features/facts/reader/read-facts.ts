import type { ReadSpan, RelationReader, WordWindow } from '../../../core/ports/relation-reader.ts'
import type { Sentence } from '../sentences.ts'
import { type FoundDate, findDates } from './find-dates.ts'
import { settleRead } from './settle-read.ts'
import { type Signs, signsOf } from './signs-of.ts'
import { meant, nameOf, officesOf, type Reading, textOf, topicOf } from './span-names.ts'
import { readWindows, type Window, type Word } from './windows.ts'

/** A fact that the model reads, with its score (log odds) and the sentence that states it. */
export type ReadFact = {
  sentence: Sentence
  relation: string
  subject: string
  object: string
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  begin: string | null
  end: string | null
  isDate: boolean
  score: number
  signs: Signs
  /** Whether the sentence was read by itself. */
  isAlone: boolean
}

/** Reads the facts of a text with a model, window by window. */
export async function readFacts(
  reader: RelationReader,
  { markdown, title }: { markdown: string; title: string },
  signal: AbortSignal,
): Promise<ReadFact[]> {
  const { sentences, windows: wide } = readWindows(markdown, title)
  const windows = wide.flatMap(window => [
    { ...window, isAlone: false },
    ...alone(window).map(one => ({ ...one, isAlone: true })),
  ])
  const orders = windows.map(
    ({ header, body }): WordWindow => ({
      header: header.map(({ text }) => text),
      words: body.map(({ text }) => text),
      dates: findDates([...header, ...body]).map(({ first, last }) => ({ first, last })),
    }),
  )
  const readings = await reader.readWindows(orders, signal)
  const read = windows.flatMap(({ header, body, ...rest }, at) => {
    const reading = readings[at]
    return reading === undefined ? [] : [{ reading, words: [...header, ...body], ...rest }]
  })
  const topic = topicOf(read)
  const names = read.flatMap(({ reading, words }) =>
    reading.spans.flatMap(span => (span.kind === 'name' ? [nameOf(words, span)] : [])),
  )
  const facts = read.flatMap(one =>
    factsOf({ ...one, topic }, one.fresh, sentences).map(fact => ({ ...fact, isAlone: one.isAlone })),
  )
  return settleRead(facts, names)
}

/** Each new sentence of a window by itself: what is around it may be about something else. */
function alone({ header, body, fresh }: Window): Window[] {
  const sentences = Map.groupBy(
    body.filter(({ sentence, text }) => sentence >= fresh && text !== '|'),
    ({ sentence }) => sentence,
  )
  return [...sentences].map(([sentence, own]) => ({ header, body: own, fresh: sentence }))
}

function factsOf(
  context: Reading,
  fresh: number,
  sentences: readonly Sentence[],
): Omit<ReadFact, 'isAlone'>[] {
  const { reading, words } = context
  const dates = findDates(words)
  return reading.pairs
    .filter(({ relation }) => relation !== 'MEANS' && relation !== 'OFFICE_OF')
    .flatMap(pair => {
      const [one, other] = [reading.spans[pair.from], reading.spans[pair.to]]
      if (one === undefined || other === undefined) return []
      const at = sentenceOf(one, other, words)
      const sentence = sentences[at]
      if (sentence === undefined || at < fresh) return []
      const isDate = other.kind === 'date'
      const day = isDate ? dates.find(({ first }) => first === other.first) : undefined
      if (isDate && (day === undefined || !/^(?:BORN_IN|DIED_IN|FOUNDED_IN)$/.test(pair.relation))) return []
      const own = day === undefined || day.isVague ? null : day.day
      const begin = isDate ? own : dayOf(dates, pair.begin)
      const end = isDate ? null : dayOf(dates, pair.end)
      const signs = signsOf(pair, context, sentence.text)
      const objects = isDate
        ? [textOf(words, other)]
        : pair.relation === 'HOLDS_OFFICE'
          ? officesOf(pair, context)
          : meant(pair.to, context)
      return meant(pair.from, context).flatMap(subject =>
        objects
          .filter(object => object !== subject)
          .map(object => ({
            sentence,
            relation: pair.relation,
            subject,
            object,
            begin,
            end,
            isDate,
            score: pair.score,
            signs,
          })),
      )
    })
}

/** The later sentence of the two: it is the one that states it. */
function sentenceOf(one: ReadSpan, other: ReadSpan, words: readonly Word[]): number {
  return Math.max(words[one.first]?.sentence ?? -1, words[other.first]?.sentence ?? -1)
}

function dayOf(dates: readonly FoundDate[], number: number | null): string | null {
  const date = number === null ? undefined : dates[number]
  return date === undefined || date.isVague ? null : date.day
}
