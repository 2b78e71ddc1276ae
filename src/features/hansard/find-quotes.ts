import { z } from 'zod'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import type { Filter } from '../../core/model/filter.ts'
import type { Hit } from '../../core/model/hit.ts'
import type { JsonValue } from '../../core/model/json.ts'
import type { SearchMode } from '../../core/search/types.ts'
import type { Services } from './services.ts'
import { collectionName, speechFacts } from './speech-fields.ts'
import { factsOf, fold, speechIdIn } from './speech-record.ts'

/** Passages looked at: several may be of one speech, or of somebody who cut in. */
const mostPassages = 100

export type FoundQuotes = { quotes: Quote[]; foundBy: 'words' | 'meaning' | null; warnings: string[] }

/**
 * The passages nearest to the topic among those that hold a word of it. Only when there is none, the nearest in
 * meaning: a ranking always has a first, and whoever never spoke of a thing must not seem to have done.
 */
export async function findQuotes(
  { topic, filter, limit }: { topic: string; filter: Filter; limit: number },
  { engine, signal, meaningBy }: Pick<ToolContext<Services>, 'engine' | 'signal' | 'meaningBy'>,
): Promise<FoundQuotes> {
  const search = (mode: SearchMode) =>
    engine.search(
      {
        collections: [collectionName],
        text: topic,
        limit: mostPassages,
        mode,
        filter,
        sort: 'relevance',
        meaningBy,
      },
      signal,
    )
  const { hits, explanation, warnings } = await search('hybrid')
  const byWords = new Set(explanation.hits.filter(hit => hit.lexical_rank !== null).map(hit => hit.chunk_id))
  const choose = (passages: readonly Hit[]) => chooseQuotes(passages, topic, limit)
  const near = choose(hits.filter(hit => byWords.has(hit.chunk.id)))
  const literal = near.length > 0 ? near : choose((await search('lexical')).hits)
  if (literal.length > 0) return { quotes: literal, foundBy: 'words', warnings }
  const meant = choose(hits)
  return { quotes: meant, foundBy: meant.length === 0 ? null : 'meaning', warnings }
}

const { speaker: _speaker, state: _state, electorate: _electorate, topic_tags: _tags, ...cited } = speechFacts

export const quote = z.object({
  quote: z.string().describe('Their own words, verbatim'),
  ...cited,
  speech_id: z.string().describe('Id of the speech, for get_speech'),
  char_span: z
    .array(z.int())
    .length(2)
    .describe('Start and end of the quote in the speech, in UTF-16 code units'),
})

export type Quote = z.infer<typeof quote>

/** Shorter scraps between two interjections say nothing by themselves. */
const shortestQuote = 60
/** As much as a passage repeats of the one before, and the rest of its sentence. */
const mostCut = 300

/**
 * The best passages in order of time, one for each speech; a day that has one gives a second only when no other day is
 * left, so that one long debate does not stand for years.
 */
export function chooseQuotes(hits: readonly Hit[], topic: string, limit: number): Quote[] {
  const quotes = hits.flatMap(hit => quoteOf(hit, topic) ?? [])
  const perSpeech = firstOfEach(quotes, ({ speech_id }) => speech_id)
  const perDay = firstOfEach(perSpeech, ({ date }) => date)
  const others = perSpeech.filter(candidate => !perDay.includes(candidate))
  return [...perDay, ...others]
    .slice(0, limit)
    .sort((one, other) => compare(one.date, other.date) || compare(one.speech_id, other.speech_id))
}

function quoteOf({ chunk, text, document }: Hit, topic: string): Quote | null {
  const words = wordsOf(topic)
  const [best] = ownWords(chunk, document.metadata)
    .map(({ start, end }) => {
      const own = text.slice(start - chunk.start, end - chunk.start).trim()
      return start === chunk.start && chunk.ordinal > 0 ? fromWholeSentence(own, words) : own
    })
    .filter(own => own.length >= Math.min(shortestQuote, text.trim().length))
    .sort((one, other) => countOf(words, other) - countOf(words, one) || other.length - one.length)
  if (best === undefined) return null
  const { speaker: _who, state: _where, electorate: _seat, topic_tags: _topics, ...facts } = factsOf(document)
  const start = chunk.start + text.indexOf(best)
  return {
    quote: best,
    ...facts,
    speech_id: speechIdIn(document),
    char_span: [start, start + best.length],
  }
}

/** A later passage begins with the end of the one before, often inside a sentence; nothing on the topic is lost for it. */
function fromWholeSentence(own: string, words: ReadonlySet<string>): string {
  const cut = /[.?!][’”"']?\s+(?=[\p{Lu}‘“"'])/u.exec(own.slice(0, mostCut))
  const rest = cut === null ? own : own.slice(cut.index + cut[0].length)
  return rest.length >= shortestQuote && countOf(words, rest) === countOf(words, own) ? rest : own
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{L}{3,}/gu) ?? [])
}

function countOf(words: ReadonlySet<string>, text: string): number {
  return [...wordsOf(text)].filter(word => words.has(word)).length
}

function firstOfEach<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>()
  return items.filter(item => {
    const isNew = !seen.has(keyOf(item))
    seen.add(keyOf(item))
    return isNew
  })
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** A stretch of a text: characters [start, end). */
type Stretch = { start: number; end: number }

/**
 * What the person whose speech it is said of a stretch of it. The record keeps interjections and answers inside a
 * speech, and so do its passages: they must not be quoted as that person's. Without turns the speech is all theirs.
 */
function ownWords(passage: Stretch, metadata: Readonly<Record<string, JsonValue>>): Stretch[] {
  const { turns, speaker } = metadata
  if (!Array.isArray(turns) || typeof speaker !== 'string') return [passage]
  return turns
    .flatMap(turn => toStretch(turn, fold(speaker)) ?? [])
    .map(({ start, end }) => ({ start: Math.max(start, passage.start), end: Math.min(end, passage.end) }))
    .filter(({ start, end }) => start < end)
}

function toStretch(turn: JsonValue, speakerKey: string): Stretch | null {
  if (turn === null || typeof turn !== 'object' || Array.isArray(turn)) return null
  const { speaker, kind, spokenFrom, end } = turn
  const isOwn = typeof speaker === 'string' && fold(speaker) === speakerKey && kind !== 'procedural'
  return isOwn && typeof spokenFrom === 'number' && typeof end === 'number'
    ? { start: spokenFrom, end }
    : null
}
