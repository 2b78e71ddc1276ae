import { z } from 'zod'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import type { Filter } from '../../core/model/filter.ts'
import type { Hit } from '../../core/model/hit.ts'
import type { JsonValue } from '../../core/model/json.ts'
import type { SearchMode } from '../../core/search/search-request.ts'
import type { Services } from './services.ts'
import { collectionName, speechFacts } from './speech-fields.ts'
import { factsOf, fold, speechIdIn } from './speech-record.ts'

const { speaker: _speaker, state: _state, electorate: _electorate, topic_tags: _tags, ...cited } = speechFacts

export const quote = z.object({
  quote: z.string().describe('The speaker’s own words, verbatim'),
  ...cited,
  speech_id: z.string().describe('Id of the speech, for get_speech'),
  char_span: z
    .array(z.int())
    .length(2)
    .describe('Start and end of the quote in the speech, in UTF-16 code units'),
})

export type Quote = z.infer<typeof quote>

export type FoundQuotes = { quotes: Quote[]; foundBy: 'words' | 'meaning' | null; warnings: string[] }

/** How many passages to search: several may belong to one speech, or contain only interjections by others. */
const mostPassages = 100

/** In characters. Shorter text between two interjections is rarely worth quoting. */
const shortestQuote = 60

/** In characters: the overlap of a passage with the one before it, and the rest of that sentence. */
const mostCut = 300

/**
 * Returns quotes from the passages that contain a word of the topic, best first. Falls back to the passages nearest in
 * meaning only when there are none, and reports that in `foundBy`: a ranking always has a first hit, also for a speaker
 * who never spoke about the topic.
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

/**
 * Returns the best quotes in order of time, one per speech. Takes a second quote from a day only when no other day is
 * left, so that one long debate does not crowd out the rest.
 */
export function chooseQuotes(hits: readonly Hit[], topic: string, limit: number): Quote[] {
  const quotes = hits.flatMap(hit => quoteOf(hit, topic) ?? [])
  const perSpeech = firstOfEach(quotes, ({ speech_id }) => speech_id)
  const perDay = firstOfEach(perSpeech, ({ date }) => date)
  const others = perSpeech.filter(candidate => !perDay.includes(candidate))
  return [...perDay, ...others]
    .slice(0, limit)
    .sort((one, other) => compareText(one.date, other.date) || compareText(one.speech_id, other.speech_id))
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

/** Characters [start, end) of a text. */
type Stretch = { start: number; end: number }

/**
 * Returns the parts of a passage that the speaker of the speech said. Passages contain interjections and answers by
 * others, as the record does. A speech without turns is all the speaker's own.
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

/**
 * Cuts the part before the first whole sentence: a passage begins with the end of the one before it, often inside a
 * sentence. Keeps the text as it is when the cut part contains a word of the topic.
 */
function fromWholeSentence(own: string, words: ReadonlySet<string>): string {
  const cut = /[.?!][’”"']?\s+(?=[\p{Lu}‘“"'])/u.exec(own.slice(0, mostCut))
  const rest = cut === null ? own : own.slice(cut.index + cut[0].length)
  return rest.length >= shortestQuote && countOf(words, rest) === countOf(words, own) ? rest : own
}

function countOf(words: ReadonlySet<string>, text: string): number {
  return [...wordsOf(text)].filter(word => words.has(word)).length
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{L}{3,}/gu) ?? [])
}

function firstOfEach<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>()
  return items.filter(item => {
    const isNew = !seen.has(keyOf(item))
    seen.add(keyOf(item))
    return isNew
  })
}

export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
